"""The random numbers of a search: one stream for ever, and even."""

from sandbox.trials.search.numbers import Numbers, mixed


def test_the_stream_is_the_published_one() -> None:
    numbers = Numbers(1234567)  # the test vector of the reference implementation
    assert [numbers.bits() for _ in range(5)] == [
        6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
    ]  # fmt: skip


def test_fractions_and_choices_are_even() -> None:
    numbers = Numbers(1)
    fractions = [numbers.fraction() for _ in range(2000)]
    assert 0.0 <= min(fractions) < 0.01 and 0.99 < max(fractions) < 1.0
    assert abs(sum(fractions) / 2000 - 0.5) < 0.02
    drawn = [numbers.weighted("abc", (1.0, 0.0, 3.0)) for _ in range(2000)]
    assert "b" not in drawn and 0.7 < drawn.count("c") / 2000 < 0.8
    assert sorted(numbers.shuffled("abcdef")) == list("abcdef")


def test_seeds_that_differ_in_anything_give_other_streams() -> None:
    assert len({mixed(1, 2), mixed(2, 1), mixed(1, 3), mixed(1), mixed(0, 1, 2)}) == 5
    assert mixed(1, 2) == mixed(1, 2)

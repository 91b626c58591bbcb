"""The archive of a search: it keeps several kinds of way, and goes on from those that have not won."""

from sandbox.trials.candidate import Candidate
from sandbox.trials.search.archive import KEPT, MOST_CELLS, Archive, Entry
from sandbox.trials.search.numbers import Numbers


def entry(nearness: float, moved: int, *way: str) -> Entry:
    return Entry(Candidate(), nearness, (moved,), way=way)


def test_a_family_that_comes_nearer_does_not_drive_out_the_others() -> None:
    others = [entry(0.1, number, f"kind {kind}") for kind in range(6) for number in range(KEPT)]
    archive = Archive([*others, *(entry(0.9, number, "cheap") for number in range(3 * MOST_CELLS))])
    assert len(archive.entries) == MOST_CELLS and all(kept in archive.entries for kept in others)
    # Without families, the worst go.
    same = [entry(0.1, number, "cheap") for number in range(1000, 1000 + KEPT)]
    archive = Archive([*same, *(entry(0.9, number, "cheap") for number in range(3 * MOST_CELLS))])
    assert not any(kept in same for kept in archive.entries)


def test_a_cell_keeps_the_nearest_whatever_the_order_in_which_its_pieces_were_set_off() -> None:
    archive = Archive([entry(0.4, 1, "button", "fan"), entry(0.6, 1, "fan", "button"), entry(0.5, 1, "fan")])
    assert [kept.nearness for kept in archive.entries] == [0.6, 0.5]


def test_what_it_answers_depends_on_no_order_of_what_comes() -> None:
    entries = [entry(0.01 * (number % 37), number, f"kind {number % 5}") for number in range(MOST_CELLS)]
    assert Archive(entries).entries == Archive(reversed(entries)).entries


def test_mostly_families_that_have_not_won_are_gone_on_from() -> None:
    entries = [entry(0.9, 1, "cheap"), entry(0.5, 1, "long", "way")]

    def chosen(won: list[tuple[str, ...]]) -> int:
        archive, numbers = Archive(entries, won), Numbers(1)
        return sum(archive.choose(numbers).way == ("long", "way") for _ in range(400))

    assert chosen([("cheap",)]) > chosen([]) + 40


def test_what_met_a_goal_is_put_together_with_what_met_another_one() -> None:
    first = Entry(Candidate(), 0.7, (1,), unmet=(1,))
    second = Entry(Candidate(), 0.5, (2,), unmet=(0,))
    archive = Archive([first, second, *(Entry(Candidate(), 0.6, (number,), unmet=(0, 1)) for number in range(10, 60))])
    numbers = Numbers(1)
    assert sum(archive.partner(first, numbers) == second for _ in range(100)) > 50
    assert sum(archive.partner(second, numbers) == first for _ in range(100)) > 50
    assert {archive.partner(second, numbers).unmet for _ in range(100)} >= {(0, 1), (1,)}, "now and then any"

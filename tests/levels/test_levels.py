"""Level files: what is written is read back equal; what is wrong is refused with the place and the rule."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from sandbox.design.design import (
    MAX_PARTS,
    AnyOf,
    Beyond,
    Design,
    End,
    Goal,
    Held,
    Hint,
    HintEnd,
    Inside,
    Latched,
    Link,
    Not,
    Par,
    PartSpec,
    Touches,
    Unused,
    World,
    canonical_text,
    check,
)
from sandbox.errors import BadFile
from sandbox.levels import levels, library
from sandbox.parts import hinted

GOOD = """\
rules = 3
format = 1
title = "Drop"
[world]
width = 3.0
[[parts]]
id = 1
kind = "floor"
x = 1.0
y = 0.05
fixed = true
[[parts]]
id = 2
kind = "tennis_ball"
x = 1.0
y = 1
[[goals]]
text = "Bring the ball down"
when = { is = "held", seconds = 0.5, of = { is = "inside", part = 2, x0 = 0, y0 = 0, x1 = 2, y1 = 0.2 } }
"""


def test_reads_a_level() -> None:
    level = levels.loads(GOOD)
    assert [part.kind for part in level.parts] == ["floor", "tennis_ball"]
    assert level.next_id == 3
    assert isinstance(level.goals[0].when, Held)


def test_written_and_read_again_is_equal() -> None:
    level = levels.loads(GOOD)
    assert levels.loads(levels.dumps(level)) == level


def test_a_file_that_has_changed_is_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "drop.toml"
    for width in (3.0, 4.0, 3.0):  # what a text holds is kept
        path.write_text(GOOD.replace("width = 3.0", f"width = {width}"), "utf-8")
        assert levels.read(path).world.width == width
    for _ in range(2):
        path.write_text(GOOD.replace("tennis_ball", "perpetuum_mobile"), "utf-8")
        with pytest.raises(BadFile, match=f"{path}.*perpetuum_mobile"):
            levels.read(path)


numbers = st.floats(-1e6, 1e6, allow_nan=False)


@given(numbers, numbers, numbers, st.text(max_size=50))
def test_every_bit_of_a_number_survives(x: float, y: float, angle: float, title: str) -> None:
    level = Design(title=title, parts=(PartSpec(1, "crate", x, y, angle),), next_id=2)
    assert levels.loads(levels.dumps(level)) == level


def test_a_rope_over_pulleys_survives() -> None:
    parts_ = (PartSpec(1, "anchor", 0.5, 2.0), PartSpec(2, "pulley", 1.0, 2.0), PartSpec(3, "weight", 1.5, 0.5))
    level = Design(parts=parts_, links=(Link(4, "rope", End(1, "hook"), End(3, "ring"), via=(2,)),), next_id=5)
    text = levels.dumps(level)
    assert levels.loads(text) == level
    with pytest.raises(BadFile, match="link 4 runs over part 9, which does not exist"):
        levels.loads(text.replace("via = [\n    2,\n]", "via = [9]"))
    with pytest.raises(BadFile, match=r"link 4: part 3 .* is no pulley"):
        levels.loads(text.replace("via = [\n    2,\n]", "via = [3]"))


ROPED = """\
rules = 3
format = 1
[[parts]]
id = 1
kind = "anchor"
x = 0.5
y = 2.0
[[parts]]
id = 2
kind = "pulley"
x = 1.0
y = 2.2
[[hints]]
text = ""
kind = "weight"
x = 0
y = 0.5
[[hints]]
text = "Tie it."
kind = "rope"
a = { part = 1, port = "hook" }
b = { hint = 1, port = "ring" }
via = [{ part = 2 }]
"""


def test_a_hint_may_be_about_a_link_to_a_part_of_another_hint() -> None:
    level = levels.loads(ROPED)
    assert levels.loads(levels.dumps(level)) == level
    weight, rope = level.hints
    assert (weight.ends, rope.text, rope.b) == ((), "Tie it.", HintEnd(hint=1, port="ring"))
    built = hinted(level)
    assert [(spec.id, spec.kind) for spec in built.parts] == [(1, "anchor"), (2, "pulley"), (3, "weight")]
    assert built.links == (Link(4, "rope", End(1, "hook"), End(3, "ring"), via=(2,)),)
    assert hinted(level, 1).links == ()


def test_a_hint_about_a_part_is_written_and_hashed_as_ever() -> None:
    hint = Hint("Here", "crate", 0.0, 1.0, item="")
    assert canonical_text(hint) == "Hint(text='Here', kind='crate', x=0.0, y=1.0, angle=0.0, flip=False, props={})"
    text = levels.dumps(Design(hints=(hint,)))
    assert "x = 0.0" in text and "via" not in text and "\na =" not in text
    assert levels.loads(text).hints == (hint,)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("x = 0\n", "", "hint 1 does not say where"),
        ('kind = "rope"', 'kind = "string"', "line 20: there is no kind of link 'string'; is 'spring' meant?"),
        ('b = { hint = 1, port = "ring" }', "", "hint 2: a rope needs both its ends"),
        ('kind = "rope"', 'kind = "rope"\nx = 1.0', "hint 2: a rope has no x, y, angle"),
        ("{ hint = 1, port", "{ part = 1, hint = 1, port", "names either a part of the level or the number of a hint"),
        ("{ hint = 1, port", "{ port", "names either a part of the level or the number of a hint"),
        ("hint = 1", "hint = 2", "hint 2 ends at hint 2; it must be one before it, and about a part"),
        ("hint = 1", "hint = -1", "hint 2 ends at hint -1"),
        ("{ part = 1,", "{ part = 9,", "hint 2: part 9 does not exist"),
        ('port = "ring"', 'port = "knob"', "hint 2: part 3 .Weight. has no port 'knob'"),
        ("{ part = 2 }", "{ part = 1 }", "hint 2: part 1 .*is no pulley"),
        ('kind = "rope"', 'kind = "rope"\nprops = { slack = -1 }', "hint 2 .Rope.: slack is -1"),
    ],
)
def test_a_hint_about_a_link_that_cannot_be_is_refused(old: str, new: str, says: str) -> None:
    assert old in ROPED
    with pytest.raises(BadFile, match=says):
        levels.loads(ROPED.replace(old, new, 1))


def test_all_kinds_of_conditions_survive() -> None:
    inside, touches = Inside(1, 0.0, 0.0, 1.0, 1.0), Touches(1, 2)
    when = AnyOf((Not(inside), Latched(touches), Beyond(1, "x", "more", 2.0)))
    level = Design(
        parts=(PartSpec(1, "crate", 0.5, 0.5), PartSpec(2, "crate", 1.5, 0.5)),
        goals=(Goal("Any of these", when),),
        next_id=3,
    )
    assert levels.loads(levels.dumps(level)) == level


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            'kind = "tennis_ball"',
            'kind = "perpetuum_mobile"',
            "line 14: there is no kind of part 'perpetuum_mobile'; `sandbox parts` lists all",
        ),
        ("x = 1.0\ny = 1\n", "x = nan\ny = 1\n", "line 15: x is not a finite number"),
        ("x = 1.0\ny = 1\n", "x = inf\ny = 1\n", "line 15: x is not a finite number"),
        ("y = 1\n", "y = 1e9\n", "numbers go from -1e+06 to 1e+06"),
        ("id = 2", "id = 1", "id 1 is used twice"),
        ("part = 2", "part = 9", "about part 9, which does not exist"),
        ('is = "inside"', 'is = "outside"', "there is no condition 'outside'; is 'inside' meant?"),
        ("width = 3.0", "width = -3.0", "line 5: width is -3; it goes from 0.1 to 1000 m"),
        ("width = 3.0", "tick_rate = 10", "from 60 to 1000"),
        ("y = 1\n", "y = 1\ncolour = 3\n", "line 17: a part has no key 'colour' (it has: id, "),
        ("y = 1\n", "y = 1\nprops = { weight = 3 }\n", "no property 'weight'"),
        ("y = 1\n", "y = 1\nflip = true\n", "can't be flipped"),
        ("format = 1", "format = 2", "not a level that this version reads"),
        ("format = 1", "format = true", "not a level that this version reads"),
        ("format = 1", "", "has no line 'format = 1'"),
        ("[[goals]]", "[[goals", "line 17, column 8: the name of a table is not closed"),
        ("rules = 3", "rules = 1", "rules is 1, and by rules below 2 nothing is played any more: write 'rules = 3'"),
        ("rules = 3", "rules = 4", "rules is 4; this version of the program knows 2 to 3"),
    ],
)
def test_refuses_with_the_place_and_the_rule(old: str, new: str, says: str) -> None:
    assert old in GOOD
    with pytest.raises(BadFile, match=re.escape(says)):
        levels.loads(GOOD.replace(old, new))


def test_a_file_that_does_not_say_its_rules_is_not_taken_for_one_by_the_rules_of_today() -> None:
    """Such files are of the rules 0, by which the same machine may run otherwise."""
    with pytest.raises(BadFile, match="it does not say 'rules', so they are 0, and by rules below 2 nothing is played"):
        levels.loads(GOOD.replace("rules = 3\n", ""))


@pytest.mark.parametrize("rules", [2, 3])
def test_a_file_always_says_its_rules(rules: int) -> None:
    text = levels.dumps(Design(rules=rules))
    assert f"\nrules = {rules}\n" in text and levels.loads(text).rules == rules


def test_conditions_nested_too_deeply_are_refused() -> None:
    when = '{ is = "not", of = ' * 40 + '{ is = "touches", part = 1, other = 2 }' + " }" * 40
    with pytest.raises(BadFile, match="nested"):
        levels.loads(GOOD + f'\n[[fails]]\ntext = "deep"\nwhen = {when}\n')


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    levels.write(path, Design(title="Mine", world=World(width=5.0)))
    assert levels.read(path).world.width == 5.0
    assert [p.name for p in tmp_path.iterdir()] == ["a.toml"]  # nothing is left beside it
    with pytest.raises(BadFile, match="can't be read"):
        levels.read(tmp_path / "none.toml")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadFile, match="not text"):
        levels.read(tmp_path / "binary.toml")
    with pytest.raises(BadFile, match="can't be written"):
        levels.write(tmp_path / "nowhere" / "b.toml", Design())


def test_a_failed_write_leaves_the_old_file_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.toml"
    levels.write(path, Design(title="old"))

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(BadFile, match="No space left"):
        levels.write(path, Design(title="new"))
    assert levels.read(path).title == "old"
    assert len(list(tmp_path.iterdir())) == 1


def test_minus_zero_is_zero() -> None:
    """They are equal, so a file may hold either; the run must not show which."""
    one = levels.loads(GOOD.replace("y = 1\n", "y = 1\nangle = -0.0\n"))
    assert str(one.parts[1].angle) == "0.0"


def test_the_highest_id_leaves_room_for_a_next_one() -> None:
    text = 'format = 1\nrules = 3\n[[parts]]\nid = {}\nkind = "crate"\nx = 1.0\ny = 1.0\n'
    level = levels.loads(text.format(2**31 - 2))
    assert levels.loads(levels.dumps(level)) == level
    with pytest.raises(BadFile, match="id 2147483647 is too high"):
        levels.loads(text.format(2**31 - 1))


def test_more_links_than_a_recording_holds_are_refused() -> None:
    ends = End(1, "hook"), End(2, "middle")
    links = tuple(Link(3 + index, "rope", *ends) for index in range(MAX_PARTS + 1))
    two = (PartSpec(1, "anchor", 0.0, 0.0), PartSpec(2, "bowling_ball", 1.0, 0.0))
    with pytest.raises(BadFile, match="20001 links; a level holds up to 20000"):
        check(Design(parts=two, links=links))


def test_a_par_is_written_and_read_and_does_not_change_which_level_it_is() -> None:
    level = levels.loads(GOOD)
    par = Par(2, 4.5, Goal("Without a crate", Unused("crate")))
    with_par = replace(level, par=par, title="Another title")
    assert levels.loads(levels.dumps(with_par)) == with_par
    assert "[par]" not in levels.dumps(level) and "Par(" not in canonical_text(level)
    assert levels.digest(with_par) == levels.digest(level) != levels.digest(replace(level, next_id=9))


@pytest.mark.parametrize(
    ("par", "says"),
    [
        ("parts = -1", "line 22: parts is -1; it goes from 0 to 20000"),
        ("seconds = -0.5", "seconds is -0.5; it goes from 0 to"),
        ("stars = 3", "the par has no key 'stars'"),
        ('challenge = { text = "No gold", when = { is = "unused", kind = "gold" } }', "unknown kind 'gold'"),
        ('challenge = { text = "Ours", when = { is = "gone", part = 77 } }', "about part 77, which does not exist"),
    ],
)
def test_a_par_that_can_not_be_is_refused(par: str, says: str) -> None:
    with pytest.raises(BadFile, match=says):
        levels.loads(f"{GOOD}\n[par]\n{par}\n")


def test_a_digest_is_worked_out_once_for_a_design_and_only_some_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Design] = []
    monkeypatch.setattr(levels, "canonical_text", lambda level: asked.append(level) or repr(level))
    monkeypatch.setattr(levels, "_digests", {})
    monkeypatch.setattr(levels, "_MOST_DIGESTS", 2)
    one, equal, other = Design("a"), Design("a"), Design("a", next_id=7)
    digests = [levels.digest(level) for level in (one, one, equal, equal)]
    assert len(set(digests)) == 1 and len(asked) == 2, "another object is looked at, equal or not"
    assert levels.digest(other) != digests[0] and len(levels._digests) == 1
    assert levels.digest(one) == digests[0] and len(asked) == 4


def test_the_name_of_a_part_does_not_make_another_level_of_it() -> None:
    level = levels.read(library.bundled_dir() / "drop.toml")
    named = replace(level, parts=tuple(replace(spec, name=f"part {spec.id}") for spec in level.parts))
    assert named != level
    assert levels.digest(named) == levels.digest(level), "what was won and measured is still known"

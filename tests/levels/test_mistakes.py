"""Mistakes of people who write levels by hand: each is answered with its line, its cause and what to do."""

from __future__ import annotations

import contextlib
import math
import re
import time
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from sandbox.errors import BadFile, Mistakes
from sandbox.levels import levels, library, mistakes
from sandbox.levels.handwriting import Handwriting, Notes
from sandbox.reading.toml_lines import lines_of

LEVEL = """\
format = 1
title = "By hand"
scene = "mill"
rules = 2
parts = [
    { id = 1, kind = "floor", x = 2.0, y = 0.05, props = { width = 4.0 }, fixed = true },
    { id = 2, kind = "basket", x = 3.0, y = 0.35, props = { width = 0.7 }, fixed = true },
    { id = 3, kind = "soccer_ball", x = 1.0, y = 2.0, fixed = true },
    { id = 4, kind = "motor", x = 0.5, y = 1.0, fixed = true },
    { id = 5, kind = "gear", x = 1.5, y = 1.0, props = { size = "small" }, fixed = true },
    { id = 6, kind = "anchor", x = 0.5, y = 2.2, fixed = true },
    { id = 7, kind = "pulley", x = 1.5, y = 2.2, fixed = true },
    { id = 8, kind = "weight", x = 2.5, y = 1.5, fixed = true },
]
links = [
    { id = 9, kind = "belt", a = { part = 4, port = "shaft" }, b = { part = 5, port = "shaft" }, fixed = true },
    { id = 10, kind = "rope", a = { part = 6, port = "hook" }, b = { part = 8, port = "ring" }, via = [7] },
]
allow = ["press"]
hints = [
    { text = "A ramp for the ball.", kind = "ramp", x = 1.5, y = 0.5, angle = -0.2, props = { width = 1.0 } },
    { text = "A rope.", kind = "rope", a = { part = 6, port = "hook" }, b = { part = 3 } },
]
no_build = [{ x0 = 0.0, y0 = 0.0, x1 = 0.5, y1 = 0.5 }]

[world]
width = 4.0
height = 2.5

[stock]
ramp = 1
rope = 2
long_ramp = { kind = "ramp", count = 2, props = { width = 1.5 }, resizes = ["width"] }

[[goals]]
text = "The ball lies in the basket"
[goals.when]
is = "held"
seconds = 0.5
of = { is = "contained", part = 3, container = 2 }

[[fails]]
text = "The weight is gone"
when = { is = "any", of = [{ is = "gone", part = 8 }] }

[[fails]]
text = "The weight is under the ground"
when = { is = "beyond", part = 8, axis = "y", side = "less", value = 0.0 }

[par]
parts = 2
seconds = 9.0
"""
BASKET = "part 2 (Basket)"


def mistakes_of(text: str) -> tuple[str, ...]:
    """The sentences about the mistakes of a level."""
    with pytest.raises(Mistakes) as refused:
        levels.loads(text)
    return refused.value.sentences


def changed(old: str, new: str) -> tuple[str, int]:
    """The level with one thing replaced, and the line of that."""
    assert LEVEL.count(old) >= 1, old
    return LEVEL.replace(old, new, 1), LEVEL.count("\n", 0, LEVEL.index(old)) + 1


def test_the_level_has_no_mistake() -> None:
    level = levels.loads(LEVEL)
    assert (len(level.parts), len(level.links), len(level.hints)) == (8, 2, 2)


# What is written in the place of something right, and words of the answer: first the cause, then what to do.
OF_THE_TRIAL = {
    "a key of the level": ("title =", "titel =", "a level has no key 'titel'", "is 'title' meant?"),
    "a key of a part": ('id = 2, kind', 'id = 2, knd', "a part has no key 'knd'", "is 'kind' meant?"),
    "a kind": ('"basket"', '"baskit"', "there is no kind of part 'baskit'", "is 'basket' meant?"),
    "a property": ("width = 0.7", "widht = 0.7", f"{BASKET}: a basket has no property 'widht'", "is 'width' meant?"),
    "an angle in degrees": ("x = 3.0,", "x = 3.0, angle = 90,", "angle is 90 rad", 'write "90 deg"'),
    "a negative width": ("width = 0.7", "width = -0.7", "width is -0.7", "from 0.2 to 1.5 m"),
    "a width of 70": ("width = 0.7", "width = 70", "width is 70", "from 0.2 to 1.5 m"),
    "a world without width": ("width = 4.0\nheight", "width = 0\nheight", "width is 0; it goes", "from 0.1 to 1000 m"),
    "an id twice": ("id = 3,", "id = 2,", "id 2 is used twice, first in line 7", "needs an id of its own"),
    "a goal about nothing": ("part = 3, con", "part = 19, con", "about part 19, which does not", "parts are 1 to 8"),
    "a floor as a container": ("container = 2", "container = 1", "Floor 1 is no container", "nothing can be inside"),
    "a condition": ('"contained"', '"containd"', "there is no condition 'containd'", "is 'contained' meant?"),
    "a key of a condition": ("container = 2", "container = 2, within = 3", "has no key 'within'", "it has: part, cont"),
    "a key left out": ("part = 3, con", "con", "'contained' needs part", "the part that it is about, by its id"),
    "a part by its kind": ("part = 3, con", 'part = "soccer_ball", con', "'soccer_ball'; parts are named by", "id 3"),
    "a link to nothing": ("{ part = 5, port", "{ part = 99, port", "link 9 ends at part 99", "the parts are 1 to 8"),
    "a port": ('part = 5, port = "shaft"', 'part = 5, port = "axle"', "part 5 (Gear) has no port 'axle'", "has shaft"),
    "a port of others": ('part = 4, port = "shaft"', 'part = 4, port = "hook"', "(Motor) has no port 'hook'", "shaft"),
    "a kind of link": ('"belt"', '"chain"', "there is no kind of link 'chain'", "known are rope"),
    "x is nan": ("x = 3.0", "x = nan", "x is not", "a finite number"),
    "x is inf": ("x = 3.0", "x = inf", "x is not", "a finite number"),
    "x is 1e300": ("x = 3.0", "x = 1e300", "x is 1e+300", "from -1e+06 to 1e+06"),
    "a quote": ('"basket",', '"basket,', "a text is not closed", "put a quote at its end"),
    "a comma": ("x = 3.0, y", "x = 3.0 y", "a comma is missing here", "between two keys"),
    "a decimal comma": ("y = 0.35", "y = 0,35", "a decimal number has a point", "write 0.35"),
    "a key twice": ("height = 2.5", "height = 2.5\nheight = 3.0", "the key 'height' is there twice", "leave one"),
    "a kind of the stock": ("ramp = 1", "rmap = 1", "no kind of part or link 'rmap'", "is 'ramp' meant?"),
    "minus one ramp": ("ramp = 1", "ramp = -1", "it holds -1 of 'ramp'", "from 0 to 20000"),
    "one and a half ramps": ("ramp = 1", "ramp = 1.5", "ramp is 1.5", "it is a whole number"),
    "a scene": ('"mill"', '"harbor"', "scene is 'harbor'; it is one of paper,", "is 'harbour' meant?"),
    "rules of tomorrow": ("rules = 2", "rules = 9", "rules is 9", "this version of the program knows"),
    "no format": ("format = 1", "", "it has no line 'format = 1'", "write it at the top"),
    "a property of a hint": ("{ width = 1.0", "{ widht = 1.0", "hint 1 (Ramp): a ramp has no property", "'width'"),
    "the size of a gear": ('"small"', '"giant"', "part 5 (Gear): size must be one of", "small, medium, large"),
    "id 0": ("id = 2,", "id = 0,", "id is 0", "from 1 to 2147483647"),
    "fixed as a text": ("props = { width = 0.7 }, fixed = true", 'fixed = "yes"', "fixed is 'yes'", "true or false"),
    "part for parts": ("parts = [\n", "part = [\n", "a level has no key 'part'", "is 'parts' meant?"),
    "corners swapped": ("x1 = 0.5", "x1 = -0.5", "no_build 1: it goes from x0, y0 to x1, y1", "at least 0.02 m"),
    "held for -1 s": ("seconds = 0.5", "seconds = -1.0", "held has seconds = -1", "from 0 to 3600 s"),
}  # fmt: skip
NEW = {
    "a property beside props": ('id = 3, kind', 'id = 3, radius = 1, kind', "a part has no key 'radius'", "it has: id"),
    "a long name": ("id = 3, kind", f'id = 3, name = "{"x" * 41}", kind', "name is 'xxx", "of up to 40 characters"),
    "a name of two lines": ("id = 3, kind", 'id = 3, name = "a\\nb", kind', "name is 'a", "of one line"),
    "a width beside props": ("props = { width = 0.7 }", "width = 0.7", "it is a property", "write props = { width"),
    "x among the properties": ("{ width = 0.7 }", "{ width = 0.7, x = 1 }", "'x' is no property", "write it beside"),
    "props as a number": ("{ width = 0.7 }", "0.7", "props is a table of properties", "props = { width = 0.7 }"),
    "a unit of something else": ("width = 0.7", 'width = "70 kg"', "width is '70 kg'", "it is a number in m"),
    "a number in quotes": ("y = 0.35", 'y = "0.35"', "y is '0.35'; it is a number in m", "write it without quotes"),
    "an odd angle": ("x = 3.0,", 'x = 3.0, angle = "steep",', "angle is 'steep'", '"1.5 rad" or "15 deg"'),
    "a unit without quotes": ("x = 3.0,", "x = 300 cm,", "a number with its unit stands in quotes", 'write "300 cm"'),
    "a yes without quotes": ("props = { width = 0.7 }, fixed = true", "fixed = yes", "write true", "without quotes"),
    "a kind without quotes": ('"basket"', "basket", "a text stands in quotes", 'write "basket"'),
    "typographic quotes": ('"By hand"', "\u201cBy hand\u201d", "quotes of a word processor", "write straight ones"),
    "a colon": ("title =", "title:", "no colon", "write ="),
    "a comment as in C": ("[par]", "// the par\n[par]", "a comment begins", "with #"),
    "a list without its end": ("]\nlinks", "links", "a list above this line is not closed", "put a ]"),
    "a backslash": ('"By hand"', '"C:\\hand"', "a backslash in a text", "write \\\\"),
    "a title that is a number": ('"By hand"', "5", "title is 5", "it is a text in quotes"),
    "a date": ("x = 3.0", "x = 2026-01-01", "x is a date or a time", "it is a number in m"),
    "a link as a part": ('"anchor"', '"rope"', "there is no kind of part 'rope'", "write it into links"),
    "a part as a link": ('kind = "belt"', 'kind = "gear"', "there is no kind of link 'gear'", "write it into parts"),
    "a rope on a shaft": ('kind = "belt"', 'kind = "rope"', "link 9: a rope joins two", "rope ports, not a"),
    "a belt to itself": ("{ part = 5, port", "{ part = 4, port", "link 9: a belt needs", "two different parts"),
    "no pulley": ("via = [7]", "via = [3]", "link 10: part 3 (Soccer ball)", "is no pulley"),
    "an end by its number": ('b = { part = 8, port = "ring" }', "b = 8", "an end of a link is a table", "{ part ="),
    "no second end": (', b = { part = 8, port = "ring" }', "", "a link needs b", "where it ends"),
    "a goal without a name": (
        '[goals.when]\nis = "held"', "[goals.when]", "a condition needs is = with its name", "one of all, any, beyond",
    ),
    "a condition in words": (
        '{ is = "contained", part = 3, container = 2 }', '"home"', "a condition is a table", 'is = "touches"',
    ),
    "any of one thing": ('[{ is = "gone", part = 8 }]', '{ is = "gone", part = 8 }', "of is a list", "of = [...]"),
    "an axis": ('axis = "y"', 'axis = "z"', "beyond needs axis", "x or y"),
    "a link as a subject": ('"gone", part = 8', '"gone", part = 9', "part 9, a link, and no part", "ask 'link"),
    "too slow a clock": ("height = 2.5", "height = 2.5\ntick_rate = 10", "tick_rate is 10", "from 60 to 1000"),
    "what may be done": ('["press"]', '["pres"]', "allow names 'pres'", "press and grab"),
    "a hint without a place": ("x = 1.5, y = 0.5, ", "", "hint 1 does not say where", "a part has x and y"),
    "a hint about a later one": ("b = { part = 3 }", "b = { hint = 2 }", "hint 2 ends at hint 2", "one before it"),
    "a handle": ('resizes = ["width"]', 'resizes = ["length"]', "can't be resized in 'length'", "can in: width"),
    "an item without a kind": ('kind = "ramp", count', "count", "an item of the stock needs kind", "what it is"),
    "a par below zero": ("seconds = 9.0", "seconds = -9.0", "seconds is -9.0", "from 0 to 1000000 s"),
    "a key in the wrong table": ("[par]\n", '[par]\nforecast = true\n', "par has no key 'forecast'", "above the"),
    "the size of the world": ("rules = 2", "rules = 2\nwidth = 5.0", "a level has no key 'width'", "below [world]"),
    "a flipped floor": ("width = 4.0 }, fixed", "width = 4.0 }, flip = true, fixed", "(Floor)", "can't be flipped"),
    "a layer": ("id = 3,", "id = 3, layer = 2000,", "layer is 2000", "from -1000 to 1000"),
    "three coordinates": ("b = { part = 3 }", "b = { part = 3, at = [0, 0, 0] }", "at is a point", "at = [0.1, 0.2]"),
}  # fmt: skip


@pytest.mark.parametrize("row", [*OF_THE_TRIAL.values(), *NEW.values()], ids=[*OF_THE_TRIAL, *NEW])
def test_a_mistake_is_answered_with_its_line_its_cause_and_what_to_do(row: tuple[str, str, str, str]) -> None:
    old, new, cause, remedy = row
    text, line = changed(old, new)
    answers = mistakes_of(text)
    (answer,) = [said for said in answers if cause in said]
    assert remedy in answer
    place = re.match(r"line (\d+)(, column \d+)?: ", answer)
    last = line + max(0, new.count("\n") - old.count("\n"))
    assert place is not None and line <= int(place[1]) <= last, f"line {line} to {last}"
    assert len(answers) == 1 or new.startswith(("part = [", "id = "))  # what names the part is wrong then, too
    assert not re.search(r"`(int|str|float|bool|array|object)|\$|[Oo]bject ", answer), "the words of a library"


TAKEN = {
    "a length in cm": ("width = 0.7", 'width = "70 cm"', "width = 0.7"),
    "a length in mm": ("x = 3.0", 'x = "3000 mm"', "x = 3.0"),
    "an angle in degrees": ("angle = -0.2", 'angle = "-90 deg"', f"angle = {-math.pi / 2!r}"),
    "a time in ms": ("seconds = 0.5", 'seconds = "500 ms"', "seconds = 0.5"),
    "a time in min": ("seconds = 9.0", 'seconds = "0.5 min"', "seconds = 30.0"),
    "an unnamed part": ("id = 1, ", "", "id = 11, "),
    "an unnamed link": ("id = 9, ", "", "id = 11, "),
    "a byte order mark": ("format = 1", "\ufeffformat = 1", "format = 1"),
    "a far place": ("x = 3.0", "x = 80", "x = 80.0"),  # `sandbox check` says that it is outside the picture
    "a hint without stock": ("ramp = 1\n", "", ""),  # `sandbox check` says that the stock holds none
}


@pytest.mark.parametrize("row", TAKEN.values(), ids=TAKEN)
def test_what_is_meant_is_taken(row: tuple[str, str, str], tmp_path: Path) -> None:
    old, new, meant = row
    written, understood = tmp_path / "written.toml", tmp_path / "understood.toml"
    written.write_text(changed(old, new)[0], "utf-8")
    understood.write_text(changed(old, meant)[0] if meant else LEVEL.replace(old, ""), "utf-8")
    assert levels.read(written) == levels.read(understood)


def test_parts_get_no_id_that_something_names() -> None:
    """What names part 12 means none that is there, and must not come to mean another."""
    text = LEVEL.replace("id = 1, ", "").replace("part = 3, container", "part = 11, container")
    assert mistakes_of(text) == (
        "line 40: goal 'The ball lies in the basket' is about part 11, which does not exist; "
        "a part without an id can't be named: give the one that is meant this id",
    )


def test_all_mistakes_of_a_file_are_answered_at_once_in_the_order_of_their_lines(tmp_path: Path) -> None:
    path, text = tmp_path / "all.toml", LEVEL
    rows = [row for row in (*OF_THE_TRIAL.values(), *NEW.values()) if text.count(row[0]) == 1]
    answered = []
    for old, new, cause, _ in rows:
        once = changed(old, new)[0]
        if text.count(old) == 1 and "line" in mistakes_of(once)[0] and "column" not in mistakes_of(once)[0]:
            text = text.replace(old, new)
            answered.append(cause)
    path.write_text(text, "utf-8")
    with pytest.raises(Mistakes) as refused:
        levels.read(path)
    head, *lines = str(refused.value).split("\n")
    assert head == f"{path}: {len(lines)} mistakes:"
    numbers = [int(line.split(":")[0].removeprefix("  line ")) for line in lines]
    assert len(numbers) > 20 and numbers == sorted(numbers)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (
            LEVEL.replace("format = 1", "format = 2").encode(),
            "it is in format 2, and this version of the program reads 1",
        ),
        (LEVEL.replace("By hand", "Caf\u00e9").encode("latin-1"), "it is not text in UTF-8; save it as UTF-8"),
        (LEVEL.encode("utf-16"), "it is not text in UTF-8, but in UTF-16; save it as UTF-8"),
        (b"", "it has no line 'format = 1'"),
        (b"<level/>", "not a level: line 1, column 1: "),
    ],
)
def test_what_is_no_level_is_answered_in_a_sentence(data: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    path.write_bytes(data)
    with pytest.raises(BadFile) as refused:
        levels.read(path)
    assert said in str(refused.value) and "\n" not in str(refused.value)


@pytest.mark.parametrize("text", ["[stock]\n" + "{}", 'parts = [{{ kind = "crate", x = 1, y = 1, props = {{ {} }} }}]'])
def test_of_very_many_mistakes_the_first_are_answered_at_once(text: str, tmp_path: Path) -> None:
    """The nearest name for each of them takes minutes."""
    keys = ("\n" if "stock" in text else ", ").join(f"crat{number} = 1" for number in range(20_000))
    path = tmp_path / "many.toml"
    path.write_text("format = 1\n" + text.format(keys), "utf-8")
    began = time.process_time()
    with pytest.raises(Mistakes) as refused:
        levels.read(path)
    assert time.process_time() - began < 5.0
    assert refused.value.lines[0] == f"{path}: the first 100 mistakes:" and len(refused.value.lines) == 101


# What a mistake is made of: a place of the level, and what a slip of the hand makes of it.
SLIPS = {
    "a key": r"\b[a-z_]\w*(?= =)",
    "a kind": r'(?<=kind = ")\w+',
    "a condition": r'(?<=is = ")\w+',
    "an id": r"(?<=id = |rt = |er = )\d+",
    "a number": r"-?\d+\.\d+",
    "a unit": r"(?<=[xy] = )-?\d+\.\d+",
    "a comma": r",",
    "a quote": r'"',
    "a bracket": r"[\[\]{}]",
    "a sign of equality": r"=",
}
IDS = some.sampled_from(["0", "-1", "2.5", "77", '"3"', '"ball"', "99999999999", "true", "[1]", ""])
NUMBERS = some.sampled_from(["nan", "-inf", "1e9", "1e400", '"2.0"', "true", "[]", "{}", ".5", "1,5", "1979-05-27", ""])
UNITS = some.sampled_from(["cm", "kg", "furlongs", "deg", "%", "'", "\u00b0", "m/s"])


@some.composite
def slips(draw: some.DrawFn, text: str) -> tuple[str, int, str]:
    """A level with a mistake, the line of it, and what it is made of."""
    sort = draw(some.sampled_from([*SLIPS]))
    place = draw(some.sampled_from([*re.finditer(SLIPS[sort], text)]))
    old = place[0]
    if sort in ("a key", "a kind", "a condition"):
        at, letter = draw(some.integers(0, len(old) - 1)), draw(some.sampled_from([*"aeqz_-9 .", ""]))
        new = old[:at] + letter + old[at + draw(some.integers(0, 1)) :]
    elif sort in ("an id", "a number"):
        new = draw(IDS if sort == "an id" else NUMBERS)
    elif sort == "a unit":
        new = f'"{old} {draw(UNITS)}"'
    else:
        new = draw(some.sampled_from(["", old * 2, ";", "#", "\n"]))
    return text[: place.start()] + new + text[place.end() :], text.count("\n", 0, place.start()) + 1, sort


@settings(max_examples=300)
@given(slips(LEVEL))
def test_whatever_slip_there_is_it_is_read_or_answered_with_its_line(slip: tuple[str, int, str]) -> None:
    text, line, sort = slip
    try:
        levels.loads(text)
    except Mistakes as refused:
        places = [re.match(r"line (\d+)(, column \d+)?: \S", said) for said in refused.sentences]
        found = [int(place[1]) for place in places if place is not None]
        assert len(found) == len(places) and all(1 <= number <= text.count("\n") + 1 for number in found)
        assert not re.search(r"`(int|str|float|bool|array|object)|\$|[Oo]bject |does not fit", str(refused))
        if sort in ("a kind", "a condition", "a number", "a unit") and "column" not in str(refused):
            assert line in found
    except BadFile as refused:  # the line with the format is the one that is wrong
        assert line == 1 and str(refused).startswith("not a level")


@settings(max_examples=100)
@given(some.data())
def test_several_slips_are_answered_too(data: some.DataObject) -> None:
    text = LEVEL
    for _ in range(4):
        text = data.draw(slips(text))[0]
    with contextlib.suppress(BadFile):
        levels.loads(text)


@pytest.mark.parametrize("path", library.bundled_levels(), ids=lambda path: path.stem)
def test_a_level_is_written_as_ever_and_no_rule_finds_a_mistake_in_it(path: Path) -> None:
    text = levels.dumps(levels.read(path))
    plain = tomllib.loads(text)
    del plain["format"]
    assert levels.dumps(levels.loads(text)) == text
    notes = Notes()
    handwriting = Handwriting(plain, notes)
    mistakes.LevelRules(plain, handwriting, lines_of(text), notes).look()
    assert not notes.mistakes

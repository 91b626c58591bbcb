"""The line of every key and every element of a TOML text, however it is written."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from sandbox.levels import library
from sandbox.reading.toml_lines import line_of, lines_of, paths_of

ODD = '''a.b."c d".e = [ # ]
 1, 2.5,
 { q = "}]#", r = [[], [3]] } ]
[x . 'y']
z = 1979-05-27 07:32:00 # d
[[g]]
[[g.h]]
k = """
"a" \\""" b"""""
[g.h.i]
m = \'\'\'q\'\'\'\'
n = 1
[[g.h]]
[[g]]
'''


@pytest.mark.parametrize("path", library.bundled_levels(), ids=lambda path: path.stem)
def test_each_key_of_a_level_stands_on_its_line(path: Path) -> None:
    text = path.read_text("utf-8")
    lines, written = lines_of(text), text.split("\n")
    assert sorted(map(repr, lines)) == sorted(map(repr, paths_of(tomllib.loads(text))))
    for names, line in lines.items():
        if names and isinstance(names[-1], str):
            assert names[-1] in written[line - 1]


def test_all_that_toml_allows_is_followed() -> None:
    lines = lines_of(ODD)
    assert sorted(map(repr, lines)) == sorted(map(repr, paths_of(tomllib.loads(ODD))))
    assert lines["a", "b", "c d", "e", 2, "r", 1, 0] == 3
    assert lines["x", "y", "z"] == 5
    assert (lines["g", 0, "h", 0, "i", "n"], lines["g", 0, "h", 1], lines["g", 1]) == (12, 13, 14)


def test_what_is_not_there_stands_where_it_belongs() -> None:
    lines = lines_of(ODD)
    assert line_of(lines, ("g", 0, "h", 0, "kind")) == lines["g", 0, "h", 0] == 7
    assert line_of(lines, ("stock", "belt")) == 1

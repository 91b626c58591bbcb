"""What an open puzzle has: in files, in digests and end hashes, and what is refused in a sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sandbox import parts
from sandbox.cli import main
from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.design.design import (
    RULES,
    Beyond,
    Design,
    Goal,
    Hint,
    HintEnd,
    PartSpec,
    StockItem,
    canonical_text,
    from_plain,
    to_plain,
)
from sandbox.design.open_puzzle import MOST_AIMS, Clues, PuzzleAim
from sandbox.errors import BadFile, Mistakes
from sandbox.levels import levels

AIM = PuzzleAim("Without a crate", without=("crate",))


def level(**more: Any) -> Design:
    """An open puzzle with a hint about a part and one about a link."""
    fields: dict[str, Any] = {
        "parts": tuple(PartSpec(n, "anchor", float(n), 0.5, fixed=True) for n in (1, 2)),
        "goals": (Goal("It falls", Beyond(1, "y", "less", 0.1)),),
        "stock": {"crate": 1, "rope": 1, "long": StockItem("ramp", 2, "Long ramp")},
        "hints": (Hint("", "crate", 1.0, 1.0), Hint("", "rope", a=HintEnd(1, port="hook"), b=HintEnd(2, port="hook"))),
        "next_id": 3, "open": True, "clues": Clues("The bell first", "What falls", 1),
        "aims": (AIM, PuzzleAim("Short", price=9)),
    }  # fmt: skip
    return parts.check(from_plain(to_plain(Design(**(fields | more)))))


def test_it_is_written_and_read_and_left_out_where_there_is_none() -> None:
    assert levels.loads(levels.dumps(level())) == level()
    plain = to_plain(level(open=False, clues=None, aims=()))
    assert not {"open", "clues", "aims"} & plain.keys()
    assert "'clues': {'goal': 'The bell first', 'family': 'What falls', 'piece': 1}" in str(to_plain(level()))


def test_levels_of_old_have_the_digests_and_the_end_hashes_that_they_had() -> None:
    closed = level(open=False, clues=None, aims=())
    assert not {"open=", "clues=", "aims="} & set(canonical_text(closed).replace("(", " ").split(" "))
    assert "open=True, clues=Clues(goal='The bell first', family='What falls', piece=1), aims=(Aim(text=" in (
        canonical_text(level())
    )
    assert levels.digest(level()) == levels.digest(closed), "what happens in a run does not depend on it"


def test_a_bound_that_is_typed_as_the_default_is_no_other_level() -> None:
    by_hand = levels.dumps(level()).replace("price = 9", "price = 9\nseconds = 0.0\nwithout = []")
    assert by_hand != levels.dumps(level())
    assert canonical_text(levels.loads(by_hand)) == canonical_text(level())


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"open": False}, r"the level has clues, which only an open puzzle has; write open = true, or take them out"),
        ({"open": False, "clues": None}, "the level has aims, which only an open puzzle has"),
        ({"clues": Clues(piece=3)}, "clues: piece is 3, and the level has 2 hints; name one of them by its number"),
        ({"clues": Clues(piece=1), "hints": ()}, "clues: piece is 1, and the level has no hints"),
        ({"clues": Clues(piece=2)}, "clues: piece is 2, and hint 2 is about a link; name a hint about a part"),
        (
            {"aims": (PuzzleAim("A", without=("fan",)),)},
            r"aim 1 \('A'\): it asks to do without 'fan', which is not in",
        ),
        ({"aims": (AIM, PuzzleAim("B", without=("long",)))}, r"aim 2 \('B'\): it asks to do without 'long'"),
        ({"aims": (PuzzleAim("A"),)}, r"aim 1 \('A'\): it asks for nothing; say without, pieces, price"),
        ({"aims": (PuzzleAim(" ", chain=3),)}, "it has no text for the player to read"),
        ({"aims": (AIM,) * (MOST_AIMS + 1)}, "the level has 9 aims; a level holds up to 8"),
    ],
)
def test_a_fault_in_it_is_said_in_a_sentence(fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadFile, match=sentence):
        level(**fields)
    text = levels.dumps(replace(level(), **fields))
    with pytest.raises(Mistakes, match=rf"line \d+: .*{sentence}") as raised:
        levels.loads(text)
    assert len(raised.value.sentences) == 1


def test_kinds_of_named_items_of_the_stock_may_be_done_without() -> None:
    assert level(aims=(PuzzleAim("No ramp", without=("ramp", "rope")),))


@pytest.mark.parametrize(
    ("wrong", "right", "sentence"),
    [
        ("piece = 1", "piece = -1", "piece is -1; it goes from 0 to 20000"),
        ("price = 9", 'price = "cheap"', "price is 'cheap'; it is a whole number"),
        ("price = 9", "prize = 9", "an aim has no key 'prize' .*; is 'price' meant"),
        ('without = [\n    "crate",\n]', "without = [7]", "without is 7; it is a text in quotes"),
        ("open = true", "open = 1", "open is 1; it is true or false, without quotes"),
    ],
)
def test_what_is_mistyped_is_said_with_its_line(wrong: str, right: str, sentence: str) -> None:
    text = levels.dumps(level())
    assert wrong in text, text
    with pytest.raises(Mistakes, match=sentence):
        levels.loads(text.replace(wrong, right))


def test_an_author_who_deletes_the_piece_of_a_clue_is_told_why_not() -> None:
    session = Session(replace(level(), author=True))
    why = session.why_not(c.SetHints(()))
    assert why is not None and "clues: piece is 1, and the level has no hints" in why
    assert session.do(c.SetHints(level().hints[:1]))


def test_numbers_of_another_type_become_those_that_a_file_gives_back() -> None:
    assert type(PuzzleAim("Soon", seconds=3).seconds) is float
    assert from_plain({"rules": RULES, "open": True, "aims": [{"text": "Soon", "seconds": 3}]}).aims[0].seconds == 3.0


def test_show_says_that_it_is_open_and_lists_its_aims(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.toml"
    levels.write(path, level())
    with pytest.raises(SystemExit):
        main(["show", str(path)])
    shown = capsys.readouterr().out
    assert "open: a machine to invent" in shown and "aim: Without a crate" in shown
    with pytest.raises(SystemExit):
        main(["show", "--json", str(path)])
    plain = json.loads(capsys.readouterr().out)
    assert plain["open"] and plain["clues"]["piece"] == 1 and plain["aims"] == ["Without a crate", "Short"]

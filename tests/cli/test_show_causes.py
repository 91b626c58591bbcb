"""`sandbox show --chain` and `--why`: what set off what, in words and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sandbox import cli

ROOT = Path(__file__).parents[2]
HELLO, DROP = (str(ROOT / "replays" / f"{name}.replay") for name in ("hello", "drop"))


def said(*arguments: str, capsys: pytest.CaptureFixture[str], code: int = 0) -> str:
    with pytest.raises(SystemExit) as ended:
        cli.main(["show", *arguments])
    assert ended.value.code == code
    printed = capsys.readouterr()
    assert "Traceback" not in printed.err
    return printed.out if code == 0 else printed.err


def test_the_chain_is_told_step_by_step(capsys: pytest.CaptureFixture[str]) -> None:
    first, *steps = said(HELLO, "--chain", capsys=capsys).splitlines()
    assert first == f"{HELLO}: chain of 5, 4 families: Balls, Electric, Turning, Blocks"
    assert [line.split("s  ", 1)[1].split("  ")[0] for line in steps] == [
        "Bowling ball 18", "Push button 5", "Conveyor 7", "Soccer ball 8", "Basket 9",
    ]  # fmt: skip
    assert "knocked by bowling ball 18" in steps[1] and "signal from push button 5" in steps[2]


def test_a_part_is_led_back_to_what_began_it(capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(HELLO, "--why", "7", capsys=capsys).splitlines()
    assert len(lines) == 3 and lines[0].endswith("by itself") and "Conveyor 7" in lines[2]
    assert said(DROP, "--why", "1", capsys=capsys) == f"{DROP}: Floor 1 neither moved nor acted\n"


def test_both_give_json(capsys: pytest.CaptureFixture[str]) -> None:
    plain = json.loads(said(HELLO, "--chain", "--json", capsys=capsys))
    assert (plain["length"], plain["families"]) == (5, ["Balls", "Electric", "Turning", "Blocks"])
    assert [step["cause"] for step in plain["chain"]] == [None, 18, 5, 7, 8]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((DROP, "--why", "99"), "has no part 99"),
        (("drop", "--chain"), "--chain is about a recording; run the level first"),
        ((DROP, "--why", "ball"), "'ball' is not a valid integer"),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(
    arguments: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sentence in " ".join(said(*arguments, capsys=capsys, code=2).split())

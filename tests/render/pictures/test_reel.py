"""Reels: which films they consist of, in which order; and one that is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox.errors import BadFile, Refused
from sandbox.render.pictures import encoders, reel
from sandbox.render.pictures.film_options import FilmOptions
from sandbox.render.pictures.reel import ReelChapter

REPLAYS = Path(__file__).parents[3] / "replays"
DROP, ROLL, LIFT = (REPLAYS / f"{name}.replay" for name in ("drop", "roll", "lift"))
QUICK = FilmOptions((160, 90), fps=2, sound=False, watch=True)


def titles(*chapters: ReelChapter) -> list[str]:
    return [piece.card.title for piece in reel._pieces(chapters, QUICK) if piece.card is not None]


def test_a_chapter_has_a_card_and_each_run_its_own() -> None:
    assert titles(ReelChapter("The playroom", (DROP, ROLL))) == ["The playroom", "Drop", "Roll"]


def test_several_chapters_have_a_card_at_the_end() -> None:
    pieces = list(reel._pieces((ReelChapter("One", (DROP,)), ReelChapter("Two", (LIFT,))), QUICK))
    cards = [(piece.card.title, piece.card.text) for piece in pieces if piece.card is not None]
    assert [title for title, _ in cards] == ["One", "Drop", "Two", "Lift", "The end"]
    assert (cards[0][1], cards[-1][1]) == ("1 machine", "2 machines of 2 chapters")


def test_a_reel_is_written_as_one_film(tmp_path: Path) -> None:
    out, told = tmp_path / "reel.mp4", list[tuple[float, float]]()
    reel.render([ReelChapter("One", (DROP,))], out, QUICK, lambda done, total=1.0, what="": told.append((done, total)))
    assert out.read_bytes()[4:8] == b"ftyp"
    assert told == [(1, 2), (2, 2)]
    assert [path.name for path in tmp_path.iterdir()] == ["reel.mp4"], "nothing else is left"


def test_what_makes_no_reel_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoders, "ffmpeg", lambda: "ffmpeg")
    for chapters, out, why in (
        ([ReelChapter("One", ())], "x.mp4", "needs a run that was won"),
        ([ReelChapter("One", (DROP,))], "x.gif", "ends in .mp4"),
        ([ReelChapter("One", (DROP,))], "no/x.mp4", "no folder"),
    ):
        with pytest.raises((Refused, BadFile), match=why):
            reel.render(chapters, tmp_path / out, QUICK)


def test_an_order_for_another_process_holds_the_same() -> None:
    order = reel.order_of([ReelChapter("One", (DROP, ROLL))], Path("x.mp4"), QUICK)
    assert order.chapters == (("One", (str(DROP), str(ROLL))),) and order.out == "x.mp4"

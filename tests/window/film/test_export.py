"""Films and pictures drawn by another process while the window goes on."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from sandbox.commands import commands as c
from sandbox.levels import levels
from sandbox.render.pictures.film_options import CameraAim, FilmOptions
from sandbox.window.film.export import Export
from sandbox.workspace.workspace import Workspace
from tests.window.driver import data, drive, shop  # noqa: F401  (fixtures)

PATIENCE = 60.0  # s


@pytest.fixture
def workspace(tmp_path: Path) -> Any:
    now = [0]
    workspace = Workspace(tmp_path / "data", lambda: now[0])
    levels.write(tmp_path / "shop.toml", shop())
    assert workspace.files.open(tmp_path / "shop.toml")
    yield workspace
    workspace.close()


def until_done(export: Export) -> list[float]:
    """What it said meanwhile of how far it is."""
    shares, end = [], time.monotonic() + PATIENCE
    while export.active:
        assert time.monotonic() < end
        time.sleep(0.02)
        shares.append(export.share)
        export.look()
    return shares


def test_a_film_shows_the_last_run_of_the_session(workspace: Workspace, tmp_path: Path) -> None:
    export, out = Export(workspace), tmp_path / "run.gif"
    workspace.control.run()
    workspace.gate.advance(120)
    workspace.control.stop()
    assert export.begin(out, FilmOptions(theme="dark"))
    assert workspace.gate.do(c.Place("crate", 1.0, 1.0)), "the session goes on meanwhile"
    shares = until_done(export)
    said = workspace.messages.latest
    assert said is not None and said.text == f"Saved as {out}"
    assert shares == sorted(shares) and shares[-1] == 1.0
    with Image.open(out) as film:
        assert film.n_frames == 13, "half a second at 25 frames a second"
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_a_level_that_never_ran_is_run_for_its_film_and_a_picture_is_of_now(
    workspace: Workspace, tmp_path: Path
) -> None:
    export = Export(workspace)
    assert export.begin(tmp_path / "now.png")
    until_done(export)
    assert workspace.gate.do(c.Delete(3))
    assert export.begin(tmp_path / "later.png")
    until_done(export)
    with Image.open(tmp_path / "now.png") as now, Image.open(tmp_path / "later.png") as later:
        assert now.size == (1280, 720) and now.tobytes() != later.tobytes()
    asked = FilmOptions((320, 180), trails=(CameraAim(3),), run=2, tick=840)
    source, options = export._source(tmp_path, Path("x.gif"), asked)
    assert (source.suffix, options) == (".toml", FilmOptions((320, 180))), "a level has neither runs nor ticks"


def test_a_page_of_the_session_is_made_beside_too(workspace: Workspace, tmp_path: Path) -> None:
    export, out = Export(workspace), tmp_path / "mine.html"
    workspace.control.run()
    workspace.gate.advance(60)
    assert export.begin(out, FilmOptions(theme="dark"))
    assert until_done(export)[-1] == 1.0
    said = workspace.messages.latest
    assert said is not None and said.text == f"Saved as {out}"
    assert out.read_text("utf-8").startswith("<!DOCTYPE html>")
    assert export.begin(tmp_path / "now.png"), "films and pictures as before"
    until_done(export)
    assert (tmp_path / "now.png").exists()


def test_one_at_a_time_and_one_that_is_given_up_leaves_nothing(workspace: Workspace, tmp_path: Path) -> None:
    export = Export(workspace)
    (tmp_path / "films").mkdir()
    assert export.begin(tmp_path / "films" / "long.mp4")
    assert not export.begin(tmp_path / "films" / "other.gif")
    said = workspace.messages.latest
    assert said is not None and "one export at a time" in said.text.lower()
    end = time.monotonic() + PATIENCE
    while export.share == 0.0 and time.monotonic() < end:
        export.look()
        time.sleep(0.01)
    assert 0.0 < export.share < 1.0
    export.stop()
    assert not export.active and list((tmp_path / "films").iterdir()) == []
    export.stop()


def test_what_is_done_before_it_is_given_up_stays(workspace: Workspace, tmp_path: Path) -> None:
    export = Export(workspace)
    assert export.begin(tmp_path / "now.png")
    thread = export._work._thread
    assert thread is not None
    thread.join(PATIENCE)  # it has the answer, which nobody has looked at
    export.stop()
    said = workspace.messages.latest
    assert said is not None and "saved as" in said.text.lower() and (tmp_path / "now.png").exists()


def test_what_can_not_be_drawn_is_said_in_a_sentence(workspace: Workspace, tmp_path: Path) -> None:
    export = Export(workspace)
    assert export.begin(tmp_path / "nowhere" / "x.png")
    until_done(export)
    assert workspace.messages.latest is not None
    assert (workspace.messages.latest.kind, "there is no folder" in workspace.messages.latest.text) == ("bad", True)


def test_a_film_is_as_the_form_says(workspace: Workspace, tmp_path: Path) -> None:
    export, out = Export(workspace), tmp_path / "slow.gif"
    for ticks in (200, 60):
        workspace.control.run()
        workspace.gate.advance(ticks)
        workspace.control.stop()
    options = FilmOptions((320, 180), None, 20, "1/2", CameraAim(3, width=1.5), 0.05, 0.35, run=1)
    assert export.begin(out, options)
    until_done(export)
    with Image.open(out) as film:
        assert film.size == (320, 180)
        assert film.n_frames == 13, "0.3 s at half their speed, at 20 frames a second"


def test_a_picture_of_the_past_shows_that_moment(workspace: Workspace, tmp_path: Path) -> None:
    export = Export(workspace)
    workspace.control.run()
    workspace.gate.advance(200)
    for name, tick in (("then", 24), ("later", 144)):
        assert export.begin(tmp_path / f"{name}.png", FilmOptions((320, 180), tick=tick))
        until_done(export)
    with Image.open(tmp_path / "then.png") as then, Image.open(tmp_path / "later.png") as later:
        assert then.size == (320, 180) and then.tobytes() != later.tobytes()

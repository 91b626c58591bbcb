"""Sound and films in the real window, as somebody uses them who hears nothing: no device here, and none is missed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PIL import Image

from sandbox.levels import library
from sandbox.verify.verify import Verdict, verify
from tests.real_window import Window, window  # noqa: F401  (a fixture)
from tests.window.test_real_window import commands_of


def test_muting_and_a_film_of_the_run_while_building_goes_on(
    window: Callable[..., Window],  # noqa: F811
    tmp_path: Path,
) -> None:
    child = window(library.bundled_dir() / "workshop.toml")
    assert child.state["sound"][0]
    child.key("shift+m")
    child.until(lambda state: not state["sound"][0])
    child.until(lambda state: "sound" in state["message"].lower())
    child.click("menu.View")
    child.click("menu.louder")
    louder = child.until(lambda state: state["sound"][0])["sound"][1]
    child.key("ctrl+bracketleft")
    child.until(lambda state: state["sound"][1] < louder)

    child.carry("part.crate", (1.0, 1.2), (1.5, 1.5), (1.5, 1.5))
    child.until(lambda state: state["parts"][-1][1] == "crate")
    child.key("space")
    began = child.until(lambda state: state["running"])["tick"]
    child.until(lambda state: state["tick"] > began + 120)
    child.key("r")
    child.until(lambda state: not state["running"])
    child.click("menu.File")
    child.click("menu.export")
    child.until(lambda state: "film.size" in state["rects"])
    child.click("film.size")
    child.type("320x180")
    child.key("Return")
    child.until(lambda state: "files.name" in state["rects"])
    child.key("ctrl+a")
    child.type(str(tmp_path / "run.gif"))
    child.key("Return")
    child.until(lambda state: state["drawing"])
    child.click("part.soccer_ball")
    child.until(lambda state: state["armed"] == "soccer_ball")
    child.click((2.5, 1.5))
    child.until(lambda state: state["parts"][-1][1] == "soccer_ball")
    child.until(lambda state: not state["drawing"] and state["message"].startswith("Saved as"))
    with Image.open(tmp_path / "run.gif") as film:
        assert film.size == (320, 180) and film.n_frames > 5
        assert len(film.convert("RGB").getcolors(2**16) or ()) > 50, "it has been drawn"

    child.key("ctrl+q")
    state = child.until(lambda state: state["dialog"] == "question")
    path = Path(state["session_file"])
    child.click("question.discard")
    assert child.ends() == 0
    assert child.process.stderr is not None and child.process.stderr.read() == ""
    assert commands_of(path) == ["place", "start", "stop", "place"], "sound and films are no commands"
    assert verify(path).verdict is Verdict.PASS
    child = window(library.bundled_dir() / "workshop.toml")
    assert child.state["sound"] == [True, state["sound"][1]], "remembered"

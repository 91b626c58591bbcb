"""Looks, keys and settings in the real window, and a recording that is opened, watched and taken over."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sandbox.levels import library
from sandbox.verify.verify import Verdict, verify
from tests.real_window import Window, window
from tests.window.test_real_window import commands_of

__all__ = ["window"]  # a fixture
REPLAYS = Path(__file__).parent.parent.parent / "replays"


def test_looks_keys_and_settings_are_chosen_and_a_recording_is_taken_over(
    window: Callable[..., Window], tmp_path: Path
) -> None:
    child = window(library.bundled_dir() / "workshop.toml")
    child.key("F9")
    child.until(lambda state: state["theme"] == "dark")
    child.key("ctrl+minus")
    child.until(lambda state: state["scale"] == 90)
    child.key("shift+F9")
    child.until(lambda state: state["calm"])
    child.key("ctrl+comma")
    child.until(lambda state: state["dialog"] == "settings")
    child.click("settings.theme.colour_blind")
    child.until(lambda state: state["theme"] == "colour_blind")
    child.click("settings.grid")
    child.until(lambda state: not state["grid"])
    child.key("Escape")
    child.until(lambda state: state["dialog"] is None)
    child.key("question")  # as it is typed, on any keyboard
    child.until(lambda state: state["dialog"] == "keys")
    child.key("Escape")
    child.until(lambda state: state["dialog"] is None)
    child.key("ctrl+F1")  # a file of keys
    child.until(lambda state: "keys.toml" in state["message"])
    assert (tmp_path / "data" / "keys.toml").exists()

    child.key("ctrl+o")
    child.until(lambda state: "files.name" in state["rects"])
    child.key("ctrl+a")
    child.type(str(REPLAYS / "drop.replay"))
    child.key("Return")
    child.until(lambda state: state["watching"])
    child.until(lambda state: state["running"] and state["tick"] > 0)
    child.key("t")
    child.until(lambda state: not state["watching"])
    child.key("r")
    child.until(lambda state: not state["running"])
    path = Path(child.state["session_file"])
    child.key("ctrl+q")
    if child.until(lambda state: state["dialog"] == "question" or child.closed)["dialog"]:
        child.click("question.discard")
    assert child.ends() == 0
    told = commands_of(path)
    assert told[0] == "place" and told[-2:] == ["start", "stop"], told
    assert verify(path).verdict is Verdict.PASS

    (tmp_path / "data" / "keys.toml").write_text('next_theme = ["F12"]\n', "utf-8")
    child = window(library.bundled_dir() / "workshop.toml")
    assert (child.state["theme"], child.state["scale"], child.state["calm"]) == ("colour_blind", 90, True), "remembered"
    child.key("F12")
    child.until(lambda state: state["theme"] == "light")

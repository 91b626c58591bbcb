"""Keys of one's own: a file, its mistakes told with their lines, and what holds in spite of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sandbox.editing.keys import Chord, chord
from sandbox.errors import BadFile
from sandbox.window.ui.action import Action, Actions
from sandbox.window.ui.keymap import Keymap, template


def table() -> Actions:
    def row(name: str, *keys: str) -> Action:
        return Action(name, name.title(), lambda: None, f"Does {name}", tuple(map(chord, keys)))

    rows = (row("save", "Ctrl+S"), row("cut", "Ctrl+X"), row("press", "B"), row("zoom", "+", "Shift++"), row("quiet"))
    return Actions(rows, {"File": ("save", None), "Edit": ("cut", "press", "zoom")})


def keymap(folder: Path, text: str) -> Keymap:
    (folder / "keys.toml").write_text(text)
    return loaded(folder)


def loaded(folder: Path) -> Keymap:
    keymap = Keymap(table(), folder)
    keymap.load()
    return keymap


def keys_of(keymap: Keymap, name: str) -> list[str]:
    return [key.plain for key in keymap.actions[name].keys]


def test_without_a_file_the_usual_keys_hold(tmp_path: Path) -> None:
    plain = loaded(tmp_path)
    assert plain.problems == ()
    assert keys_of(plain, "save") == ["Ctrl+S"]


def test_actions_get_the_keys_that_the_file_gives_them(tmp_path: Path) -> None:
    mine = keymap(tmp_path, '[Edit]\ncut = ["Ctrl+K", "F5"]\npress = "Page Up"\n[File]\nsave = []\n')
    assert mine.problems == ()
    assert keys_of(mine, "cut") == ["Ctrl+K", "F5"]
    assert keys_of(mine, "press") == ["Page Up"]
    assert keys_of(mine, "save") == []
    assert keys_of(mine, "zoom") == ["+", "Shift++"], "what is not named keeps its own"
    found = mine.actions.for_key(chord("F5"))
    assert found is not None
    assert found.name == "cut"
    assert mine.actions.for_key(chord("Ctrl+X")) is None
    assert mine.actions.for_key(chord("Ctrl+S")) is None


def test_a_key_is_a_character_of_any_alphabet_or_a_place(tmp_path: Path) -> None:
    mine = keymap(
        tmp_path, 'save = ["\N{CYRILLIC CAPITAL LETTER EF}", "\xe9"]\ncut = "Ctrl+[KeyQ]"\npress = "[KeyÖ]"\n'
    )
    assert keys_of(mine, "save") == ["\N{CYRILLIC CAPITAL LETTER EF}", "\xc9"]
    assert keys_of(mine, "cut") == ["Ctrl+[KeyQ]"]
    assert mine.problems == ("in keys.toml, line 3: '[KeyÖ]' does not name a key",)
    assert loaded(tmp_path).actions.for_key(chord("\xc9")) is not None


def test_two_actions_may_change_their_keys_without_a_word(tmp_path: Path) -> None:
    mine = keymap(tmp_path, 'save = ["Ctrl+X"]\ncut = ["Ctrl+S"]\n')
    assert mine.problems == ()
    assert (keys_of(mine, "save"), keys_of(mine, "cut")) == (["Ctrl+X"], ["Ctrl+S"])


@pytest.mark.parametrize(
    ("text", "line", "said", "holds"),
    [
        ('\nsvae = ["F5"]', 2, "no action 'svae'; is 'save' meant?", {"save": ["Ctrl+S"]}),
        ('save = ["Ctrl+Foo"]', 1, "'Ctrl+Foo' does not name a key", {"save": ["Ctrl+S"]}),
        ('save = ["F5", "Hyper+S"]', 1, "'Hyper+S' does not name a key", {"save": ["F5"]}),
        ("save = 5", 1, 'a list, as in save = ["Ctrl+K"]', {"save": ["Ctrl+S"]}),
        ('save = ["Esc"]', 1, "Esc always goes back a step", {"save": ["Ctrl+S"]}),
        ('save = ["Shift+Left"]', 1, "moves the selection", {"save": ["Ctrl+S"]}),
        (
            'save = ["F5"]\n\n# so\ncut = ["F5", "F6"]', 4,
            "F5 is the key of 'save' already, by line 1; 'cut' goes without it", {"save": ["F5"], "cut": ["F6"]},
        ),
        ('press = ["Ctrl+S"]', 1, "Ctrl+S is 'press' now; 'save'", {"press": ["Ctrl+S"], "save": []}),
        ('save = ["F5"', 1, "the usual keys hold", {"save": ["Ctrl+S"]}),
        ('cut = ["F6"]\nsave = ["F5"]\nsave = ["F7"]', 3, "the usual keys hold", {"cut": ["Ctrl+X"]}),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_its_line_and_the_rest_holds(
    tmp_path: Path, text: str, line: int, said: str, holds: dict[str, list[str]]
) -> None:
    mine = keymap(tmp_path, text)
    (problem,) = mine.problems
    assert problem.startswith(f"in keys.toml, line {line}: ")
    assert said in problem
    assert {name: keys_of(mine, name) for name in holds} == holds
    owners: dict[Chord, str] = {}
    for action in mine.actions:
        for key in action.keys:
            assert owners.setdefault(key, action.name) == action.name, "no key has two meanings"


@pytest.mark.parametrize("junk", [b"\xff\xfe", b"\x00", b"[" * 50_000])
def test_no_file_at_all_can_break_it(tmp_path: Path, junk: bytes) -> None:
    (tmp_path / "keys.toml").write_bytes(junk)
    assert len(loaded(tmp_path).problems) == 1


def test_the_file_is_read_again_when_it_has_changed_and_only_then(tmp_path: Path) -> None:
    mine = keymap(tmp_path, 'save = ["F5"]')
    assert not mine.load()
    (tmp_path / "keys.toml").write_text('save = ["F6"] # a change')
    assert mine.load()
    assert keys_of(mine, "save") == ["F6"]
    (tmp_path / "keys.toml").unlink()
    assert mine.load()
    assert keys_of(mine, "save") == ["Ctrl+S"]


def test_the_file_that_is_written_changes_nothing_and_says_everything(tmp_path: Path) -> None:
    mine = loaded(tmp_path / "config")
    mine.write_usual()
    again = loaded(tmp_path / "config")
    assert again.problems == ()
    assert keys_of(again, "zoom") == ["+", "Shift++"]
    with pytest.raises(BadFile, match="exists already"):
        mine.write_usual()


def test_every_line_of_the_file_can_be_used_as_it_stands(tmp_path: Path) -> None:
    lines = [line.removeprefix("# ") for line in template(table()).splitlines() if " = [" in line and "#  " not in line]
    assert len(lines) == 5
    whole = keymap(tmp_path, "\n".join(lines))
    assert whole.problems == ()
    assert all(keys_of(whole, action.name) == [key.plain for key in action.keys] for action in table())


def test_the_programs_own_keys_can_be_written_and_read(gl_window: Any, tmp_path: Path) -> None:
    from pyglet.window import key

    from tests.window.driver import Driver

    driver = Driver(gl_window, tmp_path)
    driver.key(key.F1, key.MOD_CTRL)
    text = (tmp_path / "keys.toml").read_text("utf-8")
    lines = [line.removeprefix("# ") for line in text.splitlines() if " = [" in line and not line.startswith("#  ")]
    assert len(lines) == len(driver.app.actions.usual)
    before = {action.name: action.keys for action in driver.app.actions}
    (tmp_path / "keys.toml").write_text("\n".join(lines).replace('["Ctrl+N"]', '["Ctrl+Alt+F12"]'), "utf-8")
    driver.app.inputs.on_activate()
    assert driver.app.features.keymap.problems == ()
    after = {action.name: action.keys for action in driver.app.actions}
    assert after == before | {"new": (chord("Ctrl+Alt+F12"),)}
    (tmp_path / "keys.toml").write_text('run = ["F12"]\nturn_left = []', "utf-8")
    driver.app.inputs.on_activate()
    driver.app.features.documents.new()
    driver.frames()
    assert driver.app.actions.key_of("run") == "F12"
    assert driver.app.actions.key_of("turn_left").endswith("in the menu")
    driver.key(key.F12)
    driver.key(key.SPACE)
    assert driver.workspace.document.session.running
    assert not driver.workspace.pacing.paused, "Space is free now"
    driver.workspace.control.stop()
    (tmp_path / "keys.toml").write_text('wrong = ["F1"]\nnew = ["F1"]', "utf-8")
    driver.app.inputs.on_activate()
    driver.frames()
    assert driver.said.startswith("In keys.toml, line 2")
    driver.app.features.help.show_manual()
    driver.frames()
    driver.close()

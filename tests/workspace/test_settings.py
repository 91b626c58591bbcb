"""Settings: typed, kept, and never lost without a word."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from sandbox.errors import BadFile
from sandbox.workspace.settings import Settings, Store


def test_with_no_file_the_usual_settings_hold_and_none_is_written(tmp_path: Path) -> None:
    store = Store(tmp_path / "config")
    assert store.now == Settings()
    assert not store.problems
    assert not (tmp_path / "config").exists()


def test_a_choice_is_kept_and_the_choice_of_another_window_stays(tmp_path: Path) -> None:
    mine, other = Store(tmp_path), Store(tmp_path)
    mine.change(theme="dark")
    other.change(scale=150)
    assert (Store(tmp_path).now.theme, Store(tmp_path).now.scale) == ("dark", 150)
    assert [path.name for path in tmp_path.iterdir()] == ["settings.toml"]


def test_the_names_in_the_file_are_these() -> None:
    assert list(msgspec.to_builtins(Settings())) == [
        "theme", "scale", "reduced_motion", "grid", "loop", "smoothing", "sound", "volume", "snap", "favourites",
        "scenes", "forecast", "folded", "ambience", "tester", "recent", "all_chapters", "lesson_over",
        "green_zone", "so_close", "recent_kinds", "player_name", "music",
        "forecast_explained", "resident", "music_volume",
        "chain",
    ]  # fmt: skip


def test_what_another_version_knows_stays_in_the_file(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('hologram = true\ntheme = "dark"\n')
    Store(tmp_path).change(grid=False)
    text = (tmp_path / "settings.toml").read_text()
    assert "hologram = true" in text
    assert Store(tmp_path).now == Settings(theme="dark", grid=False)


def test_a_broken_file_is_told_in_a_sentence_and_kept_when_another_is_written(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    for number, text in enumerate(('theme = "da', "\x00", "\xff"), 1):
        path.write_text(text, "latin-1")
        store = Store(tmp_path)
        assert store.now == Settings()
        (problem,) = store.problems
        assert str(path) in problem
        assert path.read_text("latin-1") == text, "reading changes nothing"
        store.change(theme="dark")
        kept = tmp_path / ("settings.toml.unreadable" + (f"-{number}" if number > 1 else ""))
        assert kept.read_text("latin-1") == text
        assert Store(tmp_path).now.theme == "dark"
        assert not Store(tmp_path).problems


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ('theme = "mauve"', "theme"),
        ("theme = 3", "theme"),
        ("scale = 500", "scale"),
        ('scale = "100"', "scale"),
        ("reduced_motion = 1", "reduced_motion"),
        ("grid = 'yes'", "grid"),
    ],
)
def test_one_value_that_does_not_fit_costs_no_other(tmp_path: Path, line: str, name: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(f'{line}\nloop = "stall"\n')
    store = Store(tmp_path)
    assert store.now == Settings(loop="stall")
    (problem,) = store.problems
    assert f"'{name}'" in problem
    assert "is used instead" in problem
    store.change(smoothing="none")
    assert Store(tmp_path).now == Settings(loop="stall", smoothing="none")
    assert line in (tmp_path / "settings.toml.unreadable").read_text()


def test_what_an_earlier_version_left_in_the_data_folder_is_read_once(tmp_path: Path) -> None:
    data, config = tmp_path / "data", tmp_path / "config"
    data.mkdir()
    (data / "settings.json").write_text(json.dumps({"loop": "stall", "smoothing": "none"}))
    store = Store(config, data)
    assert (store.now.loop, store.now.smoothing) == ("stall", "none")
    store.change(theme="dark")
    assert Store(config).now == Settings(theme="dark", loop="stall", smoothing="none"), "all of it came along"
    (data / "settings.json").write_text(json.dumps({"loop": "client"}))
    assert Store(config, data).now.loop == "stall", "the new file is the one that counts"


def test_a_folder_that_can_not_be_written_is_said_and_the_choice_holds(tmp_path: Path) -> None:
    (tmp_path / "config").write_text("not a folder")
    store = Store(tmp_path / "config")
    with pytest.raises(BadFile, match="can't be written"):
        store.change(theme="dark")
    assert store.now.theme == "dark"


@pytest.mark.parametrize("name", ["theme", "loop", "favourites"])
def test_half_a_surrogate_pair_does_not_fit(tmp_path: Path, name: str) -> None:
    """JSON can hold it, and no file can."""
    value = ["\udcff"] if name == "favourites" else "\udcff"
    (tmp_path / "settings.json").write_text(json.dumps({name: value, "scale": 150}))
    store = Store(tmp_path / "config", tmp_path)
    assert f"'{name}' does not fit" in store.problems[0]
    store.change(volume=7)
    assert (Store(tmp_path / "config").now.scale, Store(tmp_path / "config").now.volume) == (150, 7)

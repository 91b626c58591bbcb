"""Where levels are found, in which order, and that what was solved stays solved."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox.design.design import Design
from sandbox.errors import BadFile
from sandbox.levels import chapter_index, levels, library


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("roll", "drop", "zebra", "apple"):
        levels.write(tmp_path / f"{name}.toml", Design(title=name))
    (tmp_path / "index.toml").write_text(
        '[[chapters]]\ntitle = "Easy"\nlevels = ["drop", "gone"]\n'
        '[[chapters]]\ntitle = "Hard"\nlevels = ["roll", "drop"]\n'
    )
    return tmp_path


def names(paths: list[Path]) -> list[str]:
    return [path.stem for path in paths]


# -- levels


def test_levels_stand_in_the_order_of_the_index_and_the_others_after_them(folder):
    assert names(library.bundled_levels(folder)) == ["drop", "roll", "apple", "zebra"]
    (folder / "index.toml").unlink()
    assert names(library.bundled_levels(folder)) == ["apple", "drop", "roll", "zebra"]


def test_levels_stand_in_chapters_and_those_that_none_names_in_one_of_their_own(folder):
    chapters = library.bundled_chapters(folder)
    assert [(chapter.title, names(chapter.levels)) for chapter in chapters] == [
        ("Easy", ["drop"]),
        ("Hard", ["roll"]),
        ("More levels", ["apple", "zebra"]),
    ]
    (folder / "index.toml").unlink()
    assert [chapter.title for chapter in library.bundled_chapters(folder)] == ["Levels"]


def test_a_chapter_has_its_open_puzzles_after_its_levels(folder):
    (folder / "index.toml").write_text(
        '[[chapters]]\ntitle = "Easy"\nlevels = ["drop"]\nopen = ["zebra", "apple", "gone"]\n'
        '[[chapters]]\ntitle = "Hard"\nlevels = ["roll", "zebra"]\n'
    )
    easy, hard = library.bundled_chapters(folder)
    assert (names(easy.levels), names(easy.open), names(easy.all)) == (["drop"], ["zebra", "apple"],
                                                                      ["drop", "zebra", "apple"])  # fmt: skip
    assert names(hard.levels) == ["roll"] and not hard.open, "a level stands where it is named first"
    assert names(library.bundled_levels(folder)) == ["drop", "zebra", "apple", "roll"]


def test_levels_lie_in_folders_and_are_known_by_their_names_alone(folder):
    (folder / "harbour").mkdir()
    (folder / "zebra.toml").rename(folder / "harbour" / "zebra.toml")
    levels.write(folder / "harbour" / "crane.toml", Design(title="crane"))
    (folder / "index.toml").write_text('[[chapters]]\ntitle = "By the water"\nlevels = ["crane", "drop"]\n')
    assert names(library.bundled_levels(folder)) == ["crane", "drop", "apple", "roll", "zebra"]
    levels.write(folder / "harbour" / "drop.toml", Design(title="another drop"))
    with pytest.raises(BadFile, match=r"harbour/drop\.toml: there is a level of this name already, .*/drop\.toml"):
        library.bundled_levels(folder)


def test_the_index_that_is_shipped_names_each_level_once_and_nothing_else():
    chapters = chapter_index.read(library.bundled_dir() / library.INDEX)
    order = [name for chapter in chapters for name in (*chapter.levels, *chapter.open)]
    assert sorted(order) == sorted(names(library.bundled_levels()))
    assert order == names(library.bundled_levels())


@pytest.mark.parametrize(
    "text",
    [
        "chapters = 7",
        "chapters = [1]",
        "[chapters",
        'levels = ["drop"]',
        "[[chapters]]\nlevels = []",
        '[[chapters]]\ntitle = "Easy"\nlevels = [1]',
        '[[chapters]]\ntitle = "Easy"\nlevels = []\nopen = "drop"',
        b"\xff\xfe",
    ],
)
def test_an_index_that_is_none_is_refused_by_name(folder, text):
    (folder / "index.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(BadFile, match=r"index\.toml: "):
        library.bundled_levels(folder)


def test_an_installed_package_brings_its_levels_inside(tmp_path, monkeypatch):
    package = tmp_path / "site-packages" / "sandbox"
    package.mkdir(parents=True)
    monkeypatch.setattr(library, "__file__", str(package / "levels" / "library.py"))
    monkeypatch.setattr(library, "bundled_dir", library.bundled_dir.__wrapped__)  # which is asked once in a process
    assert library.bundled_dir() == tmp_path / "site-packages" / "levels", "a checkout, as far as it can tell"
    (package / "_bundled" / "levels").mkdir(parents=True)
    assert library.bundled_dir() == package / "_bundled" / "levels"


def test_a_level_is_known_by_where_it_lies_however_it_is_named(tmp_path, monkeypatch):
    drop, mine = library.bundled_dir() / "drop.toml", tmp_path / "drop.toml"
    monkeypatch.chdir(library.bundled_dir())
    assert [library.key_of(path) for path in (drop, Path("drop.toml"))] == ["drop", "drop"]
    assert library.key_of(library.bundled_dir() / "mill" / ".." / "drop.toml") == "drop"
    assert library.key_of(mine) == str(mine.resolve())
    monkeypatch.chdir(tmp_path)
    assert library.key_of(Path("drop.toml")) == str(mine.resolve()), "a name alone is of the folder that one is in"


def test_the_users_own_contraptions_are_listed_by_name(tmp_path):
    assert library.user_levels(tmp_path) == ((), (), ())
    for name in ("beta", "Alpha", "gamma"):
        path = library.user_dir(tmp_path) / f"{name}.toml"
        path.parent.mkdir(exist_ok=True)
        levels.write(path, Design())
    found = library.user_levels(tmp_path)
    assert names(found.loose) == names(found.all) == ["Alpha", "beta", "gamma"]


@pytest.fixture
def windmills(tmp_path):
    """A data folder with a loose level, a folder of three, and one without any."""
    own = library.user_dir(tmp_path)
    for name in ("windmills/gale", "windmills/breeze", "windmills/kite", "loose"):
        (own / name).parent.mkdir(parents=True, exist_ok=True)
        levels.write(own / f"{name}.toml", Design(name))
    (own / "replays").mkdir()
    return tmp_path


def chapters_of(data):
    return [(chapter.title, names(chapter.levels)) for chapter in library.user_levels(data).chapters]


def test_a_folder_of_the_users_is_a_chapter(windmills, tmp_path_factory):
    assert chapters_of(windmills) == [("Windmills", ["breeze", "gale", "kite"])]
    assert names(library.user_levels(windmills).loose) == ["loose"]
    project = tmp_path_factory.mktemp("project")
    levels.write(project / "crane.toml", Design("Crane"))
    (library.user_dir(windmills) / "by-the-sea").symlink_to(project)
    assert chapters_of(windmills)[0] == ("By the sea", ["crane"])


def test_an_index_of_the_users_gives_titles_and_an_order(windmills):
    own = library.user_dir(windmills)
    text = '[[chapters]]\ntitle = "Easy\\u0007"\nlevels = ["kite", "no-such"]\n'
    (own / "windmills" / "index.toml").write_text(text)
    assert chapters_of(windmills) == [("Easy?", ["kite"]), ("Windmills", ["breeze", "gale"])]
    assert library.user_levels(windmills).problems[0].endswith("there is no level 'no-such' beside it")
    (own / "windmills" / "index.toml").write_text(text.replace("no-such", "breeze.toml"))
    assert library.user_levels(windmills).problems[0].endswith("'breeze.toml' beside it; is 'breeze' meant?")
    (own / "index.toml").write_text('[[chapters]]\ntitle = "First"\nlevels = ["loose"]\n')
    assert chapters_of(windmills)[0] == ("First", ["loose"]) and not library.user_levels(windmills).loose


def test_a_level_of_the_users_that_is_called_index_stays_a_level(windmills):
    levels.write(library.user_dir(windmills) / "index.toml", Design("Index"))
    found = library.user_levels(windmills)
    assert names(found.loose) == ["loose", "index"] and not found.problems
    (library.user_dir(windmills) / "windmills" / "index.toml").write_text("[[chapters]]\ntitle = 1\nlevels = []\n")
    assert "chapter 1 of it is none; write [[chapters]]" in library.user_levels(windmills).problems[0]


def test_a_damaged_index_of_the_users_is_named_and_its_levels_stay(windmills):
    (library.user_dir(windmills) / "windmills" / "index.toml").write_text("chapters = 7")
    (problem,) = library.user_levels(windmills).problems
    assert "index.toml" in problem and "[[chapters]]" in problem and "$" not in problem
    assert chapters_of(windmills) == [("Windmills", ["breeze", "gale", "kite"])]


def test_a_bundled_level_is_known_by_name_and_any_other_by_its_place(tmp_path):
    bundled = library.bundled_levels()[0]
    for path in (bundled, bundled.parent / "harbour" / bundled.name):
        assert library.is_bundled(path) and library.key_of(path) == bundled.stem
    assert not library.is_bundled(tmp_path / bundled.name)
    assert library.key_of(tmp_path / bundled.name) == str(tmp_path / bundled.name)


def test_a_design_is_traced_to_its_level(tmp_path):
    bundled = library.bundled_levels()[0]
    assert library.level_of(levels.read(bundled)) == bundled
    assert library.level_of(Design(title="nobody's")) is None


# -- progress


def files(folder):
    """What a folder holds, without the file that is locked while the progress is changed."""
    return sorted(name for name in os.listdir(folder) if not name.endswith(".lock"))


def test_solved_levels_are_remembered_and_another_windows_progress_is_kept(tmp_path):
    data = tmp_path / "data"
    assert library.solved(data) == frozenset()
    for key in ("drop", "roll", "drop"):
        library.remember_solved(data, key)
    assert library.solved(data) == {"drop", "roll"}
    assert files(data) == ["progress.json"]


def test_results_of_older_versions_stay_until_they_are_taken_over(tmp_path):
    path = tmp_path / "progress.json"
    path.write_text('{"solved": ["drop"], "best": {"drop": {"parts": 3, "ticks": 400}}, "skipped": ["lift"]}')
    library.remember_solved(tmp_path, "roll")
    taken = []
    with pytest.raises(OSError):
        library.take_results(tmp_path, lambda rows: os.stat(tmp_path / "absent"))
    library.take_results(tmp_path, taken.append)
    library.take_results(tmp_path, taken.append)
    assert taken == [{"drop": (3, 400)}]
    assert json.loads(path.read_text()) == {"solved": ["drop", "roll"], "skipped": ["lift"]}
    assert files(tmp_path) == ["progress.json"]


def test_skipped_levels_are_remembered_until_they_are_solved_or_taken_back(tmp_path):
    for key in ("drop", "roll", "lift"):
        library.remember_skipped(tmp_path, key, True)
    library.remember_solved(tmp_path, "roll")
    library.remember_skipped(tmp_path, "lift", False)
    assert (library.skipped(tmp_path), library.solved(tmp_path)) == ({"drop"}, {"roll"})
    library.remember_skipped(tmp_path, "drop", False)
    assert "skipped" not in json.loads((tmp_path / "progress.json").read_text())


def test_two_windows_that_note_at_once_lose_nothing(tmp_path):
    """Each of two processes notes its own levels, as fast as it can."""
    code = """
import sys
from pathlib import Path
from sandbox.levels import library
for n in range(20):
    library.remember_solved(Path(sys.argv[1]), f"{sys.argv[2]}{n}")
    library.remember_skipped(Path(sys.argv[1]), f"{sys.argv[2]}-skipped{n}", True)
"""
    children = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path), name]) for name in "ab"]
    assert [child.wait(timeout=120) for child in children] == [0, 0]
    assert (len(library.solved(tmp_path)), len(library.skipped(tmp_path))) == (40, 40)


@pytest.mark.parametrize(
    "row",
    [
        "3", "{}", '{"parts": 1}', '{"parts": -1, "ticks": 3}', '{"parts": true, "ticks": 3}',
        f'{{"parts": 1, "ticks": {10**400}}}', f'{{"parts": {10**400}, "ticks": 1}}',
    ],
    ids=lambda row: row[:30],
)  # fmt: skip
def test_a_result_that_is_none_is_left_out(tmp_path, row):
    text = '{"solved": ["drop"], "best": {"drop": ROW, "roll": {"parts": 1, "ticks": 9}}}'
    (tmp_path / "progress.json").write_text(text.replace("ROW", row))
    taken = []
    library.take_results(tmp_path, taken.append)
    assert taken == [{"roll": (1, 9)}]
    assert library.solved(tmp_path) == {"drop"}


@pytest.mark.parametrize("text", ["", "{", "[]", '{"solved": 3}', "\xff", "[" * 100_000])
def test_progress_that_can_not_be_read_is_set_aside_not_thrown_away(tmp_path, text):
    path = tmp_path / "progress.json"
    path.write_text(text, "latin-1")
    assert library.solved(tmp_path) == frozenset()
    assert path.read_text("latin-1") == text
    library.remember_solved(tmp_path, "drop")
    assert library.solved(tmp_path) == {"drop"}
    assert (tmp_path / "progress.json.unreadable").read_text("latin-1") == text


def test_what_is_not_a_name_is_left_out(tmp_path):
    (tmp_path / "progress.json").write_text(json.dumps({"solved": ["drop", 3, None]}))
    assert library.solved(tmp_path) == {"drop"}


def test_a_free_path_is_named_after_the_title(tmp_path: Path) -> None:
    assert library.free_path(tmp_path, "Up, and away!").name == "up-and-away.toml"
    (tmp_path / "up-and-away.toml").touch()
    assert library.free_path(tmp_path, "Up, and away!").name == "up-and-away-2.toml"
    assert library.free_path(tmp_path, "!?").name == "contraption.toml"
    assert library.free_path(tmp_path, "Up!", ".replay").name == "up.replay"

"""The chooser in the whole window: what is solved and how well, the next level, and all of it by keys."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace
from pyglet.window import key

from sandbox.design.design import Count, Goal, PartSpec
from sandbox.levels import levels, library
from sandbox.levels.library import Best
from sandbox.workspace.results import result_of
from test_author_state import solvable
from test_panels import Driver, data, drive  # noqa: F401  (fixtures)

Open = Callable[..., Driver]


def test_the_next_level_is_the_first_one_that_is_not_solved(drive: Open, data: Path) -> None:  # noqa: F811
    order = library.bundled_levels()
    driver = drive(None)
    following = driver.app.panels.chooser.next
    assert following is not None and following.path == order[0]
    library.remember_solved(data, order[0].stem, Best(1, 254))
    driver = drive(None)
    following = driver.app.panels.chooser.next
    assert following is not None and following.path == order[1]
    chapter = driver.app.panels.chooser.shelf.chapters[0][1]
    assert driver.app.panels.chooser._count(chapter) == f"1 of {len(chapter)} solved"
    assert driver.app.panels.chooser._solved_caption(chapter[0]).endswith("1 part, 1.058 s")
    driver.click("chooser.next")
    assert driver.workspace.document.file.path == order[1] and driver.app.screen == "editor"


def test_a_level_is_chosen_by_keys_alone(drive: Open) -> None:  # noqa: F811
    order = library.bundled_levels()
    driver = drive(None)
    driver.key(key.RIGHT)  # on the next level to solve
    driver.key(key.RIGHT)
    assert driver.app.panels.chooser.at == (0, 1)
    for symbol in (key.LEFT, key.LEFT, key.UP):
        driver.key(symbol)
    assert driver.app.panels.chooser.at == (0, 0), "the edges hold"
    driver.key(key.RIGHT)
    driver.key(key.RETURN)
    assert driver.workspace.document.file.path == order[1]
    driver.key(key.L, key.MOD_CTRL)
    driver.key(key.RETURN)
    assert driver.workspace.document.file.path == order[0], "Enter alone opens the next level to solve"
    driver.key(key.L, key.MOD_CTRL)
    for _ in range(30):
        driver.key(key.DOWN)
    driver.key(key.LEFT)
    _, y0, _, y1 = driver.app.ui.rects["level.new"]
    assert y0 >= 0 and y1 <= driver.window.height, "what the keys are on is scrolled to"


def test_the_won_card_tells_the_best_result_and_when_it_is_beaten(drive: Open, data: Path) -> None:  # noqa: F811
    level = replace(
        solvable(), stock={"crate": 2}, goals=(Goal("A crate lies at the left", Count("crate", 0.2, 0.0, 1.0, 0.5)),)
    )
    driver = drive(level)
    path = driver.workspace.document.file.path
    assert path is not None

    def solve() -> Best | None:
        driver.key(key.SPACE)
        driver.seconds(0.6)
        assert driver.app.outcome == "won" and driver.shows("card.build")
        driver.key(key.R)
        return driver.workspace.wins.best_in(driver.workspace.document.file.path)

    driver.click("part.crate", (0.6, 0.8), "part.crate", (0.6, 0.3))
    first = solve()
    assert first is not None and first.parts == 2
    assert driver.workspace.wins.before is None
    driver.click((0.6, 0.8))
    driver.key(key.DELETE)
    second = solve()
    assert second == Best(1, min(first.ticks, second.ticks))
    assert driver.workspace.wins.before == first
    assert library.best(data) == {library.key_of(path): second}
    solve()
    assert library.best(data) == {library.key_of(path): second}, "a run that is no better changes nothing"


def test_a_part_that_lies_in_a_level_is_not_counted(drive: Open, tmp_path: Path) -> None:  # noqa: F811
    level = solvable()
    path = tmp_path / "own.toml"
    levels.write(path, replace(level, parts=(*level.parts, PartSpec(2, "crate", 3.0, 0.3, fixed=True)), next_id=3))
    driver = drive(path)
    driver.click("part.crate", (0.6, 0.5))
    driver.key(key.SPACE)
    driver.seconds(0.6)
    assert result_of(driver.workspace.document.session).parts == 1

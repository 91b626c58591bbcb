"""The card of a win stays clear of what has happened and of the timeline. Metres.

The card of a recording names the classes of arithmetic that it is for, and says what to do where it ends otherwise.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from imgui_bundle import imgui
from msgspec.structs import replace
from pyglet.window import key

from sandbox.commands.commands import to_plain
from sandbox.design.design import Beyond, Design, Goal, Moved
from sandbox.recording import assembling, fingerprint, reader
from sandbox.recording.reader import load
from sandbox.window.ui.file_dialog import FileDialog
from tests import frames
from tests.contraptions import Builder
from tests.window.driver import Driver, Open, data, drive, puzzle, shop

__all__ = ["data", "drive"]


def falls(y: float) -> Design:
    """A ball that wins as soon as it moves, on a long way down or on the floor of the level."""
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)
    b.part("floor", 2.0, 2.0, width=4.0)
    ball = b.part("tennis_ball", 2.0, y)
    goals = (Goal("It moves", Moved(ball, 0.001)),)
    return Design(world=b.design().world, parts=b.design().parts, goals=goals, stock={})


@pytest.mark.parametrize("y", [2.2, 0.3])
def test_neither_the_part_of_the_goal_nor_the_timeline_is_under_the_card(drive: Open, y: float) -> None:
    driver = drive(replace(falls(y), insight="All that is let go of falls, and it does so without being asked. " * 3))
    driver.key(key.F4)  # without the panel beside the scene, over which it would lie
    driver.key(key.SPACE)
    driver.seconds(1.2)
    assert driver.shows("card.insight")
    x, up = driver.at((2.0, y - 0.1))
    assert not driver.app.ui.covers(x, driver.window.height - up)
    before = driver.app.ui.rects["card.close"]
    driver.until(lambda: driver.shows("card.stars"))
    driver.seconds(0.5)
    assert driver.app.ui.rects["card.close"] == before, "it stays where it has appeared"
    ends = [rect[3] for name, rect in driver.app.ui.rects.items() if name.startswith("card.")]
    assert max(ends) < driver.window.height - driver.app.view.camera.bottom


def test_the_card_lets_the_best_moment_be_seen_and_comes_at_once_if_it_is_paused(drive: Open) -> None:
    driver = drive(falls(2.2))
    driver.key(key.SPACE)
    driver.seconds(0.5)
    assert driver.app.outcome.word == "won" and not driver.shows("card.close")
    driver.key(key.SPACE)
    assert driver.shows("card.close")
    driver.key(key.SPACE)
    assert not driver.shows("card.close")
    driver.seconds(0.7)
    assert driver.shows("card.close")


def test_the_card_stays_where_it_has_appeared_though_the_view_is_moved_below_it(drive: Open) -> None:
    driver = drive(falls(2.2))
    driver.key(key.F4)
    driver.key(key.SPACE)
    driver.seconds(1.2)
    before, view = driver.app.ui.rects["card.close"], driver.app.view
    view.pan(1.5 * view.camera.zoom, 0.0, driver.design)  # the ball is where the card is, now
    driver.point((0.5, 1.0))
    driver.seconds(0.3)
    assert driver.at((2.0, 2.2))[0] > before[0] - 310.0
    assert driver.app.ui.rects["card.close"] == before


@pytest.mark.parametrize("side", [0.6, 3.4])
def test_the_card_leaves_solar_panels_to_be_seen(drive: Open, side: float) -> None:
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)
    ball = b.part("tennis_ball", 2.0, 0.3)
    for y in (0.5, 1.0, 1.5, 1.9):
        b.part("solar_panel", side, y)
    design = replace(b.design(), goals=(Goal("It moves", Moved(ball, 0.001)),), stock={})
    driver = drive(design)
    driver.key(key.F4)
    driver.key(key.SPACE)
    driver.seconds(1.2)
    assert driver.shows("card.close")
    for y in (0.5, 1.0, 1.5, 1.9):
        x, up = driver.at((side, y))
        assert not driver.app.ui.covers(x, driver.window.height - up), y


@pytest.mark.parametrize("size", [(1440, 900), (1280, 690), (1920, 1080)])
@pytest.mark.parametrize("lost", [False, True])
def test_the_card_covers_nothing_of_the_scene(drive: Open, size: tuple[int, int], lost: bool) -> None:
    level = replace(falls(2.2), insight="All that is let go of falls, and it does so without being asked. " * 3)
    never = Goal("It is far away", Beyond(3, "x", "more", 90.0))
    driver = drive(replace(level, goals=(never,), fails=level.goals) if lost else level)
    driver.resize(*size)
    driver.key(key.SPACE)
    driver.seconds(1.2)
    name = "lost" if lost else "won"
    window = imgui.internal.find_window_by_name(name)
    assert driver.app.outcome.word == name and window is not None and window.active
    left = driver.app.view.camera.left + driver.app.view.camera.width
    if not lost:
        driver.until(lambda: driver.shows("card.stars"))
        driver.frames(3)
    assert window.pos.x >= left and window.pos.x + window.size.x <= size[0], "it lies over the panel at the right"
    assert window.pos.y + window.size.y <= size[1]
    ends = [rect for widget, rect in driver.app.ui.rects.items() if widget.startswith("card.")]
    assert ends and all(left <= x0 and x1 <= size[0] for x0, _, x1, _ in ends)


def test_a_card_that_is_too_long_for_the_panel_is_whole_over_the_scene(drive: Open) -> None:
    driver = drive(
        replace(falls(2.2), insight="All that is let go of falls, and it does so without being asked. " * 14)
    )
    driver.resize(1280, 600)
    driver.key(key.SPACE)
    driver.seconds(1.2)
    window = imgui.internal.find_window_by_name("won")
    assert window is not None and window.active and window.pos.y + window.size.y <= 600


def test_the_card_leaves_the_panel_free_in_which_an_author_saves_a_win(drive: Open) -> None:
    driver = drive(falls(2.2))
    driver.app.actions.run("author")
    driver.app.actions.run("author")
    driver.frames()
    assert driver.workspace.document.session.trying_out
    driver.key(key.SPACE)
    driver.seconds(1.2)
    assert driver.app.outcome.word == "won" and driver.shows("author.save_solution")
    cards = [rect for name, rect in driver.app.ui.rects.items() if name.startswith("card.")]
    assert cards and all(right <= driver.app.ui.rects["author.save_solution"][0] for _, _, right, _ in cards)


def test_without_the_panel_the_card_is_over_the_scene_where_it_hides_least(drive: Open) -> None:
    driver = drive(falls(2.2))
    driver.key(key.F4)
    driver.key(key.SPACE)
    driver.seconds(1.2)
    assert driver.app.ui.rects["card.close"][2] <= driver.app.view.camera.left + driver.app.view.camera.width


# -- the card of a recording

HERE, ELSEWHERE = fingerprint.current(), "e" * 32


def of_two_classes(path: Path, generation: int = 0) -> Path:
    """A recording that holds its end for another class, too; with a generation, that one's is the newer end."""
    frames.small_session(path)
    apart = assembling.take_apart(load(path))
    there = HERE._replace(arithmetic=ELSEWHERE)
    section = assembling.section_of(apart, "2026-11-23T00:00:00+00:00", there, generation)
    assembling.write(path, apart.with_class(ELSEWHERE, section))
    return path


def of_another_class(path: Path) -> Path:
    """A recording of another class alone, with another end than here."""
    frames.small_session(path)
    told = frames.split(path.read_bytes())
    told[0][4] = told[-1][8] = HERE._replace(arithmetic=ELSEWHERE).to_plain()
    frame = told[frames.last(told, "hash")]
    frame[2] = frame[2][:-8] + bytes(8)
    path.write_bytes(frames.seal(told))
    return path


def watched(drive: Open, path: Path) -> Driver:
    """The window after it has run the recording ahead to its end."""
    driver = drive(path)
    playback = driver.workspace.document.playback
    assert playback is not None
    driver.until(lambda: playback.ahead.done)
    return driver


def test_a_recording_that_ends_here_as_it_should_names_its_classes_only(drive: Open, tmp_path: Path) -> None:
    driver = watched(drive, of_two_classes(tmp_path / "both.replay"))
    assert driver.shows("recording.classes") and not driver.shows("recording.differs")


def test_a_recording_that_drifts_says_what_to_type(drive: Open, tmp_path: Path) -> None:
    path = of_another_class(tmp_path / "foreign.replay")
    driver = watched(drive, path)
    playback = driver.workspace.document.playback
    assert playback is not None and str(playback.differs).endswith(f": sandbox bless --add-class {path}")
    assert driver.shows("recording.differs")
    driver.click("recording.copy")
    assert driver.app.host.clipboard == f"sandbox bless --add-class {path}"


def test_a_recording_whose_change_was_approved_elsewhere_is_stale(drive: Open, tmp_path: Path) -> None:
    path = of_two_classes(tmp_path / "old.replay", generation=1)
    driver = watched(drive, path)
    assert driver.shows("recording.differs")
    driver.click("recording.copy")
    assert driver.app.host.clipboard == f"sandbox bless {path} --reason TEXT"


def test_a_solved_level_shows_a_card_that_can_be_closed(drive: Open) -> None:
    driver = drive(puzzle())
    driver.key(key.SPACE)
    assert not driver.shows("card.close")
    driver.seconds(2.0)
    assert driver.workspace.document.session.outcome == "won"
    assert driver.shows("card.again")
    assert not driver.shows("card.next")  # a level of one's own has no successor
    driver.click("card.close")
    assert not driver.shows("card.again")
    assert driver.workspace.document.session.running


def test_watch_again_repeats_presses_and_pulls_tick_for_tick(drive: Open) -> None:
    driver = drive(puzzle())
    session = driver.workspace.document.session
    driver.key(key.SPACE)
    driver.click((3.0, 0.14))
    assert session.machine is not None
    driver.press(session.machine.motion(3)[:2])
    driver.drag((1.5, 1.2))
    driver.release((1.5, 1.2))
    driver.seconds(2.0)
    first = session.won_tick
    assert first is not None
    ticks = first - session.start_tick
    driver.click("card.again")
    driver.seconds(0.2)
    assert session.outcome == "open"
    driver.seconds(1.5)
    assert session.outcome == "won"
    path = driver.workspace.document.recording_path
    assert path is not None
    driver.workspace.document.journal.session_log.force()
    told = reader.read(path)
    won = [tick for tick, what, _ in told.marks if what == "won"]
    assert won[1] - session.start_tick == ticks
    starts = [tick for tick, command in told.commands if to_plain(command)[0] == "start"]
    runs = [
        [(tick - start, command) for tick, command in told.commands if start < tick <= start + ticks]
        for start in starts
    ]
    assert runs[0] == runs[1]


def test_what_has_solved_a_level_is_kept_from_its_card(drive: Open, tmp_path: Path) -> None:
    driver = drive(puzzle())
    driver.key(key.SPACE)
    driver.seconds(2.0)
    driver.click("card.save")
    assert isinstance(driver.app.dialog, FileDialog)
    driver.key(key.A, key.MOD_CTRL)
    driver.type(str(tmp_path / "solved.replay"))
    driver.key(key.ENTER)
    assert [what for _, what, _ in reader.read(tmp_path / "solved.replay").marks] == ["won"]


def test_a_lost_level_says_so(drive: Open) -> None:
    fail, other = (Goal(text, Beyond(3, "y", "less", y)) for text, y in (("The ball falls", 0.5), ("It is gone", -2.0)))
    driver = drive(replace(shop(), fails=(other, fail)))
    assert driver.shows("fail.0") and driver.shows("fail.1")
    driver.key(key.SPACE)
    driver.seconds(1.6)
    assert driver.workspace.document.session.outcome == "lost"
    assert driver.shows("card.build")
    assert not driver.shows("card.again")
    assert driver.shows("fail.0") and driver.shows("lost.1"), "which of them it was"
    driver.app.actions.run("to_start")
    driver.frames()
    assert driver.shows("fail.1"), "it had not happened then"


def test_what_must_not_happen_to_several_parts_is_said_once(drive: Open) -> None:
    fails = tuple(Goal("A thing has come to grief", Beyond(part, "y", "less", 0.1)) for part in (2, 3))
    driver = drive(replace(shop(), fails=(*fails, Goal("The ball is too high", Beyond(3, "y", "more", 1.9)))))
    assert [driver.shows(f"fail.{index}") for index in range(3)] == [True, False, True]

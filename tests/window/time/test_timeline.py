"""Time in the window: scrubbing by mouse and keys, marks, going on from the past, branches, ghosts, traces, plots."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pyglet.window import key, mouse

from sandbox.commands import commands
from sandbox.design.design import Design
from sandbox.levels import levels
from sandbox.verify.verify import Verdict, verify
from sandbox.window.time.time_actions import MENU
from sandbox.window.time.timeline_marks import SIGNS
from sandbox.workspace.past.history import EVENT_MARKS
from tests.contraptions import Builder
from tests.window.driver import Driver

Opened = Callable[[Design], Driver]
BALL, CRATE = 2, 3


@pytest.fixture
def opened(gl_window: Any, tmp_path: Path) -> Iterator[Opened]:
    drivers = []

    def open_(what: Design) -> Driver:
        path = tmp_path / "level.toml"
        levels.write(path, what)
        drivers.append(Driver(gl_window, tmp_path / "data", path))
        return drivers[-1]

    yield open_
    for driver in drivers:
        driver.close()


def drop() -> Design:
    """A ball and a crate fall on a floor; a balloon floats over it."""
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)  # 1
    b.part("bowling_ball", 1.0, 1.8)  # 2
    b.part("crate", 2.0, 0.6)  # 3
    return b.design()


@pytest.fixture
def ran(opened: Opened) -> Driver:
    """A second has run, and it is paused."""
    driver = opened(drop())
    driver.key(key.SPACE)
    driver.seconds(1.0)
    driver.key(key.SPACE)
    assert driver.workspace.pacing.paused
    return driver


def on_track(driver: Driver, place: int, down: float = 0.5) -> tuple[int, int]:
    """The window pixel of a place of the strip."""
    x0, y0, x1, y1 = driver.app.ui.rects["timeline.track"]
    low, high = driver.app.features.timeline.span()
    return round(x0 + (x1 - x0) * (place - low) / (high - low)), round(driver.window.height - y0 - down * (y1 - y0))


def scrub(driver: Driver, *places: int) -> None:
    """Press on the track, drag over it, let go."""
    first, last = on_track(driver, places[0]), on_track(driver, places[-1])
    driver._event("on_mouse_motion", *first, 0, 0)
    driver._event("on_mouse_press", *first, mouse.LEFT, 0)
    for place in places[1:]:
        driver._event("on_mouse_drag", *on_track(driver, place), 1, 0, mouse.LEFT, 0)
    driver._event("on_mouse_release", *last, mouse.LEFT, 0)


def settle(driver: Driver) -> None:
    """Until a re-run is done."""
    driver.frames(3)
    assert driver.workspace.document.job is None


def since(driver: Driver) -> int:
    """Ticks after Start of what is shown."""
    return driver.app.features.time.tick - driver.app.features.time.run.start


# -- scrubbing


def test_a_past_tick_looks_exactly_as_it_did(opened: Opened) -> None:
    driver = opened(drop())
    driver.key(key.PERIOD)  # a single tick starts it
    pictures = []
    for _ in range(3):
        for _ in range(40):
            driver.workspace.control.step()
            driver.workspace.gate.catch_up()
        driver.frames(2)
        x0, _, x1, y1 = driver.app.frames.layout.canvas
        area = np.s_[80 : int(y1) - 60, int(x0) + 2 : int(x1) - 2]
        pictures.append((driver.workspace.document.session.tick, driver.picture()[area].copy()))
    chronicle = driver.workspace.document.past.history
    for tick, picture in pictures[:-1]:
        scrub(driver, chronicle.place_of(tick))
        driver.workspace.travel.look_at(chronicle.place_of(tick))
        driver.point((3.9, 2.2))
        driver.frames(3)
        assert driver.workspace.document.in_past
        np.testing.assert_array_equal(driver.picture()[area], picture)
    assert not np.array_equal(pictures[0][1], pictures[1][1])  # there was something to see


def test_dragging_on_the_track_goes_through_the_run_and_its_end_is_now(ran: Driver) -> None:
    run = ran.app.features.time.run
    scrub(ran, run.place + 200, run.place + 120, run.place + 60)
    assert abs(since(ran) - 60) <= 3  # a pixel is some ticks
    assert ran.app.outcome.word == "open"
    scrub(ran, run.place + 60, run.place + 2000)
    assert not ran.workspace.document.in_past
    assert ran.workspace.pacing.paused


def test_keys_go_back_and_forth(ran: Driver) -> None:
    now = since(ran)
    ran.key(key.COMMA)
    assert since(ran) == now - 1
    ran.key(key.COMMA)
    ran.key(key.PERIOD)
    assert since(ran) == now - 1
    ran.key(key.PERIOD)
    assert not ran.workspace.document.in_past
    ran.key(key.PAGEUP)
    assert since(ran) == max(0, now - 240)
    ran.key(key.PAGEDOWN)
    assert not ran.workspace.document.in_past
    ran.key(key.HOME, key.MOD_CTRL)
    assert since(ran) == 0
    ran.key(key.END)
    assert not ran.workspace.document.in_past
    assert since(ran) == now


def test_one_tick_back_pauses_what_runs(opened: Opened) -> None:
    driver = opened(drop())
    driver.key(key.SPACE)
    driver.seconds(0.3)
    tick = driver.workspace.document.session.tick
    driver.key(key.COMMA)
    assert driver.workspace.pacing.paused
    assert driver.app.features.time.tick >= tick - 1
    driver.seconds(0.2)
    assert driver.app.features.time.tick == driver.workspace.document.session.tick - 1


def test_the_past_plays_up_to_now_and_stays_there(ran: Driver) -> None:
    now = ran.workspace.document.session.tick
    ran.key(key.PAGEUP)
    ran.key(key.SPACE)
    begun = since(ran)
    assert ran.workspace.pacing.moving
    ran.seconds(0.2)
    assert 0 < since(ran) - begun < 80
    ran.seconds(1.5)
    assert not ran.workspace.document.in_past
    assert ran.workspace.pacing.paused
    assert ran.workspace.document.session.tick == now


def test_the_wheel_looks_closer_and_back(ran: Driver) -> None:
    x, y = on_track(ran, ran.app.features.time.run.place + 100)
    before = ran.app.features.timeline.span()
    ran._event("on_mouse_motion", x, y, 0, 0)
    ran._event("on_mouse_scroll", x, y, 0.0, 3.0)
    low, high = ran.app.features.timeline.span()
    assert high - low < (before[1] - before[0]) / 2
    assert low <= ran.app.features.time.run.place + 100 <= high
    for _ in range(6):
        ran._event("on_mouse_scroll", x, y, 0.0, -3.0)
    assert ran.app.features.timeline.zoomed is None


def test_the_timeline_can_be_put_away(ran: Driver) -> None:
    high = ran.app.view.camera.height
    ran.key(key.T, key.MOD_CTRL)
    ran.frames(2)
    assert not ran.shows("timeline.track")
    assert ran.app.view.camera.height > high


# -- marks


def test_marks_of_commands_and_events_and_walking_through_them(ran: Driver) -> None:
    whats = [mark.what for mark in ran.workspace.document.past.history.marks]
    assert whats == ["start", "struck", "struck"]
    struck = {mark.part: mark.tick for mark in ran.workspace.document.past.history.marks[1:]}
    assert struck.keys() == {BALL, CRATE}
    ran.key(key.PAGEUP, key.MOD_SHIFT)
    assert ran.app.features.time.tick == struck[BALL]
    ran.key(key.PAGEUP, key.MOD_SHIFT)
    assert ran.app.features.time.tick == struck[CRATE]
    ran.key(key.PAGEDOWN, key.MOD_SHIFT)
    assert ran.app.features.time.tick == struck[BALL]
    ran.key(key.PAGEDOWN, key.MOD_SHIFT)
    assert not ran.workspace.document.in_past


def test_a_click_on_a_mark_goes_to_its_very_tick(ran: Driver) -> None:
    mark = ran.workspace.document.past.history.marks[1]
    x, y = on_track(ran, mark.place, down=0.25)
    ran._event("on_mouse_motion", x + 2, y, 0, 0)
    ran._event("on_mouse_press", x + 2, y, mouse.LEFT, 0)
    ran._event("on_mouse_release", x + 2, y, mouse.LEFT, 0)
    assert ran.app.features.time.tick == mark.tick


def test_every_kind_of_mark_has_a_sign_of_its_own() -> None:
    assert set(EVENT_MARKS.values()) | {"won", "lost", "struck"} <= SIGNS.keys()
    icons = [sign.icon for sign in SIGNS.values()]
    assert len(set(icons)) == len(icons)


def test_running_to_the_next_event_pauses_on_its_tick(opened: Opened) -> None:
    driver = opened(drop())
    driver.key(key.N)
    driver.seconds(1.0)
    (mark,) = [mark for mark in driver.workspace.document.past.history.marks if mark.what == "struck"]
    assert driver.workspace.pacing.paused
    assert driver.workspace.document.session.tick == mark.tick
    driver.key(key.N)
    driver.seconds(1.0)
    assert driver.workspace.document.session.tick == driver.workspace.document.past.history.marks[-1].tick > mark.tick


# -- bookmarks and the loop


def test_bookmarks_are_set_named_and_jumped_to(ran: Driver) -> None:
    ran.key(key.PAGEUP)
    ran.key(key.K)
    (bookmark,) = ran.workspace.document.past.bookmarks
    ran.key(key.END)
    ran.key(key.K, key.MOD_SHIFT)
    ran.frames(3)
    ran.click("bookmark.0.name")
    ran.frames(3)
    ran.key(key.A, key.MOD_CTRL)
    ran.type("first touch")
    ran.frames(3)
    assert ran.workspace.document.past.bookmarks[0].name == "first touch"
    ran.click("bookmark.0.go")
    assert ran.workspace.document.past.at == bookmark.place
    ran.key(key.K)  # where one is, it is taken away
    assert ran.workspace.document.past.bookmarks == []


def test_a_loop_is_played_over_and_over(ran: Driver) -> None:
    run = ran.app.features.time.run
    ran.workspace.travel.look_at(run.place + 20)
    ran.key(key.I, key.MOD_ALT)
    ran.workspace.travel.look_at(run.place + 80)
    ran.key(key.O, key.MOD_ALT)
    assert ran.workspace.document.past.loop == (run.place + 20, run.place + 80)
    seen = []
    for _ in range(40):
        ran.frames(1)
        seen.append(since(ran))
    assert min(seen) >= 20
    assert max(seen) <= 80
    assert sum(later < earlier for earlier, later in pairwise(seen)) >= 2  # it began again
    ran.key(key.L, key.MOD_ALT)
    ran.seconds(1.5)
    assert not ran.workspace.document.in_past


# -- the past is not for touching; going on from it is


def test_editing_and_grabbing_in_the_past_are_refused_with_a_way_out(ran: Driver) -> None:
    ran.key(key.COMMA)
    ran.click((2.0, 0.25))
    assert ran.app.editor.selection.ids == (CRATE,)
    assert ran.app.editor.hand.part is None
    assert "the past" in ran.said
    ran.key(key.DELETE)
    assert len(ran.design.parts) == 3
    assert ran.shows("toast.resume_here")
    ran.click("toast.to_now")
    assert not ran.workspace.document.in_past


@pytest.mark.parametrize("runs_on", [True, False])
def test_stopping_leads_out_of_the_past_also_of_a_run_that_is_over(ran: Driver, runs_on: bool) -> None:
    if not runs_on:
        ran.key(key.R)
    ran.key(key.HOME, key.MOD_CTRL)
    assert ran.workspace.document.in_past
    ran.key(key.R)
    assert not ran.workspace.document.in_past and not ran.workspace.document.session.running
    ran.key(key.R)
    assert "not running" in ran.said


def test_resume_here_goes_on_from_there_and_keeps_what_came_after(ran: Driver) -> None:
    first = ran.workspace.document.recording_path
    run = ran.app.features.time.run
    poses = run.at(run.start + 100)[1]
    ran.workspace.travel.look_at(run.place + 100)
    ran.key(key.SPACE, key.MOD_SHIFT)
    settle(ran)
    machine = ran.workspace.document.session.machine
    assert not ran.workspace.document.in_past
    assert ran.workspace.pacing.paused
    assert machine.ticks == 100
    np.testing.assert_array_equal(machine.read_rows()[:, :3].astype(np.float32), poses)
    assert "kept as 'First line'" in ran.said
    assert ran.workspace.document.recording_path != first
    assert verify(first).verdict is Verdict.PASS
    ran.key(key.SPACE)
    ran.seconds(0.2)
    assert machine.ticks > 130


def test_a_re_run_shows_how_far_it_is_and_can_be_cancelled(ran: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    work = ran.workspace.jobs.work
    monkeypatch.setattr(ran.workspace.jobs, "work", lambda _budget: work(-1))  # a slice of some ticks in each frame
    ran.workspace.travel.look_at(ran.app.features.time.run.place + 200)
    before, parts = ran.workspace.document.session, ran.workspace.document.recording_path
    ran.key(key.SPACE, key.MOD_SHIFT)
    ran.frames(2)
    assert ran.shows("job.progress")
    assert 0.0 < ran.workspace.document.job.rerun.progress < 1.0
    ran.click("job.cancel")
    assert ran.workspace.document.job is None
    assert (ran.workspace.document.session, ran.workspace.document.recording_path) == (before, parts)
    assert ran.workspace.document.in_past
    ran.key(key.SPACE, key.MOD_SHIFT)
    ran.key(key.ESCAPE)
    assert ran.workspace.document.job is None


def test_branches_are_listed_compared_renamed_and_returned_to(ran: Driver) -> None:
    ran.workspace.travel.look_at(ran.app.features.time.run.place + 100)
    ran.key(key.SPACE, key.MOD_SHIFT)
    settle(ran)
    ran.key(key.PERIOD)
    ran.key(key.B, key.MOD_ALT)
    ran.frames(3)
    ran.click("branch.0.compare")
    ran.frames(6)
    assert ran.app.dialog.compared[0] == "First line"
    assert ran.app.dialog.compared[1]
    ran.click("branch.0.name")
    ran.frames(3)
    ran.key(key.A, key.MOD_CTRL)
    ran.type("The long one")
    ran.frames(3)
    ran.key(key.ENTER)
    ran.frames(3)
    names = [branch.note.name for branch in ran.workspace.document.tree.branches()]
    assert names == ["The long one", "From 0.417 s"]
    ran.key(key.B, key.MOD_ALT)
    ran.frames(4)
    ran.click("branch.0.enter")
    settle(ran)
    assert ran.workspace.document.tree.note.name == "The long one"
    assert ran.workspace.document.session.machine.ticks > 200
    assert len(ran.workspace.document.tree.branches()) == 2


def test_the_ghost_of_a_branch_is_called_like_the_branch(ran: Driver) -> None:
    ran.workspace.travel.look_at(ran.app.features.time.run.place + 100)
    ran.key(key.SPACE, key.MOD_SHIFT)
    settle(ran)
    left = ran.workspace.document.tree.branches()[0]
    ran.key(key.B, key.MOD_ALT)
    ran.frames(3)
    ran.click("branch.0.ghost")
    assert ran.app.features.time.ghost.title == "First line"
    assert ran.said == "The ghost is First line; only what differs is drawn"
    assert ran.app.features.time.ghost_of(left.path)  # chosen as a file, it is the same branch
    assert ran.app.features.time.ghost.title == "First line"


def test_the_ghost_of_a_branch_in_another_folder_is_called_like_the_branch_too(ran: Driver, tmp_path: Path) -> None:
    """Its note lies in the folder of sessions, and not beside it."""
    path = tmp_path / "2026-01-31 one.replay"
    assert ran.workspace.files.save_recording_as(path)
    assert ran.workspace.files.open(path)
    ran.frames(4)
    ran.workspace.travel.look_at(ran.app.features.time.run.place + 100)
    ran.key(key.T)
    settle(ran)
    left = ran.workspace.document.tree.branches()[0]
    assert (left.path, left.note.name) == (path, "First line")
    ran.key(key.B, key.MOD_ALT)
    ran.frames(3)
    ran.click("branch.0.ghost")
    assert ran.app.features.time.ghost.title == "First line"


def test_the_ghost_of_a_session_is_called_by_its_level_and_a_file_by_its_name(ran: Driver, tmp_path: Path) -> None:
    session = ran.workspace.document.recording_path
    assert session is not None
    ran.workspace.document.flush()
    assert ran.app.features.time.ghost_of(session)
    assert ran.app.features.time.ghost.title.startswith("Untitled of ")
    assert not any(character in ran.app.features.time.ghost.title for character in "-_")
    saved = tmp_path / "my best run.replay"
    saved.write_bytes(session.read_bytes())
    assert ran.app.features.time.ghost_of(saved)
    assert ran.app.features.time.ghost.title == "my best run"


# -- ghosts and traces


def test_the_ghost_of_the_run_before_is_drawn_and_where_it_parts_is_known(ran: Driver) -> None:
    ran.key(key.R)
    ran.key(key.SPACE)
    ran.seconds(0.5)
    ran.press((2.0, 0.25))
    ran.release((2.2, 0.5))
    ran.seconds(0.3)
    ran.key(key.SPACE)
    told = ran.picture().copy()
    ran.key(key.H, key.MOD_SHIFT)
    ran.frames(3)
    ghost = ran.app.features.time.ghost
    run = ran.app.features.time.run
    grabbed = next(mark.tick for mark in ran.workspace.document.past.history.marks if mark.what == "hand")
    assert ghost.parted is not None
    assert 0 < ghost.parted - (grabbed - run.start) <= 2
    area = scenery(ran)
    assert not np.array_equal(ran.picture()[area], told[area])
    when = f"{ghost.parted / 240:.3f} s"
    assert ran.app.features.timeline._facts()[1][0].endswith(f"differs from {when} on")
    ran.workspace.travel.look_at(run.place + ghost.parted - 1)
    ran.frames(2)
    assert ran.app.features.timeline._facts()[1][0].endswith(f"no difference until {when}")
    ran.key(key.H, key.MOD_SHIFT)
    assert ran.app.features.time.ghost is None


def scenery(driver: Driver) -> tuple[slice, slice]:
    """The picture's rows and columns of the level and its machine."""
    x0, _, x1, y1 = driver.app.frames.layout.canvas
    return np.s_[80 : int(y1) - 60, int(x0) : int(x1)]


def test_control_a_run_that_is_the_same_does_not_part_from_its_ghost(ran: Driver) -> None:
    ran.key(key.R)
    ran.key(key.SPACE)
    ran.seconds(0.8)
    ran.key(key.SPACE)
    ran.frames(3)
    told = ran.picture().copy()
    ran.key(key.H, key.MOD_SHIFT)
    ran.frames(3)
    assert ran.app.features.time.ghost.parted is None
    assert "only what differs is drawn" in ran.workspace.messages.latest.text
    ran.seconds(8.0)  # until that is read, and the card with it gone
    area = scenery(ran)
    assert np.array_equal(ran.picture()[area], told[area]), "it lies on what it is like, and tints nothing"


def test_where_the_ghost_parts_is_said_before_what_it_is(ran: Driver) -> None:
    ran.key(key.R)
    ran.key(key.SPACE)
    ran.seconds(0.3)
    ran.key(key.H, key.MOD_SHIFT)
    ran.frames(2)
    short, long_ = ran.app.features.timeline._facts()[1]
    assert short.endswith("no difference so far")
    assert "run 1" in long_ and "run 1" not in short
    ran.seconds(0.9)
    assert ran.app.features.timeline._facts()[1][0].endswith("no difference until its end"), "in whose pose it stays"


def test_another_recording_can_be_the_ghost(ran: Driver, tmp_path: Path) -> None:
    assert ran.workspace.files.save_recording_as(tmp_path / "before.replay")
    assert ran.app.features.time.ghost_of(tmp_path / "before.replay")
    ran.frames(4)
    assert ran.app.features.time.ghost.run.length > 200
    assert ran.app.features.time.ghost.parted is None


def test_trails_arrows_and_contacts_are_drawn_over_what_moves(ran: Driver) -> None:
    ran.click((2.0, 0.25))
    count = len(ran.app.view.canvas.overlay)
    ran.workspace.travel.look_at(ran.app.features.time.run.place + 60)
    for chord in ((key.T, key.MOD_SHIFT), (key.V, 0)):
        ran.key(*chord)
        ran.frames(2)
        assert len(ran.app.view.canvas.overlay) > count
        count = len(ran.app.view.canvas.overlay)
    assert ran.app.features.time.trails == (CRATE,)
    ran.key(key.END)
    ran.key(key.V)
    ran.key(key.T, key.MOD_SHIFT)
    ran.frames(2)
    count = len(ran.app.view.canvas.overlay)
    ran.key(key.V, key.MOD_SHIFT)
    ran.frames(2)
    assert len(ran.app.view.canvas.overlay) > count  # both lie on the floor


def test_contacts_of_the_past_are_shown_as_they_were_and_said_to_be_unknown_where_they_are(ran: Driver) -> None:
    ran.workspace.settings.remember(resident=False)  # its marks would be counted
    ran.key(key.V, key.MOD_SHIFT)
    ran.frames(2)
    now = [mark[:2] for mark in ran.app.view.canvas.overlay._marks]
    run = ran.app.features.time.run
    ran.workspace.travel.look_at(run.place + 2)
    ran.frames(2)
    assert len(ran.app.view.canvas.overlay) == 0, "both were in the air"
    ran.workspace.travel.look_at(run.place + run.length - 1)
    ran.frames(2)
    then = [mark[:2] for mark in ran.app.view.canvas.overlay._marks]
    assert len(then) == len(now) == 3, "the ball lies, the crate sleeps"
    assert np.allclose([mark[0] for mark in then], [mark[0] for mark in now], atol=0.02)
    assert ran.app.features.time.contacts_note == ""
    run.pressure.forget()
    ran.frames(2)
    assert len(ran.app.view.canvas.overlay) == 0
    assert any("no longer kept" in short for short, _ in ran.app.features.timeline._facts())


def test_what_popped_is_seen_popping_in_the_past(opened: Opened) -> None:
    b = Builder()
    b.part("balloon", 1.0, 1.0)
    b.part("nail_board", 1.0, 1.6, 3.14159)
    driver = opened(b.design())
    driver.key(key.N)
    driver.seconds(1.0)
    (popped,) = [mark for mark in driver.workspace.document.past.history.marks if mark.what == "popped"]
    driver.key(key.SPACE)
    driver.seconds(1.0)
    driver.key(key.SPACE)
    effects = driver.app.view.canvas.effects
    for ticks, seen in ((-1, False), (20, True), (200, False), (40, True)):
        driver.workspace.travel.look_at(popped.place + ticks)
        driver.frames(2)
        assert (len(effects.overlay) > 0) == seen, ticks
    driver.key(key.END)
    driver.frames(2)
    assert len(effects.overlay) == 0


def test_a_plot_shows_a_quantity_and_goes_to_its_moments(ran: Driver) -> None:
    ran.click((2.0, 0.25))
    ran.key(key.P)
    ran.frames(3)
    assert ran.app.features.time.plotted == (CRATE, "speed")
    assert ran.shows("plot")
    ran.click("plot")
    assert abs(since(ran) - ran.app.features.time.run.length / 2) < 4
    ran.key(key.P, key.MOD_SHIFT)
    assert ran.app.features.time.plotted == (CRATE, "angle")
    ran.click("plot.close")
    assert ran.app.features.time.plotted is None


def test_every_row_of_the_time_menu_has_a_key_and_a_tip(opened: Opened) -> None:
    driver = opened(drop())
    for name in MENU:
        if name is not None:
            action = driver.app.actions[name]
            assert action.keys, name
            assert len(action.tip) > 8


# -- recordings


def test_a_recording_is_watched_scrubbed_ahead_and_taken_over(ran: Driver, tmp_path: Path) -> None:
    path = tmp_path / "one.replay"
    assert ran.workspace.files.save_recording_as(path)
    assert ran.workspace.files.open(path)
    ran.frames(4)
    assert ran.workspace.document.watching
    assert ran.workspace.jobs.looked_ahead == 1.0
    run = ran.workspace.document.past.history.runs[0]
    scrub(ran, run.place + 40, run.place + 150)  # ahead of what has been played
    assert abs(since(ran) - 150) <= 3
    tick = ran.app.features.time.tick
    ran.key(key.T)
    settle(ran)
    assert not ran.workspace.document.watching
    assert ran.workspace.document.session.tick == tick
    assert ran.workspace.gate.do is not None
    ran.key(key.R)
    assert not ran.workspace.document.session.running


def test_each_mark_of_a_command_has_a_sign() -> None:
    marks = {cls.mark for cls in commands.COMMANDS.values()} - {""}
    assert {"edit", "start", "press"} <= marks <= set(SIGNS)

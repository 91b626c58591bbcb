"""Playing together at the window: hosting, joining, who is there, what the others point at, ask for and say.

The other side is a workspace without a window, in the same process and by the same clock.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyglet
import pytest
from imgui_bundle import imgui
from msgspec.structs import replace
from pyglet.window import key

from sandbox.commands import commands as c
from sandbox.editing import picking
from sandbox.levels import library
from sandbox.render.mark_list import MarkList
from sandbox.render.players import sign_of
from sandbox.window.together.together_sheet import TogetherSheet
from sandbox.workspace.workspace import Workspace
from tests.window.driver import Driver, Open, data, drive, puzzle, shop

__all__ = ["data", "drive"]  # fixtures

CTRL_ALT = key.MOD_CTRL | key.MOD_ALT
PATIENCE = 30.0  # s of a loaded machine


class Meeting:
    """The window, and the workspace of somebody else."""

    def __init__(self, driver: Driver, folder: Path) -> None:
        self.driver = driver
        self.other = Workspace(folder, lambda: driver.time_ns)

    def until(self, happened: Callable[[], object]) -> None:
        """Let both go on until something has happened."""
        end = time.monotonic() + PATIENCE
        while not happened():
            assert time.monotonic() < end, (list(self.driver.workspace.together.lines), list(self.other.together.lines))
            self.driver.frames(1)
            self.other.gate.catch_up()
            self.other.jobs.work(10**9)
            time.sleep(0.002)

    def host_here(self) -> None:
        """Host by the sheet, and let the other join with the line that is on the clipboard."""
        driver = self.driver
        driver.key(key.P, CTRL_ALT)
        driver.click("together.name")
        driver.key(key.A, key.MOD_CTRL)
        driver.type("Bo")
        driver.click("together.host")
        assert self.other.together.join(driver.app.host.clipboard, "Ann")
        self.until(lambda: self.other.together.in_turns and len(driver.workspace.together.people) == 2)
        driver.click("together.close")

    def join_there(self) -> None:
        """Let the other host, and join by the sheet."""
        driver = self.driver
        self.other.gate.do(c.Place("crate", 1.0, 0.5))
        assert self.other.together.open_to_guests("Bo")
        driver.key(key.P, CTRL_ALT)
        driver.app.features.together.form.name = "Ann"
        driver.app.features.together.form.line = self.other.together.line
        driver.frames()
        driver.click("together.join")
        self.until(lambda: driver.workspace.together.in_turns and not driver.workspace.document.working)
        driver.frames(3)


@pytest.fixture
def meeting(drive: Open, tmp_path: Path) -> Iterator[Meeting]:
    meeting = Meeting(drive(shop()), tmp_path / "other")
    yield meeting
    meeting.other.close()


def test_the_host_gets_a_line_and_sees_who_comes_and_goes(meeting: Meeting) -> None:
    driver = meeting.driver
    meeting.host_here()
    assert driver.workspace.settings.now.player_name == "Bo"
    assert meeting.other.document.design == driver.design
    driver.frames()
    assert driver.shows("person.0") and driver.shows("person.1")
    meeting.other.together.leave()
    meeting.until(lambda: not driver.workspace.together.people[1].is_here)
    driver.key(key.L, CTRL_ALT)
    driver.frames()
    assert not driver.workspace.together.is_open and not driver.shows("person.0")
    assert driver.workspace.gate.do(c.Undo()) is False and driver.design == shop(), "the session is here as before"


def test_a_guest_edits_and_asks_and_goes_on_alone(meeting: Meeting) -> None:
    driver = meeting.driver
    meeting.join_there()
    assert [part.kind for part in driver.design.parts] == ["crate"]
    driver.carry((1.0, 0.5), (1.6, 0.5))
    assert driver.design.parts[0].x == 1.0, "the host has not ordered it yet"
    assert [part.x for part in driver.app.editor.preview.parts] == [pytest.approx(1.6, abs=0.05)], "it is seen at once"
    meeting.until(lambda: meeting.other.document.design.parts[0].x == pytest.approx(1.6, abs=0.05))
    guest = driver.workspace.together.guest
    assert guest is not None
    meeting.until(lambda: not guest.unanswered)
    assert not driver.app.editor.preview.parts and driver.design == meeting.other.document.design
    driver.key(key.SPACE)
    meeting.until(lambda: meeting.other.together.host.requests)  # type: ignore[union-attr]
    asked = meeting.other.together.controls.take_requests()
    assert [request.text for request in asked] == ["Ann asks to start the machine"]
    meeting.until(lambda: "you have asked for it" in driver.said)
    driver.key(key.L, CTRL_ALT)
    meeting.until(lambda: not driver.workspace.document.working)
    assert not driver.workspace.together.is_open
    assert driver.design.parts[0].x == pytest.approx(1.6, abs=0.05) and driver.workspace.document.recording_path
    assert driver.workspace.gate.do(c.Place("crate", 0.5, 0.5))


def test_a_guest_selects_and_drags_what_he_has_placed_before_the_host_has_answered(meeting: Meeting) -> None:
    driver = meeting.driver
    meeting.join_there()
    editor, guest = driver.app.editor, driver.workspace.together.guest
    assert guest is not None
    meeting.other.gate.do(c.Place("crate", 2.6, 0.5))  # it gets the id that a guess would give to the guest's ball
    driver.carry("part.bowling_ball", (0.6, 0.6), (0.6, 0.6))
    (ball,) = editor.selection.ids
    assert editor.selection.parts[0].kind == "bowling_ball" and ball not in driver.design.part_by_id
    driver.carry((0.6, 0.6), (0.8, 1.2))
    assert len(driver.design.parts) == 1 and len(guest.unanswered) == 2, "nothing of this is answered yet"
    driver.press((0.8, 1.2))
    driver.drag((0.9, 1.3))
    meeting.until(lambda: not guest.unanswered)
    assert editor.selection.parts[0].x == pytest.approx(0.8, abs=0.05), "what is in the hand stays there"
    driver.drag((1.4, 1.4))
    driver.release((1.4, 1.4))
    meeting.until(lambda: not guest.unanswered)
    (ball,) = editor.selection.ids
    spec = driver.design.part_by_id[ball]
    assert (spec.kind, spec.x, spec.y) == ("bowling_ball", pytest.approx(1.4, abs=0.05), pytest.approx(1.4, abs=0.05))
    assert [part.x for part in driver.design.parts if part.kind == "crate"] == [1.0, 2.6]
    meeting.until(lambda: driver.design == meeting.other.document.design)
    assert not editor.preview.parts


def test_a_guests_own_hand_is_drawn_at_once_and_the_body_follows(meeting: Meeting) -> None:
    driver = meeting.driver
    meeting.other.gate.do(c.Place("floor", 1.0, 0.1))
    meeting.join_there()
    meeting.other.control.run()
    meeting.until(lambda: driver.workspace.document.session.running)
    machine = driver.workspace.document.session.machine
    assert machine is not None
    crate = next(spec.id for spec in driver.design.parts if spec.kind == "crate")
    x, y = machine.origin(crate)
    driver.press((x, y))
    assert driver.app.editor.hand.holding and machine.held_by(1) is None, "the host has not ordered it yet"
    assert hands(driver) == ["player"], "the hand is there at once"
    driver.drag((x + 0.3, y + 0.6))
    meeting.until(lambda: machine.held_by(1) == crate)
    assert hands(driver) == ["hand"]
    driver.release((x + 0.3, y + 0.6))
    meeting.until(lambda: machine.held_by(1) is None)
    assert hands(driver) == []


def hands(driver: Driver) -> list[str]:
    """The hands and signs of players that the view draws now."""
    overlay, drawn = driver.app.view.canvas.overlay, []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(overlay, "hand", lambda *where: drawn.append("hand"))
        patch.setattr(overlay, "player", lambda *where: drawn.append("player"))
        driver.app.view.draw(driver.app.editor, 0.0)
    return drawn


def test_what_a_guest_asks_for_is_offered_to_the_host(meeting: Meeting) -> None:
    driver = meeting.driver
    meeting.host_here()
    meeting.other.control.run()
    meeting.until(lambda: driver.app.toasts.shown is not None and driver.app.toasts.shown.offer == "run")
    assert driver.app.toasts.shown is not None and driver.app.toasts.shown.text == "Ann asks to start the machine."
    driver.key(key.SPACE)
    meeting.until(lambda: meeting.other.document.session.running)
    meeting.other.control.pause()
    meeting.until(lambda: "asks to pause" in driver.said)
    driver.key(key.SPACE)
    meeting.until(lambda: meeting.other.pacing.paused)


def test_the_others_pointers_and_selections_are_drawn(meeting: Meeting) -> None:
    driver = meeting.driver
    meeting.host_here()
    meeting.other.together.point((1.0, 1.0), (2,))
    meeting.until(lambda: driver.workspace.together.pointers)
    driver.frames()
    pointing = driver.workspace.together.pointers[0]
    assert (pointing.player, pointing.at, pointing.selected) == (1, (1.0, 1.0), (2,))
    assert driver.app.view.others is not None
    x0, y0, _, _ = driver.app.ui.rects["tag.1"]
    x, y = driver.at((1.0, 1.0))
    assert 0 < x0 - x < 40 and 0 < y0 - (driver.window.height - y) < 40, "the name stands beside it"
    with_pointer = driver.picture()
    driver.time_ns += 6 * 10**9
    driver.frames()
    assert driver.app.view.others is None, "a pointer of which nothing is heard is not drawn for ever"
    assert (with_pointer != driver.picture()).any()


def test_parts_and_links_that_others_select_are_framed(meeting: Meeting, monkeypatch: pytest.MonkeyPatch) -> None:
    driver, framed = meeting.driver, []
    monkeypatch.setattr(MarkList, "chosen_by", lambda self, sign, box, gap: framed.append((sign, box)))
    gate = driver.workspace.gate
    for command in (c.Place("crate", 1.0, 1.5), c.Place("crate", 2.0, 1.5)):
        gate.do(command)
    one, other = (spec.id for spec in driver.design.parts[-2:])
    gate.do(c.Connect("spring", one, "middle", other, "middle"))
    meeting.host_here()
    spring = driver.design.links[-1]
    meeting.other.together.point((1.0, 1.0), (spring.id, one, 10**6))
    meeting.until(lambda: framed)
    boxes = [picking.box_of(driver.design.part_by_id[one]), picking.box_of_link(driver.design, spring)]
    assert framed[:2] == [(sign_of(1), box) for box in boxes]


def test_a_line_of_text_reaches_everybody(meeting: Meeting) -> None:
    driver = meeting.driver
    meeting.host_here()
    driver.key(key.M, CTRL_ALT)
    driver.type("Now!")
    driver.key(key.ENTER)
    meeting.until(lambda: "Bo: Now!" in meeting.other.together.lines)
    meeting.other.together.say("Ready")
    meeting.until(lambda: driver.said == "Ann: Ready")


def test_the_host_lets_guests_run_the_machine_and_edit_the_level_and_asks_one_to_leave(meeting: Meeting) -> None:
    driver, other = meeting.driver, meeting.other
    meeting.host_here()
    driver.key(key.R, CTRL_ALT)
    assert driver.app.actions["guests_start"].checked() and not driver.app.actions["guests_author"].checked()  # type: ignore[misc]
    meeting.until(lambda: "guests may start and stop the machine now" in other.together.lines)
    other.control.run()
    meeting.until(lambda: other.document.session.running)
    other.control.stop()
    meeting.until(lambda: not (driver.workspace.document.session.running or other.document.session.running))
    other.gate.do(c.SetTexts("Mine", ""))
    meeting.until(lambda: "not done: only the host edits the level as its author" in other.together.lines)
    driver.key(key.P, CTRL_ALT)
    driver.click("together.guests_author")
    driver.click("together.editors")
    driver.click("together.close")
    assert driver.workspace.together.host.rights.editors  # type: ignore[union-attr]
    other.gate.do(c.SetTexts("For two", ""))
    meeting.until(lambda: driver.design.title == "For two")
    old = driver.workspace.together.line
    driver.key(key.K, CTRL_ALT)
    driver.click("question.remove.1")
    meeting.until(lambda: not other.together.is_open)
    assert "the host has asked you to leave" in other.together.lines
    assert driver.said == "There is a new line for whoever joins from now on; the old one lets nobody in"
    driver.frames()
    assert [person.state for person in driver.workspace.together.people] == ["", "has left"]
    assert not driver.app.actions["remove_guest"].enabled()
    line = driver.workspace.together.line
    assert other.together.join(old, "Zoe") and line != old
    meeting.until(lambda: not other.together.is_open)
    assert "this line is an old one" in str(other.together.lines)
    assert other.together.join(line, "Ann")
    meeting.until(lambda: not other.together.is_open)
    assert "only the host can let Ann in again" in str(driver.workspace.together.lines)
    driver.key(key.A, CTRL_ALT)
    driver.click("question.allow.0")
    assert not driver.app.actions["allow_guest"].enabled()
    assert other.together.join(line, "Ann")
    meeting.until(lambda: other.together.in_turns)


@pytest.mark.parametrize("right", ["start", "author"])
def test_what_the_host_allows_no_more_is_refused(meeting: Meeting, right: str) -> None:
    """Each switch on and off again: what went in between goes no longer."""
    driver, other = meeting.driver, meeting.other
    meeting.host_here()
    switch, tried, lost = {
        "start": ("guests_start", lambda: other.gate.do(c.Start()), "only the host may start and stop the machine now"),
        "author": ("guests_author", lambda: other.gate.do(c.SetTexts("Mine", "")),
                   "only the host may edit the level as its authors now"),
    }[right]  # fmt: skip
    for _ in range(2):
        driver.app.actions[switch].run()
    meeting.until(lambda: lost in other.together.lines)
    tried()
    meeting.until(lambda: any(line.startswith(("not done", "Ann asks")) for line in driver_and(meeting)))
    session = driver.workspace.document.session
    assert not session.running and session.design.title != "Mine"


def driver_and(meeting: Meeting) -> list[str]:
    """What both sides have been told."""
    return [*meeting.driver.workspace.together.lines, *meeting.other.together.lines]


def test_the_hosts_speed_is_shown_to_guests_and_theirs_is_back_when_they_leave(meeting: Meeting) -> None:
    driver, other = meeting.driver, meeting.other
    meeting.host_here()
    other_speed = other.pacing.speed
    driver.click("faster")
    meeting.until(lambda: other.pacing.speed == 2)
    meeting.until(lambda: "Bo lets time pass 2 times as fast as in the world" in other.together.lines)
    driver.key(key.SPACE)
    meeting.until(lambda: other.document.session.running)
    assert other.pacing.turn_ns == pytest.approx(2e9 / 60), "two sixtieths of a second of the machine's time in a turn"
    other.together.leave(go_on=True)
    assert other.pacing.speed == other_speed


def test_a_guest_joins_from_the_first_screen_and_sees_the_stars_of_the_level(drive: Open, tmp_path: Path) -> None:
    driver = drive()
    meeting = Meeting(driver, tmp_path / "other")
    meeting.other.files.open(library.bundled_levels()[0])
    assert meeting.other.together.open_to_guests("Bo")
    driver.app.show_chooser()
    driver.frames()
    driver.click("chooser.together")
    assert not driver.shows("together.host"), "nothing is open here that others could see"
    driver.app.features.together.form.line = meeting.other.together.line
    driver.frames()
    driver.click("together.join")
    meeting.until(lambda: driver.app.screen == "editor" and driver.workspace.together.in_turns)
    driver.frames(3)
    assert driver.design.title == meeting.other.document.design.title
    assert driver.shows("aim.0") and driver.shows("aim.1")
    meeting.other.close()


def test_a_race_shows_how_far_the_others_are_and_its_result_on_a_card(drive: Open, tmp_path: Path) -> None:
    driver = drive(puzzle())
    meeting = Meeting(driver, tmp_path / "other")
    driver.key(key.P, CTRL_ALT)
    driver.click("together.game.race")
    driver.click("together.host")
    assert meeting.other.together.join(driver.app.host.clipboard, "Ann")
    meeting.until(lambda: len(driver.workspace.together.race.racers) == 2)
    driver.click("together.close")
    assert driver.app.actions["say_line"].enabled() and not driver.shows("people")
    driver.key(key.B, CTRL_ALT)
    meeting.until(lambda: meeting.other.document.design.goals and driver.shows("racer.1"))
    assert driver.workspace.together.race.has_begun and not driver.shows("race.begin")
    assert driver.app.actions["remove_guest"].enabled() and not driver.app.actions["guests_start"].enabled()
    meeting.other.control.run()
    meeting.until(lambda: driver.shows("race.result"))
    driver.frames()
    driver.click("race.close")
    driver.frames()
    assert not driver.shows("race.result") and driver.shows("racer.1")
    driver.key(key.L, CTRL_ALT)
    driver.frames()
    assert not driver.workspace.together.is_open and not driver.shows("racer.1")
    meeting.other.close()


def test_the_result_of_a_race_covers_nothing_in_a_small_window_at_double_scale(
    data: Path,
    gl_window: Any,
    tmp_path: Path,
) -> None:
    from sandbox.render.pictures import offscreen

    window = pyglet.window.Window(1280, 720, config=offscreen.config())
    driver = Driver(window, data, library.bundled_dir() / "press.toml", scale=2.0)
    meeting = Meeting(driver, tmp_path / "other")
    driver.key(key.P, CTRL_ALT)
    driver.app.features.together.form.game = "race"
    driver.app.features.together._host()
    assert meeting.other.together.join(driver.app.host.clipboard, "Ann of the long name")
    race = driver.workspace.together.race
    meeting.until(lambda: len(race.racers) == 2)
    driver.key(key.ESCAPE)
    driver.key(key.B, CTRL_ALT)
    race.verdict = "Ann of the long name has won the race: a run of 12.34 s with 5 pieces, which the host has run again"
    driver.frames(4)
    runners, card = (imgui.internal.find_window_by_name(name) for name in ("racers", "race_result"))
    is_right = card.pos.x >= runners.pos.x + runners.size.x
    assert is_right or card.pos.y >= runners.pos.y + runners.size.y, "the list of the runners can be read"
    assert card.pos.x >= 0 and card.pos.x + card.size.x <= 1280 and card.pos.y + card.size.y <= 720
    meeting.other.close()
    driver.close()
    window.close()
    gl_window.switch_to()


def test_the_palette_offers_a_guest_or_host_what_is_left_of_his_share(drive: Open, tmp_path: Path) -> None:
    driver = drive(replace(puzzle(), stock={"domino": 3}))
    meeting = Meeting(driver, tmp_path / "other")
    driver.key(key.P, CTRL_ALT)
    driver.click("together.game.dealt")
    driver.click("together.host")
    assert meeting.other.together.join(driver.app.host.clipboard, "Ann")
    meeting.until(lambda: driver.workspace.together.dealt_to == (0, 1))
    driver.click("together.close")
    palette = driver.app.features.palette
    assert [offer.left for _, offers in palette._families for offer in offers] == [2]
    driver.carry("part.domino", (0.4, 0.4), (0.4, 0.4))
    driver.frames()
    assert [offer.left for _, offers in palette._families for offer in offers] == [1]
    meeting.other.close()


def test_the_sheet_says_what_is_missing(drive: Open) -> None:
    driver = drive(shop())
    driver.key(key.P, CTRL_ALT)
    sheet = driver.app.dialog
    assert isinstance(sheet, TogetherSheet)
    assert not sheet.form.why_not_host and "line is missing" in sheet.form.why_not_join
    sheet.form.name = " "
    assert "name is missing" in sheet.form.why_not_host
    sheet.form.name, sheet.form.line = "Ann", "sandbox://nonsense"
    driver.frames()
    driver.click("together.join")
    driver.frames()
    assert "this is no invitation" in driver.said.lower() and not driver.workspace.together.is_open
    assert driver.shows("together.message") and not driver.shows("toast.close"), "nothing is said over the sheet"
    assert "toast" not in driver.app.ui.windows

"""Hints of a level: three steps each, in the scene and in words."""

from __future__ import annotations

from msgspec.structs import replace
from pyglet.window import key

from sandbox.design.design import Hint, HintEnd
from sandbox.editing.authoring import hints
from sandbox.levels import library
from tests.contraptions import Builder
from tests.window.driver import Open, data, drive
from tests.window.open_level import LEFT, open_level

__all__ = ["data", "drive"]  # fixtures


def test_marks_of_hints_are_out_of_the_way_while_the_machine_moves(drive: Open) -> None:
    driver = drive(library.bundled_dir() / "bounce.toml")
    driver.key(key.H)
    driver.key(key.H)

    def drawn() -> int:
        driver.frames()
        return driver.app.features.hints.in_scene

    assert drawn() == 2
    driver.key(key.SPACE)
    assert drawn() == 0
    driver.key(key.H)
    assert drawn() == 3, "asked for in this run"
    driver.key(key.R)
    driver.key(key.SPACE)
    assert drawn() == 0
    driver.key(key.SPACE)
    assert drawn() == 3, "it rests"


def test_h_shows_a_hint_and_says_it_where_the_panel_is_folded_away(drive: Open) -> None:
    driver = drive(library.bundled_dir() / "bounce.toml")
    (hint,) = driver.design.hints
    assert driver.app.actions["hint"].label == "Show a hint (what to do; 3 small steps left)"
    driver.key(key.H)
    assert driver.app.features.hints.shown == 1
    driver.key(key.F4)
    driver.key(key.H)
    assert (driver.app.features.hints.shown, driver.said) == (2, hint.text)
    driver.key(key.H)
    driver.key(key.H)
    assert driver.app.features.hints.shown == 3
    assert driver.said == "All hints of this level are shown, or built by you"


def test_a_hint_says_which_part_and_then_where_about_and_then_exactly_where(drive: Open) -> None:
    driver = drive(library.bundled_dir() / "bounce.toml")
    (hint,) = driver.design.hints
    pixels = []
    for steps in (1, 2, 3):
        driver.click("hint")
        assert driver.app.features.hints.shown == steps
        driver.point((2.3, 2.5))  # away from the button and from the place
        x, y = driver.app.view.camera.to_screen(hint.x, hint.y)
        reach = round(0.45 * driver.app.view.camera.zoom)
        top = driver.window.height - round(y)
        pixels.append(driver.picture()[top - reach : top + reach, round(x) - reach : round(x) + reach].copy())
    assert not driver.shows("hint"), "there are no more"
    which, about, exactly = pixels
    assert (which != about).any()
    assert (about != exactly).any()
    driver.click("run")
    assert driver.workspace.document.session.running


def test_a_hint_about_a_link_names_it_then_its_two_parts_then_its_ports(drive: Open) -> None:
    b = Builder()
    b.part("anchor", 1.0, 2.0)
    b.part("weight", 3.0, 0.5)
    tie = Hint("", "rope", a=HintEnd(1, port="hook"), b=HintEnd(2, port="ring"))
    driver = drive(replace(b.design(), stock={"rope": 1}, hints=(tie,)))
    seen = []
    for says in ("A rope helps here.", "A rope joins the anchor and the weight.", "A rope joins"):
        driver.click("hint")
        assert says in hints.in_words(driver.design, tie) or seen == []
        driver.point((0.2, 1.2))
        left, top = driver.at((0.5, 2.4))[0], driver.window.height - driver.at((0.5, 2.4))[1]
        right, bottom = driver.at((3.6, 0.1))[0], driver.window.height - driver.at((3.6, 0.1))[1]
        seen.append(driver.picture()[top:bottom, left:right].astype(int))
    assert not driver.shows("hint"), "there are no more"
    which, about, exactly = seen
    half = which.shape[1] // 2
    middle = slice(half - 40, half + 40)
    assert (which != about).any(), "the two parts are framed"
    assert (which[:, middle] == about[:, middle]).all(), "and nothing in between"
    assert (about[:, middle] != exactly[:, middle]).any(), "then it is seen from port to port"
    assert driver.design.links == ()


def test_an_open_level_tells_which_goal_which_family_and_shows_one_piece(drive: Open) -> None:
    driver = drive(open_level())
    says = ("which goal first; 3 small steps left", "which family of parts; 2 small steps left", "one piece at its ")
    for step, words in enumerate(says, 1):
        assert driver.app.actions["hint"].label.startswith(f"Show a hint ({words}")
        driver.key(key.H)
        assert driver.app.features.hints.shown == step and driver.shows(f"hint.{step - 1}")
        assert bool(driver.app.editor.places) is (step == 3)
    (place,) = driver.app.editor.places
    assert (place.kind, place.x, place.y) == ("crate", *LEFT)
    driver.key(key.H)
    assert driver.said == "All hints of this level are shown: the rest of an open puzzle is yours to invent"
    assert not driver.shows("hint") and not driver.shows("hint.zone")
    driver.click("part.crate", LEFT)
    driver.key(key.Z)
    assert "an open puzzle does not show its player where a part would win" in driver.said
    driver.frames()
    assert not driver.shows("hint.2"), "what is in place needs no hint"

"""The palette: links are dragged out of it as parts are, and what is searched for comes first."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from pyglet.window import key, mouse

from sandbox.design.design import Design, PartSpec, StockItem
from sandbox.editing import offers
from sandbox.levels import levels
from sandbox.parts import KINDS, LINKS
from sandbox.window.build.palette import CELL
from tests.contraptions import Builder
from tests.window.driver import Driver, Spot, data, drive, shop

__all__ = ["data", "drive"]  # fixtures
Open = Callable[..., Driver]


def carry_slowly(driver: Driver, *way: Spot) -> None:
    """Press at the first spot, and let the window see some of the way to each of the others."""
    driver.press(way[0])
    x0, y0 = driver.at(way[0])
    for spot in way[1:]:
        x1, y1 = driver.at(spot)
        for step in range(1, 5):
            x, y = x0 + (x1 - x0) * step // 4, y0 + (y1 - y0) * step // 4
            driver._event("on_mouse_drag", x, y, 1, 1, mouse.LEFT, 0)
        x0, y0 = x1, y1
    driver.release(way[-1])


def test_a_rope_is_dragged_off_its_tile_from_port_to_port(drive: Open) -> None:
    b = Builder()
    ball, anchor = b.part("bowling_ball", 2.0, 1.0), b.part("anchor", 2.0, 1.8)
    driver = drive(b.design())
    driver.click("search")
    driver.type("rope")
    carry_slowly(driver, "part.rope", (2.0, 1.0), (2.4, 1.4), (2.0, 1.783))
    assert [(link.kind, link.a.part, link.b.part) for link in driver.design.links] == [("rope", ball, anchor)]
    carry_slowly(driver, "part.rope", "search")  # put back
    assert driver.app.editor.gesture is None and driver.commands == ["connect"]


def test_the_few_parts_of_a_puzzle_have_their_names_beside_them(drive: Open) -> None:
    def width(design: Design) -> float:
        x0, _, x1, _ = drive(design).app.ui.rects["part.bowling_ball"]
        return x1 - x0

    few = {"bowling_ball": 1, "ramp": 2}
    assert width(Design(stock=few)) > 2 * CELL
    assert width(Design(stock=dict.fromkeys([*KINDS][:40], 1) | few)) < 2 * CELL, "no room: pictures alone"
    assert width(Design()) < 2 * CELL


def test_a_name_that_would_be_cut_within_a_word_is_not_shown(drive: Open) -> None:
    driver = drive(Design(stock={"battery": 1, "electromagnet": 1}))
    rows = {}
    for scale in (100, 200):
        driver.workspace.settings.remember(scale=scale)
        driver.frames(4)
        rows[scale] = len({driver.app.ui.rects[f"part.{name}"][1] for name in ("battery", "electromagnet")})
    assert rows == {100: 2, 200: 1}, "at 200 % the panel is too narrow for this word: pictures alone, side by side"


def at_once(driver: Driver, *events: tuple[str, Spot]) -> None:
    """Mouse events that all arrive between two frames, as on a slow machine."""
    for name, spot in events:
        rest = {"motion": (0, 0), "press": (mouse.LEFT, 0), "drag": (1, 1, mouse.LEFT, 0), "release": (mouse.LEFT, 0)}
        driver.window.dispatch_event(f"on_mouse_{name}", *driver.at(spot), *rest[name])  # which waits for the frame
    driver.frames(1)


def test_a_drag_out_of_the_palette_between_two_frames_is_a_drag(drive: Open) -> None:
    driver = drive(Design())
    tile, to = "part.soccer_ball", (2.0, 1.5)
    at_once(driver, ("motion", tile), ("press", tile), ("drag", (1.8, 1.4)), ("drag", to), ("release", to))
    assert [(part.kind, part.x, part.y) for part in driver.design.parts] == [("soccer_ball", 2.0, 1.5)]
    at_once(driver, ("motion", tile), ("press", tile), ("drag", tile), ("release", tile))
    driver.frames(6)
    assert driver.app.editor.armed == "soccer_ball", "a click, which takes it in hand"


def test_a_click_on_a_tile_and_one_in_the_scene_between_two_frames_place_it(drive: Open) -> None:
    driver = drive(Design())
    tile, to = "part.soccer_ball", (2.0, 1.5)
    clicks = [(event, spot) for spot in (tile, to) for event in ("motion", "press", "release")]
    at_once(driver, *clicks)
    assert [(part.kind, part.x, part.y) for part in driver.design.parts] == [("soccer_ball", 2.0, 1.5)]


def test_a_drag_of_a_link_with_nothing_to_join_says_so(drive: Open) -> None:
    driver = drive(Design())
    driver.click("search")
    driver.type("rope")
    carry_slowly(driver, "part.rope", (2.0, 1.0))
    assert "no parts here have ports for it" in driver.said


@pytest.mark.parametrize(
    ("typed", "first"),
    [("crate", "crate"), ("basket", "basket"), ("rope", "rope"), ("balloon", "balloon"), ("bowli", "bowling_ball")],
)
def test_the_exact_name_is_found_first(drive: Open, typed: str, first: str) -> None:
    driver = drive(Design())
    driver.click("search")
    driver.type(typed)
    assert driver.app.features.palette.found[0].name == first
    assert len(driver.app.features.palette.found) == len({offer.name for offer in driver.app.features.palette.found})


def test_escape_clears_the_search(drive: Open) -> None:
    driver = drive(Design())
    driver.click("search")
    driver.type("crate")
    driver.key(key.RETURN)  # it is in hand now
    assert driver.app.editor.armed == "crate"
    driver.key(key.ESCAPE)
    driver.click("search")
    driver.type("basket")
    driver.key(key.ESCAPE)
    assert driver.app.features.palette.search == "" and driver.shows("part.domino")


def test_parts_for_imported_levels_are_offered_where_they_are_used(drive: Open) -> None:
    driver = drive(Design())
    assert driver.shows("part.balloon") and not driver.shows("part.classic_balloon")
    driver = drive(Design(parts=(PartSpec(1, "classic_balloon", 1.0, 1.0),), next_id=2))
    assert driver.shows("part.classic_balloon") and not driver.shows("part.classic_cactus")
    driver.click((1.0, 1.0))
    driver.key(key.DELETE)
    assert not driver.shows("part.classic_balloon")


def test_the_filter_leaves_what_is_set_off_by_a_stimulus(drive: Open) -> None:
    driver = drive(Design())
    driver.click("filter")
    driver.click("filter.takes.turn")
    assert driver.shows("part.gear") and driver.shows("part.tacho") and not driver.shows("part.bowling_ball")
    driver.click("search")
    driver.type("conveyor")
    assert [offer.name for offer in driver.app.features.palette.found] == ["driven_conveyor"]
    driver.click("filter.end")
    assert len(driver.app.features.palette.found) > 1, "the search goes on without it"


def test_what_sets_a_part_off_and_what_it_sets_off_is_one_key_away(drive: Open) -> None:
    driver = drive(Design(parts=(PartSpec(1, "button", 1.0, 1.0, fixed=True),), next_id=2))
    driver.click((1.0, 1.0))
    driver.key(key.U)
    driver.frames()
    assert driver.shows("part.bowling_ball") and not driver.shows("part.motor"), "a ball can push it"
    driver.key(key.U, key.MOD_SHIFT)
    driver.frames()
    assert driver.shows("part.motor") and not driver.shows("part.bowling_ball"), "it can switch a motor on"
    driver.key(key.U, key.MOD_SHIFT)
    driver.frames()
    assert driver.app.features.palette.filter.chosen is None


def test_where_nothing_fits_the_palette_says_so(drive: Open) -> None:
    driver = drive(Design(parts=(PartSpec(1, "floor", 1.0, 1.0, fixed=True),), next_id=2))
    driver.click((1.0, 1.0))
    driver.key(key.U)
    driver.frames()
    assert not driver.app.features.palette._families
    assert "There is no part here that fits: What sets off: Floor" in driver.app.features.palette._why_empty()


def test_what_was_used_last_is_near_the_top_after_a_search(drive: Open) -> None:
    driver = drive(Design())
    for kind in ("soccer_ball", "tennis_ball", "soccer_ball"):
        driver.click(f"part.{kind}")
        driver.key(key.ESCAPE)
        assert not driver.shows("recent.soccer_ball"), "nothing moves away under the pointer"
    driver.click("search")
    driver.type("crate")
    driver.key(key.ESCAPE)
    driver.frames()
    assert driver.app.features.preferences.recent_kinds == ("tennis_ball", "soccer_ball")
    assert driver.shows("recent.tennis_ball")
    driver.click("recent.soccer_ball")
    assert driver.app.editor.armed == "soccer_ball"


def test_only_the_last_few_are_recent_and_a_level_with_a_stock_has_none(drive: Open) -> None:
    driver = drive(Design())
    preferences = driver.app.features.preferences
    for kind in ("domino", "crate", "rope", "wall", "floor"):
        preferences.note_use(kind)
    assert preferences.recent_kinds == ("floor", "wall", "rope")
    driver = drive(Design(stock={"domino": 1}))
    driver.click("part.domino")
    assert not driver.shows("recent.domino") and "domino" not in driver.app.features.preferences.recent_kinds


def test_the_card_of_a_part_shows_it_at_work_while_it_is_pointed_at(drive: Open) -> None:
    driver = drive(Design())
    card = driver.app.features.palette.card
    driver.frames(5)
    assert card._player is None, "nothing is run or drawn before"
    driver.point("part.bowling_ball")
    driver.frames(60)
    assert card._kind is KINDS["bowling_ball"] and card._texture
    begin = card._drawn
    driver.frames(60)
    assert card._drawn > begin, "it goes on"
    driver.point((2.0, 1.0))
    driver.frames(5)
    assert card._kind is None


def test_the_card_is_gone_once_the_part_is_taken_until_the_pointer_comes_anew(drive: Open) -> None:
    driver = drive(Builder().design())
    card = driver.app.features.palette.card
    driver.point("part.bowling_ball")
    driver.seconds(0.7)
    assert card._kind is KINDS["bowling_ball"]
    driver.click("part.bowling_ball")
    driver.seconds(0.7)
    assert card._kind is None and driver.app.editor.armed == "bowling_ball"
    driver.point("part.tennis_ball")
    driver.seconds(0.7)
    assert card._kind is None, "on the way to the scene"
    driver.point((2.0, 1.0))
    driver.point("part.tennis_ball")
    driver.seconds(0.7)
    assert card._kind is KINDS["tennis_ball"]


def test_the_card_follows_the_theme(drive: Open) -> None:
    driver = drive(Design())
    card = driver.app.features.palette.card
    driver.point("part.bowling_ball")
    driver.frames(60)
    light = card._player
    driver.key(key.F9)
    driver.point("part.bowling_ball")
    driver.frames(60)
    assert light is not None and card._player is not light and card._texture


def test_with_reduced_motion_the_card_shows_a_still_picture(drive: Open) -> None:
    driver = drive(Design())
    driver.workspace.settings.remember(reduced_motion=True)
    driver.point("part.bowling_ball")
    driver.frames(60)
    card = driver.app.features.palette.card
    begin = card._drawn
    driver.frames(60)
    assert card._kind is KINDS["bowling_ball"] and card._drawn == begin > 0.0


@pytest.mark.parametrize(
    ("word", "wanted"),
    [
        ("portcullis", {"cage", "trap_door"}),
        ("flap", {"trap_door", "diverter"}),
        ("hatch", {"trap_door"}),
        ("cog", {"gear"}),
        ("magnet", {"electromagnet"}),
        ("tnt", {"dynamite", "nitro"}),
        ("plank", {"bar", "floor"}),
        ("lens", {"magnifier"}),
        ("zeppelin", {"blimp"}),
        ("string", {"rope"}),
        ("hoover", {"vacuum"}),
        ("teeter-totter", {"seesaw"}),
    ],
)
def test_a_part_is_found_by_what_people_also_call_it(word: str, wanted: set[str]) -> None:
    ((_, found),) = offers.families_of(Design(), word, None, {})
    assert wanted <= {offer.name for offer in found}
    assert found[0].name in wanted or word in found[0].title.casefold(), "before what only mentions it"


def test_a_name_comes_before_another_word_for_something_else() -> None:
    ((_, found),) = offers.families_of(Design(), "gate", None, {})
    names = [offer.name for offer in found]
    assert set(names[:2]) == {"light_gate", "gate"}
    assert {"cage", "trap_door"} <= set(names)


def test_every_kind_that_can_be_placed_has_another_word_or_a_name_that_all_use() -> None:
    lacking = {name for name, kind in {**KINDS, **LINKS}.items() if not (kind.synonyms or name.startswith("classic"))}
    assert lacking <= {"baseball", "pool_ball", "cola_bottle"}, "with commas between the words"


def test_a_part_is_placed_by_dragging_it_in(drive: Open) -> None:
    driver = drive(shop())
    driver.carry("part.domino", "part.crate", (1.5, 1.5), (1.5, 0.9))
    placed = driver.design.parts[-1]
    assert (placed.kind, placed.x, placed.y) == ("domino", 1.5, 0.9)
    assert driver.commands == ["place"]


def test_a_part_is_placed_by_two_clicks(drive: Open) -> None:
    driver = drive(shop())
    driver.click("part.tennis_ball")
    driver.point((1.5, 1.9))
    assert driver.app.editor.armed == "tennis_ball"
    assert driver.commands == []
    driver.click((1.5, 1.9))
    assert driver.design.parts[-1].kind == "tennis_ball"
    driver.click((1.7, 1.9))
    assert driver.commands == ["place"]


def test_a_part_dragged_in_and_back_is_not_placed(drive: Open) -> None:
    driver = drive(shop())
    driver.carry("part.domino", (1.5, 0.9), "part.domino")
    assert driver.commands == []
    assert driver.app.editor.armed is None


def test_a_part_dropped_on_the_palette_is_deleted(drive: Open) -> None:
    driver = drive(shop())
    driver.carry((2.0, 1.0), (1.0, 1.0), "part.domino")
    assert driver.commands == ["delete"]


def test_search_leaves_what_fits(drive: Open) -> None:
    driver = drive(shop())
    driver.click("search")
    driver.type("soccer")
    assert driver.shows("part.soccer_ball")
    assert not driver.shows("part.crate")
    driver.key(key.SPACE)  # goes to the field, not to the machine
    assert not driver.workspace.document.session.running


def test_the_search_is_gone_to_by_key_and_gives_what_was_found(drive: Open) -> None:
    driver = drive(shop())
    driver.key(key.F, key.MOD_CTRL)
    driver.type("ball")
    driver.key(key.DOWN)
    assert [offer.name for offer in driver.app.features.palette.found][:2] == ["bowling_ball", "tennis_ball"]
    driver.key(key.RETURN)
    assert driver.app.editor.armed == "tennis_ball"
    assert driver.app.features.keyboard.at is not None  # where it would go: the arrow keys move it
    driver.key(key.RETURN)
    assert driver.design.parts[-1].kind == "tennis_ball"


def test_favourites_come_first_and_are_remembered(drive: Open, data: Path) -> None:
    driver = drive(shop())
    spot = driver.at("part.wall")
    for name in ("on_mouse_motion", "on_mouse_press", "on_mouse_release"):
        driver._event(name, *spot, *((0, 0) if name == "on_mouse_motion" else (mouse.RIGHT, 0)))
    assert "now one of your favourites" in driver.said
    driver.click((1.0, 0.25))
    driver.key(key.B, key.MOD_CTRL)
    assert driver.app.features.preferences.favourites == ("wall", "crate")
    driver = drive(shop())
    driver.click("favourite.crate", (3.5, 2.0))
    assert driver.design.parts[-1].kind == "crate"
    driver.key(key.B, key.MOD_CTRL)
    assert not driver.shows("favourite.crate") and driver.shows("favourite.wall")


def test_what_the_palette_keeps_is_drawn_anew_for_another_document_or_theme(drive: Open) -> None:
    driver = drive(shop())
    assert driver.shows("part.crate")
    driver.app.features.appearance.next_theme()
    driver.frames()
    kept = driver.app.features.palette._pictures
    assert kept and kept == {name: driver.app.pictures.kind(name) for name in kept}, "the old pictures are gone"
    levels.write(driver.workspace.data / "bare.toml", replace(shop(), stock={"domino": 2}))
    assert driver.workspace.files.open(driver.workspace.data / "bare.toml")
    driver.frames(3)
    assert driver.shows("part.domino") and not driver.shows("part.crate")


def test_a_puzzle_offers_its_stock_only_and_says_when_it_is_used_up(drive: Open) -> None:
    driver = drive(replace(shop(), stock={"domino": 1}))
    assert driver.shows("part.domino")
    assert not driver.shows("part.crate")
    driver.click("part.domino", (1.5, 1.0), "part.domino")
    assert driver.said == "No domino is left in the stock of this level."
    assert driver.commands == ["place"]


def test_the_palette_shows_each_item_of_the_stock(drive: Open) -> None:
    bars = {f"{n}-bar": StockItem("bar", n, f"Bar {n}", {"width": 0.5 * n}) for n in (1, 2)}
    driver = drive(replace(shop(), stock=bars))
    assert driver.shows("part.1-bar") and driver.shows("part.2-bar") and not driver.shows("part.bar")
    driver.click("part.2-bar", (1.5, 1.0))
    placed = driver.workspace.document.session.design.parts[-1]
    assert (placed.item, placed.props) == ("2-bar", {}) or placed.props == {"width": 1.0}

"""The inspector: numbers are dragged and typed, choices and switches set, notes written, all as commands."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace
from pyglet.window import key, mouse

from sandbox.commands.commands import Configure
from sandbox.design.design import Design, PartSpec
from sandbox.editing import picking
from sandbox.levels import library
from sandbox.window.frame.status_line import advice
from tests.contraptions import Builder
from tests.window.driver import Open, data, drive, shop

__all__ = ["data", "drive"]  # fixtures


def test_a_dragged_number_is_previewed_and_set_once(drive: Open) -> None:
    driver = drive(shop())
    driver.click((1.5, 0.05))
    x0, y0, x1, y1 = driver.app.ui.rects["prop.height"]
    middle = int(driver.window.height - (y0 + y1) / 2)
    events = (("on_mouse_motion", x0 + 20, 0, 0), ("on_mouse_press", x0 + 20, mouse.LEFT, 0))
    for name, x, *rest in events:
        driver._event(name, int(x), middle, *rest)
    for x in np.linspace(x0 + 20, x1 - 20, 6):
        driver._event("on_mouse_drag", int(x), middle, 5, 0, mouse.LEFT, 0)
    assert driver.part(1).props.get("height") is None  # so far it is only shown
    assert driver.app.editor.preview.parts[0].props["height"] > 0.5
    driver._event("on_mouse_release", int(x1 - 20), middle, mouse.LEFT, 0)
    assert driver.part(1).props["height"] > 0.5
    driver.click("reset.height")
    assert "height" not in driver.part(1).props
    assert driver.commands == ["configure", "configure"]


def test_position_and_angle_can_be_typed(drive: Open) -> None:
    driver = drive(shop())
    driver.click((1.0, 0.25))
    for field, text in (("x", "1.234"), ("angle", "30")):
        driver.click(f"value.{field}")
        driver.key(key.A, key.MOD_CTRL)
        driver.type(text)
        driver.key(key.RETURN)
    assert driver.part(2).x == 1.234
    assert driver.part(2).angle == pytest.approx(np.radians(30))
    assert driver.commands == ["move", "move"]


def test_a_part_is_given_a_name_that_sentences_call_it_by(drive: Open) -> None:
    driver = drive(shop())
    driver.click((1.0, 0.25), "name")
    driver.type("the keg")
    assert driver.part(2).name == "", "so far it is only shown"
    driver.key(key.RETURN)
    assert driver.part(2).name == "the keg" and driver.commands == ["name"]
    driver.point((1.0, 0.25))
    assert advice(driver.app).startswith("The keg")
    driver.key(key.Z, key.MOD_CTRL)
    assert driver.part(2).name == ""


def test_its_picture_shows_a_part_as_it_looks_unless_that_is_a_mere_line(drive: Open) -> None:
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)
    b.part("custom_ball", 1.0, 1.0, colour="red")
    driver = drive(b.design())
    inspector, pictures = driver.app.features.inspector, driver.app.pictures
    floor, ball = driver.design.parts
    assert inspector._picture(ball) == pictures.part(ball) != pictures.kind("custom_ball")
    assert inspector._picture(floor) == pictures.kind("floor")


def test_it_says_what_a_loose_part_weighs_where_no_property_does(drive: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    b = Builder()
    for kind in ("floor", "bowling_ball", "custom_ball", "cannon"):
        b.part(kind, 2.0, 0.2 + len(b.design().parts))
    driver = drive(b.design())
    inspector, numbers = driver.app.features.inspector, []
    monkeypatch.setattr(inspector, "_title", lambda number, *_: numbers.append(number))
    for spec in driver.design.parts:
        driver.app.editor.selection.ids = (spec.id,)
        driver.frames()
    assert [*dict.fromkeys(numbers)] == ["Part 1", "Part 2, 6 kg", "Part 3", "Part 4"], (
        "a mass of one's own has a row, and the ball in a cannon is not the cannon"
    )


def test_it_says_how_many_watts_a_plug_asks_for_whether_its_source_has_them_and_how_fast_a_shaft_turns(
    drive: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    b = Builder()
    battery, toaster, motor = b.part("battery", 1.0, 1.0), b.part("toaster", 2.0, 1.0), b.part("motor", 3.0, 1.0)
    magnet = b.part("electromagnet", 4.0, 1.0)
    for load in (toaster, magnet):
        b.link("cable", battery, "socket", load, "plug")
    driver = drive(b.design())
    lines: list[str] = []
    ui = driver.app.features.inspector.ui
    monkeypatch.setattr(ui, "faint", lines.append)
    monkeypatch.setattr(ui, "line_of", lambda _icon, _colour, text: lines.append(text))
    driver.app.editor.selection.ids = (toaster,)
    driver.frames()
    assert "Plug (power in, 50 W)" in lines
    assert any(line.endswith("of 60 W: nothing there will run.") for line in lines)
    driver.app.editor.selection.ids = (motor,)
    driver.key(key.SPACE)
    driver.frames(30)
    assert any(line.endswith("rpm") for line in lines)


def test_a_given_part_says_what_it_does_what_it_weighs_and_only_what_counts(
    drive: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    b = Builder()
    gate = b.part("polygon", 1.0, 1.0, body="upright", stuff="metal", mass=2.6)
    post = b.part("polygon", 2.0, 1.0)
    driver = drive(replace(b.design(), stock={}))
    inspector, lines = driver.app.features.inspector, []
    monkeypatch.setattr(inspector.ui, "faint", lines.append)
    for part, says, is_said in (
        (gate, f"Part {gate}, 2.6 kg", "A piece of metal. It is lifted, falls and slides, but never turns."),
        (post, f"Part {post}, stays in place", "A piece of stone. It stays where it is."),
    ):
        lines.clear()
        driver.app.editor.selection.ids = (part,)
        driver.frames()
        assert {says, is_said} <= {*lines} and "Surface" in lines
        assert not {"Outline", "Mass", "Friction", "Pin, up", "x"} & {*lines}


def test_a_field_that_changes_nothing_as_the_part_is_can_not_be_set(drive: Open) -> None:
    b = Builder()
    shape = b.part("polygon", 1.0, 1.0)
    driver = drive(b.design())
    for surface, friction in (("natural", None), ("own", 2.0)):
        driver.app.editor.set(Configure(shape, "surface", surface))
        driver.app.editor.selection.ids = (shape,)
        driver.frames()
        driver.click("prop.friction")
        driver.key(key.A, key.MOD_CTRL)
        driver.type("2")
        driver.key(key.RETURN)
        assert driver.part(shape).props.get("friction") == friction


def test_the_parts_of_a_puzzle_are_named_by_its_author_alone(drive: Open) -> None:
    driver = drive(library.bundled_dir() / "drop.toml")
    driver.click((1.0, 0.25))
    driver.key(key.F2, key.MOD_CTRL)
    assert driver.said == "Parts can't be named in this level."


def test_a_number_being_typed_is_kept_when_one_clicks_elsewhere(drive: Open) -> None:
    driver = drive(shop())
    driver.click((1.0, 0.25), "value.y")
    driver.key(key.A, key.MOD_CTRL)
    driver.type("0.9")
    driver.click((2.0, 1.0))
    assert driver.part(2).y == 0.9
    assert driver.app.editor.selection.ids == (3,)


def test_a_number_is_typed_with_a_unit_and_what_is_none_is_refused(drive: Open) -> None:
    driver = drive(shop())
    driver.click((1.0, 0.25))
    for widget, text in (("value.x", "1234 mm"), ("value.angle", "0,5 turns")):
        driver.click(widget)
        driver.type(text)
        driver.key(key.RETURN)
    assert driver.part(2).x == 1.234
    assert driver.part(2).angle == pytest.approx(np.pi)
    driver.click("prop.width")
    driver.type("25cm")
    driver.key(key.RETURN)
    assert driver.part(2).props == {"width": 0.25}
    commands = driver.commands
    driver.click("value.y")
    driver.type("12 kg")
    driver.key(key.RETURN)
    assert driver.said.startswith("'12 kg' is no number that fits here; type for example 1.5 m, 15 cm or 15 mm")
    driver.click("value.y")
    driver.type("0.9")
    driver.key(key.ESCAPE)
    assert driver.commands == commands and driver.part(2).y == 0.25


def test_several_parts_are_set_at_once_and_reset(drive: Open) -> None:
    b = Builder()
    one, two = b.part("crate", 1.0, 0.5), b.part("crate", 3.0, 0.7, height=0.5)
    driver = drive(b.design())
    driver.key(key.A, key.MOD_CTRL)
    driver.click("prop.height")
    driver.type("40 cm")
    driver.key(key.RETURN)
    assert [driver.part(id_).props["height"] for id_ in (one, two)] == [0.4, 0.4]
    assert driver.commands == ["together"]
    driver.click("reset.height")
    assert "height" not in driver.part(one).props and "height" not in driver.part(two).props
    driver.click("group.align_bottom")
    assert picking.box_of(driver.part(one)).y0 == pytest.approx(picking.box_of(driver.part(two)).y0)
    driver.click((1.0, 2.0), (1.0, picking.box_of(driver.part(one)).y0 + 0.01), "inspector.help")
    assert driver.app.dialog is not None and driver.app.dialog.name == "part"


def test_a_choice_a_switch_and_the_world_are_set(drive: Open) -> None:
    driver = drive(shop())
    driver.click((3.0, 1.5), "prop.running")
    driver.click((3.0, 0.13), "prop.mode")
    x0, y0, x1, y1 = driver.app.ui.rects["prop.mode"]  # its list hangs below it, the second entry one line down
    line = (y1 - y0) * 0.9
    spot = (int((x0 + x1) / 2), int(driver.window.height - y1 - 1.7 * line))
    driver._event("on_mouse_motion", *spot, 0, 0)
    driver._event("on_mouse_press", *spot, mouse.LEFT, 0)
    driver._event("on_mouse_release", *spot, mouse.LEFT, 0)
    assert driver.part(4).props == {"mode": "hold"}
    driver.click((0.5, 2.0), "world.air")
    driver.type("0.4")
    driver.key(key.RETURN)
    assert driver.design.world.air == 0.4
    assert driver.commands == ["configure", "configure", "set_world"]


def test_a_note_is_written_in_the_inspector_and_drawn_shapes_are_drawn_anew(drive: Open) -> None:
    driver = drive(Design(parts=(PartSpec(1, "note", 1.0, 1.0), PartSpec(2, "polygon", 2.0, 1.0)), next_id=3))
    driver.click((1.0, 1.0), "prop.text")
    driver.type("Mind the gap")
    driver.click((3.0, 1.8))
    assert driver.part(1).props["text"] == "Mind the gap"
    driver.click((2.0, 1.0), "prop.outline", (2.5, 1.0), (3.0, 1.0), (2.5, 2.0))
    driver.key(key.ENTER)
    assert driver.part(2).props["outline"] == (((-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5)),)
    assert driver.commands == ["configure", "together"]


def test_a_short_text_has_a_field_of_one_line(drive: Open) -> None:
    driver = drive(Design(parts=(PartSpec(1, "dynamite", 1.0, 1.0), PartSpec(2, "note", 2.0, 1.0)), next_id=3))
    driver.click((1.0, 1.0))
    low, high = driver.app.ui.rects["prop.number"][1::2]
    driver.click("prop.number")
    driver.type("7")
    driver.click((2.0, 1.0))
    assert driver.part(1).props == {"number": "7"}
    top, bottom = driver.app.ui.rects["prop.text"][1::2]
    assert bottom - top > 3 * (high - low)


def test_properties_are_locked_in_a_puzzle_and_while_it_runs(drive: Open) -> None:
    driver = drive(replace(shop(), stock={}))
    driver.click((1.5, 0.05), "fact.height")
    assert "prop.height" not in driver.app.ui.rects, "it is text, not a field"
    assert driver.commands == []
    driver.workspace.files.open(library.bundled_dir() / "workshop.toml")
    driver.frames()
    driver.click((1.5, 0.05), "run", "prop.height")
    assert driver.commands == ["start"]

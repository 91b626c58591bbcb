"""Pictures for the interface: what is dropped is given back, but not before nothing can show it any more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from pyglet import gl
from pyglet.window import key

from sandbox.design.design import Design, PartSpec, StockItem
from sandbox.window.ui import textures as module
from sandbox.window.ui.textures import Pictures
from tests.window.driver import Driver, data, drive, shop  # noqa: F401  (fixtures)

Open = Callable[[Design], Driver]


def there(texture: int) -> bool:
    return bool(gl.glIsTexture(texture))


def test_what_was_dropped_stays_until_the_interface_has_been_laid_out_anew(gl_window: Any) -> None:
    pictures = Pictures(1.0)
    before = pictures.kind("crate").texture
    pictures.redraw(1.0, module.LIGHT)
    assert pictures.kind("crate").texture != before and there(before)
    pictures.turn()
    assert there(before), "the frame that is being made may yet fail, and the last one be drawn again"
    pictures.tidy()
    assert not there(before)


def test_what_is_dropped_while_a_frame_is_made_is_in_that_frame(
    gl_window: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_PARTS", 1)
    pictures = Pictures(1.0)
    pictures.turn()
    first = pictures.item(StockItem("crate", props={"width": 0.3})).texture
    second = pictures.item(StockItem("crate", props={"width": 0.5})).texture
    pictures.tidy()
    assert there(first) and there(second), "both are about to be shown"
    pictures.turn()
    pictures.tidy()
    assert not there(first) and there(second)


def test_a_part_of_its_own_shape_has_its_own_picture_and_equal_ones_share_one(gl_window: Any) -> None:
    pictures = Pictures(1.0)
    cobble = PartSpec(3, "polygon", 1.0, 2.0)
    plank = PartSpec(4, "polygon", 0.5, 0.5, props={"outline": (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),)})
    assert pictures.part(cobble).texture != pictures.part(plank).texture
    assert pictures.part(replace(cobble, id=5, x=3.0)) == pictures.part(cobble)


def test_another_density_while_a_machine_runs_shows_no_picture_that_is_gone(
    drive: Open,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    driver = drive(shop())
    driver.key(key.SPACE)
    app = driver.app
    shown: list[bool] = []
    again, end = app.host.again, app.host.end
    texture = app.pictures.kind("crate").texture
    monkeypatch.setattr(app.host, "again", lambda: (shown.append(there(texture)), again()))
    driver.frames(8)
    assert True in shown, "between two layouts the last one is drawn again"
    while not app.frames._interface_holds(app.workspace.now() + 16_000_000, driver.window.get_framebuffer_size()):
        driver.frames(1)
    wide = app.ui.rects["run"][2]
    monkeypatch.setattr(app.host, "end", lambda: (shown.append(there(texture)), end()))
    app.inputs.on_scale(1.5, 144)
    driver.frames(1)
    assert app.ui.rects["run"][2] > 1.4 * wide, "laid out anew at once, though it would have held"
    assert all(shown)
    assert not there(texture)

"""OpenGL objects that the program makes by itself are freed with what holds them."""

from __future__ import annotations

import gc
import threading
import weakref
from pathlib import Path
from typing import Any

import pytest
from pyglet import gl

from sandbox.render.gl_objects import Kind, Texture, create
from tests.window.driver import Driver, data, drive, shop  # noqa: F401  (fixtures)

EXISTS = {
    "texture": gl.glIsTexture,
    "framebuffer": gl.glIsFramebuffer,
    "renderbuffer": gl.glIsRenderbuffer,
    "query": gl.glIsQuery,
}
BIND = {
    "texture": lambda name: gl.glBindTexture(gl.GL_TEXTURE_2D, name),
    "framebuffer": lambda name: gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, name),
    "renderbuffer": lambda name: gl.glBindRenderbuffer(gl.GL_RENDERBUFFER, name),
}
NAMES = 4096  # OpenGL numbers its objects from 1 on, and takes numbers that are free again first


class Owner:
    """Something that holds an OpenGL object."""


def existing() -> dict[str, int]:
    """Count the OpenGL objects of the current context, by kind."""
    kinds = {**EXISTS, "buffer": gl.glIsBuffer, "vertex array": gl.glIsVertexArray, "program": gl.glIsProgram}
    return {kind: sum(bool(exists(name)) for name in range(1, NAMES)) for kind, exists in kinds.items()}


@pytest.mark.parametrize("kind", BIND)
def test_an_object_goes_with_its_owner(gl_window: Any, kind: Kind) -> None:
    owner = Owner()
    name, _ = create(owner, kind)
    BIND[kind](name)  # only then OpenGL makes it
    assert EXISTS[kind](name)
    BIND[kind](0)
    del owner
    assert not EXISTS[kind](name)


def test_a_query_goes_with_its_owner(gl_window: Any) -> None:
    owner = Owner()
    name, _ = create(owner, "query")
    gl.glBeginQuery(gl.GL_TIME_ELAPSED, name)
    gl.glEndQuery(gl.GL_TIME_ELAPSED)
    assert gl.glIsQuery(name)
    del owner
    assert not gl.glIsQuery(name)


def test_what_was_freed_by_hand_is_not_freed_again_with_its_owner(
    gl_window: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """OpenGL gives a free name to somebody else, whose object a second time would take away."""
    gl_window.switch_to()  # that of another test may still be current
    freed: list[int] = []
    monkeypatch.setattr(gl_window.context, "delete_texture", freed.append)
    owner = Owner()
    name, free = create(owner, "texture")
    free()
    del owner
    assert freed == [name]


def test_an_owner_that_goes_in_another_thread_gives_its_object_back_later(gl_window: Any) -> None:
    box = [Texture()]
    name = box[0].name
    gl.glBindTexture(gl.GL_TEXTURE_2D, name)
    gl.glBindTexture(gl.GL_TEXTURE_2D, 0)
    thread = threading.Thread(target=box.clear)
    thread.start()
    thread.join()
    assert gl.glIsTexture(name), "OpenGL may be called from the thread of the context only"
    gl_window.switch_to()
    assert not gl.glIsTexture(name)


def test_an_application_that_was_closed_leaves_nothing_on_the_graphics_card(
    gl_window: Any,
    tmp_path: Path,
    data: Path,  # noqa: F811
) -> None:
    """The window outlives the application here, as it does in the tests: what one leaves, all of them leave."""

    def opened_and_closed(number: int) -> dict[str, int]:
        driver = Driver(gl_window, data / str(number), Path("levels/drop.toml"))
        driver.frames()
        assert existing()["texture"] > 0
        app = weakref.ref(driver.app)
        driver.close()
        del driver
        gc.collect()
        assert app() is None, "something outside holds the application"
        gl_window.switch_to()
        return existing()

    opened_and_closed(0)  # what is made once for all: shared programs
    first = opened_and_closed(1)
    assert first["texture"] == 0 and first["program"] > 0
    assert opened_and_closed(2) == opened_and_closed(3) == first

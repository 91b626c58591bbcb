"""Drawing without a window on the screen: a hidden OpenGL context, and a target to draw into and read back."""

from __future__ import annotations

import ctypes
import os
import sys
from types import TracebackType
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from sandbox.errors import Refused
from sandbox.render.pictures import graphics_advice

if TYPE_CHECKING:
    from sandbox.render.gl_objects import Texture

Pixels = npt.NDArray[np.uint8]

_window: Any = None  # keeps the context of `ensure_context` alive


class NoGraphics(Refused):
    """Raised when this machine has no usable OpenGL; the text says what to install."""


def ensure_context() -> None:
    """Make sure that OpenGL can be called: with the window's context if there is one, else a hidden one of our own.

    On Linux that is EGL, which needs no display. One process can't have both kinds, so the choice is made here, by the
    first import of pyglet's graphics.

    Raises:
        NoGraphics: no driver, or one older than OpenGL 3.3.
    """
    global _window
    if "pyglet.gl" not in sys.modules and sys.platform.startswith("linux"):
        os.environ["PYGLET_HEADLESS"] = "true"
    try:
        import pyglet

        if _window is not None or pyglet.app.windows:
            return
        _window = pyglet.window.Window(16, 16, visible=False, config=config(), caption="contraption sandbox")
    except Exception as error:  # whatever the platform's loader raises: OSError, ImportError, pyglet's own
        raise NoGraphics(graphics_advice.advice(error)) from None


def config() -> Any:
    """Framebuffer configuration for pyglet: eight bits a colour (without a display pyglet would choose RGB565)."""
    from pyglet import gl

    factory: Any = gl.Config
    return factory(red_size=8, green_size=8, blue_size=8, alpha_size=8, double_buffer=True)


class Target:
    """An off-screen framebuffer with colour and alpha; `with target:` draws into it, `read` returns the picture.

    Rows come top first, as picture files have them. The framebuffer that was bound before is bound again afterwards.
    """

    def __init__(self, width: int, height: int) -> None:
        from pyglet import gl

        from sandbox.render.gl_objects import create

        self.width, self.height = width, height
        self._colour, self._free_colour = create(self, "renderbuffer")
        gl.glBindRenderbuffer(gl.GL_RENDERBUFFER, self._colour)
        gl.glRenderbufferStorage(gl.GL_RENDERBUFFER, gl.GL_RGBA8, width, height)
        self._framebuffer, self._free_framebuffer = create(self, "framebuffer")
        with self:
            gl.glFramebufferRenderbuffer(gl.GL_FRAMEBUFFER, gl.GL_COLOR_ATTACHMENT0, gl.GL_RENDERBUFFER, self._colour)
            status = gl.glCheckFramebufferStatus(gl.GL_FRAMEBUFFER)
        if status != gl.GL_FRAMEBUFFER_COMPLETE:
            raise NoGraphics(f"the graphics driver can't draw into a picture of {width} x {height} pixels")
        self._pixels: Pixels = np.empty((height, width, 4), np.uint8)

    def __enter__(self) -> Target:
        from pyglet import gl

        bound, viewport = gl.GLint(), (gl.GLint * 4)()
        gl.glGetIntegerv(gl.GL_DRAW_FRAMEBUFFER_BINDING, bound)
        gl.glGetIntegerv(gl.GL_VIEWPORT, viewport)
        self._before = bound.value, tuple(viewport)
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, self._framebuffer)
        gl.glViewport(0, 0, self.width, self.height)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        from pyglet import gl

        framebuffer, viewport = self._before
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, framebuffer)
        gl.glViewport(*viewport)

    def clear(self) -> None:
        """Make the target transparent; call it within `with`."""
        from pyglet import gl

        gl.glClearColor(0.0, 0.0, 0.0, 0.0)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)

    def read(self) -> Pixels:
        """Return the picture, (height, width, 4), top row first: a view of an array that the next `read` overwrites."""
        from pyglet import gl

        gl.glPixelStorei(gl.GL_PACK_ALIGNMENT, 1)
        pointer = self._pixels.ctypes.data_as(ctypes.c_void_p)
        gl.glReadPixels(0, 0, self.width, self.height, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, pointer)
        return self._pixels[::-1]

    def delete(self) -> None:
        """Free the graphics card's memory now, and not only with this object."""
        self._free_framebuffer()
        self._free_colour()


def upload(pixels: Pixels) -> Texture:
    """Create a texture with these pixels."""
    from pyglet import gl

    from sandbox.render.gl_objects import Texture

    texture = Texture()
    gl.glActiveTexture(gl.GL_TEXTURE0)
    gl.glBindTexture(gl.GL_TEXTURE_2D, texture.name)
    gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 1)
    height, width, _ = pixels.shape
    gl.glTexImage2D(
        gl.GL_TEXTURE_2D, 0, gl.GL_RGBA8, width, height, 0, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE,
        np.ascontiguousarray(pixels).ctypes.data_as(ctypes.c_void_p),
    )  # fmt: skip
    for parameter in (gl.GL_TEXTURE_MIN_FILTER, gl.GL_TEXTURE_MAG_FILTER):
        gl.glTexParameteri(gl.GL_TEXTURE_2D, parameter, gl.GL_LINEAR)
    for parameter in (gl.GL_TEXTURE_WRAP_S, gl.GL_TEXTURE_WRAP_T):
        gl.glTexParameteri(gl.GL_TEXTURE_2D, parameter, gl.GL_CLAMP_TO_EDGE)
    return texture


def replace_area(texture: Texture, x: int, y: int, pixels: Pixels) -> None:
    """Replace an area of a texture by these pixels; the first pixel of their first row goes to (x, y)."""
    from pyglet import gl

    gl.glActiveTexture(gl.GL_TEXTURE0)
    gl.glBindTexture(gl.GL_TEXTURE_2D, texture.name)
    gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 1)
    height, width, _ = pixels.shape
    gl.glTexSubImage2D(
        gl.GL_TEXTURE_2D, 0, x, y, width, height, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE,
        np.ascontiguousarray(pixels).ctypes.data_as(ctypes.c_void_p),
    )  # fmt: skip

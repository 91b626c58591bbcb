"""The backdrop of a scene: one rectangle with the scene's shader, drawn into a texture and laid under the parts.

The texture is coarser than the picture, as a backdrop is softer than what stands before it, and it is drawn again only
when the view or the scene's time has changed. Shadows read it too: they darken what is behind them.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median

from pyglet import gl
from pyglet.graphics.shader import ShaderProgram

from sandbox.render import shaders
from sandbox.render.gl_mesh import program
from sandbox.render.gl_objects import create

UNIT = 1  # of the texture; 0 is that of the polygons
SLOW_NS = 4_000_000  # a backdrop that takes longer to draw is slow,
SLOW_COUNT = 8  # if that is so for the median of this many drawings


class FrameStopwatch:
    """Measures the time that the graphics card takes for a pass, without waiting for it."""

    def __init__(self) -> None:
        self._query, _ = create(self, "query")
        self._asked = False
        self.nanoseconds: list[int] = []

    def begin(self) -> bool:
        """Begin a measurement and return True, unless the last one has no result yet."""
        if self._asked:
            ready = gl.GLint()
            gl.glGetQueryObjectiv(self._query, gl.GL_QUERY_RESULT_AVAILABLE, ready)
            if not ready.value:
                return False
            passed = gl.GLuint64()
            gl.glGetQueryObjectui64v(self._query, gl.GL_QUERY_RESULT, passed)
            self.nanoseconds = [*self.nanoseconds[1 - SLOW_COUNT :], passed.value]
        gl.glBeginQuery(gl.GL_TIME_ELAPSED, self._query)
        self._asked = True
        return True

    def end(self) -> None:
        gl.glEndQuery(gl.GL_TIME_ELAPSED)

    @property
    def slow(self) -> bool:
        """True if the last drawings took too long."""
        return len(self.nanoseconds) >= SLOW_COUNT and median(self.nanoseconds) > SLOW_NS

    def reset(self) -> None:
        self.nanoseconds = []


class BackdropQuad:
    """A texture as large as the view, divided; `draw` fills it."""

    def __init__(self, rectangle: Callable[[], object]) -> None:
        """`rectangle` draws one that covers the target, with the program in use."""
        self._rectangle = rectangle
        self._programs: dict[str, ShaderProgram] = {}
        self._key: object = None
        self._size = (0, 0)
        self._texture, _ = create(self, "texture")
        self._framebuffer, _ = create(self, "framebuffer")
        self.watch = FrameStopwatch()
        self.drawn = 0  # how often so far

    def draw(self, name: str, size: tuple[int, int], key: object) -> None:
        """Draw a scene, unless `key` (all that it depends on) is as it was, and bind the texture."""
        gl.glActiveTexture(gl.GL_TEXTURE0 + UNIT)
        gl.glBindTexture(gl.GL_TEXTURE_2D, self._texture)
        if (name, size, key) != self._key:
            self._key = name, size, key
            self.drawn += 1
            self._fill(name, size)
        gl.glActiveTexture(gl.GL_TEXTURE0)

    def _fill(self, name: str, size: tuple[int, int]) -> None:
        bound, viewport = gl.GLint(), (gl.GLint * 4)()
        gl.glGetIntegerv(gl.GL_DRAW_FRAMEBUFFER_BINDING, bound)
        gl.glGetIntegerv(gl.GL_VIEWPORT, viewport)
        gl.glBindFramebuffer(gl.GL_DRAW_FRAMEBUFFER, self._framebuffer)
        if size != self._size:
            self._allocate(size)
        if name not in self._programs:
            self._programs[name] = program(*shaders.scene(name))
        gl.glViewport(0, 0, *size)
        gl.glDisable(gl.GL_BLEND)
        self._programs[name].use()
        timed = self.watch.begin()
        self._rectangle()
        if timed:
            self.watch.end()
        gl.glEnable(gl.GL_BLEND)
        gl.glBindFramebuffer(gl.GL_DRAW_FRAMEBUFFER, bound.value)
        gl.glViewport(*viewport)

    def _allocate(self, size: tuple[int, int]) -> None:
        self._size = size
        gl.glTexImage2D(gl.GL_TEXTURE_2D, 0, gl.GL_RGBA8, *size, 0, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, None)
        for parameter in (gl.GL_TEXTURE_MIN_FILTER, gl.GL_TEXTURE_MAG_FILTER):
            gl.glTexParameteri(gl.GL_TEXTURE_2D, parameter, gl.GL_LINEAR)
        for parameter in (gl.GL_TEXTURE_WRAP_S, gl.GL_TEXTURE_WRAP_T):
            gl.glTexParameteri(gl.GL_TEXTURE_2D, parameter, gl.GL_CLAMP_TO_EDGE)
        gl.glFramebufferTexture2D(
            gl.GL_DRAW_FRAMEBUFFER, gl.GL_COLOR_ATTACHMENT0, gl.GL_TEXTURE_2D, self._texture, 0
        )  # fmt: skip

"""Names of OpenGL objects that are freed with the Python object that holds them.

pyglet does this for its own buffers, vertex arrays and programs. Textures, framebuffers and the like that the program
makes by itself would stay on the graphics card until the context goes, and a context outlives many canvases.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Literal

from pyglet import gl

Kind = Literal["texture", "framebuffer", "renderbuffer", "query"]
Free = Callable[[], object]


def create(owner: object, kind: Kind) -> tuple[int, Free]:
    """Create an OpenGL object that is freed with `owner`; return its name, and a function that frees it earlier.

    It is safe that `owner` is collected while another context is current, or in another thread: the object is then
    freed when its context is current again.
    """
    name = gl.GLuint()
    _GENERATE[kind](1, name)
    context = gl.current_context
    free = _free_query if kind == "query" else getattr(context, f"delete_{kind}")
    finalizer = weakref.finalize(owner, free, name.value)
    finalizer.atexit = False  # the context ends with the process, and takes everything along
    return name.value, finalizer


class Texture:
    """An empty texture, whose memory on the graphics card is freed with this object."""

    def __init__(self) -> None:
        self.name, _ = create(self, "texture")


def _free_query(name: int) -> None:
    """Free a query at once, as pyglet keeps no list of those to be freed later: a query costs next to nothing."""
    if gl.current_context is not None:
        gl.glDeleteQueries(1, gl.GLuint(name))


_GENERATE: dict[Kind, Callable[[int, gl.GLuint], object]] = {
    "texture": gl.glGenTextures,
    "framebuffer": gl.glGenFramebuffers,
    "renderbuffer": gl.glGenRenderbuffers,
    "query": gl.glGenQueries,
}

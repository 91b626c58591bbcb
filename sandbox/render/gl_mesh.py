"""Moves numpy arrays to the graphics card: an instanced mesh, a table of numbers, a block of uniforms.

pyglet's own instancing is not used: its indexed variant draws nothing (2.1.19), it adds instances one by one, and its
buffers can't be filled from numpy without private names.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from pyglet import gl
from pyglet.graphics.shader import Shader, ShaderProgram
from pyglet.graphics.vertexarray import VertexArray
from pyglet.graphics.vertexbuffer import BufferObject

from sandbox.render.gl_objects import Texture

Array = npt.NDArray[Any]


class InstancedMesh:
    """One triangle strip drawn many times: an instance is a row of a dynamic and a row of a static buffer.

    Attribute locations follow the order of the fields: 0 is the strip's corners (vec2), then the dynamic buffer's
    fields, then the static buffer's. Every program that draws the mesh declares the same ones, so one vertex array
    serves all.
    """

    def __init__(self, strip: Sequence[float], dynamic: np.dtype[Any], static: np.dtype[Any]) -> None:
        self.count = 0
        self._vertices = len(strip) // 2
        self._dtypes = (dynamic, static)
        self._capacity = 0
        self._vao = VertexArray()
        self._corners = BufferObject(len(strip) * 4)
        corners = np.array(strip, np.float32)
        self._corners.set_data(_pointer(corners))
        self._buffers: list[BufferObject] = []

    def set_dynamic(self, rows: Array) -> None:
        """Upload the values that change with each tick: as many rows as the last `set_static` had."""
        self._upload(0, rows)

    def set_static(self, rows: Array) -> None:
        """Upload the values that change with the scene; their number is the number of instances."""
        if len(rows) > self._capacity:
            self._allocate(max(64, 1 << (len(rows) - 1).bit_length()))
        self.count = len(rows)
        self._upload(1, rows)

    def draw(self) -> None:
        """Draw every instance, in order, with the program in use."""
        if self.count:
            self._vao.bind()
            gl.glDrawArraysInstanced(gl.GL_TRIANGLE_STRIP, 0, self._vertices, self.count)
            self._vao.unbind()

    def _allocate(self, capacity: int) -> None:
        self._capacity = capacity
        self._vao = VertexArray()
        self._vao.bind()
        self._corners.bind()
        gl.glEnableVertexAttribArray(0)
        gl.glVertexAttribPointer(0, 2, gl.GL_FLOAT, gl.GL_FALSE, 0, 0)
        self._buffers = [BufferObject(capacity * dtype.itemsize) for dtype in self._dtypes]
        location = 1
        for buffer, dtype in zip(self._buffers, self._dtypes, strict=True):
            buffer.bind()
            assert dtype.names is not None and dtype.fields is not None
            for name in dtype.names:
                _attribute(location, *dtype.fields[name][:2], dtype.itemsize)
                location += 1
        self._vao.unbind()

    def _upload(self, which: int, rows: Array) -> None:
        assert rows.flags.c_contiguous and rows.nbytes == self.count * self._dtypes[which].itemsize
        if not self.count:
            return
        buffer = self._buffers[which]
        buffer.bind()
        buffer.invalidate()  # a fresh store: the card may still be drawing from the old one
        buffer.set_data_region(_pointer(rows), 0, rows.nbytes)


def _pointer(values: Array) -> Any:
    """Pointer to an array's numbers, for OpenGL; the array must outlive the call."""
    return values.ctypes.data_as(ctypes.c_void_p)


def _attribute(location: int, field: np.dtype[Any], offset: int, stride: int) -> None:
    base, shape = field.subdtype or (field, (1,))
    is_byte = base == np.uint8
    kind = gl.GL_UNSIGNED_BYTE if is_byte else gl.GL_FLOAT
    gl.glEnableVertexAttribArray(location)
    gl.glVertexAttribPointer(location, shape[0], kind, is_byte, stride, offset)
    gl.glVertexAttribDivisor(location, 1)


class FloatTable:
    """A table of float32 quadruples that shaders read by column and row with texelFetch.

    (A texture buffer would be the plain way, but pyglet can't link a program that has one.)
    """

    def __init__(self) -> None:
        self._texture = Texture()

    def set(self, values: npt.NDArray[np.float32]) -> None:
        """Replace the whole table: an array of shape (rows, columns, 4)."""
        rows, columns, _ = values.shape
        self.bind()
        for parameter in (gl.GL_TEXTURE_MIN_FILTER, gl.GL_TEXTURE_MAG_FILTER):
            gl.glTexParameteri(gl.GL_TEXTURE_2D, parameter, gl.GL_NEAREST)
        values = np.ascontiguousarray(values, np.float32)
        size = columns, rows
        gl.glTexImage2D(gl.GL_TEXTURE_2D, 0, gl.GL_RGBA32F, *size, 0, gl.GL_RGBA, gl.GL_FLOAT, _pointer(values))

    def bind(self) -> None:
        """Bind the table as the texture of unit 0."""
        gl.glActiveTexture(gl.GL_TEXTURE0)
        gl.glBindTexture(gl.GL_TEXTURE_2D, self._texture.name)


class UniformBlock:
    """A few vec4s that all programs share: one upload a frame, whatever the number of programs."""

    def __init__(self, name: str, programs: Sequence[ShaderProgram], vectors: int) -> None:
        self.values: npt.NDArray[np.float32] = np.zeros((vectors, 4), np.float32)
        self._pointer = _pointer(self.values)
        self._buffer = BufferObject(self.values.nbytes)
        bindings = {p.uniform_blocks[name].binding for p in programs if name in p.uniform_blocks}
        assert len(bindings) == 1  # pyglet gives a block's name one binding in all programs
        self._binding = bindings.pop()

    def upload(self) -> None:
        """Upload `values` for all programs."""
        self._buffer.set_data_region(self._pointer, 0, self.values.nbytes)
        gl.glBindBufferBase(gl.GL_UNIFORM_BUFFER, self._binding, self._buffer.id)


def program(vertex: str, fragment: str) -> ShaderProgram:
    """Return a program compiled and linked from GLSL sources: the same one for all who draw in this OpenGL context.

    Linking is the slowest part of making a canvas. So whoever draws sets no uniform in a program that differs from one
    canvas to another: those are in a `UniformBlock`, which each canvas uploads before it draws.
    """
    context: Any = gl.current_context
    # On the context itself, so that they go with it: a program holds its context.
    linked: dict[tuple[str, str], ShaderProgram] = context.__dict__.setdefault("linked_programs", {})
    sources = vertex, fragment
    if sources not in linked:
        linked[sources] = ShaderProgram(Shader(vertex, "vertex"), Shader(fragment, "fragment"))
    return linked[sources]

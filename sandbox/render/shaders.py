"""Assembles the GLSL programs from the sources in `glsl/`.

Everything is a signed distance: edges are crisp at any zoom, and outline, bevel, shadow and halo come from the same
number. Lengths are in metres, colours in sRGB; the light stands still in the world. Output is premultiplied by alpha,
so a fragment of alpha 0 with a colour adds light.
"""

from __future__ import annotations

from importlib.resources import files
from typing import NamedTuple

FRAME_VECTORS = 14  # vec4s of the uniform block in frame.glsl
CORD_SEGMENTS = 24

_GLSL = files("sandbox.render") / "glsl"


class Source(NamedTuple):
    vertex: str
    fragment: str


def _join(*names: str, define: str = "") -> str:
    head = "#version 330 core\n" + (f"#define {define}\n" if define else "")
    return head + "".join((_GLSL / name).read_text("utf-8") for name in ("frame.glsl", *names))


def _body(*fragment: str, define: str = "") -> Source:
    """Program for the meshes of `instances.BODY_STATIC`: one vertex shader, with room around a shape for outline, halo
    and shadow.
    """
    return Source(_join("vertex.glsl", "shadow.glsl", "body.vert", define=define), _join(*fragment))


def _cord(*fragment: str, define: str = "") -> Source:
    """Program for rope and wire meshes (`instances.CORD_STATIC`)."""
    return Source(_join("vertex.glsl", "shadow.glsl", "cord.vert", define=define), _join(*fragment))


def paper() -> Source:
    return Source(_join("paper.vert"), _join("paper.glsl", "paper.frag"))


def bodies() -> Source:
    return _body("noise.glsl", "distance.glsl", "materials.glsl", "body.frag")


def body_shadows() -> Source:
    shared = ("paper.glsl", "shadow.glsl", "shade.glsl", "distance.glsl")
    return _body(*shared, "body_shadow.frag", define="SHADOWS")


def halos() -> Source:
    return _body("distance.glsl", "halo.frag", define="HALOS")


def cords() -> Source:
    return _cord("noise.glsl", "cord.glsl", "cord.frag")


def cord_shadows() -> Source:
    return _cord("paper.glsl", "shade.glsl", "cord.glsl", "cord_shadow.frag", define="SHADOWS")


def overlay() -> Source:
    return Source(_join("vertex.glsl", "overlay.vert"), _join("overlay.frag"))

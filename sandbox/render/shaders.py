"""Assembles the GLSL programs from the sources in `glsl/`, which has a folder for each family.

Everything is a signed distance: edges are crisp at any zoom, and outline, bevel, shadow and halo come from the same
number. Lengths are in metres, colours in sRGB; the light stands still in the world. Output is premultiplied by alpha,
so a fragment of alpha 0 with a colour adds light.
"""

from __future__ import annotations

import re
from importlib.resources import files
from typing import NamedTuple

FRAME_VECTORS = 35  # vec4s of the uniform block in frame.glsl
CORD_SEGMENTS = 24

_GLSL = files("sandbox.render") / "glsl"
_COMMENT = re.compile(r"[ \t]*//[^\n]*")
_DESKTOP = "#version 330 core\n"
# The first lines of the same sources in a browser. A phone would count pixels in halves of numbers otherwise.
_WEB = "#version 300 es\nprecision highp float;\nprecision highp int;\nprecision highp sampler2D;\n"


class Source(NamedTuple):
    vertex: str
    fragment: str


def _join(*names: str, define: str = "") -> str:
    head = _DESKTOP + (f"#define {define}\n" if define else "")
    return head + "".join((_GLSL / name).read_text("utf-8") for name in ("shared/frame.glsl", *names))


def _body(*fragment: str, define: str = "") -> Source:
    """Program for the body mesh (`layout.BODY_STATIC`): one vertex shader, with room around a shape for outline, halo
    and shadow.
    """
    return Source(
        _join("shared/vertex.glsl", "shared/shadow.glsl", "bodies/body.vert", define=define), _join(*fragment)
    )


def _cord(*fragment: str, define: str = "") -> Source:
    """Program for rope and wire meshes (`layout.CORD_STATIC`)."""
    vertex = _join("shared/vertex.glsl", "shared/shadow.glsl", "cords/cord.vert", define=define)
    return Source(vertex, _join(*fragment))


def paper() -> Source:
    return Source(
        _join("paper/paper.vert"),
        _join("paper/paper.glsl", "shared/light.glsl", "paper/ground.glsl", "paper/paper.frag"),
    )


def bodies() -> Source:
    return _body(
        "shared/noise.glsl", "shared/light.glsl", "bodies/distance.glsl", "bodies/materials.glsl", "bodies/body.frag"
    )


def body_shadows() -> Source:
    shared = (
        "paper/paper.glsl",
        "shared/light.glsl",
        "paper/ground.glsl",
        "shared/shadow.glsl",
        "paper/shade.glsl",
        "bodies/distance.glsl",
    )
    return _body(*shared, "bodies/body_shadow.frag", define="SHADOWS")


def halos() -> Source:
    return _body("bodies/distance.glsl", "bodies/halo.frag", define="HALOS")


def cords() -> Source:
    return _cord("shared/noise.glsl", "shared/light.glsl", "cords/cord.glsl", "cords/cord.frag")


def cord_shadows() -> Source:
    ground = ("paper/paper.glsl", "shared/light.glsl", "paper/ground.glsl", "paper/shade.glsl")
    return _cord(*ground, "cords/cord.glsl", "cords/cord_shadow.frag", define="SHADOWS")


def overlay() -> Source:
    return Source(_join("shared/vertex.glsl", "overlay/overlay.vert"), _join("overlay/overlay.frag"))


def scene(name: str) -> Source:
    """Program that draws the backdrop of a scene, over all of the target."""
    fragment = ("shared/noise.glsl", "scenes/scene.glsl", f"scenes/{name}.frag", "scenes/main.glsl")
    return Source(_join("paper/paper.vert"), _join(*fragment))


def for_web(source: Source) -> Source:
    """Return a program as WebGL 2 reads it: the same text after other first lines, without its comments."""
    return Source(*(_COMMENT.sub("", text).replace(_DESKTOP, _WEB, 1) for text in source))

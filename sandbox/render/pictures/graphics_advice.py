"""Advice for a machine whose graphics can't draw for us: what was found there, what is needed, what helps.

What OpenGL a machine has is asked in another process: the libraries that have failed in this one stay as they are.
"""

from __future__ import annotations

import os
import re

from sandbox.tasks import child

NEEDED = (3, 3)
PACKAGES = "on Debian or Ubuntu: apt-get install libgl1 libegl1 libfontconfig1 libgl1-mesa-dri"
_PATIENCE_S = 10.0
_OVERRIDE = "MESA_GL_VERSION_OVERRIDE"
# It asks for the oldest version, and so gets whatever there is.
_PROBE = """
import ctypes
import pyglet
pyglet.options.shadow_window = False
from pyglet import gl
window = pyglet.window.Window(16, 16, visible=False, config=gl.Config(major_version=1, minor_version=0))
print(ctypes.cast(gl.glGetString(gl.GL_VERSION), ctypes.c_char_p).value.decode("utf-8", "replace"))
"""


def advice(error: object) -> str:
    """Return a sentence about the OpenGL that is missing here, after the error that a library has raised."""
    return sentence(_found(), error, os.environ.get(_OVERRIDE, ""))


def sentence(found: str, error: object, override: str = "") -> str:
    """Return the sentence for a machine whose OpenGL calls itself `found`; empty if it has none."""
    version = re.match(r"(\d+)\.(\d+)", found)
    if version is None:
        return f"no OpenGL can be used here ({error}), and {NEEDED[0]}.{NEEDED[1]} is needed; {PACKAGES}"
    has = int(version[1]), int(version[2])
    if has >= NEEDED:
        return f"OpenGL {has[0]}.{has[1]} is here, but nothing can be drawn with it: {error}"
    if override:
        help_ = f"the variable {_OVERRIDE} is set to {override}: unset it"
    else:
        help_ = (
            "a newer driver of the graphics card may have it; or let the processor draw, with LIBGL_ALWAYS_SOFTWARE=1 "
            "before the command"
        )
    return f"OpenGL {has[0]}.{has[1]} was found here, and {NEEDED[0]}.{NEEDED[1]} is needed; {help_}"


def _found() -> str:
    """Return what this machine's OpenGL says that it is; empty if there is none."""
    try:
        ran = child.run("-c", _PROBE, timeout=_PATIENCE_S)
    except OSError:
        return ""
    return ran.stdout.decode("utf-8", "replace").strip() if ran.returncode == 0 else ""

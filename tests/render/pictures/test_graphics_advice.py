"""Advice where nothing can be drawn: the version that was found, the one that is needed, and what helps."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from sandbox.render.pictures.graphics_advice import sentence


@pytest.mark.parametrize(
    ("found", "override", "says"),
    [
        ("2.1 Mesa 22.3.6", "", ("OpenGL 2.1 was found here, and 3.3 is needed", "LIBGL_ALWAYS_SOFTWARE=1")),
        ("3.2 (Core Profile) Mesa", "", ("OpenGL 3.2 was found here",)),
        ("2.1 Mesa 22.3.6", "2.1", ("MESA_GL_VERSION_OVERRIDE is set to 2.1: unset it",)),
        ("", "", ("no OpenGL can be used here (no driver), and 3.3 is needed", "apt-get install libgl1")),
        ("4.6 NVIDIA", "", ("OpenGL 4.6 is here, but nothing can be drawn with it: no driver",)),
    ],
)
def test_it_says_what_is_there_what_is_needed_and_what_helps(found: str, override: str, says: tuple[str, ...]) -> None:
    advice = sentence(found, "no driver", override)
    assert all(words in advice for words in says), advice
    assert ("apt-get" in advice) == (not found), "packages help only where there are none"


def test_a_machine_with_an_old_opengl_is_told_its_version() -> None:
    code = (
        "from sandbox.render.pictures import offscreen\n"
        "try:\n    offscreen.ensure_context()\nexcept offscreen.NoGraphics as advice:\n    print(advice)"
    )
    environment = {**os.environ, "MESA_GL_VERSION_OVERRIDE": "2.1"}
    ran = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=60)
    assert ran.stdout.startswith("OpenGL 2.1 was found here, and 3.3 is needed"), ran.stdout + ran.stderr

"""OpenGL without a display (EGL), for tests that draw. One process can't have both kinds: real windows are children.

pyglet opens a shadow window with the first import of its graphics, so all this must be set before any test module is
imported. Children that need a real window take PYGLET_HEADLESS out of their environment.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

os.environ["PYGLET_HEADLESS"] = "true"
os.environ.setdefault("PYGLET_DEBUG_GL", "true")  # an OpenGL error fails the test at the call that made it
os.environ.setdefault("PYGLET_AUDIO", "silent")
os.environ.setdefault("LIBGL_ALWAYS_SOFTWARE", "1")
os.environ.setdefault("LP_NUM_THREADS", "2")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden pictures anew, then look at them")


@pytest.fixture(scope="session")
def gl_window() -> Iterator[Any]:
    """A headless window of 1280 x 720 whose context is current."""
    import pyglet  # after sandbox.window has set its options

    from sandbox.render.pictures import offscreen

    window = pyglet.window.Window(1280, 720, config=offscreen.config())
    yield window
    window.close()


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Whether to write golden pictures: `pytest tests/window --update-golden`."""
    # Unknown when all tests are run: an option of a nested conftest exists only if its folder is named.
    return bool(request.config.getoption("--update-golden", default=False))


@contextmanager
def x_server(size: str = "1500x900") -> Iterator[str]:
    """The name of an X server of our own, large enough for the program's window; `size` is that of its screen in px.

    Raises:
        FileNotFoundError: the X server, or what moves the mouse on it, is not installed.
    """
    missing = [program for program in ("Xvfb", "xdotool") if shutil.which(program) is None]
    if missing:
        raise FileNotFoundError(f"needs {' and '.join(missing)}: apt-get install xvfb xdotool")
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{size}x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with open(reading) as lines:
            number = lines.readline().strip()
        assert number, "Xvfb did not start"
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    """An X server for the tests of a module."""
    try:
        with x_server() as name:
            yield name
    except FileNotFoundError as missing:
        if os.environ.get("CI"):
            pytest.fail(str(missing))
        pytest.skip(str(missing))

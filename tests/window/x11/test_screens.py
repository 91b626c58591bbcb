"""The size of the interface as the desktop has set it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from sandbox.window.x11.screens import resolution
from tests import other_programs

SHOWN = """
from sandbox.window import app
window = app._open_window()
print(window.scale, *window.get_size())
"""


@pytest.mark.parametrize(
    ("resources", "dpi"),
    [
        (b"", 96),
        (b"Xft.dpi:\t120\n", 120),
        (b"Xft.antialias: 1\nXft.dpi: 192\nXft.hinting: 1\n", 192),
        (b"Xft.dpi: 120.5\n", 120),
        (b"Xft*dpi: 144.0", 144),
        (b"Xft.dpi: 0\n", 96),
        (b"Xft.dpi: abc\n", 96),
        (b"Xft.dpi: -5\n", 96),
        (b"Xft.dpi: 99999\n", 96),
        (b"Xft.dpi: 9600\n", 96),
    ],
)
def test_whatever_is_set_there_is_a_resolution(resources: bytes, dpi: int) -> None:
    assert resolution(resources) == dpi


@pytest.mark.parametrize(("setting", "scale"), [("120", 1.25), ("192", 2.0), ("144.5", 1.5), ("none", 1.0)])
def test_the_window_opens_at_that_size_and_fits_the_screen(display: str, setting: str, scale: float) -> None:
    code = f"""
text = b"Xft.dpi: {setting}\\n"
put(root, atom("RESOURCE_MANAGER"), 31, text)
xlib.XSync(d, False)
print("done", flush=True)
import sys
sys.stdin.readline()
"""
    with other_programs.Program(display, code) as program:
        assert program.line() == "done"
        environment = program.environment
        ran = subprocess.run([sys.executable, "-c", SHOWN], env=environment, capture_output=True, text=True, timeout=60)
    found, width, height = map(float, ran.stdout.split())
    assert found == pytest.approx(scale, abs=0.01), ran.stderr
    assert width <= 1500 and height <= 900, "the server's screen"

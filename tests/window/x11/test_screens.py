"""The size of the interface as the desktop has set it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from sandbox.levels import library
from sandbox.window.x11.screens import resolution
from tests import other_programs
from tests.real_window import State, Window

SHOWN = """
from sandbox.window import desktop
window = desktop._open_window()
print(window.scale, *window.get_size(), *window._minimum_size)
"""
SET = """
for line in sys.stdin:
    put(root, atom("RESOURCE_MANAGER"), 31, f"Xft.antialias: 1\\nXft.dpi: {line.strip() or sys.argv[1]}\\n".encode())
    xlib.XSync(d, False)
    print("done", flush=True)
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
    found, width, height, least_width, least_height = map(float, ran.stdout.split())
    assert found == pytest.approx(scale, abs=0.01), ran.stderr
    assert width <= 1500 and height <= 900, "the server's screen"
    assert least_width <= 1500 and least_height <= 900, "a window manager would make it larger than the screen"


def test_the_interface_follows_a_change_of_the_setting_and_nothing_is_cut_off(display: str, tmp_path: Path) -> None:
    window = Window(display, tmp_path / "data", library.bundled_dir() / "drop.toml")

    def width(state: State) -> float:
        x0, _, x1, _ = state["rects"]["run"]
        return float(x1 - x0)

    usual = width(window.fresh())
    try:
        for setting, larger in (("120", 1.25), ("192", 2.0), ("96", 1.0)):
            with other_programs.Program(display, SET, setting) as desktop:
                desktop.go()
                assert desktop.line() == "done"
                window.until(lambda state, larger=larger: abs(width(state) / usual / larger - 1) < 0.02, 20.0)
            across, down = window.state["size"]
            window.move("run")
            for name in ("menu.File", "menu.Help", "run", "timeline.track", "search"):
                x0, y0, x1, y1 = window.state["rects"][name]
                assert 0 <= x0 < x1 <= across and 0 <= y0 < y1 <= down, name
        window.key("ctrl+q")
        assert window.ends() == 0
    finally:
        window.process.kill()
        window.process.wait()

"""Draw every picture of the README and the manual anew: `python -m tests.tools.screenshots [NAME...]`.

Pictures of the window are drawn headless, by the same hands as in the tests. Films and charts come from the commands
that the documents name. Look at what has changed before it is committed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from sandbox.levels import levels

if TYPE_CHECKING:
    from tests.window.driver import Driver

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".readme"
_GATE_UP = 1056  # the tick of the recording in the picture of the window
# What the documents say about their films and charts, as it is typed in the root of a checkout.
COMMANDS = {
    "demolition.gif": "render replays/demolition.replay -o demolition.gif --size 640x360 --fps 12",
    "round-the-corner.gif": (
        "render replays/showcase/round-the-corner.replay -o round-the-corner.gif --size 560x356 --fps 7 --scenes plain"
    ),
    "loops.png": "loops --picture loops.png",
}


@contextmanager
def window(width: int, height: int, target: Path, theme: str = "light") -> Iterator[Driver]:
    """Open a file in a window that nobody sees."""
    from tests import displays  # isort: skip  # noqa: F401  # chooses the kind of window before pyglet makes one

    import pyglet

    from sandbox.render.pictures import offscreen
    from tests.window.driver import Driver

    hidden = pyglet.window.Window(width, height, config=offscreen.config())
    with tempfile.TemporaryDirectory() as data:
        driver = Driver(hidden, Path(data), target)
        driver.workspace.settings.remember(theme=theme)
        driver.frames(3)
        yield driver
        driver.close()
    hidden.close()


def save(driver: Driver, path: Path) -> None:
    """Write what the window shows."""
    from PIL import Image

    driver.frames(3)
    Image.fromarray(driver.picture()).save(path, optimize=True)
    print(f"written: {path}")


def recording(path: Path) -> None:
    """Draw the window with a recording that is being watched."""
    with window(1280, 800, ROOT / "replays" / "portcullis.replay") as driver:
        workspace = driver.workspace
        workspace.control.step()  # which pauses it
        while workspace.document.session.tick < _GATE_UP:
            workspace.control.step()
            workspace.gate.catch_up()
        save(driver, path)


def dark(path: Path) -> None:
    """Draw the dark theme, with goals in the scene and a part that is selected."""
    from tests.contraptions import everything

    with tempfile.TemporaryDirectory() as folder:
        level = Path(folder) / "everything.toml"
        levels.write(level, replace(everything(), scene="signalbox", stock=None))
        with window(1280, 720, level, "dark") as driver:
            driver.click((2.97, 0.3))
            driver.frames(3)
            save(driver, path)


def author(path: Path) -> None:
    """Draw the author's view, with a goal in hand."""
    with window(1280, 720, ROOT / "levels" / "gears.toml") as driver:
        driver.app.actions.run("author")
        driver.frames(3)
        driver.click("rule.goal.0")
        driver.frames(3)
        driver.app.toasts.clear()
        save(driver, path)


def by_command(path: Path) -> None:
    """Let the program draw a picture by the command that the documents name."""
    words = COMMANDS[path.name].split()
    arguments = [str(path) if word == path.name else word for word in words]
    with tempfile.TemporaryDirectory() as data:
        folders = {f"SANDBOX_{name}": f"{data}/{name}" for name in ("DATA", "CONFIG", "PICTURES", "CHECKS")}
        environment = {**os.environ, **folders}
        program = [sys.executable, "-m", "sandbox"]
        subprocess.run([*program, *arguments], cwd=ROOT, check=True, env=environment, stdout=subprocess.DEVNULL)


PICTURES: dict[str, Callable[[Path], None]] = {
    "window.png": recording,
    "dark.png": dark,
    "author.png": author,
    **dict.fromkeys(COMMANDS, by_command),
}


def main(names: list[str]) -> int:
    """Draw the pictures of these names, or all."""
    unknown = sorted(set(names) - set(PICTURES))
    if unknown:
        print(f"no picture is called {', '.join(unknown)}; there are {', '.join(PICTURES)}")
        return 2
    for name in names or PICTURES:
        PICTURES[name](FOLDER / name)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

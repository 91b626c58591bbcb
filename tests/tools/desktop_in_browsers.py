"""Sessions played in the real window on the desktop, and verified in real browsers.

``python -m tests.tools.desktop_in_browsers --node FOLDER`` needs what `tests.tools.by_mouse` and
`tests.tools.play_in_browsers` need, and the portable engine before the stock one on PYTHONPATH: a browser compares what
a recording holds for the portable class. Each level is solved by mouse and keys. Of the recording that the program has
written of the session a page is made, whose button *Verify in this browser* is pressed in each browser.

It exits with 1 unless all sessions were won and pass in each browser.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from sandbox.recording import fingerprint
from sandbox.tasks.progress import unseen
from sandbox.web.page import make
from sandbox.web.runtime import build
from tests.displays import x_server
from tests.tools import by_mouse
from tests.tools.play_in_browsers import PATIENCE, surroundings

DRIVER = Path(__file__).with_name("verify_in_browsers.mjs")
THREE = ("lift", "draught", "daylight")  # ropes and balloons, wind, electric light
BROWSERS = ("chromium", "firefox-esr")


def recorded(level: str, folder: Path) -> Path | None:
    """Solve a level in a window, and return the recording of the session; None if it was not won."""
    with x_server() as display, by_mouse.opened(display, level, drawn=False) as window:
        (score,) = by_mouse.campaign(window, [level], lambda name: None)
        print(f"{level}: {'won' if score.won else 'NOT WON'} on the desktop with {score.actions} actions", flush=True)
        return Path(shutil.copy(score.recording, folder / f"{level}.replay")) if by_mouse.proven(score) else None


def main(arguments: Sequence[str] | None = None) -> int:
    """Play levels and verify their recordings; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("levels", nargs="*", default=THREE)
    parser.add_argument("--node", type=Path, required=True, help="a folder with puppeteer-core")
    parser.add_argument("--browser", action="append", help=f"one or several; by default {' and '.join(BROWSERS)}")
    options = parser.parse_args(arguments)
    if fingerprint.portable_version(fingerprint.engine_file().read_bytes()) is None:
        parser.error("the engine in use is not the portable one: name its folder first in PYTHONPATH")
    runtime = build.build()
    browsers = options.browser or BROWSERS
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        pages = []
        for level in options.levels:
            if (recording := recorded(level, folder)) is not None:
                pages.append(folder / f"{level}.html")
                make.write(recording, pages[-1], make.PageOptions(verifier=runtime), unseen)
        failed = len(options.levels) - len(pages)
        for browser in browsers:
            command = ["node", str(DRIVER), browser, *map(str, pages)]
            with surroundings(browser) as environment:
                failed += subprocess.run(command, cwd=options.node, env=environment, timeout=PATIENCE).returncode
    print(f"{len(pages)} desktop sessions in {' and '.join(browsers)}: {'NOT ALL PASS' if failed else 'all pass'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

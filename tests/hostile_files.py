"""Files that end whatever process opens them, as one with spoiled memory ends: for tests that this harms nobody else.

Before it ends the process notes its limits.
"""

from __future__ import annotations

import os
from pathlib import Path

from sandbox.tasks import child

STEM = "hostile"  # of the files, whatever their suffix; a link to one is one, too
_SITE = f"""
import os, resource, signal
from sandbox.reading import files

opened = files.open_regular

def open_regular(path):
    if os.path.basename(os.path.realpath(path)).startswith("{STEM}."):
        with open(os.environ["NOTES_OF_LIMITS"], "w") as notes:
            for limit in (resource.RLIMIT_DATA, resource.RLIMIT_CPU):
                print(resource.getrlimit(limit)[0], file=notes)
        os.kill(os.getpid(), signal.SIGSEGV)
    return opened(path)

files.open_regular = open_regular
"""


def planted_program(folder: Path) -> Path:
    """Make a folder out of which Python takes this program, and is ended by such files; it may serve many tests."""
    (folder / "sandbox").symlink_to(child.ROOT / "sandbox", target_is_directory=True)
    (folder / "sitecustomize.py").write_text(_SITE)
    return folder


def planted(folder: Path, program: Path | None = None) -> dict[str, str]:
    """Prepare a folder; return the variables of an environment in which every Python process is ended by such files.

    Args:
        program: what `planted_program` has made; else this program is taken from where it lies.
    """
    search = str(program)
    if program is None:
        site = folder / "site"
        site.mkdir()
        (site / "sitecustomize.py").write_text(_SITE)
        search = os.pathsep.join((str(site), str(child.ROOT)))
    return {**child.environment(), "PYTHONPATH": search, "NOTES_OF_LIMITS": str(folder / "limits")}


def limits(folder: Path) -> tuple[int, int]:
    """The limits of the process that was ended: bytes of memory, and seconds of processor time; -1 is no limit."""
    memory, seconds = map(int, (folder / "limits").read_text().split())
    return memory, seconds

"""Other programs: where they are, never in the folder that the user happens to be in.

Windows looks for a program in the current folder first, and so does a shell whose PATH has an entry such as "." in it.
"""

from __future__ import annotations

import os
import shutil
import sys


def find(name: str) -> str | None:
    """Return the absolute path of a program; None if there is none of this name in an absolute folder of PATH.

    Args:
        name: of the program, or an absolute path.
    """
    if os.path.isabs(name):
        return shutil.which(name)
    path = shutil.which(name, path=absolute_only(os.environ.get("PATH", os.defpath)))
    return path if path is not None and os.path.isabs(path) else None


def absolute_only(search: str) -> str:
    """Leave out of a search path the folders that depend on the current one; an empty entry is that folder itself."""
    return os.pathsep.join(entry for entry in search.split(os.pathsep) if os.path.isabs(entry))


def leave_out_current_folder() -> None:
    """Let this process, libraries in it and all that it starts look for no program in the current folder."""
    os.environ["PATH"] = absolute_only(os.environ.get("PATH", os.defpath))
    if sys.platform == "win32":
        os.environ["NODEFAULTCURRENTDIRECTORYINEXEPATH"] = "1"  # (names have no case there)

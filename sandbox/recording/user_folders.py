"""The folders of the user in which the program keeps files."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

_APP = "contraption-sandbox"


def data_dir() -> Path:
    """Return the user's folder for sessions, contraptions and progress; SANDBOX_DATA names another one.

    What keeps files there is handed the folder by whoever starts it.
    """
    return Path(os.environ.get("SANDBOX_DATA") or platformdirs.user_data_dir(_APP, appauthor=False))


def config_dir() -> Path:
    """Return the user's folder for settings and keys; SANDBOX_CONFIG names another one."""
    return Path(os.environ.get("SANDBOX_CONFIG") or platformdirs.user_config_dir(_APP, appauthor=False))


def cache_dir() -> Path:
    """Return the user's folder for files that can be made again at any time."""
    return Path(platformdirs.user_cache_dir(_APP, appauthor=False))

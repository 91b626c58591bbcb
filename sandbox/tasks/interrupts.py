"""Ctrl+C that is not lost, wherever it comes."""

from __future__ import annotations

import _thread
import sys
import threading
from typing import Any

_LATER_S = 0.01


def keep_interrupts() -> None:
    """Let Ctrl+C that comes while an object ends, where no error can get out, come once more a moment later."""
    usual = sys.unraisablehook

    def hook(unraisable: Any) -> None:
        if unraisable.exc_type is KeyboardInterrupt:
            # Not at once: it would come within this function, which no error gets out of either.
            threading.Timer(_LATER_S, _thread.interrupt_main).start()
        else:
            usual(unraisable)

    sys.unraisablehook = hook


def end_by_exit_code() -> None:
    """Let this process end by its exit code, although Ctrl+C has been answered.

    Python 3.11 takes Ctrl+C that came while `exec` ran a text, as it does for each dataclass that is imported, for one
    that nobody answers, whoever catches it further out, and ends by a signal. The next text that is run clears that.
    """
    exec("")

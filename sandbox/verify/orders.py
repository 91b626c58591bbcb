"""The orders of a process that verifies, see `worker`. Whoever gives them needs no engine."""

from __future__ import annotations

from msgspec import Struct


class Verify(Struct, frozen=True, tag="verify"):
    """An order to verify a recording, perhaps with progress in ticks."""

    file: str
    allow_cut: bool = False
    progress: bool = False


class RerunOrder(Struct, frozen=True, tag="rerun"):
    """An order to run a recording again; the answer is that of `verify.rerun_here`."""

    file: str

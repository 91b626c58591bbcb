"""Approving an intended change of a recording, for programmers."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from sandbox.verify import bless as blessing
from sandbox.verify.verdicts import Difference
from sandbox.worlds import factories
from sandbox.worlds.factories import Factory


def bless(
    path: str | Path, reason: str, *, allow_outcome: bool = False, worlds: Iterable[str | Factory] = ()
) -> Difference | None:
    """Take the end that a recording has now for the end that it shall have from here on.

    The commands in it stay as they are; the reason and the date are kept in it. It is run in two fresh processes
    besides this one, and verified before it takes the old one's place.

    Args:
        reason: why the change is meant.
        worlds: the functions that make worlds of other programs, as in `verify`.
        allow_outcome: bless it also if its outcome changes, as from won to open.

    Returns:
        What has changed, in numbers; None if it passes as it is, and nothing was written.

    Raises:
        BadFile: it is no recording, or can't be written.
        Refused: it may not be blessed; the sentence says why, and the file is as it was.
    """
    with factories.naming(worlds):
        proposal = blessing.propose(Path(path), reason, allow_outcome)
        if proposal is None:
            return None
        proposal.write(blessing.now())
        return proposal.difference

"""The history of this program in git: which commits lie between two versions, and the package of each."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import NamedTuple

from sandbox.errors import Refused
from sandbox.verify import old_code
from sandbox.verify.old_code import git


class Commit(NamedTuple):
    """A commit: its full name, the day of it as YYYY-MM-DD, and the first line of its message."""

    name: str
    date: str
    subject: str

    def __str__(self) -> str:
        return f"{self.name[:12]} of {self.date}: {self.subject}"


def is_there() -> bool:
    """Tell whether this program runs from a checkout with a history."""
    return git("rev-parse", "--verify", "--quiet", "HEAD") is not None


def named(revision: str) -> str:
    """Return the full name of a commit.

    Raises:
        Refused: there is none of that name.
    """
    # What begins with a dash would be an option of git's.
    answer = None if revision.startswith("-") else git("rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
    if answer is None:
        raise Refused(
            f"there is no revision {revision!r} in the history of this program; `git log` lists what there is"
        )
    return answer.decode().strip()


def between(good: Collection[str], bad: str) -> list[str]:
    """List the commits that `bad` has and none of `good` has, as far as they touch the package, oldest first.

    `bad` itself is the last one, even if it does not touch it.
    """
    listed = git("rev-list", "--topo-order", "--reverse", bad, *(f"^{name}" for name in sorted(good)), "--", "sandbox")
    names = (listed or b"").decode().split()
    return names if names[-1:] == [bad] else [*names, bad]


def commit(name: str) -> Commit:
    """Return what a commit says of itself."""
    line = (git("show", "--no-patch", "--format=%H%x09%cs%x09%s", name) or b"").decode(errors="replace").strip()
    full, _, rest = line.partition("\t")
    date, _, subject = rest.partition("\t")
    return Commit(full or name, date, subject)


def changed_files(name: str) -> Sequence[str]:
    """List the files of the package that a commit changes, from the folder around it."""
    return (
        (git("show", "--first-parent", "--format=", "--name-only", name, "--", "sandbox") or b"")
        .decode()
        .split("\n")[:-1]
    )


def package(name: str) -> Path | None:
    """Return a folder from which the package of a commit can be imported; None if it takes no fingerprints yet."""
    return old_code.package_at(name)


def code(name: str) -> str | None:
    """Return the digest of the code that a commit has; None if it takes no fingerprints yet."""
    return old_code.code_at(name)

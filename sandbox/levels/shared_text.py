"""The text of a shared level or solution, see `sharing`: what it holds, and how it is written."""

from __future__ import annotations

import base64
import hashlib
import textwrap
import zlib
from typing import Any

import msgspec
from msgspec import Struct

from sandbox.commands.commands import Start, from_json, to_json
from sandbox.commands.driver import Driver, Timed
from sandbox.commands.session import Session, Snapshot
from sandbox.errors import BadFile
from sandbox.levels.run_facts import Solution

FORMAT = "contraption-sandbox/1"
MAX_COMMANDS = 100_000
_LINE = 76


class SharedSolution(Struct, frozen=True, forbid_unknown_fields=True):
    """The commands of a win, as in files of commands; its length in ticks, and the digest of its run."""

    commands: list[dict[str, Any]]
    ticks: int
    run: str

    def timed(self) -> tuple[Timed, ...]:
        """Return the commands with their ticks.

        Raises:
            BadFile: one of them is none.
        """
        if len(self.commands) > MAX_COMMANDS:
            raise BadFile(f"a shared solution of {len(self.commands)} commands; it has up to {MAX_COMMANDS}")
        return tuple(from_json(line, f"command {number}") for number, line in enumerate(self.commands, 1))


class Shared(Struct, frozen=True, forbid_unknown_fields=True):
    """All that is shared: a level as the text of its file, a solution, or both."""

    title: str
    digest: str  # of the level, see `levels.digest`
    level: str = ""
    solution: SharedSolution | None = None

    @property
    def kinds(self) -> str:
        """The word for the contents of the shared file."""
        return "+".join(kind for kind, held in (("level", self.level), ("solution", self.solution is not None)) if held)


def solution_of(solved: Solution, commands: tuple[Timed, ...]) -> SharedSolution:
    """Return a solution to share: its commands from the first tick on, and the digest of its run."""
    return SharedSolution([to_json(tick, command) for tick, command in commands], solved.ticks, run_digest(solved))


def to_text(shared: Shared) -> str:
    """Write a shared level or solution as text."""
    contents = msgspec.json.encode(shared)
    body = base64.b64encode(zlib.compress(contents, 9)).decode("ascii")
    words = f"{FORMAT} {shared.kinds} {len(contents)}"
    return "\n".join((f"{words} {check_sum(words, body)}", *textwrap.wrap(body, _LINE), ""))


def check_sum(words: str, body: str) -> str:
    return f"{zlib.crc32(body.encode('ascii'), zlib.crc32(words.encode('ascii'))):08x}"


class _RunDigest:
    """A session's log that keeps nothing but the digest of its hashes."""

    def __init__(self) -> None:
        self.total = hashlib.blake2b(digest_size=8)

    def command(self, tick: int, packed: bytes) -> None:
        pass

    def hashes(self, first: int, digests: bytes) -> None:
        self.total.update(digests)

    def state(self, tick: int, snapshot: Snapshot) -> None:
        pass

    def mark(self, tick: int, what: str, text: str) -> None:
        pass


def run_digest(solved: Solution) -> str:
    """Return the digest of all hashes of a winning run, up to the win."""
    log = _RunDigest()
    session = Session(solved.design, log=log)
    session.do(Start())
    Driver(session, solved.live).to(solved.ticks)
    session.flush(state=False)
    return log.total.hexdigest()

"""The end hashes of all recordings and of generated sessions, with the engine of this process, to compare machines by.

    python -m tests.tools.end_hashes [--sessions 50] [--ticks 20000] [--without-recordings] [--after FILE] > hashes.txt

Each line has a name, the end hash, and a digest of the hashes of all ticks. The engine and its class go to stderr.
With --after, what that file has lines of already is left out: a long run that was broken off is continued.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Container, Iterator
from pathlib import Path

from sandbox.commands.commands import Start
from sandbox.commands.session import Session
from sandbox.recording import fingerprint, reader
from sandbox.recording.arithmetic_classes import name_of
from sandbox.verify.compare import rerun
from tests.support import Tape, random_session

REPLAYS = Path(__file__).resolve().parents[2] / "replays"
COMMANDS = 60  # random ones before a generated session is left to itself


def of_recordings(left_out: Container[str] = ()) -> Iterator[str]:
    """Re-run each recording in replays/, whatever it expects."""
    for path in sorted(REPLAYS.rglob("*.replay")):
        if path.stem in left_out:
            continue
        recording, tape = reader.read(path), Tape()
        session = Session(recording.head.design, recording.head.seed, tape)
        rerun(recording, session, lambda tick, why: None)
        yield line(path.stem, session, tape)


def of_sessions(count: int, ticks: int, left_out: Container[str] = ()) -> Iterator[str]:
    """Run generated sessions: random commands over the whole catalogue, then nothing but the machine."""
    for seed in range(count):
        if f"session-{seed}" in left_out:
            continue
        _, session, tape, _ = random_session(seed, COMMANDS)
        if session.machine is None:
            session.do(Start())
        session.advance(max(0, ticks - session.tick))
        session.flush()
        yield line(f"session-{seed}", session, tape)


def line(name: str, session: Session, tape: Tape) -> str:
    return f"{name} {session.end_hash().hex()} {hashlib.blake2b(tape.digests, digest_size=16).hexdigest()}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sessions", type=int, default=50)
    parser.add_argument("--ticks", type=int, default=20_000)
    parser.add_argument("--without-recordings", action="store_true")
    parser.add_argument("--after", type=Path, metavar="FILE")
    options = parser.parse_args()
    lines = options.after.read_text("ascii").splitlines() if options.after is not None else []
    left_out = {text.partition(" ")[0] for text in lines}
    arithmetic = fingerprint.arithmetic()
    print(f"{fingerprint.engine()}; {arithmetic}; {name_of(arithmetic)}", file=sys.stderr, flush=True)
    if not options.without_recordings:
        for text in of_recordings(left_out):
            print(text, flush=True)
    for text in of_sessions(options.sessions, options.ticks, left_out):
        print(text, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Taking a recording apart into its frames and sealing it again, written apart from the program's own reader."""

from __future__ import annotations

import hashlib
import io
import zlib
from pathlib import Path
from typing import Any

import msgpack

from sandbox import parts
from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.design.design import Beyond, Design, Goal, PartSpec, World
from sandbox.recording import fingerprint
from sandbox.recording.fingerprint import Fingerprint
from sandbox.recording.recorder import Recorder

MAGIC = msgpack.packb("sandbox-replay/3")


def stream(data: bytes) -> list[Any]:
    """What any msgpack reader finds in the file."""
    return list(msgpack.Unpacker(io.BytesIO(data), max_buffer_size=0))


def split(data: bytes) -> list[Any]:
    """The frames, unpacked."""
    return [msgpack.unpackb(item) for item in stream(data)[1::2]]


def raw(data: bytes) -> list[bytes]:
    """The bytes of each frame with its length and its check, as they stand in the file."""
    pieces, at = [], len(MAGIC)
    while at < len(data):
        end = at + 10 + int.from_bytes(data[at + 1 : at + 5], "big")
        pieces.append(data[at:end])
        at = end
    return pieces


def seal(frames: list[Any], mend: bool = True, magic: bytes = MAGIC) -> bytes:
    """A file of these frames (arrays, or bytes already packed) with right checks and a right digest.

    `mend`: the end's counts of commands, hashes, states and marks are put right too; `magic`: its first bytes.
    """
    data, crc = magic, 0
    for frame in frames:
        if isinstance(frame, list) and frame[0] == "end" and len(frame) == 10:
            frame = [*frame[:2], *(counts(frames) if mend else frame[2:6]), *frame[6:9]]
            frame.append(hashlib.blake2b(data, digest_size=32).digest())
        packed = frame if isinstance(frame, bytes) else msgpack.packb(frame)
        crc = zlib.crc32(packed, crc)
        data += b"\xc6" + len(packed).to_bytes(4, "big") + packed + b"\xce" + crc.to_bytes(4, "big")
    return data


def with_another_hash(path: Path, tick: int) -> bytes:
    """A recording in which one bit of the hash of a tick is another, in all classes of arithmetic that it holds."""
    frames = split(path.read_bytes())
    for frame in frames:
        if frame[0] == "hash" and frame[1] <= tick < frame[1] + len(frame[2]) // 8:
            digests = bytearray(frame[2])
            digests[(tick - frame[1]) * 8] ^= 1
            frame[2] = bytes(digests)
    return seal(frames, mend=False)


def counts(frames: list[Any]) -> list[int]:
    kinds = [frame for frame in frames if isinstance(frame, list)]
    kinds = kinds[: next((index for index, frame in enumerate(kinds) if frame[0] == "end"), None)]
    return [
        sum(len(frame[2]) for frame in kinds if frame[0] == "do"),
        sum(len(frame[2]) // 8 if frame[0] == "hash" else frame[2] for frame in kinds if frame[0] in ("hash", "rest")),
        sum(1 for frame in kinds if frame[0] == "state" and frame[2] == 0),
        sum(1 for frame in kinds if frame[0] == "mark"),
    ]


def first(frames: list[Any], kind: str) -> int:
    return next(index for index, frame in enumerate(frames) if frame[0] == kind)


def last(frames: list[Any], kind: str) -> int:
    return max(index for index, frame in enumerate(frames) if frame[0] == kind)


def small_level(**world: Any) -> Design:
    """A crate and a ball that drop onto a floor; won as soon as the ball is below 0.4 m."""
    placed = (
        PartSpec(1, "floor", 1.0, 0.0, props={"width": 2.0}),
        PartSpec(2, "crate", 0.5, 0.5, angle=0.3),
        PartSpec(3, "soccer_ball", 1.2, 0.6),
    )
    goal = Goal("Drop the ball", Beyond(3, "y", "less", 0.4))
    return parts.check(Design("Small", parts=placed, goals=(goal,), next_id=4, world=World(**world)))


def small_session(path: Path, fingerprint_: Fingerprint | None = None, close: bool = True) -> tuple[Session, Recorder]:
    """A recorded session with edits, a run with a hand in it, a second run, and the time between them."""
    design = small_level()
    recorder = Recorder(path, design, 7, fingerprint_ or fingerprint.current())
    session = Session(design, 7, recorder)
    orders: list[tuple[int, c.AnyCommand]] = [
        (5, c.Place("tennis_ball", 0.55, 1.0)),
        (5, c.Move(3, 1.25, 0.6)),
        (30, c.Undo()),
        (40, c.Start()),
        (90, c.Grab(2, 0.5, 0.3)),
        (95, c.Drag(0.6, 0.5)),
        (120, c.Release()),
        (190, c.Stop()),
        (300, c.Redo()),
        (300, c.Start()),
    ]
    for tick, command in orders:
        session.advance(tick - session.tick)
        session.do(command)
    session.advance(70)
    if close:
        recorder.close(session, "closed")
    return session, recorder

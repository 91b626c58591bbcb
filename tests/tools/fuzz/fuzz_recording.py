"""A coverage-guided fuzzer over well-sealed frames: ``python -m tests.tools.fuzz.fuzz_recording FOLDER``.

It needs the package atheris, and the packages of this project beside it. What it makes is not a file but the frames
of one, each as its length (two bytes) and its bytes; this seals them with right checks and a right digest, because a
fuzzer never guesses a CRC. The files in ``corpus`` are what half an hour of it found worth keeping; the tests read
them.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgpack

CORPUS = Path(__file__).parent / "corpus"


def unsealed(data: bytes) -> bytes:
    """The bytes for the fuzzer that stand for a recording."""
    from tests import frames

    packed = [msgpack.packb(frame) for frame in frames.split(data)]
    return b"".join(len(frame).to_bytes(2, "big") + frame for frame in packed)


def sealed(data: bytes) -> bytes:
    """The recording that the fuzzer's bytes stand for."""
    from tests import frames

    told: list[Any] = []
    at = 0
    while at + 2 <= len(data):
        length = int.from_bytes(data[at : at + 2], "big")
        frame: Any = data[at + 2 : at + 2 + length]
        at += 2 + length
        try:
            plain = msgpack.unpackb(frame)
            if isinstance(plain, list) and plain[0] == "end" and len(plain) == 10:
                frame = plain
        except Exception:
            pass  # what is wrong with it is for the reader to say
        told.append(frame)
    return frames.seal(told, mend=False)


def read(data: bytes) -> str:
    """What becomes of it: a refusal's sentence, or "read"; anything else that is raised is a bug."""
    from sandbox.errors import BadFile
    from sandbox.recording.reader import parse
    from sandbox.recording.recording import describe

    try:
        recording = parse(sealed(data))
        list(recording.states)
        list(describe(recording))
    except BadFile as refused:
        said = str(refused)
        assert said and "\n" not in said and len(said) < 1000, said
        return said
    return "read"


if __name__ == "__main__":
    import atheris

    with atheris.instrument_imports(
        include=["sandbox.recording.reader", "sandbox.commands.commands", "sandbox.design.design"]
    ):
        import sandbox.recording.reader  # noqa: F401

    def fuzz(data: bytes) -> None:
        read(data)

    atheris.Setup(sys.argv, fuzz)
    atheris.Fuzz()

"""One real recording, cut at every byte and with every bit flipped: none passes, none crashes, none takes long.

A sample of it in each run of the tests; all of it with SANDBOX_EVERY_BIT=1, which takes some minutes.

What is read of a damaged file decides all that follows, so files that read the same are verified once.
"""

import os
import random  # noqa: TID251  (picks the sample)
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandbox.errors import BadFile
from sandbox.recording.reader import parse
from sandbox.recording.recording import Recording
from sandbox.tasks.limits import Limits
from sandbox.verify import verifier
from sandbox.verify.verdicts import Verdict
from tests import frames

REAL = Path(__file__).parents[2] / "replays" / "lift.replay"
ALL = bool(os.environ.get("SANDBOX_EVERY_BIT"))
SAMPLE = 1500
SECONDS, MEGABYTES = 1.0, 200


def some(count: int) -> Iterator[int]:
    """Which of so many ways to damage the file are tried: all, or a sample."""
    return iter(range(count) if ALL else sorted(random.Random(count).sample(range(count), min(SAMPLE, count))))


def most_memory() -> float:
    """The most memory that this process has had so far (MB); on Windows, which has no such call, 0."""
    if sys.platform == "win32":
        return 0.0
    import resource

    unit = 2**20 if sys.platform == "darwin" else 2**10  # macOS counts bytes, the others kB
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


class Meter:
    """The longest time (s, of the processor) that reading took, and how much the process grew (MB)."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._before = most_memory()

    def read(self, data: bytes) -> Recording | None:
        """What can be read of it; None if it is refused, in one sentence."""
        began = time.process_time()
        try:
            return parse(data)
        except BadFile as refused:
            said = str(refused)
            assert said.isprintable() and 10 < len(said) < 700
            return None
        finally:
            self.longest = max(self.longest, time.process_time() - began)

    def check(self, capsys: pytest.CaptureFixture[str], what: str) -> None:
        grown = most_memory() - self._before
        with capsys.disabled():
            if ALL:
                print(f"\n{what}: at most {self.longest * 1000:.1f} ms and {grown:.1f} MB more")
        assert self.longest < SECONDS and grown < MEGABYTES


def test_no_flipped_bit_is_read(capsys: pytest.CaptureFixture[str]) -> None:
    """A file with an end proves every bit of itself, so damage never gets as far as a run."""
    whole, meter = REAL.read_bytes(), Meter()
    assert meter.read(whole) is not None
    tried = 0
    for bit in some(len(whole) * 8):
        flipped = bytearray(whole)
        flipped[bit // 8] ^= 1 << bit % 8
        assert meter.read(bytes(flipped)) is None, f"bit {bit % 8} of byte {bit // 8}"
        tried += 1
    meter.check(capsys, f"{tried} flipped bits of {len(whole) * 8}, all refused")


def test_no_cut_passes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole, meter = REAL.read_bytes(), Meter()
    ends = [len(frames.MAGIC)]
    for piece in frames.raw(whole):
        ends.append(ends[-1] + len(piece))
    distinct: dict[int, bytes] = {}  # how many whole frames are left -> a cut file that holds them
    tried = refused = 0
    for size in some(len(whole)):
        found = meter.read(whole[:size])
        tried += 1
        if found is None:
            assert size < ends[1]  # not even the level is there
            refused += 1
            continue
        assert found.end is None and found.cut is not None
        left = sum(end <= size for end in ends[1:])
        before = distinct.setdefault(left, whole[:size])
        if before is not whole[:size]:
            told = parse(before)
            assert (told.commands, told.hashes, told.marks, told.ticks, told.states.ticks) == (
                found.commands, found.hashes, found.marks, found.ticks, found.states.ticks,
            )  # fmt: skip
    meter.check(capsys, f"{tried} cuts of {len(whole)} ({refused} refused, the others {len(distinct)} different cuts)")
    chosen = sorted(distinct) if ALL else random.Random(6).sample(sorted(distinct), 6)
    for left in chosen:
        (tmp_path / f"{left}.replay").write_bytes(distinct[left])
    reports = list(verifier.verify_all(sorted(tmp_path.iterdir()), 2, limits=Limits(megabytes=512)))
    assert len(reports) == len(chosen) and {report.verdict for report in reports} == {Verdict.CUT}
    assert {report.exit for report in reports} == {1}

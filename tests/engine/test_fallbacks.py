"""Where the system or the engine's build does not allow a short cut, the way round it gives the same bits.

Each way round runs over recordings, all of them together over all recordings: see `test_surroundings`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from sandbox.engine import readout
from sandbox.verify.explain import here
from tests.engine.ways_round import WAYS_ROUND, Patch, first_difference, other_spaces

ROOT = Path(__file__).parents[2]
REPLAYS = sorted((ROOT / "replays").rglob("*.replay"))
GRAND_MACHINE = ROOT / "replays/quarry/grand-machine.replay"  # which has most kinds in it
SOME = [GRAND_MACHINE, *REPLAYS[:: len(REPLAYS) // 12]]  # as many however many there are


@pytest.mark.parametrize("way_round", WAYS_ROUND, ids=lambda way_round: way_round.__name__)
def test_each_way_round_alone_gives_the_recorded_bits(way_round: Callable[[Patch], None], monkeypatch: Patch) -> None:
    way_round(monkeypatch)
    assert {path.stem: first_difference(path, here().arithmetic) for path in SOME} == {path.stem: None for path in SOME}


def test_a_way_round_that_overlooks_driven_bodies_is_noticed(monkeypatch: Patch) -> None:
    """The control, and a fault that there was: rays were then followed at other times."""
    other_spaces(monkeypatch)
    read = readout.AwakeBodies.read

    def loose_only(self: readout.AwakeBodies) -> bytes:
        driven = {readout.address_of(body) for body in self._space.bodies if body.body_type == body.KINEMATIC}
        words = memoryview(read(self)).cast("Q")
        return b"".join(address.to_bytes(8, "little") for address in words if address not in driven)

    monkeypatch.setattr(readout.AwakeBodies, "read", loose_only)
    assert first_difference(GRAND_MACHINE, here().arithmetic) == 3411


def test_no_short_cut_is_missing_here() -> None:
    """Whatever a module of the engine decides once, by trying it out, is a short cut with a way round it."""
    decided = {
        f"{path.stem}.{name}"
        for path in (ROOT / "sandbox/engine").glob("*.py")
        for name in re.findall(
            r"^(_[A-Z_]+) = (?:callback_of\(|_laid_out\(|_listed\()", path.read_text("utf-8"), re.MULTILINE
        )
    }
    assert decided | {"callbacks.callback_of"} == set(WAYS_ROUND.values())

"""What is fixed beside a fan's beam is left out from the start, and nothing is blown otherwise for it, to the bit."""

from __future__ import annotations

import math
import random  # noqa: TID251  (lays out the scene)
from typing import Any

import pytest

from sandbox.engine.readout import INERTIA, MOVING
from sandbox.machine.machine import Machine
from sandbox.parts import sight
from sandbox.parts.air import wind
from sandbox.parts.kind import FIXED
from sandbox.parts.sight import SeenBody
from tests.parts.rig import Rig

SEEDS = range(4)
TICKS = 400


def drafts(seed: int) -> Machine:
    """Fans turned this way and that between slopes, posts and shelves, and balls that roll and fall before them."""
    dice, rig = random.Random(seed), Rig(width=9.0, height=3.0)
    rig.floor()
    for k in range(3):
        x = 0.6 + 3.0 * k
        rig.add("fan", x, dice.uniform(0.4, 1.0), dice.uniform(-0.4, 0.4))
        for _ in range(4):
            kind = dice.choice(("wall", "inclined_plane", "floor"))
            props = {"height": 0.4} if kind == "wall" else {"width": 0.5}
            rig.add(kind, x + dice.uniform(0.3, 2.2), dice.uniform(0.2, 1.4), dice.uniform(-0.6, 0.6), **props)
        for _ in range(3):
            ball = dice.choice(("tennis_ball", "volleyball", "balloon"))
            rig.add(ball, x + dice.uniform(0.4, 1.6), dice.uniform(1.6, 2.4))
    return rig.machine


def digests(machine: Machine) -> list[bytes]:
    ended = []
    for _ in range(TICKS):
        machine.tick()
        ended.append(machine.digest())
    return ended


def test_what_is_beside_a_beam_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[tuple[int, int]] = []
    choose = wind._obstacles

    def count(*about: Any) -> list[Any]:
        in_beam = choose(*about)
        kept.append((len(in_beam), len(wind.obstacles_in(about[0], about[2].box, about[1]))))
        return in_beam

    monkeypatch.setattr(wind, "_obstacles", count)
    chosen = [digests(drafts(seed)) for seed in SEEDS]
    assert any(0 < few < all_ for few, all_ in kept), "some are in a beam, some only in the box around it"
    monkeypatch.setattr(wind, "_obstacles", lambda machine, run, beam: wind.obstacles_in(machine, beam.box, run))
    assert [digests(drafts(seed)) for seed in SEEDS] == chosen


def test_without_what_is_in_it_other_things_are_blown(monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control."""
    before = digests(drafts(0))
    monkeypatch.setattr(wind, "_obstacles", lambda machine, run, beam: [])
    assert digests(drafts(0)) != before


def market(seed: int) -> Machine:
    """Fans behind slopes, balls, crates of several shapes, flames and wheels that catch the wind, one before the other,
    with bellows that fall to."""
    dice, rig = random.Random(seed), Rig(width=9.0, height=3.0)
    rig.floor()
    for k in range(3):
        x = 0.6 + 3.0 * k
        rig.add("fan", x, dice.uniform(0.4, 0.8), dice.uniform(-0.3, 0.3), speed=dice.uniform(6.0, 25.0))
        rig.add("wall", x + dice.uniform(0.5, 2.0), dice.uniform(0.2, 1.4), dice.uniform(-0.6, 0.6), height=0.3)
        rig.add(dice.choice(("windmill", "candle")), x + 1.6, 0.5)
        rig.add("candle", x + dice.uniform(1.0, 1.8), dice.uniform(0.2, 0.7), lit=True)
        for _ in range(4):
            thing = dice.choice(("tennis_ball", "volleyball", "balloon", "cardboard_box", "basket"))
            rig.add(thing, x + dice.uniform(0.4, 1.6), dice.uniform(0.3, 2.0))
    return rig.machine


def bodies_in(machine: Any, box: Any, seer: Any, flames: bool) -> list[SeenBody]:
    """Find the bodies in a box, with each number of theirs asked for by itself."""
    roles = machine.listed(sight._roles)
    by_body: dict[tuple[int, int], list[Any]] = {}
    for shape in machine.shapes_in(box, seer, sight._ANYTHING ^ FIXED):
        role = roles.get(shape) or sight._note_role(shape, roles, machine)
        if role.seen in (sight._LOOSE, sight._FLAME):
            by_body.setdefault(role.key, []).append((role.shape, shape))
    seen = []
    for (id_, index), shapes in sorted(by_body.items(), key=lambda item: item[0]):
        run = machine.parts[id_]
        numbers = run.numbers[index]
        mass, (x, y, vx, vy) = numbers[INERTIA][0], numbers[MOVING]
        if run is not seer and math.isfinite(vx + vy):
            disc = run.discs[index]
            seen.append(SeenBody(run, run.bodies[index], tuple(sorted(shapes)), x, y, vx, vy, mass, disc))
    return seen


def faces(machine: Any, run: Any, jet: Any, beam: Any, ahead: float) -> list[Any]:
    """Work out what bodies hold into a jet, with each asked how far it reaches across it."""
    (ox, oy), (ax, ay) = beam.mouth, beam.axis
    found = []
    seen = bodies_in(machine, beam.box, run, flames=True)
    assert sight.bodies_in(machine, beam.box, run, flames=True) == seen
    for target in seen:
        dx, dy = target.x + ahead * target.vx - ox, target.y + ahead * target.vy - oy
        along = dx * ax + dy * ay
        if 0.0 < along < jet.reach:
            bottom, top = target.across(-ay, ax)
            off, edge = dx * -ay + dy * ax, jet.half + jet.spread * along
            low, high = max(-1.0, (off + bottom) / edge), min(1.0, (off + top) / edge)
            found.append((target, along, off, top - bottom, edge, low, high))
    return found


def unshielded(low: float, high: float, along: float, faces: list[Any]) -> tuple[float, float]:
    """Work out what nothing nearer hides of a face, piece by piece."""
    whole = free = [(low, high)]
    for target, nearer, _, _, _, left, right in faces:
        if nearer < along and left < high and right > low and target.mass < math.inf:
            ends = [((start, min(end, left)), (max(start, right), end)) for start, end in free]
            free = [(a, b) for both in ends for a, b in both if b > a]
    if free is whole:
        return (high - low, (high - low) * (low + high) / 2 / (high - low)) if high > low else (high - low, 0.0)
    open_ = moment = 0.0
    for a, b in free:
        open_ += b - a
        moment += (b - a) * (a + b) / 2
    return open_, moment / open_ if open_ > 0.0 else 0.0


def test_what_is_in_it_is_blown_as_if_each_number_were_asked_for_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    quick = [digests(market(seed)) for seed in SEEDS]
    monkeypatch.setattr(wind, "_faces", faces)
    monkeypatch.setattr(wind, "_unshielded", unshielded)
    assert [digests(market(seed)) for seed in SEEDS] == quick


@pytest.mark.parametrize(("owner", "changed"), [(SeenBody, "across"), (wind, "_unshielded")])
def test_what_is_seen_otherwise_is_blown_otherwise(
    owner: object, changed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative controls."""
    before = [digests(market(seed)) for seed in SEEDS]
    monkeypatch.setattr(owner, changed, lambda *about: (0.05, 0.1))
    assert [digests(market(seed)) for seed in SEEDS] != before

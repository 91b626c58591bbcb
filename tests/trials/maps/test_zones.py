"""Green zones: the machine around a part in hand, and the maps that are kept."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandbox.commands.command import edit
from sandbox.commands.commands import Connect, Move, Place
from sandbox.design.design import Design, PartSpec
from sandbox.levels import levels, library
from sandbox.parts import hinted
from sandbox.trials.judging import patience
from sandbox.trials.maps.zones import Zones, held_in, solved_by_hints
from sandbox.trials.search.try_service import TryJob, TryService
from sandbox.trials.variations import outcome_at
from tests.trials.search.puzzles import DROP, level

GHOST = 2**31 - 1


def bundled(name: str) -> Design:
    return levels.read(next(path for path in library.bundled_levels() if path.stem == name))


def ghost_of(design: Design, index: int) -> PartSpec:
    """The part of a hint, in hand."""
    hint = design.hints[index]
    return PartSpec(GHOST, hint.kind, hint.x, hint.y, hint.angle, hint.flip, hint.props, item=hint.item)


@pytest.mark.parametrize("name", ["topple", "press", "gears", "portcullis", "strike"])
def test_with_all_of_its_hints_the_part_in_hand_wins(name: str) -> None:
    design = bundled(name)
    index = next(index for index, hint in enumerate(design.hints) if not hint.ends)
    machine, held = held_in(design, ghost_of(design, index))
    machine = solved_by_hints(machine, held)
    assert outcome_at(machine, (), patience(machine)) == "won"
    count = len(design.parts) + sum(1 for hint in design.hints if not hint.ends)
    assert len(machine.parts) == count and len(machine.links) == len(hinted(design).links)


def test_what_the_player_has_placed_stands_for_its_hint() -> None:
    design = bundled("press")
    button, _ = design.hints
    placed = edit(design, Place(button.kind, button.x, button.y, button.angle, button.flip, item=button.item))
    spec = placed.parts[-1]
    machine = solved_by_hints(placed, spec)
    assert len(machine.parts) == len(placed.parts) and len(machine.links) == len(design.links) + 1
    assert spec.id in machine.links[-1].parts
    elsewhere = edit(placed, Move(spec.id, button.x - 0.5, button.y + 0.5, spec.angle, spec.flip))
    machine = solved_by_hints(elsewhere, elsewhere.part_by_id[spec.id])
    assert len(machine.parts) == len(placed.parts) and spec.id in machine.links[-1].parts
    link = machine.links[-1]
    tied = edit(placed, Connect(link.kind, link.a.part, link.a.port, link.b.part, link.b.port))
    assert solved_by_hints(tied, spec).links == tied.links, "it is tied already"


def test_a_part_of_the_author_joins_the_level() -> None:
    design = replace(bundled("topple"), author=True)
    machine, held = held_in(design, PartSpec(GHOST, "crate", 0.5, 2.0))
    assert held.fixed and machine.parts[-1] == held and machine.next_id == held.id + 1
    moved = replace(design.parts[-1], x=9.0)
    assert held_in(design, moved)[0].part_by_id[moved.id] == moved


class Service(TryService):
    """A service that computes nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.job: TryJob | None = None
        self.starts = 0

    @property
    def busy(self) -> bool:
        return self.job is not None

    def start(self, job: TryJob) -> None:
        self.job, self.starts = job, self.starts + 1

    def drop(self) -> None:
        self.job = None


def machine_with_ball(x: float = 1.8, flip: bool = False) -> tuple[Design, int]:
    return held_in(level(DROP), PartSpec(GHOST, "bowling_ball", x, 1.3, 0.0, flip))[0], level(DROP).next_id


def test_the_next_hold_shows_the_map_at_once_wherever_the_part_was() -> None:
    service = Service()
    zones = Zones(service)
    first = zones.ask(*machine_with_ball())
    assert first is not None and service.job is first
    assert zones.ask(*machine_with_ball(2.5)) is first and service.starts == 1, "it goes on"
    zones.drop()
    assert zones.ask(*machine_with_ball()) is first and service.starts == 2, "it is gone on with"
    first.done = True
    assert zones.ask(*machine_with_ball()) is first and not service.busy, "nothing is left to compute"


def test_another_machine_gets_another_map() -> None:
    service = Service()
    zones = Zones(service)
    design, ball = machine_with_ball()
    first = zones.ask(design, ball)
    crate = replace(design, parts=(*design.parts, PartSpec(90, "crate", 3.0, 0.3)), next_id=91)
    other = zones.ask(crate, ball)
    assert other is not first and service.job is other
    assert zones.ask(replace(design, title="Another title"), ball) is first, "a run knows no title"
    for x in range(10):
        zones.ask(replace(design, parts=(*design.parts, PartSpec(90, "crate", 0.1 * x, 3.0)), next_id=91), ball)
    assert zones.ask(design, ball) is not first, "only so many are kept"


def test_what_can_not_be_run_has_no_map_and_a_large_world_a_coarser_one() -> None:
    service = Service()
    zones = Zones(service)
    design, ball = machine_with_ball()
    assert zones.ask(replace(design, parts=(*design.parts, PartSpec(90, "no_such_part", 0.0, 0.0))), ball) is None
    large = zones.ask(replace(design, world=replace(design.world, width=40.0)), ball)
    assert large is not None and large.raster.shape[1] < 1000

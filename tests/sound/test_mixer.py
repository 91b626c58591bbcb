"""What is heard of a machine and of the editor: the right things, as loud as they are, and never a change to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.design.design import Beyond, Design, Goal
from sandbox.design.geometry import Box
from sandbox.levels import levels
from sandbox.machine.machine import Machine
from sandbox.sound import event_sounds, waveforms
from sandbox.sound.impact_detector import Impact, ImpactDetector
from sandbox.sound.mixer import VOICES, Sounds
from sandbox.workspace.clock import FLAT_OUT, NS
from sandbox.workspace.workspace import Workspace
from tests.contraptions import Builder
from tests.loudspeaker import Loudspeaker

FRAME_NS = NS // 60


class Ear(Loudspeaker):
    """Tells what was heard by name."""

    @property
    def names(self) -> list[str]:
        """What was heard so far: names, and for knocks both stuffs."""
        return [
            "+".join(sorted((effect.name, effect.other))) if effect.kind == "knock" else effect.name
            for effect in (order.effect for order in self.orders)
        ]


class Room:
    """A workspace with ears, and a clock that goes when it is told to."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ns = 0
        self.workspace = Workspace(folder / "data", lambda: self.ns)
        self.ear = Ear()
        self.sounds = Sounds(self.ear)
        self.guides: object = ()

    def open(self, design: Design) -> None:
        levels.write(self.folder / "level.toml", design)
        assert self.workspace.files.open(self.folder / "level.toml")

    def pass_(self, seconds: float) -> None:
        for _ in range(round(seconds * 60)):
            self.ns += FRAME_NS
            self.workspace.gate.catch_up()
            self.frame()

    def frame(self) -> None:
        machine = self.workspace.document.session.machine
        if machine is not None:
            machine.read_rows()
        self.sounds.frame(self.workspace, self.guides, Box(0.0, 0.0, 4.0, 2.25))


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    room = Room(tmp_path)
    yield room
    room.workspace.close()


def drop(kind: str = "soccer_ball", height: float = 1.0, onto: str = "floor", x: float = 2.0) -> Design:
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)
    if onto != "floor":
        b.part(onto, 2.0, 0.35)
    ball = b.part(kind, x, height)
    b.goals.append(Goal("It falls", Beyond(ball, "y", "less", 0.45)))
    return b.design()


# -- impacts


def struck(design: Design, seconds: float, ticks: int = 4) -> list[Impact]:
    machine, impacts, found = Machine(design), ImpactDetector(), []
    impacts.look(machine)
    for _ in range(round(seconds / machine.dt / ticks)):
        for _ in range(ticks):
            machine.tick()
        machine.read_rows()
        found += impacts.look(machine)
    return found


def test_a_fall_is_one_impact_with_the_energy_that_it_had() -> None:
    found = struck(drop("bowling_ball", 1.15), 1.2)
    assert {(impact.part, impact.other) for impact in found} == {(2, 1)}
    mass = 6.8  # kg, within a factor of two; it falls 0.9 m
    assert mass * 9.81 * 0.9 / 2 < found[0].energy < mass * 9.81 * 0.9 * 2
    assert found[0].x == pytest.approx(2.0, abs=0.05)


def test_what_rests_rolls_hangs_or_flies_strikes_nothing() -> None:
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)
    b.part("crate", 0.5, 0.2501)
    b.part("soccer_ball", 3.2, 1.9)  # in the air to the end
    anchor, weight = b.part("anchor", 1.8, 2.0), b.part("weight", 1.8, 1.2)
    b.link("rope", anchor, "hook", weight, "ring")
    balloon = b.part("balloon", 2.6, 0.6)
    b.link("rope", b.part("anchor", 2.6, 0.2, 3.14159), "hook", balloon, "knot")
    assert struck(b.design(), 0.4) == []


def test_a_ball_that_rolls_down_a_ramp_is_heard_when_it_lands_and_not_while_it_rolls() -> None:
    b = Builder()
    floor = b.part("floor", 2.0, 0.05, width=4.0)
    ramp = b.part("ramp", 1.0, 0.6, width=1.6, height=0.6)
    ball = b.part("bowling_ball", 0.5, 0.87)
    found = [(impact.part, impact.other) for impact in struck(b.design(), 2.0)]
    assert (ball, floor) in found
    assert found.count((ball, ramp)) <= 1


@pytest.mark.parametrize("ticks", [1, 2, 8])
def test_how_often_one_looks_hardly_changes_what_one_hears(ticks: int) -> None:
    usual, other = (sum(i.energy for i in struck(drop(height=1.2), 1.5, each)) for each in (4, ticks))
    assert other == pytest.approx(usual, rel=0.3)


def test_looking_changes_nothing() -> None:
    hashes = []
    for looks in (False, True):
        session = Session(drop("basketball", 1.4, "seesaw", 2.2))
        session.do(c.Start())
        impacts, found = ImpactDetector(), 0
        for _ in range(120):
            session.advance(4)
            assert session.machine is not None
            session.machine.read_rows()
            if looks:
                found += len(impacts.look(session.machine))
        hashes.append(session.end_hash())
        assert bool(found) is looks
    assert hashes[0] == hashes[1]


# -- the machine


def test_a_harder_stroke_is_louder(room: Room) -> None:
    loud = []
    for height in (0.3, 0.6, 1.8):
        room.open(drop(height=height))
        room.ear.orders.clear()
        room.workspace.control.run()
        room.pass_(0.7)
        first = next(order for order in room.ear.orders if order.effect.kind == "knock")
        loud.append(first.gain * waveforms.LEVELS[first.effect.level])
    assert loud[0] < 0.8 * loud[1] < 0.7 * loud[2]


def test_stuffs_are_those_of_what_meets(room: Room) -> None:
    room.open(drop("bowling_ball", 0.8))
    room.workspace.control.run()
    room.pass_(0.7)
    assert "stone+wood" in room.ear.names
    room.open(drop("tennis_ball", 0.8))
    room.ear.orders.clear()
    room.workspace.control.run()
    room.pass_(0.7)
    knocks = [name for name in room.ear.names if "+" in name]
    assert knocks and set(knocks) == {"felt+wood"}


def test_devices_are_heard_by_their_cues_and_hums(room: Room) -> None:
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)
    button, belt = b.part("button", 1.0, 0.136), b.part("conveyor", 3.0, 1.0, running=False)
    b.link("wire", button, "signal", belt, "signal")
    room.open(b.design())
    room.workspace.control.run()
    room.pass_(0.5)
    assert set(room.ear.names) == {"started"}, "the belt stands still, and only Start is heard"
    room.workspace.gate.do(c.Press(button))
    room.pass_(1.0)
    assert {"click", "switch", "belt"} <= set(room.ear.names)
    grains = room.ear.names.count("belt")
    assert grains == pytest.approx(1.0 / (waveforms.GRAIN / 2), abs=1)
    room.workspace.gate.pause()
    room.pass_(1.0)
    assert room.ear.names.count("belt") == grains, "what is paused does not hum"


def test_how_a_run_ends_is_heard_once(room: Room) -> None:
    room.open(drop())
    room.workspace.control.run()
    room.pass_(1.5)
    assert room.ear.names.count("won") == 1
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)
    ball = b.part("soccer_ball", 2.0, 1.0)
    b.goals.append(Goal("It flies", Beyond(ball, "y", "more", 1.5)))
    room.open(replace(b.design(), fails=(Goal("It falls", Beyond(ball, "y", "less", 0.5)),)))
    room.workspace.control.run()
    room.pass_(1.0)
    assert room.ear.names.count("lost") == 1 and room.ear.names.count("won") == 1


def test_only_what_goes_on_in_real_time_is_heard(room: Room) -> None:
    room.open(drop())
    room.workspace.control.run()
    room.pass_(0.1)
    room.ear.orders.clear()
    room.workspace.gate.advance(720)  # re-run fast, or scrubbed
    room.frame()
    assert room.ear.names == ["won"]
    room.ear.orders.clear()
    room.workspace.control.stop()
    room.workspace.pacing.speed = FLAT_OUT
    room.workspace.control.run()
    room.pass_(0.4)
    room.workspace.pacing.speed = Fraction(16)
    room.pass_(0.4)
    assert set(room.ear.names) <= {"stopped", "started", "won"}
    room.workspace.control.stop()
    room.workspace.pacing.speed = Fraction(1, 4)
    room.workspace.control.run()
    room.ear.orders.clear()
    room.pass_(2.0)
    assert [name for name in room.ear.names if "+" in name], "slow motion is heard"


@pytest.mark.parametrize("way", ["muted", "volume", "silent"])
def test_who_wants_to_hear_nothing_hears_nothing(room: Room, way: str) -> None:
    if way == "muted":
        room.sounds.muted = True
    elif way == "volume":
        room.sounds.volume = 0
    else:
        room.ear.silent = True
    room.open(drop())
    room.workspace.gate.do(c.Place("crate", 1.0, 1.0))
    room.workspace.control.run()
    room.pass_(1.0)
    assert room.ear.orders == []
    assert room.workspace.events.take_events() == [], "nothing is kept for later either"
    room.sounds.muted, room.sounds.volume, room.ear.silent = False, 50, False
    room.frame()
    assert room.ear.orders == [], "what was not heard then is not heard now"
    room.workspace.control.stop()
    room.frame()
    assert room.ear.names == ["stopped"]


def test_volume_is_that_of_everything(room: Room) -> None:
    gains = []
    for volume in (25, 50, 100):
        room.sounds.volume = volume
        room.sounds.sign("placed", room.ns)
        gains.append(room.ear.orders[-1].gain)
        room.ns += NS
        room.frame()
    assert gains[0] < 0.5 * gains[1] < 0.25 * gains[2]


def test_there_are_never_more_voices_than_so_many_and_the_loudest_are_heard(room: Room) -> None:
    room.open(drop())
    room.workspace.control.run()
    room.pass_(0.05)
    machine = room.workspace.document.session.machine
    assert machine is not None
    sounding: set[int] = set()
    for index in range(200):
        energy = 1e-3 * 1.05**index
        impact = Impact(2, 1 if index % 2 else 2, 2.0, 1.0, energy, 0.02 + 0.01 * (index % 12))
        room.sounds._knock(room.ns + index * 5_000_000, machine, impact, None)
        sounding = {order.voice for order in room.ear.orders} - set(room.ear.stopped)
    assert len(room.sounds._voices) <= VOICES
    assert len(sounding) < 200
    assert max(order.gain for order in room.ear.orders) <= 1.0


def test_a_stroke_is_heard_from_where_it_is_and_out_of_sight_it_is_faint(room: Room) -> None:
    heard = {}
    for x in (0.5, 2.0, 3.5, 40.0):
        gain, pan = event_sounds.heard_from(x, 1.0, Box(0.0, 0.0, 4.0, 2.25))
        heard[x] = (gain, pan)
    assert heard[0.5][1] < -0.5 and heard[2.0][1] == 0 and heard[3.5][1] > 0.5
    assert heard[40.0][0] < 0.1 * heard[3.5][0]


# -- the editor


@pytest.mark.parametrize(
    ("act", "heard"),
    [
        (lambda w: w.gate.do(c.Place("crate", 1.0, 1.0)), "placed"),
        (lambda w: w.gate.do(c.Move(2, 1.5, 1.0, 0.0, False)), "moved"),
        (lambda w: w.gate.do(c.Delete(1)), "deleted"),
        (lambda w: w.gate.do(c.Delete(1)) and w.gate.do(c.Undo()), "undone"),
        (lambda w: w.gate.do(c.Delete(99)), "refused"),
        (lambda w: w.gate.do(c.Together((c.Move(2, 1.5, 1.0, 0.0, False), c.Delete(1)))), "deleted"),
        (lambda w: w.control.run(), "started"),
    ],
)
def test_what_is_done_in_the_editor_has_its_sign(room: Room, act: Callable[[Workspace], object], heard: str) -> None:
    room.open(drop())
    room.frame()
    act(room.workspace)
    room.frame()
    assert heard in room.ear.names
    assert all(order.gain < 0.5 for order in room.ear.orders), "quietly"
    count = len(room.ear.orders)
    room.pass_(0.2)
    assert len([name for name in room.ear.names if name in waveforms.DESK]) == count, "once"


def test_snapping_ticks_when_it_catches_and_not_while_it_holds(room: Room) -> None:
    room.open(drop())
    room.frame()
    for guides in ((), ("x",), ("x",), ("x",), (), ()):
        room.guides = guides
        room.pass_(0.1)
    assert room.ear.names == ["snapped"]


def test_ears_change_no_session(tmp_path: Path) -> None:
    hashes = set()
    for index, muted in enumerate((False, True)):
        (tmp_path / str(index)).mkdir()
        room = Room(tmp_path / str(index))
        room.sounds.muted = muted
        room.open(drop("basketball", 1.5, "seesaw", 2.2))
        room.workspace.control.run()
        room.pass_(2.0)
        assert bool(room.ear.orders) is not muted
        hashes.add((room.workspace.document.session.tick, room.workspace.document.session.end_hash()))
        room.workspace.close()
    assert len(hashes) == 1


def test_what_is_heard_of_commands_is_there() -> None:
    sounds = {cls.sound for cls in c.COMMANDS.values()}
    assert sounds - {""} <= set(waveforms.DESK) and {"placed", "started"} <= sounds

"""Classics that live: the butterfly, and the penguin with its exit."""

from __future__ import annotations

import math
from collections.abc import Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING

import msgspec

from sandbox.engine.engine import push_at
from sandbox.engine.readout import MOVING, TURNED, asleep
from sandbox.parts.actors import Butterfly, Walker
from sandbox.parts.classics.classic_sharp import SawBlade
from sandbox.parts.classics.rules import KNOCK, MASS, damp, drawn, size, surface, usual
from sandbox.parts.drawing import lamp, painted, sensor, slab
from sandbox.parts.kind import Blueprint, Body, Circle, Hit, Kind, Look, Polygon, Property, Shape
from sandbox.parts.sharp import Saw, pricked
from sandbox.parts.sight import keep_up

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine


class ClassicButterfly(Kind):
    """A butterfly that beats its wings ten times a second: each beat is an impulse."""

    name = "classic_butterfly"
    sound = "cloth"
    cues = {"died": "flap"}
    title = "Classic butterfly"
    price = 12
    for_imports = True
    help = (
        "Flutters to the right, at about a height of its own or of its flower, and bobs as it goes. It is frail: a "
        "knock or a prick kills it."
    )
    source = (
        "TBE: 10 g; beats of 0.004 N s for each m/s of 4 times what it lacks in height less 4.8 times its climb; dies "
        "at 0.008 N s."
    )
    properties = (
        *size(0.15, 0.228),
        usual(MASS, 0.01, step=0.001),
        Property("aim", "Aim", 0.0, "m", -20.0, 20.0, 0.05, help="How far above its place at Start it wants to be"),
        usual(KNOCK, 0.008, step=0.001, help="This hard an impact kills it"),
        *surface(0.0),
    )
    wants_hits = True
    hit_threshold = "knock"
    states = ("dead",)
    goal_states = ("dead",)
    beat, strength = 0.1, 0.004  # s; kg: N s of a beat for each m/s that it wants
    gain, brake, drift, drifts_below = 4.0, 4.8, 0.025, 0.1  # 1/s; 1; m/s; m/s
    lever, spin_drag = 0.01, 0.8  # m above its middle; 1/s

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        body = Shape(slab(p.width, p.height), None, friction=p.friction, restitution=p.restitution)
        return Blueprint((Body("dynamic", p.mass),), (body, *drawn(Butterfly(), p.width / 0.15, p.height / 0.16)))

    def start(self, run: Running, machine: RunningMachine) -> None:
        damp(run.bodies[0], 0.0, 0.0, self.spin_drag)

    def act(self, run: Running, machine: RunningMachine) -> None:
        every = max(1, round(self.beat / machine.tick_length))  # ticks
        elapsed = machine.elapsed
        # A long step may hold several beats, each of which feels what the one before has done.
        due = (elapsed + machine.dt / machine.tick_length) // every - elapsed // every
        for _ in range(0 if run["dead"] else int(due)):
            self._beat(run)

    def _beat(self, run: Running) -> None:
        body = run.bodies[0]
        vx, vy = body.velocity
        lacks = run.spec.y + run.p.aim - body.position.y
        up = self.strength * max(0.0, self.gain * lacks - self.brake * vy)
        right = self.strength * self.drift if vx < self.drifts_below else 0.0
        if up or right:
            body.apply_impulse_at_world_point((right, up), run.world(0.0, self.lever))

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        if not run["dead"] and (hit.push >= run.p.knock or pricked(hit, machine)):
            run["dead"] = 1.0
            machine.tell("died", run, hit.push, hit.other)


_LEFT, _RIGHT, _FALLING, _SLIDING, _WAITING, _SLEEPING = 0.0, 1.0, 2.0, 3.0, 6.0, 10.0  # gaits, as numbered in TBE
_SAWS = SawBlade, Saw
_GAITS = {"left": _LEFT, "right": _RIGHT, "waiting": _WAITING, "sleeping": _SLEEPING}
_FOOTING, _SINCE, _LEAVING, _DYING, _DEAD, _GAIT, _WAITED = 0, 1, 2, 4, 5, 7, 8  # among a walker's running numbers


def _scarf() -> tuple[Shape, ...]:
    """Draw the scarf that tells a classic penguin from ours."""
    red = Look("cloth", (206, 58, 50), outline=0.9)
    end = Polygon(((-0.052, -0.06), (-0.018, -0.066), (-0.012, 0.03), (-0.042, 0.03)), 0.003)
    return painted(end, red, 1), painted(slab(0.136, 0.036, 0.0, 0.036, 0.012), red, 1)


class ClassicWalker(Kind):
    """A rolling ball that pushes itself along, drawn as a penguin that keeps upright.

    States: `gait` (see `_GAITS`; sliding is one of them here), `waited` (s of its gait, if it waits), `footing` (N s:
    what it stands on has pushed it up with, fading), `leaving` (s until it is gone through its exit), `exit` (the
    exit's id), `dying` (s).
    """

    name = "classic_walker"
    cues = {"died": "thud", "arrived": "cheer"}
    title = "Classic penguin"
    price = 20
    for_imports = True
    help = (
        "Walks, or rolls down what is steep. Where it is stopped it hesitates, and goes on either way. A hard fall or "
        "a saw kills it; lead it to its exit."
    )
    source = "TBE: 1.5 kg, radius 0.14 m; pushes with up to 5 N to walk 0.5 m/s, brakes with 0.8 N, dies above 7 N s."
    properties = (
        Property("gait", "Gait", "right", choices=("right", "left", "waiting", "sleeping"), help="At Start"),
        Property("rolls", "Rolls", True, help="Else it slides, and never turns"),
        usual(KNOCK, 7.0, help="A harder impact kills it"),
        *surface(0.0),
    )
    wants_hits, hit_threshold = True, 0.0
    act_interval = 1 / 30
    states = ("footing", "since", "leaving", "exit", "dying", "dead", "saved", "gait", "waited")
    goal_states = ("dead", "saved")
    radius, mass = 0.14, 1.5  # m, kg
    still, pace = 0.002, 0.5  # m/s: slower stands, faster slides
    push, brake, nudge = 5.0, 0.8, 5.0  # N
    grounded, setting_out = 0.02, 0.5  # N s; s in which it goes its own way
    frame = 0.06  # s: of six, in which one that stands still looks about
    dies, leaves = 0.32, 0.18  # s until it is gone

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        ball = Shape(Circle(self.radius), None, friction=p.friction, restitution=p.restitution)
        picture = drawn(Walker(), 0.88, 0.88, body=1)
        moved = [msgspec.structs.replace(shape, outline=shape.outline.moved(0.0, -0.004)) for shape in picture]
        return Blueprint((Body("dynamic", self.mass), Body("kinematic")), (ball, *moved, *_scarf()))

    def start(self, run: Running, machine: RunningMachine) -> None:
        run["gait"] = _GAITS[run.p.gait]
        if not run.p.rolls:
            run.bodies[0].moment = math.inf

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        if run["dead"] or run["leaving"]:
            return
        striker = machine.parts.get(hit.other)
        if striker is not None and isinstance(striker.kind, ClassicExit):
            run["leaving"], run["exit"] = self.leaves, float(striker.id)
            return
        run["footing"] = max(run["footing"], hit.push)
        sawn = striker is not None and isinstance(striker.kind, _SAWS) and pricked(hit, machine)
        if hit.push > run.p.knock or sawn:
            run["dead"], run["dying"] = 1.0, self.dies
            machine.tell("died", run, hit.push, hit.other)

    def act(self, run: Running, machine: RunningMachine) -> None:
        # All its numbers at once, and what the engine keeps of its body as it is kept: it asks on every tick.
        numbers = run.numbers_from("footing", len(self.states))
        if numbers[_LEAVING] > 0 or numbers[_DYING] > 0:
            self._go(run, machine)
        lapse = run.lapse
        steps = lapse / machine.dt  # for so many it pushes in one of them
        body, picture = run.bodies
        if asleep(run.numbers[0]):
            return
        moving, (angle, _) = run.numbers[0][MOVING], run.numbers[0][TURNED]
        keep_up(body, picture, (0.0, 0.0), -angle)
        picture.angular_velocity = 0.0
        numbers[_SINCE] += lapse
        if not numbers[_DEAD] and not numbers[_LEAVING]:
            x, y, vx, vy = moving
            self._change_gait(numbers, run.p.gait, vx, vy)
            force = self._force(numbers, run.p.gait, moving, lapse)
            if force:
                push_at(body, (steps * force, 0.0), (x, y))
        numbers[_FOOTING] /= 1 << round(steps)  # it halves in a tick

    def _change_gait(self, numbers: memoryview[float], at_start: str, vx: float, vy: float) -> None:
        """Choose the gait by the speed; nothing pushes itself along that has no ground under it."""
        speed, gait = abs(vx), numbers[_GAIT]
        if speed > self.still:
            gait_now = _SLIDING if speed > self.pace else _RIGHT if vx > 0 else _LEFT
        else:
            gait_now = _GAITS[at_start] if numbers[_SINCE] <= self.setting_out else _WAITING
        if gait == _FALLING:
            gait_now = gait_now if numbers[_FOOTING] > self.grounded or abs(vy) < self.still else _FALLING
        elif numbers[_FOOTING] < self.grounded:
            gait_now = _FALLING
        if {gait, gait_now} == {_WAITING, _SLEEPING}:  # only what sets it in motion wakes it
            gait_now = gait
        if gait_now != gait:
            numbers[_GAIT], numbers[_WAITED] = gait_now, 0.0

    def _force(self, numbers: memoryview[float], at_start: str, moving: Sequence[float], lapse: float) -> float:
        """Return the force in N that it pushes itself with, to the right, where it is and as fast as it is `moving`."""
        (x, y, vx, _), gait = moving, numbers[_GAIT]
        if gait in (_LEFT, _RIGHT):
            return math.copysign(self.push * max(0.0, 1.0 - abs(vx) / self.pace), 1.0 if gait == _RIGHT else -1.0)
        if gait == _SLIDING:
            return -math.copysign(self.brake, vx)
        if gait != _WAITING:
            return 0.0
        look = (math.floor(numbers[_WAITED] / self.frame) + math.floor(91 * x) + math.floor(91 * y)) % 6
        numbers[_WAITED] += lapse
        ahead = -self.nudge if at_start == "left" else self.nudge
        return {3: ahead, 0: -ahead}.get(look, 0.0)

    def _go(self, run: Running, machine: RunningMachine) -> None:
        for timer in ("leaving", "dying"):
            if run[timer] > 0:
                run[timer] -= run.lapse
                if run[timer] <= 0:
                    machine.remove(run.id)
                    if timer == "leaving":
                        self._escape(run, machine)

    def _escape(self, run: Running, machine: RunningMachine) -> None:
        run["saved"] = 1.0
        out = machine.parts.get(int(run["exit"]))
        if out is not None:
            out["saved"] += 1.0
            machine.tell("arrived", run, out["saved"], out.id)


class ClassicExit(Kind):
    """State `saved`: how many have got out."""

    name = "classic_exit"
    cues = {"arrived": "cheer"}
    title = "Classic exit"
    price = 10
    for_imports = True
    help = "Where classic penguins want to be: one that comes to its middle gets out, and is counted."
    source = "TBE: it is entered in the 0.1 m about its middle; 0.18 s later the penguin is gone."
    properties = size(0.406, 0.703)
    resizes = ("width", "height")
    states = ("saved",)
    goal_states = ("saved",)

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, h = p.width, p.height
        snow, dark = Look("stone", (214, 230, 240)), Look("rubber", (34, 38, 50), outline=0.9)
        shapes = (
            painted(slab(w, h, 0.0, 0.0, 0.3 * min(w, h)), snow),
            painted(slab(0.68 * w, 0.78 * h, 0.0, -0.06 * h, 0.2 * min(w, h)), dark),
            lamp(0.05 * min(w, h), 0.0, 0.41 * h, (110, 220, 120), "saved"),
            sensor(slab(0.1, 0.1), name="middle"),
        )
        return Blueprint((Body("static"),), shapes)

"""Part kinds and link kinds: their blueprints (bodies, shapes, ports, joints, looks) and their behaviour.

A kind is one class in one family module. Its `blueprint` is pure data in the part's own frame (metres, y up, as
placed at angle 0 and not flipped), used alike by the machine (bodies), the canvas (looks) and the editor (hit
tests, handles). Its behaviour is in optional methods, which get the running part and the machine (`world` says what
they may do with them); all running state lives in named numbers (`states`) that the machine hashes each tick, never
in attributes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType, SimpleNamespace
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from msgspec import Struct

from sandbox.design.design import Design, Link, PartSpec, Value, Values
from sandbox.design.geometry import Circle, Point, Polygon, Pose, place
from sandbox.errors import BadFile
from sandbox.parts.plans import (
    DRIVEN,
    FIXED,
    FIXED_ALONE,
    FIXED_TURNING,
    LEAST_MASS,
    LEAST_SOLID,
    LOOSE,
    STRUCTURE_FRICTION,
    STRUCTURE_RESTITUTION,
    TURNING,
    Aim,
    Blueprint,
    Body,
    Flight,
    Joint,
    Look,
    Port,
    Rgb,
    Shape,
    Sheave,
)
from sandbox.parts.properties import Property

if TYPE_CHECKING:
    from sandbox.parts.world import Met, Ray, Running, RunningLink, RunningMachine

LinkAct = Callable[["RunningMachine", float], object]  # what a link does before a step: see `LinkKind.acting`


class Hit(Struct, frozen=True):
    """A note of something that struck a part in the last step, from the struck part's side.

    `impulse` in N s over this tick; `speed` at which the two closed in along `nx, ny` (the direction from the
    part to the other), in m/s, measured before the solver; at world point x, y. `first`: they did not touch
    on the tick before. `push`: the part of the impulse that is along the normal, at one point: on average over the
    one or two at which they touch.
    """

    part: int
    shape: int  # index into the part's blueprint
    other: int
    other_shape: int
    first: bool
    impulse: float
    speed: float
    nx: float
    ny: float
    x: float
    y: float
    push: float = 0.0


class Jet(NamedTuple):
    """A stream of air out of a mouth of half width `half`, in the part's frame, as flipped.

    The wind keeps to a cone along the unit vector `axis`, and falls off in a straight line to nothing at its reach; an
    `even` one does not fall off.
    """

    mouth: Point
    axis: Point
    half: float  # m
    speed: float  # m/s at the mouth
    reach: float  # m
    spread: float = 0.2  # it widens by so much to each side, for each metre (11 degrees: a free round jet)
    even: bool = False


class Described:
    """The common part of part kinds and link kinds: a name, a help sentence, properties, running states."""

    name: ClassVar[str]
    title: ClassVar[str]
    price: ClassVar[int]  # coins that one of it costs, 1 to 100, as in a toy shop: more for what does more by itself
    help: ClassVar[str]
    synonyms: ClassVar[str] = ""  # other words by which people look for it, with commas between them
    source: ClassVar[str] = ""  # where the physical numbers come from
    properties: ClassVar[tuple[Property, ...]] = ()
    states: ClassVar[tuple[str, ...]] = ()  # names of its running numbers, each 0.0 at Start
    sound: ClassVar[str] = ""  # of a knock on it: one of `sounds.KNOCKS`; "": as its look's material sounds
    hum: ClassVar[str] = ""  # one of `sounds.HUMS`, while its state `on` (or `hums_while`) is not 0
    hums_while: ClassVar[str] = "on"
    cues: ClassVar[Mapping[str, str]] = {}  # each event that it tells, with its sound: one of `sounds.CUES`
    wakes_with: ClassVar[str] = ""  # the event that is marked above it, as what animals notice is; "": none

    def property(self, name: str) -> Property | None:
        return next((p for p in self.properties if p.name == name), None)

    def values(self, props: Values) -> SimpleNamespace:
        """Return every property by name: its default, or its value in `props`."""
        return SimpleNamespace(**{p.name: props.get(p.name, p.default) for p in self.properties})


class Kind(Described):
    """A part kind. Subclass it in a family module and list an instance in that module's `KINDS`.

    What may happen to a part, the method that answers, and, in brackets, what a kind has to say to be asked:

    - Start: `start`. Each step: `act` (`acts_while`, `act_interval`). An alarm of its own is due: `due`.
    - A Press command: `press` (`pressable`). A wire has changed: `signal`, or `signal_at` with the port (a port of the
      type "signal in"); a wire that comes on presses a part whose kind has neither.
    - Power: `powered`, and questions to `consumes`, `rating` (a port "power in", `needs_power`, `watts`); of a source:
      `taken`, and a question to `gives` (a port "power out").
    - A contact, a prick, a blast: `struck` (`wants_hits`, `hit_threshold`); a knock: `reactions.Knocked.knocked`.
      A blow that breaks it: `breaking.Breakable.broken_by` (`breaks_at`).
    - Wind: `on_wind` (`catches_wind`). Heat: `heated`, `caught` (`catches`). A fuse has burnt down: `caught` (a port
      "fuse"). Water: `quenched`.
    - A ray: `on_ray`. Light of any sort: `lit_by` (`lit_shape`, `by_rays_only`). A bell: `heard` (`hears`).
    - An animal: `eaten`, and a question to `smells_now` (`smells`). A hand: `grabbed`.
    - Others have left the machine: `on_neighbour_removed`. Steps have another length: `retimed`.
    """

    resizes: ClassVar[tuple[str, ...]] = ()  # properties that the handles change: "width", "height"
    flips: ClassVar[bool] = False
    turns: ClassVar[bool] = True
    pressable: ClassVar[bool] = False
    wants_hits: ClassVar[bool] = False  # calls `struck` for each new contact, however faint, and for each lasting one
    # that presses harder than this in a tick: N s, or the name of the property that holds it; infinity: for none
    hit_threshold: ClassVar[float | str] = math.inf
    struck_on: ClassVar[str] = ""  # the name of those of its shapes that have to be struck to set it off
    # N s, or the name of the property that holds it: a harder impact breaks it, into spare bodies (`bang.breaking`,
    # which has a base for what always breaks, and one for what breaks if its property says so)
    breaks_at: ClassVar[float | str] = math.inf
    # Fixed structure, as it stands: it never leaves, does nothing and listens to nothing, so its outlines are joined to
    # those of its neighbours that lie flush (see `machine.joining`).
    structure: ClassVar[bool] = False
    melts: ClassVar[bool] = False  # it is structure in a machine in which nothing can heat it
    displaces: ClassVar[float] = 1.0  # the share of its outline that keeps water out
    cushions: ClassVar[float] = 1.0  # the share of an impact on it that the part which strikes it feels
    act_interval: ClassVar[float] = 0.0  # s from one `act` to the next, rounded down to 1, 2, 4, ... ticks
    # One of its states: while it is 0 there is nothing to do for `act`, which must be for each tick, and is not called;
    # what makes it another number calls `machine.rouse`.
    acts_while: ClassVar[str] = ""
    catches_wind: ClassVar[bool] = False  # calls `on_wind` instead of pushing it
    read: ClassVar[str] = ""  # the text that pointing at it shows
    catches: ClassVar[float] = math.inf  # s of heat until `caught` is called; see `fire.heat`
    spins_by: ClassVar[str] = ""  # the property: how fast it turns by itself, counter-clockwise if it is not flipped
    carries_by: ClassVar[str] = ""  # the property: how fast its top runs by itself, to the right if it is not flipped
    hides_content: ClassVar[bool] = False  # its front would hide what lies in it: drawn behind all that is loose
    walks_by: ClassVar[str] = ""  # the property: how fast it sets out by itself, to the right if it is not flipped
    drawn: ClassVar[str] = ""  # the outline that placing it asks for, point by point
    # The line that its player draws with the mouse and bends by its points, also where parts come out of a stock.
    bends: ClassVar[str] = ""
    for_imports: ClassVar[bool] = False  # a second kind of its sort, for levels that were made for another program
    sharp: ClassVar[bool] = False  # pops what it touches, but for its shapes that are named "blunt"
    deadly: ClassVar[bool] = False  # a touch kills what walks, while its state `on` is 1
    smells: ClassVar[str] = ""  # of what, to animals that want or fear it: "cheese", "cat" (see `animals.wants`)
    hands_out: ClassVar[bool] = False  # each spare body that it has let out is a thing of its own: a ball, a grain
    holds_water: ClassVar[bool] = False  # in its hollow, so that a fish lives there
    hears: ClassVar[float] = 0.0  # m: calls `heard` when a bell rings so near
    rings: ClassVar[bool] = False  # is heard by what hears
    magnetic: ClassVar[bool] = False  # of steel or iron: magnets pull it
    needs_power: ClassVar[bool] = False  # does nothing without a cable; else it runs as if there were no power
    watts: ClassVar[float] = 0.0  # that it asks for, once a cable is plugged in
    on_with_cable: ClassVar[bool] = False  # a cable that brings power is enough, whatever its switch is at Start
    rays: ClassVar[Mapping[str, Aim]] = MappingProxyType({})  # that it may send out, by name; see `light.rays`
    bulb: ClassVar[Point | None] = None  # where light goes out to all sides, while its state `hums_while` is not 0
    lit_shape: ClassVar[str] = ""  # the name of those of its shapes that feel light; "": all
    by_rays_only: ClassVar[bool] = False  # feels no light that goes out to all sides
    goal_states: ClassVar[tuple[str, ...]] = ()  # those of `states` that a goal may ask for
    # Names of `editing.stimuli` that don't follow from its ports, its loose bodies and what it answers to.
    set_off_by: ClassVar[tuple[str, ...]] = ()
    hands_on: ClassVar[tuple[str, ...]] = ()
    night_tints: ClassVar[Mapping[Rgb, Rgb]] = MappingProxyType({})  # in a scene at night, by the usual tint

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        """Build the part with property values `p`, in its own frame, not flipped."""
        raise NotImplementedError(self.name)

    def help_of(self, p: SimpleNamespace) -> str:
        """Return what is said about a part with property values `p`, to those who may not change them."""
        return self.help

    def states_of(self, p: SimpleNamespace) -> tuple[str, ...]:
        """Return the names of a part's running numbers: fewer than `states` if some go with a property that is off."""
        return self.states

    def heeds_hits(self, p: SimpleNamespace) -> bool:
        """Tell whether a part with these properties wants hits: if not, the engine calls nobody for it."""
        return self.wants_hits

    def hollow(self, p: SimpleNamespace) -> Polygon | None:
        """Return the outline of the space that others can lie in, in the frame of `blueprint`; None: it has none.

        Its main body carries it. Whether a kind has a hollow does not depend on its properties.
        """
        return None

    def jet(self, p: SimpleNamespace, facing: float) -> Jet | None:
        """Return what the part does to the air while its state `hums_while` is on; None: nothing."""
        return None

    def ranges(self, p: SimpleNamespace) -> tuple[Circle, ...]:
        """Return the circles, in its own frame, within which it acts on things or notices them without a touch, and
        those of where it gets to, as a fist does.

        They are drawn around a part that is selected while nothing runs.
        """
        return (Circle(self.hears),) if self.hears else ()

    def flight(self, p: SimpleNamespace) -> Flight | None:
        """Return how the part shoots out what it is loaded with; None: it shoots nothing.

        The way of the shot is drawn while it is selected and nothing runs.
        """
        return None

    def start(self, run: Running, machine: RunningMachine) -> None:
        """Run once at Start, after all links: set states that do not begin at 0, add joints, ..."""

    def act(self, run: Running, machine: RunningMachine) -> None:
        """Run before each step (or less often, see `act_interval` and `acts_while`), in id order. Not overriding it
        costs nothing.
        """

    def due(self, run: Running, alarm: str, machine: RunningMachine) -> None:
        """Run before a step, before any part acts, when an alarm is due that `machine.at` has set; it is no longer set.

        An alarm is one of the kind's `states`, and holds the tick on which it is due, or 0. Between, it costs nothing:
        a fuse, a lockout or a pulse needs no `act` that counts down.
        """

    def on_neighbour_removed(self, run: Running, machine: RunningMachine) -> None:
        """Run after other parts or links have been taken out of the machine."""

    def retimed(self, run: Running, lapse: float, machine: RunningMachine) -> None:
        """Run before a step of another length than the last, to change what follows from `machine.dt`. `lapse` is
        what `run.lapse` was until now (s). Never called in a run that is recorded.
        """

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        """Run after the step, once for each note, in sorted order."""

    def pricks(self, run: Running, shape: int) -> bool:
        """Tell whether a shape of the part is sharp just now: whether it pops and wounds the things that it touches."""
        return self.sharp and run.plan.shapes[shape].name != "blunt"

    def grabbed(self, run: Running, machine: RunningMachine) -> None:
        """Run when a hand has taken hold of the part."""

    def smells_now(self, run: Running) -> bool:
        """Tell whether the part smells now, as its `smells` says: not what is eaten, dead or closed."""
        return True

    def eaten(self, run: Running, eater: Running, machine: RunningMachine) -> None:
        """Run when an animal that wants its smell has caught it, or has eaten it up."""

    def heard(self, run: Running, source: Running, machine: RunningMachine) -> None:
        """Run when a bell, `source`, has rung within its hearing."""

    def on_wind(self, run: Running, wind: float, share: float, lapse: float, machine: RunningMachine) -> None:
        """Run when wind (m/s) meets a share of the part's face, for the next `lapse` seconds."""

    def heated(self, run: Running, on: bool, machine: RunningMachine) -> None:
        """Run when something hot begins to touch it, and when the last that did so touches it no more."""

    def caught(self, run: Running, machine: RunningMachine) -> None:
        """Run when one hot thing has touched the part for `catches` seconds, and when a fuse has burnt down to it."""

    def quenched(self, run: Running, machine: RunningMachine) -> None:
        """Run when water reaches it: what burns goes out."""

    def on_ray(self, run: Running, ray: Ray, met: Met, machine: RunningMachine) -> Ray | None:
        """Return the ray that goes on from a shape of the part, for mirrors and glass. None: it ends there."""
        return None

    def lit_by(self, run: Running, colours: int, white: bool, machine: RunningMachine) -> None:
        """Run when the light that falls on the part has changed: all colours (bits, 0: none), and whether white light
        of a lamp, not of a laser, is among it. Not overriding it costs nothing.
        """

    def spring_gain(self, run: Running, machine: RunningMachine) -> float:
        """Return by how much more a spring must pull than a force, to do the same: more than 1 for a law of motion
        that takes a share of every speed, also of what the spring has just given.
        """
        return 1.0

    def press(self, run: Running, machine: RunningMachine) -> None:
        """Carry out a Press command."""

    def signal(self, run: Running, on: bool, machine: RunningMachine) -> None:
        """Run when a wire into this part has changed to `on`: one that is on presses it."""
        if on:
            self.press(run, machine)

    def switched_over(self, p: SimpleNamespace) -> str:
        """Return the property by which it is on at Start, and which a wire that is on switches over; "" if none is."""
        return ""

    def is_off(self, p: SimpleNamespace) -> bool:
        """Tell whether it is off at Start, and could be on."""
        name = self.switched_over(p)
        return bool(name) and not getattr(p, name)

    def signal_at(self, run: Running, port: str, on: bool, machine: RunningMachine) -> None:
        """Run when a wire into a port of this part has changed to `on`: for kinds with more than one such port."""
        self.signal(run, on, machine)

    def rating(self, p: SimpleNamespace) -> float:
        """Return the watts that it asks for with these properties, once a cable is plugged in, also while it rests."""
        return self.watts

    def consumes(self, run: Running) -> bool:
        """Tell whether the part would run if it had power; `machine.repower` is for saying that this has changed."""
        return True

    def powered(self, run: Running, on: bool, machine: RunningMachine) -> None:
        """Run when the power of its cable has come or gone."""

    def gives(self, run: Running, machine: RunningMachine) -> float:
        """Return how many watts it has to give; `machine.repower` is for saying that this has changed."""
        return 0.0

    def taken(self, run: Running, watts: float, overloaded: bool, machine: RunningMachine) -> None:
        """Run when the watts taken of a source have changed, or when it begins or ceases to be asked for too many."""


class LinkKind(Described):
    """A kind of link. `ends` are the port types that it joins, in either order."""

    ends: ClassVar[tuple[str, str]]
    radius: ClassVar[float] = 0.006  # m, as drawn
    loose: ClassVar[bool] = False  # has no length of its own, and is drawn hanging a little (a wire)
    look: ClassVar[Look]  # drawn by material: cloth a rope, glow a wire, metal a rod, coil a spring, rubber glue
    cuttable: ClassVar[bool] = False  # by blades
    burns: ClassVar[float] = math.inf  # s of heat at one place until `caught` is called; see `fire.heat`
    seen: ClassVar[bool] = True  # while the machine runs; what is not, is drawn for who builds
    loops: ClassVar[bool] = False  # runs round the discs of two shafts, and is drawn so
    bends: ClassVar[bool] = False  # runs over pulleys
    ways: ClassVar[tuple[str, ...]] = ()  # properties of how it is laid, which the player of a puzzle sets, too
    reach: ClassVar[float] = math.inf  # m: its ends may be no farther apart when it is built
    # That a goal may ask for: some of `states`, and those for good in which it may leave the machine (see `ended`).
    goal_states: ClassVar[tuple[str, ...]] = ()

    def states_of(self, link: Link) -> tuple[str, ...]:
        """Return the names of a link's running numbers: there may be more, the more pulleys it runs over."""
        return self.states

    def lets_pass(self, p: SimpleNamespace) -> bool:
        """Tell whether a link with these properties lets the two parts that it joins pass through each other."""
        return False

    def start(self, run: RunningLink, machine: RunningMachine) -> None:
        """Run once at Start, after all bodies stand and before any part's `start`."""

    def act(self, run: RunningLink, machine: RunningMachine) -> None:
        """Run before each step, after all parts, in id order. Not overriding it costs nothing."""

    def acting(self, run: RunningLink, machine: RunningMachine) -> LinkAct | None:
        """Return the function to call before each step, with the machine and the step's length in s: `act`, None if
        that is not overridden, or a function that a numerous kind has prepared, so that no call need look things up.

        It is asked at Start and whenever a part or link has left. Nothing that it returns may hold on to the machine:
        a machine that is given up is freed at once, not when the garbage collector comes.
        """
        if type(self).act is LinkKind.act:
            return None
        return lambda machine, dt: self.act(run, machine)

    def cut(self, run: RunningLink, machine: RunningMachine) -> bool:
        """Run when a blade passes through it, if it is `cuttable`; return whether it gives way."""
        return True

    def due(self, run: RunningLink, alarm: str, machine: RunningMachine) -> None:
        """Run before a step when one of its alarms is due, as for parts; also if it has left the machine since."""

    def caught(self, run: RunningLink, at: Point, machine: RunningMachine) -> None:
        """Burn the link through, because something hot has touched it for `burns` seconds at a point of the world."""
        machine.remove(run.id)

    def retimed(self, run: RunningLink, machine: RunningMachine) -> None:
        """Run before a step of another length than the last, as for parts."""

    def ended(self, run: RunningLink) -> str:
        """Return the one of its `goal_states` in which a link is for good that has just left the machine; "": none."""
        return ""

    def nearness(self, run: RunningLink, state: str, machine: RunningMachine) -> float:
        """Return the nearness of a link to one of its `goal_states` by its inner workings, from 0 to 1, for
        searches."""
        return 0.0


def limit_of(limit: float | str, p: SimpleNamespace) -> float:
    """Return a limit that a kind gives as a number, or as the name of the property that holds it."""
    return float(getattr(p, limit)) if isinstance(limit, str) else limit


def pose_of(spec: PartSpec) -> Pose:
    return Pose(spec.x, spec.y, spec.angle)


def loose_sag(chord: float) -> float:
    """Return how far a loose link hangs down (m), by how far apart its ends are: as the canvas draws it."""
    return 0.02 + 0.07 * chord


__all__ = [
    "BadFile", "Blueprint", "Body", "Circle", "DRIVEN", "Design", "FIXED", "FIXED_ALONE", "FIXED_TURNING", "Flight",
    "Hit", "Jet", "Joint", "Kind", "LEAST_MASS", "LEAST_SOLID", "Link", "LOOSE",
    "LinkAct", "LinkKind", "Look", "PartSpec", "Point", "Polygon", "Port", "Pose", "Property", "Rgb", "Shape", "Sheave",
    "STRUCTURE_FRICTION", "STRUCTURE_RESTITUTION", "TURNING", "Value", "Values", "limit_of", "loose_sag", "place",
    "pose_of",
]  # fmt: skip

"""Demonstrations: a part of each kind on a small stage, with a cause that sets it off on its left and a target beside
it.

They are built from what a kind takes and hands on (`editing.stimuli`), so that a new kind has one without saying more;
a few kinds have `stagings` of their own.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from sandbox import parts as catalogue
from sandbox.authoring.demonstrations.acts import CAUSES, EFFECTS, by_falling, onto_pull
from sandbox.authoring.demonstrations.demo_stage import (
    FALL,
    HUNG,
    LEFT,
    MIDDLE,
    MOUNTED,
    DemoStage,
    port_name,
)
from sandbox.authoring.demonstrations.stagings import STAGINGS
from sandbox.authoring.experiments import moves
from sandbox.authoring.stage import BALL, HEAVY
from sandbox.design.design import Design, End, Link, Values
from sandbox.editing import stimuli
from sandbox.parts import KINDS
from sandbox.parts.animals.wants import Animal
from sandbox.parts.kind import Kind, LinkKind

SECONDS = 3.0
PRESSED = 0.4  # s
_STARTERS = frozenset({"signal", "power", "lure", "turn"})
# Kinds that say most about each other: the second is put on the left of the first.
_COMPANIONS = {"flower": "butterfly", "door": "walker", "mouse_hole": "cheese"}
_TIED, _WIRED = ("rope", "rope"), ("signal out", "signal in")  # ends of links
# What kinds that pull draw in, where it stands and how high they are (m); 0: on the floor.
_PREY = {"electromagnet": ("petanque_boule", MIDDLE, 0.45), "vacuum": ("tennis_ball", 1.6, 0.0)}


class Demonstration(NamedTuple):
    """The design to run for `SECONDS`, the part that is pressed at `PRESSED`, if there is no other way, else 0; and the
    id of the part or link that it is about.
    """

    design: Design
    pressed: int
    subject: int


@cache
def of_kind(kind: Kind | LinkKind) -> Demonstration:
    """Return the demonstration of a kind."""
    if isinstance(kind, LinkKind):
        stage = _of_link(kind)
        return Demonstration(stage.design(), 0, stage.links[-1].id)
    stage = _set_up(kind)
    takes = stimuli.of(kind).takes
    alone = not any(_tells(kind, name) for name in takes) or (moves(kind) == "loose" and "signal" not in takes)
    subject = stage.subject.id
    return Demonstration(stage.design(), subject if kind.pressable and alone else 0, subject)


def at_rest(kind: Kind | LinkKind) -> Demonstration:
    """Return a kind alone, with nothing that sets it off; of a link two parts that it joins, which are still."""
    if isinstance(kind, LinkKind):
        stage = _of_link(kind, still=True)
        return Demonstration(stage.design(), 0, stage.links[-1].id)
    stage = DemoStage(kind)
    return Demonstration(stage.design(), 0, stage.subject.id)


def _set_up(kind: Kind) -> DemoStage:
    """Put a part on the stage, with a cause that sets it off and a target that it works on."""
    stage, exchange = DemoStage(kind), stimuli.of(kind)
    if kind.name in STAGINGS:
        STAGINGS[kind.name](stage)
        return stage
    causes = [name for name in CAUSES if name in exchange.takes and _tells(kind, name)]
    if {"knock", "pull"} <= set(causes) and moves(kind) != "loose" and "signal" in exchange.gives:
        causes.remove("knock")  # a switch for ropes
    effects = [name for name in EFFECTS if name in exchange.gives]
    if kind.smells and not isinstance(kind, Animal) and type(kind).struck is Kind.struck:
        causes = []  # who comes shows more than what knocks it over
    companion = _COMPANIONS.get(kind.name)
    if catalogue.blueprint(stage.subject).sheave is not None:
        _as_pulley(stage)
        return stage
    if companion is not None:
        stage.stand(companion, LEFT)
    if causes:
        CAUSES[causes[0]](stage)
    elif not effects and companion is None and not _by_itself(kind):
        by_falling(stage)
    if kind.needs_power and causes[:1] != ["power"]:
        CAUSES["power"](stage)
    if kind.name in _PREY:
        _draw_in(stage, *_PREY[kind.name])
        return stage
    for name in effects[:1]:
        EFFECTS[name](stage)
    if port_name(stage.subject, "rope") and "pull" not in causes[:1] and not (effects or moves(kind) == "loose"):
        onto_pull(stage)
    return stage


def _draw_in(stage: DemoStage, prey: str, x: float, height: float) -> None:
    """Put something where the part pulls it, and the part as high as it has to be."""
    stage.stand(prey, x)
    if height:
        stage.turn_to(stage.subject.x, height)


def _tells(kind: Kind, stimulus: str) -> bool:
    """Tell whether a stimulus says more about a kind than that it lies about, can burn, or hears a bell."""
    if stimulus == "lure":
        return isinstance(kind, Animal)
    if stimulus == "heat" and moves(kind) == "loose":
        return type(kind).heated is not Kind.heated
    if stimulus == "knock" and moves(kind) == "loose":
        return not _by_itself(kind)
    if stimulus == "wind":
        return type(kind).on_wind is not Kind.on_wind
    return True


def _by_itself(kind: Kind) -> bool:
    """Tell whether a loose part moves without being set off, because it walks or flies."""
    return type(kind).act is not Kind.act and moves(kind) == "loose" and not set(stimuli.of(kind).takes) & _STARTERS


def _as_pulley(stage: DemoStage) -> None:
    """Lay a rope with two unlike loads over a pulley; a loose one hangs in a loop of it."""
    loose = moves(KINDS[stage.subject.kind]) == "loose"
    stage.turn_to(MIDDLE, 0.5 if loose else HUNG)
    spec = stage.subject
    if loose:
        a, b = stage.put("anchor", spec.x - 0.15, HUNG), stage.put("anchor", spec.x + 0.3, HUNG)
        load = stage.put(HEAVY, MIDDLE, 0.25)
        stage.join("rope", spec, "rope", load, "rope")
    else:
        a, b = (
            stage.put(HEAVY, spec.x - 0.06, 0.8),
            stage.put("crate", spec.x + 0.06, 0.3, 0.0, {"width": 0.2, "height": 0.2}),
        )
    ports = port_name(a, "rope"), port_name(b, "rope")
    stage.lay(Link(0, "rope", End(a.id, ports[0]), End(b.id, ports[1]), via=(spec.id,)))


def _of_link(kind: LinkKind, still: bool = False) -> DemoStage:
    """Join two parts that show the effect of a link; `still`: it carries nothing, or no more than something at rest."""
    stage, ends = DemoStage(None), kind.ends
    off: Values = {"running": False} if still else {}
    ball = 0.65, 1.2
    if "shaft" in ends:
        a, b = stage.put("motor", 0.5, MOUNTED, 0.0, off), stage.put("gear", 1.4, MOUNTED)
    elif "signal in" in ends:
        a, b = stage.stand("button", 0.4), stage.stand("fan", 1.4, {"running": False})
        ball = 0.4, a.y + FALL
    elif "power in" in ends:
        a, b = stage.put("outlet", 0.5, MOUNTED), stage.put("motor", 1.2, MOUNTED, 0.0, off)
    elif "fuse" in ends:
        a, b = stage.stand("candle", 0.6, {"lit": not still}), stage.stand("firework", 0.85)
    elif still:
        a, b = stage.put("anchor", 1.0, HUNG), stage.put("crate", 1.0, MOUNTED)
    else:
        a, b = stage.put("anchor", 1.0, HUNG), stage.put("crate", 0.7, 0.9)
    if not still and ends in (_WIRED, _TIED):
        stage.put(BALL, *ball)
    stage.join(kind.name, a, ends[0], b, ends[1])
    return stage

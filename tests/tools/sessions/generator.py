"""Generated sessions: demonstrations of some kinds beside or across each other, and random commands on top.

Each is a function of its seed. The kinds take turns: every so many sessions each of them has had its demonstration,
so plugged cables, burning fuses, taut ropes and fed animals are in them, which commands drawn alone rarely bring about.
"""

from __future__ import annotations

import gc
import random  # noqa: TID251  (generates input; nothing random reaches a session)
from collections import Counter
from collections.abc import Sequence
from typing import Any

from sandbox import parts
from sandbox.authoring.demonstrations import demonstration
from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.design.design import Design, World
from sandbox.errors import BadFile, Refused
from tests.support import Tape, random_command, replay
from tests.tools.sessions.working import Working
from tests.tools.soak import wild
from tests.tools.soak.company import Company

SHOWN = 4  # demonstrations in a session
LOOK_EVERY = 20  # ticks
MOST_PARTS = 40
MOST_WORK = 40_000  # parts times running ticks of one session
ATTEMPTS = 12  # for each command that is to be carried out
_Placed = tuple[str, float, float, dict[str, Any]]  # kind, x, y (m), properties
_BURNER: tuple[_Placed, ...] = (("floor", 1.0, 0.05, {}), ("burner", 1.0, 0.25, {"running": True}))
# In the demonstrations of these a ball strikes them: what sets them on fire, or comes through them, instead of it.
_INSTEAD: dict[str, tuple[_Placed, ...]] = {
    "styrofoam_block": (*_BURNER, ("styrofoam_block", 1.0, 0.6, {})),
    "styrofoam_wedge": (*_BURNER, ("styrofoam_wedge", 1.15, 0.5, {})),
    "cardboard_box": (*_BURNER, ("cardboard_box", 1.0, 0.6, {})),
    "classic_exit": (("classic_exit", 1.0, 0.5, {}), ("classic_walker", 1.0, 0.9, {})),
}
_MOTORS: dict[str, Any] = {"hinge": True, "slider": "to and fro"}


Scenes = list[tuple[str, demonstration.Demonstration]]  # with the kinds that they are about


class Otherwise(Exception):
    """A session that went back and on again differs from itself."""


class Player:
    """The stage on which a session is generated (see `wild.Stage`): it keeps the tape and the notes."""

    def __init__(self, seed: int = 0) -> None:
        self.company = Company(seed)
        self.tape = Tape()
        self.working = Working()
        self.done: Counter[str] = Counter()  # commands by class
        self.refused = 0

    def open(self, design: Design) -> None:
        """Begin the session."""
        self.design = design
        self.session = Session(design, log=self.tape)
        for join in self.company.joins():
            self.session.do(join)

    def do(self, command: c.AnyCommand) -> bool:
        """Carry out a command; False: it was refused, or it would change nothing."""
        try:
            changed = self.session.do(self.company.given(self.session, command))
        except (Refused, BadFile):
            changed = False
        if changed:
            self.done[type(command).__name__] += 1
        else:
            self.refused += 1
        self.working.look(self.session)
        return changed

    def advance(self, ticks: int) -> None:
        """Let time pass, with looks at what works."""
        while ticks > 0:
            self.session.advance(min(ticks, LOOK_EVERY))
            self.working.look(self.session)
            ticks -= LOOK_EVERY

    def collect(self, what: str) -> None:
        """Collect garbage now; the other process does so at other times, or never."""
        if what == "now":
            gc.collect()

    def go_back(self, tick: int) -> None:
        """Go back to a tick of the session, and on from there, as who looks at a recording and resumes.

        Raises:
            Otherwise: the hashes up to there are not those of the first time.
        """
        self.session.flush()
        tape, self.session = replay(self.design, [order for order in self.tape.commands if order[0] <= tick], tick)
        if not self.tape.digests.startswith(tape.digests):
            raise Otherwise(f"hashes differ on the way back to tick {tick}")
        self.tape = tape
        self.done["(back)"] += 1


def kinds_of(seed: int) -> list[str]:
    """Return the kinds whose demonstrations are in a session: each kind has its turn in a round of sessions."""
    names = [*parts.KINDS, *parts.LINKS]
    chosen = []
    for number in range(SHOWN * seed, SHOWN * seed + SHOWN):
        turn, place = divmod(number, len(names))
        chosen.append(random.Random(turn).sample(names, len(names))[place])
    return chosen


def play(seed: int, commands: int, player: Player, kinds: Sequence[str] = ()) -> None:
    """Generate the session of a seed, until so many commands were carried out; `kinds` to show instead of its own."""
    chance = random.Random(seed)
    rate, sleep = chance.choice((240, 240, 240, 120, 480)), chance.random() < 0.8
    names = kinds or kinds_of(seed)
    scenes = [(name, demonstration.of_kind(parts.KINDS.get(name) or parts.LINKS[name])) for name in names]
    player.open(Design(world=World(width=2.2 * len(scenes) + 0.2, tick_rate=rate, sleep=sleep)))
    pressed = _put_on_stage(chance, player, scenes)
    player.do(c.Start())
    _show(chance, player, pressed, rate)
    for _ in range(ATTEMPTS * commands):
        if player.done.total() >= commands:
            break
        if player.session.running:
            player.do(c.Stop())
        _edit(chance, player)
        player.do(c.Start())
        left = max(10, MOST_WORK // (1 + len(player.session.design.parts)) - player.session.running_ticks)
        _run(chance, player, min(left, chance.choice((20, 60, 120, 240))))
        if player.session.tick and chance.random() < 0.02:
            player.go_back(chance.randint(player.session.tick // 2, player.session.tick))
    player.session.flush()


def _put_on_stage(chance: random.Random, player: Player, scenes: Scenes) -> list[int]:
    """Paste the demonstrations beside each other, or so that some overlap; returns the parts to press."""
    pitch, pressed = chance.choice((2.2, 2.2, 1.1, 0.4)), []
    for number, (kind, scene) in enumerate(scenes):
        first, left = player.session.design.next_id, pitch * number + 0.2
        specs = scene.design.parts
        if kind in _INSTEAD:
            for name, x, y, props in _INSTEAD[kind]:
                player.do(c.Place(name, left + x, y, props=props))
            continue
        player.do(c.Paste(specs, scene.design.links, left, 0.0))
        if scene.pressed:
            pressed.append(first + [spec.id for spec in specs].index(scene.pressed))
        if kind in _MOTORS:
            subject = [spec.kind for spec in specs].index(kind)
            player.do(c.Configure(first + subject, "motor", _MOTORS[kind]))
    return pressed


def _show(chance: random.Random, player: Player, pressed: list[int], rate: int) -> None:
    """Let the demonstrations run; then a hand meddles with what goes on."""
    player.advance(round(demonstration.PRESSED * rate))
    for part in pressed:
        player.do(c.Press(part))
    player.advance(round((demonstration.SECONDS - demonstration.PRESSED) * rate))
    _run(chance, player, round(demonstration.SECONDS / 2 * rate))


def _run(chance: random.Random, player: Player, ticks: int) -> None:
    """Meddle with the running machine for so many ticks; a hand may stop it before."""
    session = player.session
    end = session.running_ticks + ticks
    while session.running and session.running_ticks < end:
        wild.meddle(chance, False, player)
        player.advance(min(chance.randint(1, 30), end - session.running_ticks))


def _edit(chance: random.Random, player: Player) -> None:
    """Do some things that people do to a design: most of them near what there is."""
    design = player.session.design
    for spec in chance.sample(design.parts, max(0, len(design.parts) - MOST_PARTS)):
        player.do(c.Delete(spec.id))
    for _ in range(chance.randint(5, 15)):
        design = player.session.design
        roll = chance.random()
        if roll < 0.25 and design.parts:
            near, kind = chance.choice(design.parts), chance.choice(list(parts.KINDS.values()))
            x, y = near.x + chance.gauss(0.0, 0.3), near.y + chance.gauss(0.1, 0.3)
            props = wild.some_props(chance, kind, 0.15, False)
            player.do(c.Place(kind.name, x, y, 0.0, kind.flips and chance.random() < 0.5, props))
        elif roll < 0.4 and design.parts:
            wild.links(chance, False, player, 2, 0.1)
        else:
            player.do(random_command(chance, player.session))
            if player.session.running:
                return

"""What several tests share: a log in memory, a replay of it, and sessions of random commands."""

from __future__ import annotations

import json
import os
import random  # noqa: TID251  (generates input; nothing random reaches a session)
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from sandbox import parts
from sandbox.commands import commands as c
from sandbox.commands.session import Session, Snapshot
from sandbox.design.design import (
    AnyCondition,
    Beyond,
    Count,
    Design,
    Distance,
    Faster,
    Goal,
    Gone,
    Held,
    Hint,
    Inside,
    Latched,
    Moved,
    Not,
    Par,
    PartSpec,
    State,
    StockItem,
    Touches,
    Turned,
    from_plain,
    to_plain,
)
from sandbox.design.no_build import NoBuildArea
from sandbox.design.open_puzzle import Clues, PuzzleAim
from sandbox.errors import Refused
from sandbox.recording import fingerprint
from sandbox.recording.fingerprint import Fingerprint

HERE = Fingerprint("c0de" * 8, f"pymunk 7.0.0 {'e' * 32}", "a" * 32, "somewhere")


@dataclass
class Tape:
    """A session's log in memory."""

    commands: list[tuple[int, bytes]] = field(default_factory=list)
    digests: bytearray = field(default_factory=bytearray)
    first_ticks: list[int] = field(default_factory=list)
    states: list[tuple[int, Snapshot]] = field(default_factory=list)
    marks: list[tuple[int, str]] = field(default_factory=list)

    def command(self, tick: int, packed: bytes) -> None:
        self.commands.append((tick, packed))

    def hashes(self, first: int, digests: bytes) -> None:
        self.first_ticks.append(first)
        self.digests += digests

    def state(self, tick: int, snapshot: Snapshot) -> None:
        self.states.append((tick, snapshot))

    def mark(self, tick: int, what: str, text: str) -> None:
        self.marks.append((tick, what))


def copy_of_package(folder: Path) -> Path:
    """A copy of the headless package in ``folder/tree``, to change a line of.

    What Python has compiled comes along, so that only what is changed is compiled again. A file that another process
    has not yet written to the end does not.
    """
    left_out = shutil.ignore_patterns("*.pyc.*", "window")
    return Path(shutil.copytree(fingerprint.PACKAGE, folder / "tree" / "sandbox", ignore=left_out))


def livelier_ball(package: Path) -> None:
    """Let the soccer ball of a copy of the package bounce otherwise."""
    file, ball = package / "parts" / "balls.py", parts.KINDS["soccer_ball"]
    old = " = " + ", ".join(str(getattr(ball, number)) for number in ("radius", "mass", "friction", "restitution"))
    source = file.read_text("utf-8")
    assert source.count(old) == 1
    file.write_text(source.replace(old, old.replace(str(ball.restitution), "0.61")), "utf-8")


def same_states(one: list[tuple[int, Snapshot]], other: list[tuple[int, Snapshot]]) -> bool:
    """Whether these are the same ticks and the same bits."""
    return [(tick, *(array.tobytes() for array in state)) for tick, state in one] == [
        (tick, *(array.tobytes() for array in state)) for tick, state in other
    ]


def replay(design: Design, commands: list[tuple[int, bytes]], end: int) -> tuple[Tape, Session]:
    """What a session with these commands tells, up to a tick."""
    tape = Tape()
    session = Session(design, log=tape)
    for tick, packed in commands:
        session.advance(tick - session.tick)
        session.do(c.unpack(packed))
    session.advance(end - session.tick)
    session.flush()
    return tape, session


_CHILD = """
import json, sys, gc
mode = sys.argv[1]
if mode == "gc off":
    gc.disable()
sys.path[:0] = json.loads(sys.argv[2])
if planted := sys.argv[3]:
    from tests.tools.soak.planted import plant
    plant(planted)
from tests.support import answer, collecting
for line in sys.stdin:
    if mode == "gc every 7 ticks":
        collecting(7)
    print(answer(json.loads(line)), flush=True)
"""


def collecting(every: int) -> None:
    """Force a garbage collection every so many ticks of any machine in this process.

    It looks at all objects but those that are there now: modules, which take a hundred times as long as a machine.
    """
    import gc

    from sandbox.machine.machine import Machine

    pass_ = Session._pass
    if getattr(pass_, "collects", False):
        return

    def collect_and_pass(self: Session, machine: Machine, most: int, seconds: float | None) -> int:
        if machine.ticks % every == 0:
            gc.collect()
        return pass_(self, machine, min(most, every - machine.ticks % every), seconds)

    gc.collect()
    gc.freeze()
    collect_and_pass.collects = True
    Session._pass = collect_and_pass  # type: ignore[method-assign]


def answer(job: dict[str, Any]) -> str:
    """In the child: re-run a job and say what came out."""
    commands = [(tick, bytes.fromhex(packed)) for tick, packed in job["commands"]]
    tape, session = replay(from_plain(job["design"]), commands, job["end"])
    return json.dumps([tape.digests.hex(), session.end_hash().hex(), session.outcome])


class OtherProcess:
    """A fresh Python that re-runs what it is given: `mode` is "", "gc off" or "gc every 7 ticks"; `planted` one of the
    kinds of `tests.tools.soak.planted`, to have it in the catalogue."""

    def __init__(self, hash_seed: str = "random", mode: str = "", planted: str = "") -> None:
        paths = [str(Path(__file__).resolve().parents[1]), *filter(None, sys.path)]
        self._child = subprocess.Popen(
            [sys.executable, "-c", _CHILD, mode, json.dumps(paths), planted],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def replay(self, design: Design, commands: list[tuple[int, bytes]], end: int) -> tuple[str, str, str]:
        """The digests, the end hash and the outcome that the other process finds."""
        assert self._child.stdin is not None and self._child.stdout is not None
        job = {"design": to_plain(design), "commands": [[t, p.hex()] for t, p in commands], "end": end}
        self._child.stdin.write(json.dumps(job) + "\n")
        self._child.stdin.flush()
        digests, end_hash, outcome = json.loads(self._child.stdout.readline())
        return digests, end_hash, outcome

    def close(self) -> None:
        self._child.communicate()


def pile(count: int, width: float = 2.0) -> Design:
    """A walled box with `count` crates and balls above its floor: contacts, stacks, rest and sleep."""
    placed = [
        PartSpec(1, "floor", width / 2, 0.0, props={"width": width + 0.4}),
        PartSpec(2, "wall", -0.1, 1.5, props={"height": 3.0}),
        PartSpec(3, "wall", width + 0.1, 1.5, props={"height": 3.0}),
    ]
    kinds = ("crate", "soccer_ball", "tennis_ball", "bowling_ball", "domino")
    columns = int(width / 0.45)
    for index in range(count):
        row, column = divmod(index, columns)
        x = 0.25 + column * 0.45 + 0.02 * (row % 3)
        placed.append(PartSpec(index + 4, kinds[index % 5], x, 0.4 + row * 0.45, angle=0.1 * (index % 4)))
    return parts.check(Design(parts=tuple(placed), next_id=count + 4))


def replace_world(design: Design, **changed: Any) -> Design:
    """A design with other values in its world."""
    return replace(design, world=replace(design.world, **changed))


def some_props(chance: random.Random, kind: parts.Kind | parts.LinkKind) -> dict[str, Any]:
    """Now and then a property of a kind, anywhere within (or a little beyond) its range."""
    if not kind.properties or chance.random() < 0.6:
        return {}
    prop = chance.choice(kind.properties)
    if prop.type == "switch":
        return {prop.name: chance.random() < 0.5}
    if prop.type == "choice":
        return {prop.name: chance.choice(prop.choices)}
    if prop.type == "text":
        return {prop.name: "".join(chance.choices("abc \n-", k=chance.randrange(40)))}
    if prop.type == "outline":
        corners = [
            (round(chance.uniform(-1, 1), 3), round(chance.uniform(-1, 1), 3)) for _ in range(chance.randint(3, 6))
        ]
        return {prop.name: (tuple(corners),)}
    if prop.type == "line":
        points = [
            (round(chance.uniform(-1, 1), 3), round(chance.uniform(-1, 1), 3)) for _ in range(chance.randint(1, 5))
        ]
        return {prop.name: (tuple(points),)}
    value = prop.low + (prop.high - prop.low) * chance.uniform(-0.05, 1.05)
    return {prop.name: round(value) if prop.type == "whole" else value}


def random_command(chance: random.Random, session: Session, authoring: float = 0.12) -> c.AnyCommand:
    """A command that may or may not be possible now."""
    design = session.design
    ids = [part.id for part in design.parts] or [1]
    x, y = chance.uniform(0, 3), chance.uniform(0, 2.5)
    if session.running and chance.random() < 0.9:
        pressable = [part.id for part in design.parts if parts.KINDS[part.kind].pressable]
        live: list[c.AnyCommand] = [
            c.Press(chance.choice(pressable or ids)),
            c.Grab(chance.choice(ids), x, y),
            c.Drag(x, y),
            c.Drag(x, y),
            c.Release(),
            c.Stop(),
        ]
        return chance.choice(live)
    roll = chance.random()
    if roll < 0.35:
        kind = chance.choice(list(parts.KINDS.values()))
        if chance.random() < 0.06:
            kind = parts.KINDS[chance.choice(("pulley", "pulley_block"))]
        angle = chance.choice((0.0, 0.0, chance.uniform(-3, 3))) if kind.turns else 0.0
        return c.Place(kind.name, x, y, angle, kind.flips and chance.random() < 0.5, some_props(chance, kind))
    if roll < 0.55:
        return random_link(chance, design)
    spec = design.part_by_id.get(chance.choice(ids))
    props = some_props(chance, parts.KINDS[spec.kind]) if spec else {}
    sizes = parts.KINDS[spec.kind].resizes if spec else ()
    edits: list[c.AnyCommand] = [
        c.Resize(spec.id if spec else 1, x, y, {name: chance.uniform(0.2, 1.5) for name in sizes}),
        c.Move(chance.choice(ids), x, y, chance.uniform(-1, 1), chance.random() < 0.3),
        c.Configure(chance.choice(ids), *next(iter(props.items()), ("width", 1.0))),
        c.Delete(chance.choice(ids)),
        c.Disconnect(chance.randint(1, design.next_id)),
        c.Paste(tuple(chance.sample(design.parts, min(2, len(design.parts)))), (), 0.3, 0.4),
        paste_of_a_link(chance, design),
        c.SetWorld(chance.uniform(-2, 2), chance.uniform(-12, 1), chance.choice((0.0, 0.2))),
        c.Layer(chance.choice(ids), chance.randint(-3, 3)),
        c.Lock(chance.choice(ids), chance.random() < 0.2),
        c.Name(chance.choice(ids), chance.choice(("", "the keg", "Olga"))),
        c.Group(tuple(chance.sample(ids, min(3, len(ids))))),
        c.Ungroup((chance.choice([part.id for part in design.parts if part.group] or ids),)),
        c.Together(
            (
                c.Move(chance.choice(ids), x, y),
                c.Configure(spec.id if spec else 1, *next(iter(props.items()), ("width", 1.0))),
            )
        ),
        c.Undo(),
        c.Undo(),
        c.Redo(),
        c.Redo(),
        c.Redo(),
        c.Start(),
        c.Start(),
        c.Start(),
    ]
    if chance.random() < authoring:
        edits = [c.Author(), c.TryOut(), *(authors(chance, design) for _ in range(3))]
    return chance.choice(edits)


def authors(chance: random.Random, design: Design) -> c.AnyCommand:
    """What only an author does."""
    goals = tuple(Goal(f"Goal {n}", condition(chance, design)) for n in range(chance.randint(0, 3)))
    kind = chance.choice(list(parts.KINDS.values()))
    item = StockItem(kind.name, chance.randint(0, 3), "", some_props(chance, kind), 0.0, kind.resizes, kind.turns)
    stock: list[dict[str, int | StockItem] | None] = [{"crate": 2, "rope": 1}, {kind.name: item}, {"own": item}, None]
    hints = tuple(Hint("Here", "crate", chance.uniform(0, 3), 1.0) for _ in range(chance.randint(0, 2)))
    orders: list[c.AnyCommand] = [
        c.SetGoals(goals, goals[:1]),
        c.SetStock(chance.choice(stock)),
        c.SetHints(hints),
        c.AllowForecast(chance.random() < 0.5),
        c.SetScene(chance.choice(("paper", "mill", "moon"))),
        c.SetNoBuild(tuple(NoBuildArea(float(x), 0.0, x + 0.4, 1.0) for x in range(chance.randint(0, 2)))),
        c.SetTexts(f"Level {chance.randint(1, 3)}", "Try it."),
        c.SetPar(chance.choice((None, Par(chance.randint(0, 3)), Par(seconds=2.5, challenge=(*goals, None)[0])))),
        c.Allow(chance.choice(((), ("press",), ("press", "grab"), ("fly",)))),
        c.SetFixed(chance.randint(1, design.next_id), chance.random() < 0.5),
        c.SetInsight(f"Idea {chance.randint(1, 3)}."),
        c.SetPuzzle(chance.random() < 0.8, Clues("Up.", piece=chance.randint(0, 2)), (PuzzleAim("Few", pieces=3),)),
    ]
    return chance.choice(orders)


def condition(chance: random.Random, design: Design, depth: int = 0) -> AnyCondition:
    """A goal's condition of any kind; some name a part or a state that is not there."""
    ids = [part.id for part in design.parts] or [1]
    one, other = chance.choice(ids), chance.choice(ids)
    x, y = chance.uniform(0, 2), chance.uniform(0, 2)
    side, axis = chance.choice(("more", "less")), chance.choice(("x", "y"))
    simple: list[AnyCondition] = [
        Inside(one, x, y, x + 1, y + 1), Touches(one, other), Beyond(one, axis, side, x, chance.random() < 0.5),
        Distance(one, other, side, x), Moved(one, y, axis), Gone(one), State(one, "popped"), Turned(one, 0.5),
        Faster(one, 0.3), Count("crate", x, y, x + 1, y + 1, 2),
    ]  # fmt: skip
    chosen = chance.choice(simple)
    if depth < 2 and chance.random() < 0.3:
        inner = condition(chance, design, depth + 1)
        return chance.choice((Held(0.2, inner), Latched(inner), Not(inner)))
    return chosen


def paste_of_a_link(chance: random.Random, design: Design) -> c.AnyCommand:
    """The copy of a link with all that it hangs on."""
    links = (chance.choice(design.links),) if design.links else ()
    hung = [part for link in links for part in link.parts]
    return c.Paste(tuple(spec for spec in design.parts if spec.id in hung), links, 0.2, 0.1)


def random_link(chance: random.Random, design: Design) -> c.AnyCommand:
    """A link between two ports somewhere, more often legal than not."""
    kind = chance.choice(list(parts.LINKS.values()))
    ports = [(spec.id, port) for spec in design.parts for port in parts.blueprint(spec).ports]
    fits = [[(i, port.name) for i, port in ports if port.type == end] for end in kind.ends]
    if not fits[0] or not fits[1]:
        return c.Connect(kind.name, 1, "nowhere", 2, "nowhere")
    pulleys = [spec.id for spec in design.parts if parts.blueprint(spec).sheave is not None]
    via = tuple(chance.sample(pulleys, chance.randint(0, min(3, len(pulleys))))) if kind.bends else ()
    if chance.random() < 0.02:
        via = (*via, chance.choice(design.parts).id)  # rarely a pulley, or one too many
    return c.Connect(kind.name, *chance.choice(fits[0]), *chance.choice(fits[1]), some_props(chance, kind), via)


def random_session(
    seed: int,
    steps: int,
    max_gap: int = 40,
    enough: Callable[[Tape], bool] = lambda tape: True,
    authoring: float = 0.12,
    players: int = 1,
) -> tuple[Design, Session, Tape, dict[str, int]]:
    """A session of so many random commands, and of more until it is `enough` (what a seed draws changes with the
    catalogue); also how many were applied, dropped and refused. `authoring` is the share of an author's edits,
    and `players` take turns at random."""
    chance = random.Random(seed)
    design, tape = pile(6), Tape()
    session = Session(design, log=tape)
    said = {"applied": 0, "dropped": 0, "refused": 0}
    for player in range(players if players > 1 else 0):
        session.do(c.Join(f"Player {player}", player=player))
    for step in range(20 * steps):
        if step >= steps and enough(tape):
            break
        session.advance(chance.choice((0, 0, 1, chance.randint(1, max_gap))))
        try:
            command = random_command(chance, session, authoring)
            if players > 1:
                command = replace(command, player=chance.randrange(players))
            said["applied" if session.do(command) else "dropped"] += 1
        except Refused as refused:
            assert str(refused)
            said["refused"] += 1
    session.advance(chance.randint(0, max_gap))
    session.flush()
    return design, session, tape, said

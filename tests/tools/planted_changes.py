"""Six changes of the program, each planted in a history of its own, found by `sandbox bisect`, and their recording
made small by `sandbox shrink`.

    python -m tests.tools.planted_changes [--commits 12] [--only NAME ...]

One recording is made of a hall with all that the changes are about: some sixty parts and links, some sixty commands,
ten seconds. Each history has so many commits; all but one change remarks only, in other files of the core. `bisect` has
to name the commit that was planted. The small recording has to differ still, with at most a tenth of the parts and
links, of the commands and of the ticks. The exit code is 1 if one of them is not so.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.design.conditions import Beyond, Held
from sandbox.design.design import Design, Goal
from sandbox.recording import fingerprint
from sandbox.recording.recorder import Recorder
from tests.contraptions import Builder
from tests.support import copy_of_package
from tests.verify.narrowing.planted import PlantedHistory

REMARKED = ("machine/goals.py", "parts/balls.py", "commands/session.py", "design/world.py", "parts/joints/joints.py")
SHARE = 10  # what is left of a recording is at most one part of so many
_TICKS = 2400
_PATIENCE = 3600  # s: on a busy machine, too, `shrink` ends because nothing more can go


class Planting(NamedTuple):
    """A change: `old` stands once in a module of the package, and becomes `new`; `after` is the number of commits, of
    a dozen, that come before it."""

    name: str
    subject: str
    module: str
    old: str
    new: str
    after: int


PLANTINGS = (
    Planting(
        "part", "Let the soccer ball bounce more", "parts/balls.py", "0.11, 0.43, 0.5, 0.87", "0.11, 0.43, 0.5, 0.88", 7
    ),
    Planting(
        "link", "Stiffen springs by a hundredth", "parts/joints/joints.py",
        "min(run.p.stiffness, ", "min(1.01 * run.p.stiffness, ", 3,
    ),
    Planting(
        "order", "Carry out several edits from the last to the first", "commands/commands.py",
        "in self.edits:\n            design =", "in reversed(self.edits):\n            design =", 1,
    ),
    Planting(
        "world", "Let things fall more slowly", "design/world.py",
        "gravity_y: float = -9.81", "gravity_y: float = -9.8", 10,
    ),
    Planting(
        "goal", "Ask for one tick more of what has to last", "design/conditions/around.py",
        "return max(1, round(self.seconds / tick_length))", "return 1 + max(1, round(self.seconds / tick_length))", 5,
    ),
    Planting(
        "signal", "Let a counter send its signal one later", "parts/electric/logic.py",
        'run["count"] >= run.p.number', 'run["count"] > run.p.number', 8,
    ),
)  # fmt: skip


class Outcome(NamedTuple):
    """What became of a planted change.

    `named` are the subjects of the commits that `bisect` names; `trials` how many commits it ran. `before` and `after`
    are the numbers of parts, links, commands and ticks, `sizes` the bytes of both recordings. `verdict` is that on the
    small one; `is_whole` is False if the time was up before nothing more could go.
    """

    planting: Planting
    named: tuple[str, ...]
    trials: int
    before: tuple[int, int, int, int]
    after: tuple[int, int, int, int]
    sizes: tuple[int, int]
    verdict: str
    is_whole: bool
    seconds: float

    @property
    def is_found(self) -> bool:
        return self.named == (self.planting.subject,)

    @property
    def is_small(self) -> bool:
        """Whether at most a tenth of the parts and links, of the commands and of the ticks is left, and differs."""
        return self.verdict == "changed" and all(
            SHARE * now <= then for then, now in zip(_lengths(self.before), _lengths(self.after), strict=True)
        )


def _lengths(size: Sequence[int]) -> tuple[int, int, int]:
    placed, links, commands, ticks = size
    return placed + links, commands, ticks


def hall() -> Design:
    """A hall with balls, weights on springs, dominoes, crates, and a button whose signals a counter counts."""
    b = Builder()
    b.part("floor", 4.0, 0.0, width=8.4)
    for x in (-0.1, 8.1):
        b.part("wall", x, 1.5, height=3.0)
    ball, *_ = (b.part("soccer_ball", 0.4 + 0.5 * place, 1.2 + 0.1 * place) for place in range(6))
    for place in range(12):
        b.part("domino", 4.0 + 0.12 * place, 0.2)
    for place in range(8):
        b.part("crate", 6.2 + 0.4 * (place % 4), 0.25 + 0.35 * (place // 4))
    for place in range(6):
        anchor, weight = b.part("anchor", 3.7 + 0.6 * place, 2.8), b.part("weight", 3.7 + 0.6 * place, 2.2)
        b.link("spring", anchor, "hook", weight, "ring")
    button, counter = b.part("button", 3.5, 0.6), b.part("counter", 3.2, 1.2, number=2)
    b.link("wire", button, "signal", counter, "signal")
    b.link("wire", counter, "out", b.part("lamp", 3.2, 1.8), "signal")
    b.goals.append(Goal("Let a ball lie", Held(0.5, Beyond(ball, "y", "less", 0.4))))
    return b.design(8.0, 3.0)


def orders(level: Design) -> Iterator[tuple[int, c.AnyCommand]]:
    """Yield commands with their ticks: what is built, a start, a hand that swings a crate about, and presses."""
    crate = next(part.id for part in level.parts if part.kind == "crate")
    button = next(part.id for part in level.parts if part.kind == "button")
    for place in range(5):
        yield 10 * place, c.Place("tennis_ball", 1.0 + 0.3 * place, 2.6)
    yield 60, c.Together((c.Move(level.next_id, 1.0, 2.5), c.Move(level.next_id, 1.05, 2.7)))
    yield 80, c.Move(level.next_id + 1, 1.4, 2.7)
    yield 90, c.Undo()
    yield 100, c.Redo()
    yield 240, c.Start()
    for number in range(6):
        yield 300 + 150 * number, c.Press(button)
    yield 1300, c.Grab(crate, 6.2, 0.25)
    for number in range(40):
        yield 1302 + 4 * number, c.Drag(6.2 - 0.03 * (number % 10), 0.3 + 0.02 * number)
    yield 1500, c.Release()


def record(path: Path) -> None:
    """Record the session in the hall by this program."""
    design = hall()
    recorder = Recorder(path, design, 7, fingerprint.current())
    session = Session(design, 7, recorder)
    for tick, command in orders(design):
        session.advance(tick - session.tick)
        session.do(command)
    session.advance(_TICKS - session.tick)
    recorder.close(session, "closed")


def plant(planting: Planting, package: Path) -> None:
    """Make the change in a copy of the package."""
    file = package / planting.module
    source = file.read_text("utf-8")
    assert source.count(planting.old) == 1, f"{planting.module}: {planting.old!r} does not stand there once"
    file.write_text(source.replace(planting.old, planting.new), "utf-8")


def history_of(planting: Planting, commits: int, folder: Path) -> PlantedHistory:
    """Make a history of at least three commits with the change somewhere in it, and a recording of its first one."""
    history = PlantedHistory(copy_of_package(folder).parent, folder / "large.replay")
    history.begin()
    record(history.recording)
    place = min(max(1, planting.after * commits // 12), commits - 2)
    for number in range(1, commits):
        if number == place:
            plant(planting, history.package)
            history.commit(planting.subject)
        else:
            history.remark(number, REMARKED[number % len(REMARKED)])
    return history


def tried(planting: Planting, commits: int, folder: Path) -> Outcome:
    """Plant a change, search for it, and shrink the recording."""
    began = time.monotonic()
    history = history_of(planting, commits, folder)
    searched = _answer(history, "bisect", "large.replay")
    small = folder / "small.replay"
    shrunk = _answer(history, "shrink", "large.replay", "-o", small.name, "--patience", str(_PATIENCE))
    return Outcome(
        planting,
        tuple(commit["subject"] for commit in searched["commits"]),
        len(searched["trials"]),
        tuple(shrunk["before"]),
        tuple(shrunk["after"]),
        (history.recording.stat().st_size, small.stat().st_size),
        shrunk["what"].partition(":")[0],
        shrunk["is_whole"],
        time.monotonic() - began,
    )


def _answer(history: PlantedHistory, *arguments: str) -> dict[str, Any]:
    ran = history.sandbox(*arguments, "--json")
    if ran.returncode:
        raise RuntimeError(f"sandbox {' '.join(arguments)}: {ran.stderr}")
    answer: dict[str, Any] = json.loads(ran.stdout)
    return answer


_HEAD = ("change", "commit", "tried", "parts+links", "commands", "ticks", "bytes", "verdict", "s")
_LINE = "{:8}{:8}{:>7}{:>13}{:>11}{:>12}{:>16}  {:10}{:>6}"


def line(outcome: Outcome) -> str:
    """Return the line of the table about a change."""
    numbers = [f"{then} > {now}" for then, now in zip(_lengths(outcome.before), _lengths(outcome.after), strict=True)]
    found = "right" if outcome.is_found else "WRONG"
    verdict = outcome.verdict if outcome.is_small else f"{outcome.verdict}, LARGE"
    verdict += "" if outcome.is_whole else ", time up"
    sizes = "{} > {}".format(*outcome.sizes)
    return _LINE.format(
        outcome.planting.name, found, outcome.trials, *numbers, sizes, verdict, f"{outcome.seconds:.0f}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--commits", type=int, choices=range(3, 101), default=12, metavar="N")
    parser.add_argument("--only", nargs="+", choices=[planting.name for planting in PLANTINGS], metavar="NAME")
    options = parser.parse_args()
    print(_LINE.format(*_HEAD), flush=True)
    outcomes = []
    for planting in PLANTINGS:
        if options.only and planting.name not in options.only:
            continue
        with tempfile.TemporaryDirectory(prefix="planted-") as folder:
            outcomes.append(tried(planting, options.commits, Path(folder)))
        print(line(outcomes[-1]), flush=True)
    return 0 if all(outcome.is_found and outcome.is_small for outcome in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())

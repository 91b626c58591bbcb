"""Makes the machine of a day: ideas and numbers drawn from the date, swept, checked, and searched for shortcuts.

A first and a second half are drawn, and the places of what stands in them. For each half the spots of the missing part
are swept, and the middle of the widest place that wins is taken. The whole level must then pass the checks of every
level, and a search must find no win with fewer parts. If any of this fails, the next halves are drawn: so a date gives
the same machine wherever the same release computes in the same arithmetic.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from sandbox.authoring.daily.day import Day
from sandbox.authoring.daily.ends import ENDS
from sandbox.authoring.daily.half import HEIGHT, WIDTH, Half, Idea, Spot
from sandbox.authoring.daily.starts import STARTS
from sandbox.authoring.placing import Part
from sandbox.authoring.saving import try_out
from sandbox.authoring.script_level import ScriptLevel
from sandbox.authoring.sweep import Index, Sweep, choose
from sandbox.authoring.when import when
from sandbox.commands.commands import AnyCommand
from sandbox.design.conditions import Condition
from sandbox.design.design import Design
from sandbox.design.scenes import PAPER, indoors, outdoors
from sandbox.errors import Refused
from sandbox.levels import levels, library, solutions
from sandbox.levels.level_rules import Finding
from sandbox.levels.solution_files import Attempt
from sandbox.tasks.progress import ShowProgress, of_part, unseen
from sandbox.tasks.serving import Teller, serve
from sandbox.trials.checks import check
from sandbox.trials.checks.check import CheckPlan
from sandbox.trials.checks.hunt import HuntPlan
from sandbox.trials.checks.kept_results import Results, folder
from sandbox.trials.search.numbers import Numbers, mixed

RUNS = 200  # of the search for shortcuts
MOST_DRAWS = 60  # after which a day has no machine; each of them fails by chance, most of them in a second
SECONDS = (1.5, 25.0)  # from the start to the win
_PATIENCE = 5.0  # s that a try of a sweep gets to win
_COARSE = 3  # so many steps of a sweep are taken at once at first
_LEAST = 10.0  # mm that each part of the player may be off
_WALL = 0.1  # m between the rooms
_INDOORS = tuple(scene.name for scene in indoors.SCENES if scene.name != PAPER)
_OUTDOORS = tuple(scene.name for scene in outdoors.SCENES)
Commands = tuple[tuple[int, AnyCommand], ...]


class DailyMachine(NamedTuple):
    """A machine of a day: the level as the player gets it, the commands that solve it, and how it was drawn."""

    design: Design
    commands: Commands
    ideas: tuple[str, str]
    draws: int  # machines that were drawn, this one included
    findings: tuple[Finding, ...]


class Draw:
    """One drawing of a machine: the same numbers give the same rooms, however often they are built."""

    def __init__(self, day: Day, number: int) -> None:
        self._seed = mixed(*day, number)
        numbers = Numbers(self._seed)
        self.start, self.end = numbers.one_of(STARTS), numbers.one_of(ENDS)
        self._scene = numbers.one_of((*_INDOORS, *_OUTDOORS))
        self._title = day.words

    def first(self, spot: Spot) -> ScriptLevel:
        """Build the first half alone: it is won when the button is hit."""
        level = self._level()
        button = self._build(level, self.start, 0, spot, None)
        assert isinstance(button, Part)
        level.goal("The button is hit", when.state(button, "on"))
        return level

    def second(self, spot: Spot) -> ScriptLevel:
        """Build the second half alone: the button is pressed when it starts."""
        level = self._level()
        button = level.put("button").on(self._ground, x=WIDTH / 2)
        level.press(button)
        level.goal(*self._goal(level, spot, button))
        return level

    def whole(self, first: Spot, second: Spot) -> ScriptLevel:
        """Build both halves, and the decoration."""
        level = self._level()
        self._furnish(level)
        button = self._build(level, self.start, 0, first, None)
        assert isinstance(button, Part)
        level.goal(*self._goal(level, second, button))
        return level

    def _level(self) -> ScriptLevel:
        text, insight = text_of(self.start, self.end), insight_of(self.start, self.end)
        level = ScriptLevel(self._title, text=text, insight=insight, scene=self._scene, width=2 * WIDTH + _WALL,
                      height=HEIGHT)  # fmt: skip
        self._ground = level.room()
        level.put("wall", height=HEIGHT, width=_WALL).at(WIDTH + _WALL / 2, HEIGHT / 2)
        return level

    def _goal(self, level: ScriptLevel, spot: Spot, button: Part) -> tuple[str, Condition]:
        goal = self._build(level, self.end, 1, spot, button)
        assert isinstance(goal, tuple)
        return goal

    def _build(self, level: ScriptLevel, idea: Idea, room: int, spot: Spot, button: Part | None) -> object:
        half = Half(level, Numbers(mixed(self._seed, room)), room * (WIDTH + _WALL), self._ground)
        return idea.build(half, spot, button)

    def _furnish(self, level: ScriptLevel) -> None:
        """Put up the decoration: a clock and a window in a room, and things that stand on the ground."""
        numbers = Numbers(mixed(self._seed, 2))
        for room in (0, 1):
            left = room * (WIDTH + _WALL)
            standing = ["lamp", "plant", "plant"]
            if self._scene in _INDOORS:
                standing.pop()
                for look, x in zip(("window", "clock"), numbers.shuffled((0.45, 1.25, 2.05)), strict=False):
                    level.put("scenery", look=look).at(left + x, 1.75).layered(-3)
            for look, x in zip(standing, numbers.shuffled((0.25, 0.75, 1.25, 2.25)), strict=False):
                size = numbers.one_of((0.6, 0.8, 1.0, 1.2))
                level.put("scenery", look=look, size=size).on(self._ground, x=left + x).layered(-2)


def text_of(start: Idea, end: Idea) -> str:
    """Return the text that the player reads before the first try."""
    return f"{start.text}; and {end.text}."


def insight_of(start: Idea, end: Idea) -> str:
    """Return the text that the player reads after the win."""
    return f"{start.insight} {end.insight}"


def make(day: Day, progress: ShowProgress = unseen, runs: int = RUNS) -> DailyMachine:
    """Make the machine of a day.

    Raises:
        Refused: none of the machines that were drawn is sound.
    """
    for number in range(MOST_DRAWS):
        draw = Draw(day, number)
        name = f"machine {number + 1}: "
        first = swept(draw.first, draw.start, of_part(progress, 0.0, 0.3, f"{name}its first half"))
        second = first and swept(draw.second, draw.end, of_part(progress, 0.3, 0.3, f"{name}its second half"))
        if first is None or second is None:
            continue
        machine = checked(draw.whole(first, second), draw, number, runs, of_part(progress, 0.6, 0.4, name))
        if machine is not None:
            return machine
    raise Refused(f"none of {MOST_DRAWS} machines that were drawn for {day} is sound; take another date")


def swept(build: Callable[[Spot], ScriptLevel], idea: Idea, progress: ShowProgress) -> Spot | None:
    """Try all spots of a half's missing part; return the middle of the widest place that wins, if it is wide enough."""
    free = (idea.across, idea.up)
    outcomes: dict[Index, str] = {}
    tries = Sweep(free, outcomes)
    indices = list(itertools.product(*map(range, tries.shape)))
    first = [index for index in indices if all(i % _COARSE == 1 for i in index)]
    rest = [index for index in indices if index not in first]
    for done, index in enumerate((*first, *rest)):
        progress(done, len(indices))
        outcomes[index] = try_out(partial(build, tries.values(index)), _PATIENCE)
        if done == len(first) - 1 and "won" not in outcomes.values():
            return None  # a place that wins would be narrow
    chosen = choose(tries)
    if chosen is None or len(indices) < 3 * chosen.tries:
        return None  # it is won nearly anywhere
    return tries.values(chosen.at)


def checked(level: ScriptLevel, draw: Draw, number: int, runs: int, progress: ShowProgress) -> DailyMachine | None:
    """Return a machine with its par, if it is sound and the search knows no shorter way."""
    try:
        design = level.design()
        commands = level.solution(design)
        solved = solutions.solve(design, commands, commands[-1][0] + round(SECONDS[1] * design.world.tick_rate))
    except Refused:
        return None
    level.par(parts=solved.used)
    design = level.design()
    attempt = Attempt(commands, solutions.end_of(design, commands), design)
    hunt = HuntPlan(Path("daily.toml"), runs, seed=1, jobs=1)
    # What fails does so mostly without a look at margins, which take longest; what was found out is not run again.
    plan, results = CheckPlan(_LEAST, seconds=SECONDS), Results(folder())
    for stage in (plan._replace(margins=False), plan._replace(margins=False, hunt=hunt), plan._replace(hunt=hunt)):
        answer = check.check(design, attempt, "its solution", stage, results, progress)
        if not answer.sound or answer.seconds is None or not SECONDS[0] <= answer.seconds <= SECONDS[1]:
            return None
    return DailyMachine(design, commands, (draw.start.name, draw.end.name), number + 1, answer.findings)


# -- for a caller that must not wait


class MakeDaily(Struct, frozen=True):
    """An order to make the machine of a day, and to write its level to a file."""

    day: str
    path: str


def carry_out(order: MakeDaily, teller: Teller) -> str:
    """Make a machine, and write its level; return the path."""
    machine = make(Day.read(order.day), teller.progress)
    path = Path(order.path)
    with library.folder_for(path.parent):
        levels.write(path, machine.design)
    return order.path


if __name__ == "__main__":
    serve(carry_out, MakeDaily)

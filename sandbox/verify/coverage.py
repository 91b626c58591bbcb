"""Count what a suite of recordings exercises: kinds of parts and links, conditions of goals, commands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from sandbox.commands.commands import COMMANDS, AnyCommand
from sandbox.recording import used_code
from sandbox.recording.recording import Recording
from sandbox.worlds.inputs import Input
from sandbox.worlds.program import WorldDesign

GROUPS = ("part", "link", "goal", "command")


class Coverage(NamedTuple):
    """How many recordings use each thing, by group (one of `GROUPS`) and name; those that none uses have 0.

    `inputs` are those of the worlds of other programs, as "mygame.world:make shoot". Only that program knows what else
    there could be.
    """

    recordings: int
    counts: dict[str, dict[str, int]]
    inputs: dict[str, int]

    def missing(self, group: str) -> list[str]:
        """List the names of a group that no recording uses."""
        return [name for name, count in self.counts[group].items() if not count]

    def used(self, group: str) -> int:
        """Count the names of a group that recordings use."""
        return sum(1 for count in self.counts[group].values() if count)


def cover(recordings: Iterable[Recording]) -> Coverage:
    """Count what recordings use: what is in their levels and what their commands bring in, and the commands."""
    counts: dict[str, Counter[str]] = {group: Counter() for group in GROUPS}
    inputs: Counter[str] = Counter()
    number = 0
    for recording in recordings:
        number += 1
        if isinstance(recording.head.design, WorldDesign):
            inputs.update(_inputs(recording))
            continue
        for used in used_code.used_by(recording):
            group, _, name = used.partition(":")
            if name:
                counts[group][name] += 1
        names = {name for _, command in recording.commands for name in _names(command)}
        counts["command"].update(names)
    everything = {**used_code.all_names(), "command": sorted(COMMANDS)}
    by_group = {group: {name: counts[group][name] for name in everything[group]} for group in GROUPS}
    return Coverage(number, by_group, dict(sorted(inputs.items())))


def _inputs(recording: Recording) -> set[str]:
    """Name the inputs in the recording of another program's world, each with the function that makes the world."""
    world = recording.head.design.title
    return {f"{world} {command.name}" for _, command in recording.commands if isinstance(command, Input)}


def _names(command: AnyCommand) -> Iterable[str]:
    """Name a command and those that it is made of."""
    for each in (command, *command.singles):
        yield str(each.__struct_config__.tag)

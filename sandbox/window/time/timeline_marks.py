"""The marks on the timeline: a sign for each kind, and one mark for many that stand close."""

from __future__ import annotations

from typing import NamedTuple

from sandbox.commands import commands
from sandbox.window.ui.icons import Icon
from sandbox.workspace.past.history import StripMark


class Sign(NamedTuple):
    """The look of a kind of mark; where there is no room the greatest `weight` wins."""

    icon: str
    colour: str  # of `Colour`, by name: the theme may change
    title: str
    weight: int


SIGNS = {
    "won": Sign(Icon.FLAG, "GOOD", "Solved", 9),
    "lost": Sign(Icon.FAILED, "BAD", "Lost", 9),
    "exploded": Sign(Icon.BLAST, "BAD", "Exploded", 8),
    "popped": Sign(Icon.BURST, "BAD", "Popped", 7),
    "cut": Sign(Icon.SCISSORS, "TEXT", "Cut", 7),
    "died": Sign(Icon.SKULL, "TEXT", "Squashed", 7),
    "fired": Sign(Icon.ROCKET, "ACCENT_DEEP", "Fired", 6),
    "lit": Sign(Icon.FLAME, "ACCENT_DEEP", "Lit", 5),
    "burnt": Sign(Icon.BURNT, "BAD", "Burnt", 6),
    "scored": Sign(Icon.DONE, "GOOD", "Arrived", 5),
    "freed": Sign(Icon.UNLINK, "TEXT", "Freed", 4),
    "broken": Sign(Icon.BROKEN, "BAD", "Broken", 7),
    "eaten": Sign(Icon.EATEN, "TEXT", "Eaten", 5),
    "rang": Sign(Icon.BELL, "ACCENT_DEEP", "Rang", 5),
    "opened": Sign(Icon.DOOR, "ACCENT_DEEP", "Opened", 4),
    "switched": Sign(Icon.BOLT, "ACCENT_DEEP", "Switched", 3),
    "overloaded": Sign(Icon.PLUG, "BAD", "Out of power", 5),
    "left": Sign(Icon.LEFT_WORLD, "TEXT", "Left the world", 3),
    "struck": Sign(Icon.HAMMER, "FAINT", "Struck hard", 2),
    "start": Sign(Icon.PLAY, "GOOD", "Start", 8),
    "stop": Sign(Icon.STOP, "TEXT", "Stop", 8),
    "press": Sign(Icon.PRESS, "LINK", "Pressed", 6),
    "hand": Sign(Icon.HAND, "LINK", "By hand", 5),
    "edit": Sign(Icon.EDIT, "LINK", "Building", 3),
}
COMMANDS = frozenset(cls.mark for cls in commands.COMMANDS.values() if cls.mark)
OTHER = Sign(Icon.INFO, "FAINT", "", 1)


class Cluster(NamedTuple):
    """Marks that are too close to be shown apart."""

    x: float  # px from the left edge of the track
    marks: tuple[StripMark, ...]
    sign: Sign


def sign_of(mark: StripMark) -> Sign:
    """Return the look of a mark by its kind."""
    return SIGNS.get(mark.what, OTHER)


def clustered(marks: list[StripMark], low: float, scale: float, apart: float) -> tuple[Cluster, ...]:
    """Group marks from left to right; those that would overlap are one cluster."""
    groups: list[list[StripMark]] = []
    begin = -1e9
    for mark in sorted(marks, key=lambda mark: mark.place):
        x = (mark.place - low) * scale
        if x - begin < apart:
            groups[-1].append(mark)
        else:
            groups.append([mark])
            begin = x
    return tuple(
        Cluster((group[0].place - low) * scale, tuple(group), max(map(sign_of, group), key=lambda sign: sign.weight))
        for group in groups
    )

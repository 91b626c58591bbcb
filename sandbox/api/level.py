"""A level, for programmers: as its player gets it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sandbox import parts
from sandbox.api.run import PartStates, Run
from sandbox.design import design as document
from sandbox.design.design import Design
from sandbox.errors import BadFile, Refused
from sandbox.levels import levels, library
from sandbox.recording import reader

if TYPE_CHECKING:
    from typing import Unpack

    from sandbox.api.pictures import Image, PictureOptions
    from sandbox.render.pictures.film_plan import Script


class Level:
    """A level as its player gets it, or as its author has it in hand, if its document says so.

    It never changes: what is built in it belongs to a `Run`. `design` is the whole document, a
    frozen value, with the fields of a level file.
    """

    def __init__(self, design: Design) -> None:
        """Take a document that Python has made, as `design()` of a level that a script writes.

        Raises:
            Refused: it breaks a rule of levels; the sentence says which.
        """
        try:
            self.design = parts.check(document.from_plain(document.to_plain(design)))
        except BadFile as error:
            raise Refused(str(error)) from None

    def __repr__(self) -> str:
        return f"<Level '{self.title}' with {len(self.design.parts)} parts>"

    @property
    def title(self) -> str:
        """The title."""
        return self.design.title

    @property
    def text(self) -> str:
        """The task in words."""
        return self.design.text

    @property
    def tick_rate(self) -> int:
        """The number of ticks in a second."""
        return self.design.world.tick_rate

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of what is seen of the world (m)."""
        return self.design.world.width, self.design.world.height

    @property
    def goals(self) -> tuple[str, ...]:
        """The goals, a sentence for each; without any it can't be won."""
        return tuple(goal.text for goal in self.design.goals)

    @property
    def stock(self) -> dict[str, int] | None:
        """The parts and links that the player has, by their kinds or names; None: as many as they like of all."""
        if self.design.stock is None:
            return None
        return {name: item.count for name, item in self.design.stock_items.items()}

    @property
    def parts(self) -> PartStates:
        """The parts of the level by their ids, as they are before the start."""
        return PartStates(self.design)

    def start(self, seed: int = 0) -> Run:
        """Begin a session in this level: parts can be placed, and the first step starts the machine."""
        return Run(self, seed)

    def save(self, path: str | Path) -> Path:
        """Write the level as a file (.toml).

        Raises:
            BadFile: it can't be written there.
        """
        levels.write(Path(path), self.design)
        return Path(path)

    def picture(self, **options: Unpack[PictureOptions]) -> Image:
        """Draw the level at rest, or `at` so many seconds after it was started and left alone; see `PictureOptions`.

        Raises:
            Refused: there is no OpenGL here, or an option is out of range.
        """
        from sandbox.api import pictures

        return pictures.image_of(self.script(), options)

    def script(self) -> Script:
        """Return the session of this level, started and left alone, as pictures and films take it."""
        from sandbox.render.pictures import film_plan

        return film_plan.of_level(self.design, self.title)

    def _repr_png_(self) -> bytes | None:
        from sandbox.api import pictures

        return pictures.for_notebook(self)


def load(name: str | Path) -> Level:
    """Read a level: a file (.toml), or one that comes with the program, by its name, as in `load("drop")`.

    Raises:
        BadFile: there is none, or it breaks a rule; the text says what, where and what to do.
    """
    return Level(levels.read(library.find(str(name))))


def replay(path: str | Path) -> Run:
    """Run the session of a recording once more, up to its end; `again` of what it returns goes to any tick of it.

    Nothing is compared with what the recording expects: `verify` does that.

    Raises:
        BadFile: it is no recording, or is damaged.
        Refused: one of its commands can't be carried out any more.
    """
    recorded = reader.read(Path(path))
    return Run(Level(recorded.head.design), recorded.head.seed, recorded.commands, recorded.ticks)


def level_of(level: Level | str | Path) -> Level:
    """Return a level that was given as such or by its name."""
    return level if isinstance(level, Level) else load(level)

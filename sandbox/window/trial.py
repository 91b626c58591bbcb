"""What an author does to try a level out: noted from its first command on, to be kept as a solution or as hints."""

from __future__ import annotations

from sandbox.commands import AnyCommand, Author, TryOut
from sandbox.design import Design, Hint, PartSpec, StockItem
from sandbox.levels import as_player
from sandbox.session import Session
from sandbox.window.gestures import GHOST

Commands = tuple[tuple[int, AnyCommand], ...]


class Trial:
    """The present try, or the last one. Ticks are counted from its beginning."""

    def __init__(self) -> None:
        self._begun: int | None = None  # while one goes on
        self._commands: list[tuple[int, AnyCommand]] = []
        self.solved: tuple[Design, Commands] | None = None  # the level of the last try that won, and what was done

    def note(self, tick: int, command: AnyCommand) -> None:
        """A command was carried out."""
        if isinstance(command, TryOut):
            self._begun, self._commands = tick, []
        elif isinstance(command, Author):
            self._begun = None
        elif self._begun is not None:
            self._commands.append((tick - self._begun, command))

    def look(self, session: Session) -> None:
        """Notice that the run that goes on has been won."""
        if session.trying_out:
            self.solved = as_player(session.document), tuple(self._commands)


def as_hints(design: Design) -> tuple[Hint, ...]:
    """A hint for each part that a player has placed, in the order of placing; texts of hints that stay are kept."""
    texts = {(hint.item or hint.kind, hint.x, hint.y): hint.text for hint in design.hints}
    return tuple(
        Hint(texts.get((spec.item or spec.kind, spec.x, spec.y), ""), spec.kind, spec.x, spec.y, spec.angle, spec.flip,
             spec.props, spec.item)
        for spec in design.parts
        if not spec.fixed
    )  # fmt: skip


def out_of(item: StockItem, name: str) -> PartSpec:
    """A part as it comes out of the stock, though its author has free hands."""
    own = "" if name == item.kind else name
    return PartSpec(GHOST, item.kind, 0.0, 0.0, item.angle, props=item.props, item=own)

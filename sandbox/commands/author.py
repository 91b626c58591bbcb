"""Commands of an author: take a level in hand and try it out; its goals, stock, hints, texts and rules.

The checks are those of a level file (`design.check_rules`, `parts.check_rules`), so a level that can be made here can
be saved and read again. Only an author, or somebody who builds freely, may do any of it: a player's level refuses.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from sandbox import parts
from sandbox.commands.command import Command, Edit, Named, SessionState, SingleEdit, refuse_while_running
from sandbox.design import design as document
from sandbox.design.design import Design, Goal, Hint, Par, StockItem
from sandbox.design.no_build import NoBuildArea
from sandbox.design.open_puzzle import Clues, PuzzleAim
from sandbox.design.scenes import SCENES, scene_refusal
from sandbox.errors import Refused


class Author(Edit, frozen=True, tag="author"):
    """The author takes the level in hand: all may be edited. After `TryOut`: everything as it was before that."""

    for_authors = True

    def edited(self, design: Design) -> Design:
        if design.author:
            raise Refused("the level is in its author's hands already")
        return replace(design, author=True)

    def check(self, session: SessionState) -> Design:
        refuse_while_running(session)
        left = session.history.left
        return left if left is not None else Edit.check(self, session)

    def carry_out(self, session: SessionState, after: Design) -> None:
        if session.history.left is not None:
            session.history.return_to_author()
        else:
            session.history.edit(after, self.player)


class TryOut(Edit, frozen=True, tag="try_out"):
    """The author's level as a player has it, until the next `Author`."""

    for_authors = True

    def edited(self, design: Design) -> Design:
        if not design.author:
            raise Refused("only its author can try a level out; take it in hand first")
        return replace(design, author=False)

    def carry_out(self, session: SessionState, after: Design) -> None:
        session.history.try_out(after)


class LevelEdit(SingleEdit, frozen=True):
    """A change of a level's goals, stock, hints and the like."""

    for_authors = True

    def changes(self) -> dict[str, Any]:
        """The fields of the design that become others: those of the command, if they have the same names."""
        return {name: getattr(self, name) for name in self.own_fields()}

    def edited(self, design: Design) -> Design:
        """Return the design with these fields.

        What is built when the level gets its first stock belongs to the level from then on: the player gets the stock.
        """
        if not design.free:
            raise Refused("this is a player's level; only its author can change its goals, its stock and its texts")
        changed = replace(design, **self.changes())
        document.check_rules(changed)
        changed = parts.check_rules(changed)
        if design.stock is None and changed.stock is not None:
            changed = _all_fixed(changed)
        return changed


class SetGoals(LevelEdit, frozen=True, tag="set_goals"):
    """All goals and all fail conditions of a level."""

    goals: tuple[Goal, ...]
    fails: tuple[Goal, ...] = ()


class SetStock(LevelEdit, frozen=True, tag="set_stock"):
    """Set the parts and links that the player has; None lets the player build freely."""

    stock: dict[str, int | StockItem] | None


class SetHints(LevelEdit, frozen=True, tag="set_hints"):
    """All hints of a level, in the order in which they are shown."""

    hints: tuple[Hint, ...]


class SetTexts(LevelEdit, frozen=True, tag="set_texts"):
    """Set the title of a level, and its texts for the player."""

    title: str
    text: str = ""


class SetInsight(LevelEdit, frozen=True, tag="set_insight"):
    """Set the one idea that a level is about, which its player reads after the win."""

    insight: str


class SetPar(LevelEdit, frozen=True, tag="set_par"):
    """The results that a good run of a level reaches; None: its author asks for none."""

    par: Par | None = None

    def changes(self) -> dict[str, Any]:
        return {"par": self.par or None}


class SetPuzzle(LevelEdit, frozen=True, tag="set_puzzle"):
    """Make a level an open puzzle, with clues and aims, whose way the player invents; or an ordinary level again."""

    open: bool
    clues: Clues | None = None
    aims: tuple[PuzzleAim, ...] = ()

    def changes(self) -> dict[str, Any]:
        return {"open": self.open, "clues": None if self.clues == Clues() else self.clues, "aims": self.aims}


class SetScene(LevelEdit, frozen=True, tag="set_scene"):
    """The surroundings of a level (of `scenes.SCENES`); who builds freely may set them too."""

    scene: str

    def edited(self, design: Design) -> Design:
        if self.scene not in SCENES:
            raise Refused(scene_refusal(self.scene))
        return LevelEdit.edited(self, design)


class SetNoBuild(LevelEdit, frozen=True, tag="set_no_build"):
    """All areas in which the player may put no part."""

    areas: tuple[NoBuildArea, ...]

    def changes(self) -> dict[str, Any]:
        return {"no_build": self.areas}


class Allow(LevelEdit, frozen=True, tag="allow"):
    """Set the commands that the player may give while the machine runs (of `design.RUNNING_COMMANDS`)."""

    names: tuple[str, ...]

    def changes(self) -> dict[str, Any]:
        return {"allow": self.names}


class AllowForecast(LevelEdit, frozen=True, tag="allow_forecast"):
    """Let the player see, or not, while building where things will move."""

    forecast: bool


class SetFixed(SingleEdit, frozen=True, tag="set_fixed"):
    """Make a part or link belong to the level, or leave it to the player to move and to take away."""

    id: Named
    fixed: bool
    id_fields = ("id",)
    for_authors = True

    def edited(self, design: Design) -> Design:
        if not design.free:
            raise Refused("this is a player's level; only its author can say what belongs to it")
        if self.id not in design.part_by_id and self.id not in design.link_by_id:
            raise Refused(f"there is no part or link {self.id}")
        return replace(
            design,
            parts=tuple(replace(spec, fixed=self.fixed) if spec.id == self.id else spec for spec in design.parts),
            links=tuple(replace(link, fixed=self.fixed) if link.id == self.id else link for link in design.links),
        )


def _all_fixed(design: Design) -> Design:
    return replace(
        design,
        parts=tuple(replace(spec, fixed=True) for spec in design.parts),
        links=tuple(replace(link, fixed=True) for link in design.links),
    )


COMMANDS: tuple[type[Command], ...] = (
    Author, TryOut, SetGoals, SetStock, SetHints, SetTexts, Allow, SetFixed, SetPar, SetScene, AllowForecast,
    SetNoBuild, SetInsight, SetPuzzle,
)  # fmt: skip

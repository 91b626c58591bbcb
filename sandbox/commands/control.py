"""Commands that go from one state of a session to another: undo, redo, start and stop; and the coming of a player."""

from __future__ import annotations

from sandbox import parts
from sandbox.commands.command import Command, SessionState, refuse_stretched, refuse_while_running, running_machine
from sandbox.design import design as document
from sandbox.design.design import Design
from sandbox.design.design_history import Clash
from sandbox.design.differences import ChangedThing
from sandbox.errors import BadFile, Refused
from sandbox.machine import overlaps
from sandbox.parts.titles import numbered

MAX_NAME = 40  # characters


class Undo(Command, frozen=True, tag="undo"):
    """Take back the player's last edit; those of others since stay."""

    changes_design = True
    mark = "edit"
    sound = "undone"

    def check(self, session: SessionState) -> Design:
        refuse_while_running(session)
        history = session.history
        if not history.can_undo(self.player):
            raise Refused("there is nothing to undo")
        clash = history.undo_clash(self.player)
        if clash is not None:
            raise Refused(f"{_changed_since(session, clash)}; your step can't be undone")
        after = history.undone(self.player)
        if history.players[-1] != self.player:
            _refuse_unfit(session, after, "undone")
        return after

    def carry_out(self, session: SessionState, after: Design) -> None:
        session.history.undo(self.player)


class Redo(Command, frozen=True, tag="redo"):
    """Make the edit again that the player has taken back last."""

    changes_design = True
    mark = "edit"
    sound = "redone"

    def check(self, session: SessionState) -> Design:
        refuse_while_running(session)
        history = session.history
        if not history.can_redo(self.player):
            raise Refused("there is nothing to redo")
        clash = history.redo_clash(self.player)
        if clash is not None:
            raise Refused(f"{_changed_since(session, clash)}; your step can't be made again")
        after = history.redone(self.player)
        if after is not history.future[-1]:
            _refuse_unfit(session, after, "made again")
        return after

    def carry_out(self, session: SessionState, after: Design) -> None:
        session.history.redo(self.player)


class Join(Command, frozen=True, tag="join"):
    """A player comes in under a name. Before that he edits nothing; afterwards no id is ever given twice."""

    name: str
    changes_design = True  # the ids of what is placed from now on

    def check(self, session: SessionState) -> Design:
        if not len(self.name.strip()) > 0 or len(self.name) > MAX_NAME or not self.name.isprintable():
            raise Refused(f"a player's name has 1 to {MAX_NAME} printable characters")
        if self.name in (name for player, name in session.players.items() if player != self.player):
            raise Refused(f"another player is called {self.name}; choose another name")
        return session.history.present

    def is_idle(self, session: SessionState, after: Design) -> bool:
        return session.players.get(self.player) == self.name

    def carry_out(self, session: SessionState, after: Design) -> None:
        session.history.share()
        session.players[self.player] = self.name


class Start(Command, frozen=True, tag="start"):
    """Build a machine from the design and let it run."""

    mark = "start"
    sound = "started"

    def check(self, session: SessionState) -> Design:
        if session.machine is not None:
            raise Refused("the machine is already running")
        if not session.may_run_longer:
            raise Refused("this session has run for too long; save the level and open it again")
        for overlap in overlaps.pushes(session.history.present):
            raise Refused(overlaps.push_sentence(session.history.present, overlap))
        return session.history.present

    def carry_out(self, session: SessionState, after: Design) -> None:
        session.start_machine()


class Stop(Command, frozen=True, tag="stop"):
    """Throw the machine away; the design is as it was."""

    mark = "stop"
    sound = "stopped"

    def check(self, session: SessionState) -> Design:
        running_machine(session)
        return session.history.present

    def carry_out(self, session: SessionState, after: Design) -> None:
        session.stop_machine()


def _changed_since(session: SessionState, clash: Clash) -> str:
    """Say who has changed which thing."""
    return f"{session.name_of(clash.player)} has changed {_words_for(session.history.present, clash.thing)} since"


def _words_for(design: Design, thing: ChangedThing) -> str:
    """Return the words by which people know a thing that can change."""
    if thing.what == "field":
        return f"the level's {str(thing.which).replace('_', ' ')}"
    spec, link = design.part_by_id.get(int(thing.which)), design.link_by_id.get(int(thing.which))
    if thing.what == "part" and spec is not None:
        return numbered(spec)
    if thing.what == "link" and link is not None:
        return f"link {link.id} ({parts.LINKS[link.kind].title})"
    return f"{thing.what} {thing.which}"


def _refuse_unfit(session: SessionState, after: Design, verb: str) -> None:
    """Refuse to undo or redo a step where that does not go with what others have built since."""
    before = session.history.present
    there = {spec.id for spec in after.parts}
    for link in after.links:
        missing = next((id_ for id_ in link.parts if id_ not in there), None)
        if missing is not None:
            title, words = parts.LINKS[link.kind].title.lower(), _words_for(before, ChangedThing("part", missing))
            raise Refused(f"link {link.id} (a {title}) needs {words}; your step can't be {verb}")
    for name, item in after.stock_items.items():
        if (after.left_in_stock(name) or 0) < 0:
            title = (item.title or (parts.KINDS.get(item.kind) or parts.LINKS[item.kind]).title).lower()
            raise Refused(f"no {title} is left in the stock of this level; your step can't be {verb}")
    try:
        parts.check(document.check(after))
        refuse_stretched(after)
    except (BadFile, Refused) as error:
        raise Refused(f"{error}; your step can't be {verb}") from None


COMMANDS: tuple[type[Command], ...] = (Undo, Redo, Start, Stop, Join)

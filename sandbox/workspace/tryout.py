"""An author's tries at a level: what was done in the last one, to be kept as a solution, as hints, or for the next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from sandbox.commands import commands
from sandbox.commands.commands import (
    Author,
    Configure,
    Connect,
    Group,
    Layer,
    Lock,
    Move,
    Name,
    Place,
    Resize,
    SingleEdit,
    TryOut,
)
from sandbox.commands.driver import Timed
from sandbox.commands.links import settable
from sandbox.commands.session import Session
from sandbox.design.design import Design, Link, PartSpec, StockItem
from sandbox.editing.gestures.gesture import GHOST
from sandbox.errors import Refused
from sandbox.levels.levels import as_player
from sandbox.parts import KINDS, LINKS
from sandbox.workspace.past.history import History


class Solved(NamedTuple):
    """A try that won: the level, and the commands that won it, with ticks since the beginning of the try."""

    level: Design
    commands: tuple[Timed, ...]


def solved(session: Session, history: History) -> Solved | None:
    """Return the try that goes on, when its run has just been won; None if the author is not trying the level out."""
    if not session.trying_out:
        return None
    timed = history.commands
    first = next(index for index in range(len(timed) - 1, -1, -1) if isinstance(timed[index][1], TryOut))
    start = timed[first][0]
    return Solved(as_player(session.document), tuple((tick - start, command) for tick, command in timed[first + 1 :]))


def out_of(item: StockItem, name: str) -> PartSpec:
    """Return a part as it comes out of the stock for a player, though the author may use any."""
    item_name = "" if name == item.kind else name
    return PartSpec(GHOST, item.kind, 0.0, 0.0, item.angle, props=item.props, item=item_name)


# -- the try before


class Before(NamedTuple):
    """The last try that has ended: the level at its beginning, and what its author had made of it in the end."""

    begun: Design
    ended: Design


def before(history: History) -> Before | None:
    """Find the last try in a session's history that has ended; None if there is none."""
    timed = history.commands
    last = next((n for n in range(len(timed) - 1, -1, -1) if isinstance(timed[n][1], Author)), -1)
    first = next((n for n in range(last - 1, -1, -1) if isinstance(timed[n][1], TryOut)), -1)
    return Before(history.design_after(first + 1), history.design_after(last)) if first >= 0 else None


class PutBack(NamedTuple):
    """The edits that bring all of an earlier try back into a level, and the reasons why some of it stays away."""

    edits: tuple[SingleEdit, ...]
    parts: int  # of how many parts they are about
    refused: tuple[str, ...]  # why, for each part or link that stays away


def put_back(last: Before, now: Design) -> PutBack:
    """Make the edits that bring a try back into the present level: the parts and links that the try had placed, and its
    changes to parts that the level hands over. All that is there already is left alone."""
    edits: list[SingleEdit] = []
    refused: list[str] = []
    touched: dict[int, None] = {}
    new_id = {spec.id: spec.id for spec in now.parts if spec.id in last.begun.part_by_id}
    for spec in last.ended.parts:
        began = last.begun.part_by_id.get(spec.id)
        if spec == began:
            continue
        id_ = new_id.get(spec.id) or _there(spec, now) or now.next_id
        needed = [*_edits_of(spec, began, id_, now)]
        for edit in needed:
            try:
                now = commands.edit(now, edit)
            except Refused as why:
                refused.append(str(why))
                break
            edits.append(edit)
            touched[spec.id] = None
        if id_ in now.part_by_id:
            new_id[spec.id] = id_
    for link in last.ended.links:
        if link.id in last.begun.link_by_id or any(part not in new_id for part in link.parts):
            continue
        a, b, *via = (new_id[part] for part in link.parts)
        names = settable(now, LINKS[link.kind])  # all else comes with the item, as it is by now
        props = {name: value for name, value in link.props.items() if name in names}
        tie = Connect.of(replace(link, props=props), a, b, tuple(via))
        if not any(_same_link(link_there, tie) for link_there in now.links):
            now = _added(now, tie, edits, refused)
    for group in _groups_of(last, new_id):
        if now.part_by_id[group.parts[0]].group == 0:
            now = _added(now, group, edits, refused)
    return PutBack(tuple(edits), len(touched), tuple(refused))


def _added(now: Design, edit: SingleEdit, edits: list[SingleEdit], refused: list[str]) -> Design:
    """Return the design after one more edit, which joins the others unless it is refused."""
    try:
        now = commands.edit(now, edit)
    except Refused as why:
        refused.append(str(why))
    else:
        edits.append(edit)
    return now


def _groups_of(last: Before, new_id: dict[int, int]) -> list[Group]:
    """List the groups that were made in a try, of the parts that are back."""
    by_number: dict[int, list[int]] = {}
    for spec in last.ended.parts:
        began = last.begun.part_by_id.get(spec.id)
        if spec.group and spec.id in new_id and (began is None or began.group != spec.group):
            by_number.setdefault(spec.group, []).append(new_id[spec.id])
    return [Group(tuple(ids)) for ids in by_number.values() if len(ids) > 1]


def _there(spec: PartSpec, now: Design) -> int | None:
    """Find a part of the player that equals one of an earlier try."""
    return next(
        (
            spec_now.id
            for spec_now in now.parts
            if not spec_now.fixed and replace(spec_now, id=spec.id, group=spec.group) == spec
        ),
        None,
    )


def _edits_of(spec: PartSpec, began: PartSpec | None, id_: int, now: Design) -> Iterator[SingleEdit]:
    """Make the edits that bring a part back from a try. `began` is the part at its beginning, if it was there."""
    present = now.part_by_id.get(id_)
    if present is None:
        if began is not None:
            return  # its author has taken it out since
        item, props = now.stock_items.get(spec.item or spec.kind), spec.props
        if not now.free and item is not None:  # all else comes with the item, as it is by now
            props = {name: value for name, value in props.items() if name in item.resizes}
        yield Place(spec.kind, spec.x, spec.y, spec.angle, spec.flip, props, spec.item)
        present = PartSpec(id_, spec.kind, props=spec.props, **_pose(spec))
    if _pose(present) != _pose(spec):
        yield Move(id_, **_pose(spec))
    changed = {name: value for name, value in spec.props.items() if present.props.get(name) != value}
    size = {name: value for name, value in changed.items() if name in KINDS[spec.kind].resizes}
    if size:
        yield Resize(id_, spec.x, spec.y, size)
    for name, value in changed.items():
        if name not in size:
            yield Configure(id_, name, value)
    if spec.layer != present.layer:
        yield Layer(id_, spec.layer)
    if spec.locked and not present.locked:
        yield Lock(id_)
    if spec.name != present.name and now.free:
        yield Name(id_, spec.name)


def _pose(spec: PartSpec) -> dict[str, Any]:
    return {"x": spec.x, "y": spec.y, "angle": spec.angle, "flip": spec.flip}


def _same_link(link: Link, tie: Connect) -> bool:
    ends = (link.a.part, link.a.port, link.a.at), (link.b.part, link.b.port, link.b.at)
    return (link.kind, *ends, link.via) == (
        tie.kind, (tie.a, tie.a_port, tie.a_at), (tie.b, tie.b_port, tie.b_at), tie.via,
    )  # fmt: skip

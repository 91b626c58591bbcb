"""The jets of air that blow, or that would: which parts send them out, and from where."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from sandbox.design.design import Design, PartSpec
from sandbox.design.geometry import Pose, place
from sandbox.parts import KINDS
from sandbox.parts.kind import Jet, Kind, pose_of
from sandbox.render.effects.effect import parts_of
from sandbox.render.mark_list import GUIDE, MarkList

if TYPE_CHECKING:
    from sandbox.workspace.past.past_machine import Stage


class AirStream(NamedTuple):
    """A jet that blows, or whose reach is to be seen while it rests."""

    part: int
    jet: Jet
    pose: Pose
    planned: bool = False


def of_design(design: Design, ids: Iterable[int]) -> list[AirStream]:
    """Return the jets that the parts with these ids would blow."""
    chosen = [design.part_by_id[id_] for id_ in ids if id_ in design.part_by_id]
    return [AirStream(spec.id, jet, pose_of(spec), True) for spec in chosen if (jet := _jet(spec)) is not None]


def of_run(stage: Stage) -> list[AirStream]:
    """Return the jets that blow at a moment of a run."""
    streams = []
    for spec in parts_of(stage.design, lambda kind: type(kind).jet is not Kind.jet):
        slot = stage.slot_of.get((spec.id, KINDS[spec.kind].hums_while))
        if slot is None or spec.id not in stage.parts or not stage.states[slot] > 0.0:
            continue
        jet = _jet(spec)
        if jet is not None:
            x, y, angle = stage.rows[stage.row_of[spec.id, 0], :3].tolist()
            streams.append(AirStream(spec.id, jet, Pose(x, y, angle)))
    return streams


def _jet(spec: PartSpec) -> Jet | None:
    kind = KINDS[spec.kind]
    return kind.jet(kind.values(spec.props), -1.0 if spec.flip else 1.0)


def outline(overlay: MarkList, stream: AirStream) -> None:
    """Draw how far a jet reaches, and how wide."""
    jet = stream.jet
    (ox, oy), (ax, ay) = jet.mouth, jet.axis
    corners = []
    for along, side in ((0.0, 1.0), (jet.reach, 1.0), (jet.reach, -1.0), (0.0, -1.0)):
        off = side * (jet.half + jet.spread * along)
        corners.append(place(stream.pose, (ox + along * ax - off * ay, oy + along * ay + off * ax)))
    for a, b in pairwise(corners):
        overlay.dashed(*a, *b, GUIDE, 1.4, 6.0)

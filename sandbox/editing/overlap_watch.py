"""Overlaps that the machine would push apart, searched as the user builds; `Overlay.overlaps` draws them."""

from __future__ import annotations

from msgspec.structs import replace

from sandbox.design.design import Design, PartSpec
from sandbox.editing.document import EditorHost
from sandbox.editing.picking import may_change
from sandbox.machine import overlaps
from sandbox.machine.overlaps import Overlap
from sandbox.parts.titles import mention, title_of

MOST_IN_HAND = 40  # parts that are looked at while they are dragged; of more only where they are put down


class OverlapWatch:
    """The overlaps of the document, and of the parts in hand at their present places."""

    def __init__(self, host: EditorHost) -> None:
        self.host = host
        self._watch = overlaps.Watch()
        self._last: tuple[Design | None, tuple[PartSpec, ...]] = (None, ())
        self._found: tuple[Overlap, ...] = ()

    def look(self, in_hand: tuple[PartSpec, ...] = ()) -> tuple[Overlap, ...]:
        """Find all overlaps, or none while the machine runs; `in_hand` are parts that stand in for those of the same
        ids, or are new."""
        if self.host.document.session.running:
            return ()
        design = self.host.document.session.design
        at_rest = self._watch.look(design)
        if not in_hand:
            return at_rest
        if self._last[0] is not design or self._last[1] != in_hand:
            self._last = design, in_hand
            moved = {spec.id for spec in in_hand}
            others = tuple(overlap for overlap in at_rest if not moved & {overlap.a, overlap.b})
            self._found = (*others, *_of(design, in_hand)) if len(in_hand) <= MOST_IN_HAND else others
        return self._found

    def tears(self, in_hand: tuple[PartSpec, ...] = ()) -> Overlap | None:
        """Return an overlap that the machine would push apart and the player can end; None if there is none."""
        design, moved = self.host.document.session.design, {spec.id for spec in in_hand}
        for overlap in self.look(in_hand):
            if any(id_ in moved or may_change(design, design.part_by_id[id_]) for id_ in (overlap.a, overlap.b)):
                return overlap
        return None

    def why_not_run(self) -> str:
        """Return the reason why the present machine can't be started, as a sentence; empty if it can."""
        overlap = self.tears()
        return sentence_about(self.host.document.session.design, overlap) if overlap is not None else ""


def sentence_about(design: Design, overlap: Overlap) -> str:
    """An overlap, and what to do about it."""
    if overlap.pushed:
        sentence = overlaps.push_sentence(design, overlap)
        return f"{sentence[0].upper()}{sentence[1:]}."
    names = f"{title_of(design.part_by_id[overlap.a])} and {mention(design.part_by_id[overlap.b])}"
    return f"{names} overlap by {1000 * overlap.depth:.0f} mm and would be torn apart. Move one of them away."


def _of(design: Design, in_hand: tuple[PartSpec, ...]) -> tuple[Overlap, ...]:
    moved = {spec.id: spec for spec in in_hand}
    parts = tuple(moved.get(spec.id, spec) for spec in design.parts)
    new = tuple(spec for spec in in_hand if spec.id not in design.part_by_id)
    return overlaps.found(replace(design, parts=(*parts, *new)), moved.keys())

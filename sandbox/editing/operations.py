"""Operations on the selection: delete, copy, paste, mirror, turn, align, raise, lock, group; and undo and redo."""

from __future__ import annotations

from sandbox.commands.commands import Delete, Disconnect, Group, Lock, Paste, Ungroup
from sandbox.design.design import PartSpec
from sandbox.editing import arranging
from sandbox.editing.clipboard import Clip, copied
from sandbox.editing.document import Notice
from sandbox.editing.editor import Editor
from sandbox.editing.gestures.gestures import moves


class Operations:
    """Each is one step for undo. While parts are being dragged, turning and mirroring is about those."""

    def __init__(self, editor: Editor) -> None:
        self.editor = editor
        self.clip: Clip | None = None  # what was copied; it outlives the document

    def undo(self) -> None:
        self.editor.jump(-1)

    def redo(self) -> None:
        self.editor.jump(1)

    # -- choosing

    def select_next(self, step: int) -> None:
        """Walk through the parts in id order."""
        if self.editor.design.parts:
            self.editor.cancel()
            self.editor.selection.step(step)

    def select_all(self) -> None:
        self.editor.cancel()
        self.editor.selection.choose_all()

    def select_none(self) -> None:
        self.editor.cancel()
        self.editor.selection.ids = ()

    def delete(self) -> bool:
        """Delete the selected parts with their links, or the selected link."""
        editor = self.editor
        editor.settle()
        parts, link = editor.selection.parts, editor.selection.link
        if link is not None:
            done = editor.carry_out(Disconnect(link.id))
        elif parts:
            done = editor.carry_out(*(Delete(spec.id) for spec in parts))
        else:
            return False
        editor.prune()
        return done

    # -- arranging

    def flip(self) -> None:
        """Mirror the dragged thing, or the selection, left to right."""
        gesture, scene = self.editor.gesture, self.editor.scene(0.0)
        if (gesture is None or not gesture.flip(scene)) and (parts := self._at_rest()):
            self._rearrange(arranging.mirrored(parts, arranging.middle(parts)[0]))

    def flip_over(self) -> None:
        """Mirror the dragged thing, or the selection, top to bottom."""
        gesture, scene = self.editor.gesture, self.editor.scene(0.0)
        if gesture is not None and gesture.flip(scene):
            gesture.turn(180.0, scene)
        elif parts := self._at_rest():
            self._rearrange(arranging.upside_down(parts))

    def turn(self, degrees: float) -> None:
        """Turn the dragged thing, or the selection, counter-clockwise."""
        gesture = self.editor.gesture
        if gesture is not None and gesture.carries:
            gesture.turn(degrees, self.editor.scene(0.0))
        elif parts := self._at_rest():
            self._rearrange(arranging.turned(parts, degrees, arranging.middle(parts)))

    def arrange(self, how: arranging.How, which: int) -> None:
        """Align, centre or distribute the selected parts, in one step."""
        if parts := self._at_rest():
            self._rearrange(how(parts, which))

    def _at_rest(self) -> tuple[PartSpec, ...]:
        """The selected parts, once what was still changing has been carried out."""
        self.editor.settle()
        return self.editor.selection.parts

    def _rearrange(self, after: tuple[PartSpec, ...]) -> None:
        self.editor.carry_out(*moves(self.editor.selection.parts, after))

    def raise_(self, to_front: bool) -> None:
        """Bring the selected parts in front of all others, or send them behind."""
        parts = self._at_rest()
        self.editor.carry_out(*arranging.raised(self.editor.design, parts, to_front))

    def lock(self) -> None:
        """Lock the selected parts against editing; or unlock them, if one of them is locked."""
        parts, lock = self._at_rest(), not self.editor.selection.any_locked
        self.editor.carry_out(*(Lock(spec.id, lock) for spec in parts if spec.locked != lock))

    def group(self) -> None:
        """Make the selected parts a group: from now on a click on one of them selects all."""
        parts = self._at_rest()
        self.editor.carry_out(Group(tuple(sorted(spec.id for spec in parts))))

    def ungroup(self) -> None:
        """Dissolve the groups that the selected parts are in."""
        self.editor.settle()
        self.editor.carry_out(Ungroup(tuple(sorted(self.editor.selection.grouped))))

    # -- clipboard

    def copy(self) -> bool:
        """Copy the selected parts and the links among them; False if nothing is selected."""
        parts = self._at_rest()
        if parts:
            self.clip = copied(self.editor.design, parts)
        return bool(parts)

    def cut(self) -> None:
        if not self.editor.locked() and self.copy():
            self.delete()

    def paste(self) -> None:
        """Paste the copied parts at the pointer, or beside the original if the pointer is elsewhere."""
        at = self.editor.pointer
        if self.clip is None:
            self.editor.tell(Notice("Nothing has been copied yet.", "refused"))
        elif at is None:
            self._paste(self.clip.shifted())
        else:
            self._paste(self.clip.at(at, self.editor.scene(0.0).neighbours(), self.editor.snap))

    def duplicate(self) -> None:
        """Paste the selection once more, beside itself. The clipboard stays as it was."""
        if parts := self._at_rest():
            self._paste(copied(self.editor.design, parts).beside())

    def _paste(self, paste: Paste) -> None:
        self.editor.settle()
        first = self.editor.design.next_id
        if self.editor.carry_out(paste):
            self.editor.selection.ids = tuple(range(first, first + len(paste.parts)))

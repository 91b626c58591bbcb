"""The green zone: the places of the part in hand, or of the selected one, where the machine would win; asked for and
shown."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from sandbox.design.design import Design, Hint, PartSpec
from sandbox.editing.authoring.hints import has_clues, is_done, is_exact, is_turned_as
from sandbox.editing.picking import may_change
from sandbox.errors import BadFile
from sandbox.trials.maps.tolerance_map import ToleranceMap
from sandbox.trials.maps.zones import Zones, held_in, solved_by_hints
from sandbox.window.help.hints import Hints
from sandbox.window.shell.feature import Feature
from sandbox.window.shell.setting import Setting
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.action import Action, keys
from sandbox.window.ui.icons import Icon

_TIP = "While a part is in hand: where the machine would win with it is green. For authors, and with a part's last hint"
_HOW = "green zone: hold or select a part, and where it would win is green"


class GreenZone:
    """The zone that is shown. Nothing is computed without an event loop, which shows what comes later."""

    def __init__(self, shell: Shell, hints: Hints) -> None:
        self.shell, self.hints = shell, hints
        self.zones = Zones()
        self.shown: ToleranceMap | None = None
        self._asked: tuple[Design, int, PartSpec] | None = None  # design, steps of hints, part without place

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""
        return Feature(
            actions=(
                Action("green_zone", "Green zone", self.toggle, _TIP, keys("Z"), Icon.REGION, self.shell.building,
                       lambda: self.on),
            ),
            settings=(
                Setting.switch("green_zone", "Green zone", "Draw where the part in hand would win", _TIP,
                               lambda: self.on, self.toggle, self.why_not),
            ),
            before_scene=self._show,
            level_text=self._offer,
            status=self.in_words,
            close=self.close,
            state=self._state,
        )  # fmt: skip

    @property
    def on(self) -> bool:
        return self.shell.workspace.settings.now.green_zone

    def toggle(self) -> None:
        """Switch the green zone on or off, and say how to see it, or why there is nothing to see now."""
        self.shell.workspace.settings.remember(green_zone=not self.on)
        why = self.why_not()
        on = f"green zone: {why}" if why else _HOW
        self.shell.workspace.messages.say(on if self.on else "no green zone")

    def why_not(self) -> str:
        """Return why there is no zone in this level now, as a sentence; empty if there is one."""
        document = self.shell.workspace.document
        if not document.design.goals:
            return "the level has no goals, so no place is better than another"
        if document.watching:
            return "a recording shows what was done"
        if has_clues(document.design) and not self._for_authors:
            return "an open puzzle does not show its player where a part would win"
        if not (self._for_authors or any(self._shown_hints())):
            return "show the hints of a part to the last step, then hold it"
        return ""

    @property
    def _for_authors(self) -> bool:
        session = self.shell.workspace.document.session
        return session.design.free or session.trying_out

    def offered(self, index: int) -> bool:
        """Tell whether a hint is shown to its last step, so that the zone of its part can be seen."""
        design = self.shell.editor.design
        return not design.hints[index].ends and not has_clues(design) and is_exact(design, index, self.hints.shown)

    def _shown_hints(self) -> tuple[Hint, ...]:
        """Return the hints of parts that are shown to their last step."""
        return tuple(hint for index, hint in enumerate(self.shell.editor.design.hints) if self.offered(index))

    def in_words(self) -> str:
        """Return how far the zone that is shown has come, or why nothing of it is green; empty if there is no more to
        say.
        """
        if self.shown is None or self._asked is None:
            return ""
        hint = None if self._for_authors else self._hint_of(self._asked[2])
        if hint is not None and not is_turned_as(self._asked[2], hint):
            return "green zone: turn it as the hint shows"
        if not self.shown.done:
            return f"green zone: {self.shown.share:.0%}"
        return "" if self.shown.wins else "green zone: nowhere, turned like this"

    def _offer(self) -> None:
        """Draw the button beside the hints, once the zone of a part that is still to be placed can be seen."""
        design = self.shell.editor.design
        if any(self.offered(index) and not is_done(design, index) for index in range(len(design.hints))):
            self.shell.ui.action("green_zone", 0, f"{Icon.REGION}  Where else it wins", as_="hint.zone")

    # -- each frame

    def _show(self) -> None:
        self.shell.view.zone = self.update()

    def update(self) -> ToleranceMap | None:
        """Ask for the zone of the part in hand, and return the zone to draw."""
        if not self.on or self.shell.loop is None:
            self._leave()
            return None
        document = self.shell.workspace.document
        hidden = document.session.running or document.in_past or document.working
        held = None if hidden or self.why_not() else self._held()
        if held is None:
            self._leave()
            return None
        asked = document.design, self.hints.shown, replace(held, x=0.0, y=0.0)
        if self._asked is None or self._asked[0] is not asked[0] or self._asked[1:] != asked[1:]:
            self._asked = asked
            self._ask(document.design, held)
        return self.shown

    def _held(self) -> PartSpec | None:
        """Return the one part that is in hand or selected, if a zone may be shown for it."""
        editor = self.shell.editor
        specs = editor.preview.parts if editor.gesture is not None else editor.selection.parts
        if len(specs) != 1 or not may_change(editor.design, specs[0]):
            return None
        return specs[0] if self._for_authors or self._hint_of(specs[0]) is not None else None

    def _hint_of(self, spec: PartSpec) -> Hint | None:
        """Return the first hint about such a part that is shown to its last step."""
        item = spec.item or spec.kind
        return next((hint for hint in self._shown_hints() if (hint.item or hint.kind) == item), None)

    def _ask(self, design: Design, held: PartSpec) -> None:
        """Ask for a zone. For a player, and for an author who builds the level, hints add what is missing."""
        hint = None if self._for_authors else self._hint_of(held)
        if hint is not None:
            held = replace(held, x=hint.x, y=hint.y)  # the part is tried there first
        elif held.id in design.part_by_id:
            old = design.part_by_id[held.id]
            held = replace(held, x=old.x, y=old.y)
        machine, held = held_in(design, held)
        try:
            if design.author or hint is not None:
                machine = solved_by_hints(machine, held)
        except BadFile:  # a hint that does not fit the level any more
            self.shown = None
            return
        self.shown = self.zones.ask(machine, held.id)
        if self.zones.service.busy:
            self.shell.watch(self._goes_on)

    def _goes_on(self) -> bool:
        return self.zones.service.busy

    def _leave(self) -> None:
        """Hide the zone, and compute nothing."""
        if self._asked is not None:
            self.zones.drop()
            self.shown = self._asked = None

    def close(self) -> None:
        """End the processes that compute zones."""
        self.zones.close()

    def _state(self) -> dict[str, Any]:
        zone = self.shell.view.zone
        return {"zone": {"share": zone.share, "runs": zone.runs, **zone.shares} if zone is not None else None}

"""The picture of a level that is played in a browser: layouts where they have changed, motions, and marks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.design.geometry import Box
from sandbox.editing.authoring import hints
from sandbox.editing.editor import Editor
from sandbox.editing.gestures.gesture import Preview
from sandbox.machine.machine import Event, Machine
from sandbox.render.effects import air_streams, light_rays
from sandbox.render.effects.air_streams import AirStream
from sandbox.render.effects.light_rays import RayLight
from sandbox.render.effects.live_effects import Effects
from sandbox.render.effects.planned_effects import EffectPlanner, PlannedEffects
from sandbox.render.effects.range_marks import RangeMarks
from sandbox.render.instances.forms import GHOST, REFUSED
from sandbox.render.mark_list import MarkList
from sandbox.render.marks import editing_marks, goal_marks, goal_signs, hint_marks
from sandbox.render.marks.goal_marks import Rule
from sandbox.render.marks.strain_marks import StrainMarks
from sandbox.render.marks.turning_marks import TurningMarks
from sandbox.web.tab import picture_layout
from sandbox.web.tab.picture_layout import ByteBlock, PictureLayout, Polygons


class PlayView(NamedTuple):
    """What the page shows of the level, as it says with each message."""

    pixel: float = 0.005  # m of a pixel of the interface
    bounds: Box = Box(0.0, 0.0, 4.0, 2.5)
    coarse: float = 1.0  # times the usual reach: a finger covers what it touches
    still: bool = False  # reduced motion

    @property
    def reach(self) -> float:
        """Distance (m) from a thing within which a click still counts as on it."""
        return editing_marks.REACH * self.pixel * self.coarse

    @property
    def stand_off(self) -> float:
        return editing_marks.STAND_OFF * self.pixel * self.coarse


class PlayPicture:
    """Describes what is to be drawn; what has not changed since the last time is left out."""

    def __init__(self, editor: Editor) -> None:
        self._editor = editor
        self._polygons = Polygons()
        self._scene: PictureLayout | None = None
        self._scene_of: tuple[object, ...] = ()
        self._ghost_of: tuple[object, ...] = ()
        self._version = 0
        self._marks = {name: MarkList() for name in ("under", "rays", "over")}
        self._rays, self._ranges = RayLight(MarkList()), RangeMarks(MarkList())
        self._planner = EffectPlanner()
        self._turning, self._strain = TurningMarks(), StrainMarks()
        self._effects = Effects(MarkList())
        self._lamps: list[list[float]] = []
        self._sent: dict[str, bytes] = {}
        self._moved = b"", b""  # the motions and running states that were described last

    def happened(self, session: Session, events: Sequence[Event]) -> None:
        """Start the effects of what has happened since the last call."""
        self._effects.follow(session.machine, session.tick)
        self._effects.happened(events)
        self._let_ropes_fall(session.machine)
        self._effects.won(session.decided_tick if session.outcome == "won" else None, session.design)

    def _let_ropes_fall(self, machine: Machine | None) -> None:
        """Begin the fall of the ropes that have been described and are gone."""
        if machine is not None and self._scene is not None:
            of, version = self._scene_of
            if of is machine and version != machine.version:
                self._effects.vanished(self._scene.drawn(*self._moved))

    def described(
        self, block: ByteBlock, view: PlayView, hints_shown: int, met: tuple[bool, ...], leftover: float
    ) -> dict[str, Any]:
        """Describe the present moment, `leftover` seconds after the last tick."""
        editor = self._editor
        machine, preview = editor.machine, editor.preview
        answer: dict[str, Any] = {}
        self._describe_scene(answer, block, machine, preview)
        self._describe_ghost(answer, block, preview, hints_shown)
        self._lay_marks(view, preview, hints_shown, met)
        self._effects.draw(leftover, 1.0 / view.pixel, view.still)
        packed = {name: marks.packed() for name, marks in self._marks.items()}
        packed["rays"] = self._ranges.overlay.packed() + self._rays.overlay.packed()
        packed["effects"] = self._effects.overlay.packed()
        for name, data in packed.items():
            if data != self._sent.get(name):
                self._sent[name] = data
                answer.setdefault("marks", {})[name] = block.add("u1", data)
        polygons = self._polygons.described(block)
        if polygons is not None:
            answer["polygons"] = polygons
        return answer

    def _describe_scene(
        self, answer: dict[str, Any], block: ByteBlock, machine: Machine | None, preview: Preview
    ) -> None:
        hidden = frozenset(spec.id for spec in preview.parts)
        if machine is not None:
            shown: tuple[object, ...] = machine, machine.version
        else:
            shown = self._editor.design, hidden
        anew = len(shown) != len(self._scene_of) or any(
            a is not b and a != b for a, b in zip(shown, self._scene_of, strict=True)
        )
        if anew or self._scene is None:
            self._scene_of = shown
            self._version += 1
            if machine is not None:
                self._scene = picture_layout.of_machine(machine, self._polygons)
            else:
                self._scene = picture_layout.of_design(self._editor.design, self._polygons, hidden)
            answer["scene"] = {"version": self._version, **self._scene.described(block)}
        if machine is not None:
            self._moved = machine.read_rows().data.cast("B").tobytes(), machine.states.data.cast("B").tobytes()
            answer["rows"], answer["states"] = (block.add("f8", numbers) for numbers in self._moved)
        elif anew:
            answer["rows"] = block.add("f8", self._scene.motions())
            answer["states"] = block.add("f8", b"")
        if (lamps := self._scene.lamps(machine)) != self._lamps or anew:
            answer["lamps"] = self._lamps = lamps
        if machine is not None or anew:
            answer["courses"] = block.add("f4", self._scene.courses(machine))
            answer["air"] = [_jet(stream) for stream in air_streams.of_run(machine)] if machine is not None else []

    def _describe_ghost(self, answer: dict[str, Any], block: ByteBlock, preview: Preview, hints_shown: int) -> None:
        """Describe what is drawn translucent: parts in hand with the links at them, and those of hints."""
        design = self._editor.design
        hinted = hints.places(design, hints_shown) if not self._editor.running else ()
        shown = preview.parts, bool(preview.why_not), hinted, design if preview.parts else None
        if shown == self._ghost_of:
            return
        self._ghost_of = shown
        ids = {spec.id for spec in preview.parts}
        links = [link for link in design.links if ids.intersection(link.parts)]
        others = [design.part_by_id[id_] for id_ in sorted({part for link in links for part in link.parts} - ids)]
        style = REFUSED if preview.why_not else GHOST
        layout = picture_layout.of_parts((*hinted, *preview.parts), links, self._polygons, others, style)
        answer["ghost"] = {
            **layout.described(block),
            "motions": block.add("f8", layout.motions()),
            "courses": block.add("f4", layout.courses(None)),
        }

    def of_stock(self, block: ByteBlock, design: Design, item: str) -> dict[str, Any]:
        """Describe the picture of a stock item, for the list beside the level."""
        from sandbox.editing.gestures.placing import out_of_stock
        from sandbox.editing.picking import box_of

        spec = out_of_stock(design, item)
        layout = picture_layout.of_parts([spec], [], self._polygons)
        return {**layout.described(block), "motions": block.add("f8", layout.motions()), "box": box_of(spec)}

    # -- marks

    def _lay_marks(self, view: PlayView, preview: Preview, hints_shown: int, met: tuple[bool, ...]) -> None:
        editor = self._editor
        machine, design = editor.machine, editor.design
        for marks in self._marks.values():
            marks.clear()
        rules = goal_marks.rules_of(design, met)
        goal_marks.show_under(self._marks["under"], design, rules, machine)
        over, room = self._marks["over"], goal_signs.ROOM * view.pixel
        within = Box(view.bounds.x0 + room, view.bounds.y0 + room, view.bounds.x1 - room, view.bounds.y1 - room)
        if machine is None:
            self._turning.show(over, design, preview.parts)
        editing_marks.show(
            over, editor, preview, editing_marks.ViewScale(view.pixel, view.stand_off, view.bounds)
        )  # fmt: skip
        if machine is not None:
            for held in machine.held:
                over.hand(*machine.grip_of(held), held.x, held.y, held.player)
        goal_signs.show_flags(over, design, rules, machine, within)
        badges: list[Rule] = [rule for rule in rules if machine is None or rule.tone.sign != "forbidden"]
        goal_signs.show_over(over, design, badges, machine, view.pixel, within)
        hint_marks.show(over, design, hints_shown if machine is None else 0)
        self._strain.look(machine, editor.host.document.session.tick)
        self._strain.show(over)
        open_goals = [goal for index, goal in enumerate(design.goals) if index >= len(met) or not met[index]]
        goal_marks.ring_subjects(over, design, open_goals, machine, view.pixel)
        self._lay_light(machine, preview, view)

    def _lay_light(self, machine: Machine | None, preview: Preview, view: PlayView) -> None:
        rays, ranges = self._rays, self._ranges
        if machine is not None:
            rays.paths, rays.planned, rays.bulbs = light_rays.of_run(machine), [], light_rays.bulbs_of_run(machine)
            ranges.ranges = []
        else:
            planned = self._planned(preview)
            rays.paths, rays.planned, rays.bulbs = [], planned.rays, []
            ranges.ranges = planned.ranges
        rays.show(1.0 / view.pixel)
        ranges.show(1.0 / view.pixel)
        for stream in self._planned(preview).streams if machine is None else ():
            air_streams.outline(self._marks["under"], stream)

    def _planned(self, preview: Preview) -> PlannedEffects:
        return self._planner.plan(self._editor.design, self._editor.selection.ids, preview.parts)


def _jet(stream: AirStream) -> dict[str, Any]:
    x, y, angle = stream.pose
    return {**stream.jet._asdict(), "part": stream.part, "pose": [x, y, angle]}

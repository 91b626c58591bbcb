"""Shows the editor on the canvas: the design or the machine, the ghost of a gesture, and all marks.

It compares each frame with the last one and hands the canvas only what has changed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from sandbox.design.design import Design
from sandbox.design.geometry import Box, Point
from sandbox.editing import picking
from sandbox.editing.authoring import goal_gestures, hints
from sandbox.editing.editor import Editor
from sandbox.editing.gestures.gesture import Preview
from sandbox.machine.machine import Rows
from sandbox.render.camera import Camera
from sandbox.render.canvas import Canvas
from sandbox.render.marks import editing_marks, goal_marks, hint_marks
from sandbox.render.marks.forecast_marks import ForecastMarks
from sandbox.render.marks.strain_marks import StrainMarks
from sandbox.render.marks.turning_marks import TurningMarks
from sandbox.render.marks.zone_marks import ZoneMarks
from sandbox.render.overlay import Overlay
from sandbox.render.past_scene import NOTHING, PastDrawer, PastScene
from sandbox.render.players import sign_of
from sandbox.render.run_scene import RunScene, SceneMoment
from sandbox.trials.maps.tolerance_map import ToleranceMap
from sandbox.workspace.forecast.forecast import Forecast
from sandbox.workspace.past.history import Moment
from sandbox.workspace.past.past_machine import PastMachine, Stage
from sandbox.workspace.workspace import Workspace

MARGIN = 5.0  # interface pixels around a level when all of it is shown
_WIDEST_MARGIN = 0.1  # of a view that has hardly any pixels
ARROW = 70.0  # interface pixels: the length of an arrow
NEAR_ZOOM = 300.0  # interface pixels a metre


class View:
    """The canvas and its camera."""

    def __init__(self, scale: float) -> None:
        self.scale = scale
        self.moved = False  # by the user, since all of the level was shown last
        self._events_seen = 0
        self.canvas = Canvas(scale)
        self.canvas.scenery.adapts = True
        self.run_scene = RunScene(self.canvas)
        self.camera = Camera(100.0, 100.0)
        self._design: Design | None = None
        self._hidden: frozenset[int] = frozenset()
        self._ghost: Preview | None = None
        self._hints_of: tuple[Design, int] | None = None  # the design, and the steps of its hints, that are drawn
        self._past_drawer = PastDrawer(self.canvas)
        self.chosen_rule: tuple[bool, int] | None = None  # the goal that its author has in hand
        self.pointed_goal: tuple[bool, int] | None = None  # the goal under the pointer in a list: (is it a fail, index)
        self.cursor: Point | None = None  # the keyboard's pointer
        self.forecast: Forecast | None = None  # drawn while no machine runs
        self._forecast_marks = ForecastMarks()
        self.hints_shown = 0  # the steps of the level's hints that are drawn
        self.zone: ToleranceMap | None = None  # the green zone of the part in hand
        self._zone_marks = ZoneMarks()
        self._turning_marks = TurningMarks()
        self._strain_marks = StrainMarks()
        self.others: Callable[[Overlay], object] | None = None  # draws what other players point at
        self.company: Callable[[Overlay], object] | None = None  # draws who looks on
        self.arrow: tuple[float, float, float, float] | None = None  # m: a point, and the way to go from there

    @property
    def stuck(self) -> Mapping[int, Point]:
        """The parts that are on and can't turn, in the run that is shown, and where their signs are (m)."""
        return self._strain_marks.stuck

    # -- the camera

    @property
    def reach(self) -> float:
        """Distance (m) from a thing within which a click still counts as on it."""
        return editing_marks.REACH * self.scale * self.camera.pixel

    @property
    def stand_off(self) -> float:
        return editing_marks.STAND_OFF * self.scale * self.camera.pixel

    def place(self, left: float, bottom: float, width: float, height: float) -> None:
        """Set the canvas's rectangle in the window, in pixels; the middle of the view stays in the middle."""
        camera = self.camera
        camera.left, camera.bottom, camera.width, camera.height = left, bottom, max(1.0, width), max(1.0, height)

    def fit(self, design: Design) -> None:
        """Show the level and everything built around it."""
        self.moved = False
        margin = MARGIN * self.scale / min(self.camera.width, self.camera.height)
        self.camera.fit(picking.room_of_level(design), min(margin, _WIDEST_MARGIN))

    def zoom_at(self, px: float, py: float, factor: float, design: Design) -> None:
        """Zoom by a factor about a window pixel, for the user."""
        self.moved = True
        self.camera.zoom_at(px, py, factor)
        self._keep_near(design)

    def pan(self, dx: float, dy: float, design: Design) -> None:
        """Move the view by that many pixels, for the user."""
        self.moved = True
        self.camera.pan(dx, dy)
        self._keep_near(design)

    def _keep_near(self, design: Design) -> None:
        """Keep the level from getting out of sight altogether."""
        self.camera.keep_in(Box(-5.0, -5.0, design.world.width + 5.0, design.world.height + 5.0))

    def bring_in(self, box: Box) -> None:
        """Move the camera so that a box is visible, if it is not."""
        seen = self.camera.bounds
        if not (seen.x0 <= box.x0 and box.x1 <= seen.x1 and seen.y0 <= box.y0 and box.y1 <= seen.y1):
            self.moved = True
            self.camera.x, self.camera.y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2

    def show_place(self, x: float, y: float) -> None:
        """Move the view to a point, near enough that details of a hand's breadth are visible."""
        self.moved = True
        self.camera.x, self.camera.y = x, y
        self.camera.zoom = max(self.camera.zoom, NEAR_ZOOM * self.scale)

    # -- drawing

    def use_scenes(self, mode: str) -> None:
        """Set how scenes are drawn, and show everything anew: floors and walls take the scene's materials."""
        self.canvas.scenery.mode = mode
        self._design = None
        self.run_scene.leave()
        self._past_drawer.leave()

    def draw(self, editor: Editor, leftover: float, before: Rows | None = None, scene: PastScene = NOTHING) -> None:
        """Draw a frame of the canvas, `leftover` seconds after the last tick.

        With `before`, the rows of the tick before, the frame is interpolated: `leftover` counts from that tick.
        A `scene` adds other times beside the present, or replaces it.
        """
        self._past_drawer.show_echo(scene.echo)
        if scene.moment is not None:
            self._draw_past(editor, leftover, scene, scene.moment)
        else:
            self._draw_present(editor, leftover, before, scene)

    def _draw_present(self, editor: Editor, leftover: float, before: Rows | None, scene: PastScene) -> None:
        machine, preview = editor.machine, editor.preview
        self._past_drawer.leave()
        if machine is None:
            self._show_design(editor, preview)
        else:
            self._design = self._ghost = None
            self.run_scene.show_machine(machine, before)
        hovered = editor.hover.id if editor.hover.what in ("part", "link", "port") else None
        self.canvas.mark(editor.marked, hovered)
        design = goal_gestures.ruled(editor.design, editor.gesture)
        self._show_hints(design, self.hints_shown)

        def hints_and_traces(overlay: Overlay) -> None:
            hint_marks.show(overlay, design, self.hints_shown)
            self._strain_marks.show(overlay)
            open_goals = [goal for index, goal in enumerate(design.goals) if index >= len(met) or not met[index]]
            pixel = self.scale * self.camera.pixel
            goal_marks.ring_subjects(overlay, design, open_goals, machine, pixel)
            self._show_pointed(overlay, design, machine)
            if scene.paint is not None:
                scene.paint(overlay)

        self._show_outlook(machine is None)
        session = editor.host.document.session
        self._strain_marks.look(machine, session.tick)
        met = tuple(goal.met for goal in session.goals)
        chosen = self.pointed_goal or (self.chosen_rule if design.author else None)
        selected = editor.selection.ids
        self.run_scene.draw(
            SceneMoment(design, machine, session.tick, met, leftover, None, chosen, selected, preview.parts),
            self.camera,
            lambda _: self._show_marks(editor, preview),
            hints_and_traces,
        )

    def held_at(self, at: Point) -> bool:
        """Tell whether a point (m) is at the sign of a pulley that ropes turn against each other."""
        return any(math.dist(at, point) <= self.reach for point in self._turning_marks.held.values())

    def rule_at(self, at: Point) -> goal_marks.Rule | None:
        """Return the goal or fail condition whose sign is at a point (m) of what is shown; None if there is none."""
        return self.run_scene.rule_at(at, self.camera)

    def _draw_past(self, editor: Editor, leftover: float, scene: PastScene, moment: Moment) -> None:
        """Draw a past moment; nothing in it can be selected or dragged."""
        self._design = None  # the present is shown again afterwards
        self.run_scene.leave()
        self._past_drawer.show(moment)
        self._hints_of = None
        self.canvas.show_hints(())
        self._show_outlook(False)
        if self._ghost is not None:
            self._ghost = None
            self.canvas.hide_ghost()
        self.canvas.mark(editor.marked, None)
        run = moment.run
        then = PastMachine(run, moment.tick) if run is not None else None

        def hand(overlay: Overlay) -> None:
            for held in run.held(moment.tick) if run is not None else ():
                overlay.hand(held.x, held.y, held.x, held.y, held.player)
            self._show_pointed(overlay, moment.design, then)
            if self.company is not None:
                self.company(overlay)

        met = run.goals_met(moment.tick) if run is not None else ()
        effects = self._past_drawer.effects(moment, leftover)
        self.run_scene.draw(
            SceneMoment(moment.design, then, moment.tick, met, leftover, effects, self.pointed_goal),
            self.camera,
            hand,
            scene.paint,
        )

    def _show_outlook(self, building: bool) -> None:
        """Show the forecast and the green zone, only while building."""
        pixel = self.scale * self.camera.pixel
        self._forecast_marks.show(self.canvas.paths, self.forecast if building else None, pixel)
        self._zone_marks.show(self.canvas.zone, self.zone if building else None)

    def _show_pointed(self, overlay: Overlay, design: Design, stage: Stage | None) -> None:
        """Frame the parts that the goal under the pointer is about."""
        if self.pointed_goal is not None:
            is_fail, index = self.pointed_goal
            goals = design.fails if is_fail else design.goals
            for goal in goals[index : index + 1]:
                goal_marks.show_subjects(overlay, design, goal, stage)

    def happened(self, workspace: Workspace) -> None:
        """Start the effects of all events since the last frame; call it before each frame."""
        self._events_seen, events = workspace.events.after(self._events_seen)
        self.run_scene.watch(workspace.document.session, events)

    def _show_hints(self, design: Design, shown: int) -> None:
        """Draw the parts of hints at their places; they are worked out when the design or the steps have changed."""
        if self._hints_of is None or design is not self._hints_of[0] or shown != self._hints_of[1]:
            self._hints_of = design, shown
            self.canvas.show_hints(hints.places(design, shown))

    def _show_design(self, editor: Editor, preview: Preview) -> None:
        design = editor.design
        hidden = frozenset(spec.id for spec in preview.parts)
        if design is not self._design or hidden != self._hidden:
            self._design, self._hidden = design, hidden
            self.run_scene.leave()
            self.canvas.show_design(design, hidden, editor.selection.ids)
        if preview != self._ghost:
            self._ghost = preview
            links = [link for link in design.links if hidden.intersection(link.parts)]
            ends = {part for link in links for part in link.parts} - hidden
            others = [design.part_by_id[id_] for id_ in sorted(ends)]
            self.canvas.show_ghost(preview.parts, links, others, refused=bool(preview.why_not))

    def _show_marks(self, editor: Editor, preview: Preview) -> None:
        overlay = self.canvas.overlay
        if self.company is not None:
            self.company(overlay)
        if not editor.running:
            self._turning_marks.show(overlay, editor.design, preview.parts)
        look = editing_marks.ViewScale(self.scale * self.camera.pixel, self.stand_off, self.camera.bounds)
        editing_marks.show(overlay, editor, preview, look)
        self._show_hand(editor)
        if self.others is not None:
            self.others(overlay)
        if self.arrow is not None:
            x, y, dx, dy = self.arrow
            far = ARROW * self.scale * self.camera.pixel / math.hypot(dx, dy)
            overlay.arrow(x, y, x + dx * far, y + dy * far)
        if self.cursor is not None:
            overlay.cursor(*self.cursor)

    def _show_hand(self, editor: Editor) -> None:
        machine, gate = editor.machine, editor.host.gate
        if machine is None:
            return
        # A guest's own hand is where his pointer is; the body follows when the host has ordered it.
        ahead = editor.pointer if gate.follows and editor.hand.holding else None
        for held in machine.held:
            to = ahead if ahead is not None and held.player == gate.player else (held.x, held.y)
            self.canvas.overlay.hand(*machine.grip_of(held), *to, held.player)
        if ahead is not None and machine.held_by(gate.player) is None:
            self.canvas.overlay.player(sign_of(gate.player), *ahead)

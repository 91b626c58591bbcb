"""Takes the pictures of a run as numbers: where everything is, what it shows, and the marks, frame by frame."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.editing.stock_names import name_of_part
from sandbox.parts import LINKS
from sandbox.render.effects.air_streams import AirStream
from sandbox.render.instances.layout import Motions
from sandbox.render.instances.pieces import Pieces
from sandbox.render.scenes import lamp_light, lamps
from sandbox.web.page.mark_film import MarkFilm
from sandbox.web.page.pack import Ints, Pack, quantised
from sandbox.web.page.page_canvas import PageCanvas, cord_rows
from sandbox.web.page.tables import Tables, reeved

FINE = 1 / 64  # px: step of places, in a picture of usual size
TURN = math.tau / 65536  # rad: finest step of angles
_SMALL = 0.005  # m: a body is not taken for smaller
STATE = 1 / 4096  # step of running states
_AIR = 4  # columns of a jet: whether it blows, and its pose
_LAMP = 7  # columns of a lamp: place, reach, brightness, colour
_REEVED = [0, 1, 2, 6, 7, 8, 12]  # columns of CORD_DYNAMIC: both poses, and the length
LAYERS = ("under", "rays", "effects", "calm", "over")


class Marks:
    """The films of all overlays of a canvas."""

    def __init__(self, step: float) -> None:
        self._films = {name: MarkFilm(step) for name in LAYERS}

    def add(self, canvas: PageCanvas) -> None:
        """Take over the marks of the next frame."""
        overlays = (canvas.underlay, canvas.ray_marks, canvas.lively, canvas.calm, canvas.overlay)
        for film, overlay in zip(self._films.values(), overlays, strict=True):
            film.add(overlay)

    def described(self, pack: Pack) -> dict[str, Any]:
        films = {name: film.described(pack) for name, film in self._films.items()}
        return {name: film for name, film in films.items() if film is not None}


class RunTake:
    """The pictures of one run."""

    def __init__(self, canvas: PageCanvas, pixel: float) -> None:
        """`pixel` (m) is that of a picture of usual size."""
        self._step = pixel * FINE
        self._first = canvas.first
        self._turns = _turns(self._first, len(canvas.rows), self._step)
        self._shown: Pieces | None = None
        shown = (self._first.slotted, self._first.behind.slotted, self._first.front.slotted)
        self._slots = np.unique(np.concatenate([pairs[:, 1] for pairs in shown]))
        self._poses: list[Ints] = []
        self._states: list[Ints] = []
        self._ropes: list[Ints] = []
        self._lamps: list[Ints] = []
        self._air: list[dict[int, Ints]] = []
        self._jets: dict[int, AirStream] = {}
        self._gone: list[tuple[int, list[int], list[int]]] = []
        self._goals: list[tuple[int, list[bool], str]] = []
        self._marks = Marks(self._step)

    @property
    def frames(self) -> int:
        return len(self._poses)

    def add(self, canvas: PageCanvas, session: Session) -> None:
        """Take the next frame."""
        self._see_what_is_gone(canvas, session)
        self._poses.append(_pose_row(canvas.rows, self._step, self._turns))
        self._states.append(quantised(canvas.states[self._slots], STATE))
        self._ropes.append(_rope_row(self._first, canvas.rows, canvas.states, self._step))
        self._lamps.append(self._light(canvas))
        self._air.append(self._blown(canvas))
        met = [goal.met for goal in session.goals]
        if not self._goals or self._goals[-1][1:] != (met, session.outcome):
            self._goals.append((self.frames - 1, met, session.outcome))
        self._marks.add(canvas)

    def _see_what_is_gone(self, canvas: PageCanvas, session: Session) -> None:
        machine = session.machine
        if canvas.pieces is self._shown or machine is None:
            return
        self._shown = canvas.pieces
        first = self._first
        parts = [id_ for id_ in np.unique(first.owners).tolist() if id_ not in machine.parts]
        ties = np.unique(np.concatenate([first.behind.owners, first.front.owners])).tolist()
        links = [id_ for id_ in ties if id_ not in machine.links]
        if parts or links or self._gone:
            self._gone.append((self.frames, parts, links))

    def _light(self, canvas: PageCanvas) -> Ints:
        row = np.zeros((lamp_light.MOST, _LAMP), np.int32)
        shown = canvas.scenery.shown
        if not shown.plain and shown.light.lamps > 0.0:
            lit, tints = lamps.shining(canvas.pieces, canvas.body_rows(), 0.0)
            row[: len(lit), :3] = quantised(lit[:, :3], self._step)
            row[: len(lit), 3] = quantised(lit[:, 3], STATE)
            row[: len(lit), 4:] = quantised(tints, STATE)
        return row.ravel()

    def _blown(self, canvas: PageCanvas) -> dict[int, Ints]:
        blown = {}
        for stream in canvas.air.streams:
            self._jets.setdefault(stream.part, stream)
            pose = np.array(stream.pose) / (self._step, self._step, TURN)
            blown[stream.part] = np.array([1, *quantised(pose, 1.0).tolist()], np.int32)
        return blown

    def described(self, pack: Pack, tables: Tables) -> dict[str, Any]:
        """Add all that was taken to a pack; return where it is."""
        poses = np.stack(self._poses)
        moving = np.flatnonzero((poses != poses[0]).any(axis=0))
        lit = np.stack(self._lamps)
        return {
            "layout": tables.layout(self._first),
            "frames": self.frames,
            "rows": len(self._first.rows),
            "turns": pack.array(self._turns),
            "still": pack.array(poses[0]),
            "moving": pack.array(moving.astype(np.uint32)),
            "poses": pack.tracks(poses[:, moving]),
            "slots": pack.array(self._slots.astype(np.uint32)),
            "states": pack.tracks(np.stack(self._states)),
            "ropes": pack.tracks(np.stack(self._ropes)),
            "lamps": pack.tracks(lit) if lit.any() else None,
            "air": [self._jet(pack, part, stream) for part, stream in self._jets.items()],
            "gone": self._gone,
            "goals": self._goals,
            "marks": self._marks.described(pack),
        }

    def _jet(self, pack: Pack, part: int, stream: AirStream) -> dict[str, Any]:
        off: Ints = np.zeros(_AIR, np.int32)
        tracks = np.stack([frame.get(part, off) for frame in self._air])
        return {**stream.jet._asdict(), "part": part, "tracks": pack.tracks(tracks)}


def _turns(shown: Pieces, rows: int, step: float) -> npt.NDArray[np.float32]:
    """Return the step of every body's angle: what its farthest point needs, so a small one takes fewer bytes."""
    static = shown.bodies
    far = np.hypot(static["place"][:, 0], static["place"][:, 1]) + np.hypot(static["size"][:, 0], static["size"][:, 1])
    reach = np.full(rows, _SMALL)
    np.maximum.at(reach, shown.body_rows, far)
    return np.maximum(TURN, step / reach).astype(np.float32)


def _pose_row(rows: Motions, step: float, turns: npt.NDArray[np.float32]) -> Ints:
    """Return x, y and angle of every body, one after the other."""
    poses = np.empty((len(rows), 3), np.int32)
    poses[:, :2], poses[:, 2] = quantised(rows[:, :2], step), quantised(rows[:, 2] / turns, 1.0)
    return poses.ravel()


def _rope_row(shown: Pieces, rows: Motions, states: Motions, step: float) -> Ints:
    """Return the ends of all pieces of ropes over pulleys, behind the parts and before them."""
    pieces = [
        cord_rows(cords, rows, states)[reeved(cords)][:, _REEVED]
        for cords in (shown.behind, shown.front)
        if cords.reeved
    ]
    return quantised(np.concatenate(pieces), step).ravel() if pieces else np.zeros(0, np.int32)


class StillTake:
    """The picture of a design at rest."""

    def __init__(self, canvas: PageCanvas, pixel: float) -> None:
        self._pieces = canvas.first
        self._step = pixel * FINE
        self._marks = Marks(self._step)
        self._marks.add(canvas)

    def described(self, pack: Pack, tables: Tables) -> dict[str, Any]:
        """Add the picture to a pack; return where it is."""
        shown = self._pieces
        turns = _turns(shown, len(shown.rows), self._step)
        return {
            "layout": tables.layout(shown),
            "frames": 1,
            "rows": len(shown.rows),
            "turns": pack.array(turns),
            "still": pack.array(_pose_row(shown.rows, self._step, turns)),
            "ropes": pack.tracks(_rope_row(shown, shown.rows, np.zeros(0), self._step)[None, :]),
            "marks": self._marks.described(pack),
        }


def names_of(design: Design) -> dict[int, str]:
    """Return what each part and link of a design is called."""
    parts = {spec.id: name_of_part(design, spec) for spec in design.parts}
    return parts | {link.id: LINKS[link.kind].title for link in design.links}

"""A drawing as regions of the plane: what a reader of drawings returns, and what becomes the parts of a level."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sandbox.design.geometry import Point
from sandbox.errors import Refused
from sandbox.levels.formats.imported import Unknown

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

EXTRA = "pip install 'shapely>=2.1,<3' 'svgelements>=1.9.6,<1.10'"  # as the extra `drawings` of the project names them
MAX_POINTS = 20_000  # of all outlines of a drawing
MAX_SHAPES = 2_000
MAX_COORDINATE = 1e6  # units of a drawing
WIDTH = 4.0  # m: of a drawing whose scale nobody names
TOLERANCE = 0.001  # m


class Ring(NamedTuple):
    """A line of a drawing, in its own units, y down."""

    points: tuple[Point, ...]
    closed: bool


class Drawn(NamedTuple):
    """A thing that is drawn: the region that it covers, in the units of the drawing, y down."""

    region: BaseGeometry
    body: str  # of the free shape that it becomes: "fixed", "loose", "upright" or "pinned"
    stuff: str
    colour: str
    line: int  # of the file
    name: str = ""  # the word for it in sentences
    role: str = ""  # "token" and "goal" are things that a goal of the level is about


class Drawing(NamedTuple):
    """All that is drawn, in the order of the file, within a frame in the units of the drawing."""

    title: str
    text: str
    left: float
    top: float
    width: float
    height: float
    shapes: tuple[Drawn, ...]
    objects: int
    unknown: Unknown
    gravity: Point = (0.0, -9.81)  # m/s^2, y up


class Choices(NamedTuple):
    """The wishes of whoever converts a drawing."""

    scale: float = 0.0  # m for one unit of the drawing; 0: as many as make it `WIDTH` wide
    tolerance: float = TOLERANCE  # m: how far an outline may be from the curve that was drawn
    loose: str = "loose"  # the word or the colour that makes a part loose; "all" or "none"


def choices(scale: float | None, accuracy: float | None, loose: str | None) -> Choices:
    """Make choices out of what somebody has asked for; `accuracy` in mm, None: the usual."""
    usual = Choices()
    tolerance = usual.tolerance if accuracy is None else accuracy / 1000
    return Choices(scale or usual.scale, tolerance, usual.loose if loose is None else loose)


def need_libraries() -> None:
    """Look for the packages that read drawings.

    Raises:
        Refused: they are not installed.
    """
    try:
        import shapely  # noqa: F401
        import svgelements  # noqa: F401
    except ImportError as error:
        raise Refused(f"drawings need {error.name}, which is not installed here; install it with: {EXTRA}") from None

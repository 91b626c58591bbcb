"""Read a drawing in SVG: every shape with its transformations and its style, and the names of what is none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, NamedTuple

from sandbox.errors import BadFile
from sandbox.levels.formats import markup, svg_style
from sandbox.levels.formats.drawing import MAX_COORDINATE, MAX_SHAPES
from sandbox.levels.formats.imported import Unknown
from sandbox.levels.formats.markup import Element

if TYPE_CHECKING:
    from svgelements import Matrix, Path

SHAPES = ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon")
_GROUPS = ("g", "a", "switch", "svg", "symbol")
# What is not drawn where it stands, or not at all.
_SILENT = {
    "defs", "title", "desc", "metadata", "style", "linearGradient", "radialGradient", "pattern", "clipPath", "mask",
    "filter", "marker", "symbol", "view", "solidColor",
}  # fmt: skip
_EFFECTS = ("clip-path", "mask", "filter")
MAX_OUTLINES = 512 * 1024  # characters of all outlines
MAX_VISITS = 20_000  # of elements, again for each `use` of them
PIXELS = 96.0  # of an inch
_LENGTH = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?:px|pt|pc|mm|cm|in|em|ex|q|Q|%)?")
_FAULTS = (ValueError, ArithmeticError, LookupError, TypeError, AttributeError)  # of what svgelements can't read


class SvgShape(NamedTuple):
    """A shape where it is drawn, in the units of the drawing, y down; `names` of itself and of groups around it."""

    tag: str
    path: Path
    style: dict[str, str]
    pen: float  # width of its stroke
    names: tuple[frozenset[str], ...]  # the innermost first
    line: int


class SvgDrawing(NamedTuple):
    """All shapes of a drawing, and its frame; None: the drawing says nothing of one."""

    title: str
    text: str
    frame: tuple[float, float, float, float] | None  # left, top, width, height
    shapes: tuple[SvgShape, ...]
    objects: int
    unknown: Unknown


def read(path: FilePath) -> SvgDrawing:
    """Read the file of a drawing.

    Raises:
        BadFile: one sentence with the file, the line and the rule.
    """
    root = markup.read(path, of_svg=True)
    if _tag(root) != "svg":
        raise BadFile(f"{path}: line {root.line}: it is no drawing: its root is '{root.tag:.40}', not 'svg'")
    try:
        return _Reader(root).sheet(path.stem)
    except BadFile as error:
        raise BadFile(f"{path}: {error}") from None


def _tag(element: Element) -> str:
    """Return the name of an element of SVG; that of another language with its prefix."""
    prefix, colon, name = element.tag.rpartition(":")
    return name if prefix == "svg" or not colon else element.tag


class _Within(NamedTuple):
    """What holds for an element because of those around it."""

    matrix: Matrix
    style: dict[str, str]
    names: tuple[frozenset[str], ...]
    width: float  # of the frame, for lengths in per cent
    height: float
    users: tuple[str, ...] = ()  # the ids whose `use` leads here


class _Reader:
    """Walks through the elements of a drawing and collects its shapes."""

    def __init__(self, root: Element) -> None:
        self.root = root
        self.unknown = Unknown()
        self.shapes: list[SvgShape] = []
        self._lost = 0
        self._visits = 0
        self._outlines = 0  # characters
        every = list(_every(root))
        self._by_id = {element.attributes["id"]: element for element in reversed(every) if "id" in element.attributes}
        texts = ((element.text, element.line) for element in every if _tag(element) == "style")
        self._rules = svg_style.sheet(texts, self.unknown)

    def sheet(self, name: str) -> SvgDrawing:
        from svgelements import Matrix

        frame, matrix = self._frame(self.root, 0.0, 0.0, Matrix())
        width, height = frame[2:] if frame is not None else (100.0, 100.0)
        style = svg_style.style(self.root, "svg", {}, self._rules)
        inner = self._inner(self.root, width, height)
        within = _Within(matrix, style, (svg_style.words(self.root),), *inner)
        for child in self.root.children:
            self._visit(child, within)
        texts = {_tag(child): " ".join(child.text.split()) for child in reversed(self.root.children)}
        title = texts.get("title") or name
        objects = len(self.shapes) + self._lost
        return SvgDrawing(title, texts.get("desc", ""), frame, tuple(self.shapes), objects, self.unknown)

    # -- frames

    def _frame(
        self, element: Element, width: float, height: float, matrix: Matrix
    ) -> tuple[tuple[float, float, float, float] | None, Matrix]:
        """Return the frame of an svg element, and the matrix from its own units to those around it."""
        from svgelements import Matrix, Viewbox

        box = self._view_box(element)
        usual = (box[2], box[3]) if box is not None and not width else (width, height)
        wide, high = (
            self._length(element, name, of, of) if width or not element.attributes.get(name, "").endswith("%") else of
            for name, of in zip(("width", "height"), usual, strict=True)
        )
        if min(wide, high) <= 0.0:
            return None, matrix
        x, y = (self._length(element, name, of, 0.0) if width else 0.0 for name, of in zip("xy", usual, strict=True))
        to_frame = f"translate({x!r} {y!r})"
        if box is not None:
            aspect = element.attributes.get("preserveAspectRatio", "xMidYMid meet")
            try:
                to_frame = Viewbox.viewbox_transform(x, y, wide, high, *box, aspect)
            except _FAULTS:
                raise BadFile(f"line {element.line}: preserveAspectRatio is '{aspect:.40}', which is none") from None
        return (0.0, 0.0, wide, high), Matrix(to_frame) * matrix

    def _view_box(self, element: Element) -> tuple[float, float, float, float] | None:
        text = element.attributes.get("viewBox")
        if text is None:
            return None
        numbers = [self._number(word, element, "viewBox") for word in re.split(r"[\s,]+", text.strip())]
        if len(numbers) != 4 or min(numbers[2:]) <= 0.0:
            raise BadFile(f"line {element.line}: viewBox is '{text:.40}'; it is four numbers, the last two above 0")
        return numbers[0], numbers[1], numbers[2], numbers[3]

    def _inner(self, element: Element, width: float, height: float) -> tuple[float, float]:
        box = self._view_box(element)
        return (box[2], box[3]) if box is not None else (width, height)

    def _length(self, element: Element, name: str, whole: float, usual: float) -> float:
        from svgelements import Length

        text = element.attributes.get(name, "").strip()
        if text in ("", "auto"):
            return usual
        if not _LENGTH.fullmatch(text):
            raise BadFile(f"line {element.line}: {name} is '{text:.40}', which is no length")
        value = float(Length(text.lower()).value(ppi=PIXELS, relative_length=whole, font_size=16.0, font_height=8.0))
        return self._bounded(value, element, name)

    def _number(self, text: str, element: Element, name: str) -> float:
        try:
            return self._bounded(float(text), element, name)
        except ValueError as error:
            if isinstance(error, BadFile):
                raise
            raise BadFile(f"line {element.line}: {name} has '{text:.40}', which is no number") from None

    def _bounded(self, value: float, element: Element, name: str) -> float:
        if not abs(value) <= MAX_COORDINATE:
            raise BadFile(f"line {element.line}: {name} is {value:g}; it goes up to {MAX_COORDINATE:g}")
        return value

    # -- elements

    def _visit(self, element: Element, within: _Within, used: bool = False) -> None:
        self._visits += 1
        if self._visits > MAX_VISITS:
            raise BadFile(f"line {element.line}: more than {MAX_VISITS} elements, each `use` of one counted")
        tag = _tag(element)
        if ":" in tag or (tag in _SILENT and not (tag == "symbol" and used)):
            return
        style = svg_style.style(element, tag, within.style, self._rules)
        if style["display"] == "none":
            return
        for effect in _EFFECTS:
            if style[effect] != "none":
                self.unknown.add(effect, element.line)
        names = (svg_style.words(element), *within.names)
        inside = within._replace(matrix=self._matrix(element) * within.matrix, style=style, names=names)
        if tag in SHAPES:
            self._shape(tag, element, inside)
        elif tag == "use":
            self._use(element, inside)
        elif tag in _GROUPS:
            self._group(tag, element, inside)
        else:
            self._lost += 1
            self.unknown.add(tag if tag.isascii() and len(tag) < 40 else "another element", element.line)

    def _group(self, tag: str, element: Element, within: _Within) -> None:
        if tag in ("svg", "symbol"):
            frame, matrix = self._frame(element, within.width, within.height, within.matrix)
            if frame is None:
                return
            width, height = self._inner(element, *frame[2:])
            within = within._replace(matrix=matrix, width=width, height=height)
        for child in element.children:
            self._visit(child, within)

    def _use(self, element: Element, within: _Within) -> None:
        id_ = element.attributes.get("href", element.attributes.get("xlink:href", "")).strip()
        target = self._by_id.get(id_[1:]) if id_.startswith("#") else None
        if target is None:
            self._lost += 1
            what = f"use of {id_:.30}" if id_.startswith("#") else "use of another file"
            self.unknown.add(f"{what}, which is not there" if id_.startswith("#") else what, element.line)
            return
        if id_ in within.users:
            raise BadFile(f"line {element.line}: {id_:.40} uses itself")
        from svgelements import Matrix

        x, y = (self._length(element, name, of, 0.0) for name, of in (("x", within.width), ("y", within.height)))
        moved = Matrix(f"translate({x!r} {y!r})") * within.matrix
        if _tag(target) in ("symbol", "svg"):
            target = _sized(target, element)
        self._visit(target, within._replace(matrix=moved, users=(*within.users, id_)), used=True)

    def _matrix(self, element: Element) -> Matrix:
        from svgelements import Matrix

        text = element.attributes.get("transform", "")
        try:
            matrix = Matrix(text)
            numbers = (matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)
        except _FAULTS:
            raise BadFile(f"line {element.line}: transform is '{text:.40}', which can't be read") from None
        for number in numbers:
            self._bounded(number, element, "a number of its transform")
        return matrix

    def _shape(self, tag: str, element: Element, within: _Within) -> None:
        style = within.style
        if style["visibility"] in ("hidden", "collapse") or style["opacity"] in ("0", "0%", "0.0"):
            return
        if style["fill"] == style["stroke"] == "none":  # as drawing programs mark the size of a page
            return
        self._outlines += sum(len(element.attributes.get(name, "")) for name in ("d", "points"))
        if self._outlines > MAX_OUTLINES:
            raise BadFile(f"line {element.line}: the outlines have more than {MAX_OUTLINES} characters; simplify them")
        if len(self.shapes) >= MAX_SHAPES:
            raise BadFile(f"line {element.line}: more than {MAX_SHAPES} shapes; a level takes up to {MAX_SHAPES}")
        try:
            path = self._path(tag, element, within) * within.matrix
            path.reify()
            scale = abs(within.matrix.determinant) ** 0.5
        except _FAULTS as error:
            if isinstance(error, BadFile):
                raise
            raise BadFile(
                f"line {element.line}: the outline of this {tag} can't be read: it is not as in SVG"
            ) from None
        if not len(path):
            self._lost += 1
            self.unknown.add(f"{tag} without an outline", element.line)
            return
        pen = self._length(
            Element(tag, {"stroke-width": style["stroke-width"]}, element.line), "stroke-width", 100.0, 1.0
        )
        self.shapes.append(SvgShape(tag, path, style, pen * scale, within.names, element.line))

    def _path(self, tag: str, element: Element, within: _Within) -> Path:
        """Return the outline of a shape in its own units."""
        from svgelements import Circle, Ellipse, Path, Rect

        if tag == "path":
            return Path(element.attributes.get("d", ""))
        if tag in ("polyline", "polygon"):
            points = element.attributes.get("points", "").strip()
            return Path(f"M {points}{' Z' if tag == 'polygon' else ''}") if points else Path()
        if tag == "line":
            x1, y1, x2, y2 = (self._of(element, name, within) for name in ("x1", "y1", "x2", "y2"))
            return Path(f"M {x1!r} {y1!r} L {x2!r} {y2!r}")
        if tag == "rect":
            x, y, width, height = (self._of(element, name, within) for name in ("x", "y", "width", "height"))
            rx, ry = (self._of(element, name, within, -1.0) for name in ("rx", "ry"))
            rx, ry = (ry if rx < 0.0 else rx), (rx if ry < 0.0 else ry)
            return Path(Rect(x, y, width, height, max(0.0, rx), max(0.0, ry))) if min(width, height) > 0.0 else Path()
        cx, cy, r = (self._of(element, name, within) for name in ("cx", "cy", "r"))
        if tag == "circle":
            return Path(Circle(cx=cx, cy=cy, r=r)) if r > 0.0 else Path()
        rx, ry = (self._of(element, name, within, -1.0) for name in ("rx", "ry"))
        rx, ry = (ry if rx < 0.0 else rx), (rx if ry < 0.0 else ry)
        return Path(Ellipse(cx=cx, cy=cy, rx=rx, ry=ry)) if min(rx, ry) > 0.0 else Path()

    def _of(self, element: Element, name: str, within: _Within, usual: float = 0.0) -> float:
        """Return a length of a shape; one in per cent is of the width or height of the frame, or of both for `r`."""
        if name == "r":
            whole = ((within.width**2 + within.height**2) / 2) ** 0.5
        else:
            whole = within.width if name in ("x", "x1", "x2", "cx", "width", "rx") else within.height
        return self._length(element, name, whole, usual)


def _sized(target: Element, user: Element) -> Element:
    """Return a symbol with the size that its `use` gives it."""
    given = {name: value for name, value in user.attributes.items() if name in ("width", "height")}
    return Element(target.tag, target.attributes | given, target.line, target.text, target.children)


def _every(element: Element) -> Iterator[Element]:
    yield element
    for child in element.children:
        yield from _every(child)

"""Drawings in SVG: where a shape comes to lie, what makes it loose, what is left out, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox.errors import BadFile
from sandbox.levels import levels
from sandbox.levels.formats.drawing import Choices
from tests.levels.formats.drawings import UNITS, convert, corners, one, outline

SQUARE = {(1.0, 1.0), (2.0, 1.0), (2.0, 1.5), (1.0, 1.5)}  # m: 100 by 50 units, 50 below the top of 200
# The same square, drawn in as many ways as there are.
SQUARES = {
    "a rectangle": "<rect x='100' y='50' width='100' height='50'/>",
    "lengths with units": "<rect x='100px' y='.5208333333333in' width='25%' height='13.22916666666667mm'/>",
    "a path": "<path d='M100 50h100v50h-100z'/>",
    "a path without its end": "<path d='M100,50 200,50 200,100 100,100'/>",
    "a polygon": "<polygon points='100,50 200,50 200,100 100,100'/>",
    "an open line with a fill": "<polyline points='100,50 200,50 200,100 100,100'/>",
    "a thick line": "<line x1='100' y1='75' x2='200' y2='75' stroke='red' stroke-width='50'/>",
    "a stroke without a fill": "<path d='M100 75h100' fill='none' stroke='#123' stroke-width='50'/>",
    "moved": "<rect transform='translate(100 50)' width='100' height='50'/>",
    "scaled in a group": "<g transform='scale(10)'><rect x='10' y='5' width='10' height='5'/></g>",
    "scaled and moved": "<g transform='translate(100 50)'><rect transform='scale(10)' width='10' height='5'/></g>",
    "turned": "<rect transform='translate(200 50) rotate(90)' width='50' height='100'/>",
    "used": "<defs><rect id='r' width='100' height='50'/></defs><use href='#r' x='100' y='50'/>",
    "used by its old name": "<defs><rect id='r' x='100' width='100' height='50'/></defs><use xlink:href='#r' y='50'/>",
    "a symbol": "<symbol id='s' viewBox='0 0 2 1'><rect width='2' height='1'/></symbol>"
    "<use href='#s' x='100' y='50' width='100' height='50'/>",
    "a drawing within": "<svg x='100' y='50' width='100' height='50' viewBox='7 7 2 1'><path d='M7 7h2v1h-2z'/></svg>",
    "by a style": "<style>.a{fill:none}</style><path d='M100 75h100' class='a' style='stroke:red;stroke-width:50'/>",
}


@pytest.mark.parametrize("inside", SQUARES.values(), ids=SQUARES)
def test_a_shape_lies_where_it_was_drawn(inside: str, tmp_path: Path) -> None:
    assert corners(one(tmp_path, inside)) == SQUARE


def test_a_frame_with_units_and_an_origin_of_its_own(tmp_path: Path) -> None:
    more = "width='40mm' height='20mm' viewBox='-100 -50 400 200'"
    level = convert(tmp_path, "<rect width='100' height='50'/>", Choices(), more=more).design
    assert (level.world.width, round(level.world.height, 9)) == (4.0, 2.0), "4 m wide, if nothing else is said"
    assert corners(level.parts[0]) == SQUARE


def test_a_drawing_without_a_frame_is_as_large_as_its_shapes(tmp_path: Path) -> None:
    level = convert(tmp_path, "<rect x='100' y='70' width='40' height='20'/>", more="").design
    assert (level.world.width, level.world.height) == (0.4, 0.2)


# Outlines whose area is known, in units of the drawing.
AREAS = {
    "a circle": ("<circle cx='100' cy='100' r='50'/>", 7853.98),
    "an ellipse": ("<ellipse cx='100' cy='100' rx='60' ry='30'/>", 5654.87),
    "a rounded rectangle": ("<rect x='50' y='50' width='100' height='60' rx='20'/>", 5656.64),
    "an arc": ("<path d='M50 100 A50 50 0 0 1 150 100Z'/>", 3926.99),
    "a cubic": ("<path d='M0 100 C0 0 200 0 200 100Z'/>", 12000.0),
    "a quadratic": ("<path d='M0 100 Q100 0 200 100Z'/>", 6666.67),
    "a hole": ("<path fill-rule='evenodd' d='M0 0h100v100h-100z M25 25h50v50h-50z'/>", 7500.0),
    "a hole that runs the other way": ("<path d='M0 0h100v100h-100z M25 25v50h50v-50z'/>", 7500.0),
    "no hole": ("<path d='M0 0h100v100h-100z M25 25h50v50h-50z'/>", 10000.0),
    "a star that crosses itself": ("<path d='M0 0 100 100 100 0 0 100Z'/>", 5000.0),
}


@pytest.mark.parametrize(("inside", "area"), AREAS.values(), ids=AREAS)
def test_what_is_inside_is_what_svg_fills(inside: str, area: float, tmp_path: Path) -> None:
    part = one(tmp_path, inside)
    assert outline(part).area * 1e4 == pytest.approx(area, rel=0.01)
    fine = one(tmp_path, inside, UNITS._replace(tolerance=0.0002))
    assert outline(fine).area * 1e4 == pytest.approx(area, rel=0.001), "and the finer the nearer"


def test_no_point_of_a_curve_is_farther_away_than_the_accuracy(tmp_path: Path) -> None:
    for tolerance in (0.02, 0.001):
        part = one(tmp_path, "<circle cx='200' cy='100' r='80'/>", UNITS._replace(tolerance=tolerance))
        border = outline(part).exterior
        center = border.centroid
        assert 0.8 - tolerance <= min(center.distance(point) for point in _along(border))


def _along(border):  # type: ignore[no-untyped-def]
    return [border.interpolate(share / 500, normalized=True) for share in range(500)]


# -- loose or not, and of what

LOOSE = {
    "nothing said": ("", "fixed"),
    "its id": ("id='loose-gear_2'", "loose"),
    "its class": ("class='red loose'", "loose"),
    "its label": ("inkscape:label='Loose stone'", "loose"),
    "a longer word": ("id='looser'", "fixed"),
    "another body": ("id='pinned'", "pinned"),
}


@pytest.mark.parametrize(("attribute", "body"), LOOSE.values(), ids=LOOSE)
def test_a_name_makes_a_part_loose(attribute: str, body: str, tmp_path: Path) -> None:
    part = one(tmp_path, f"<rect {attribute} width='50' height='50'/>")
    assert part.props.get("body", "fixed") == body


def test_a_group_makes_all_in_it_loose_but_the_nearest_name_counts(tmp_path: Path) -> None:
    rect = "<rect {} width='50' height='50'/>"
    within = rect.format("class='fixed metal'")
    inside = f"<g id='loose'>{rect.format('')}<g>{rect.format('')}</g>{within}</g>"
    parts = convert(tmp_path, inside).design.parts
    assert [part.props.get("body", "fixed") for part in parts] == ["loose", "loose", "fixed"]
    assert [part.props.get("stuff", "stone") for part in parts] == ["wood", "wood", "metal"]


CHOSEN = {
    "a colour": ("#F00", ["fixed", "loose", "loose"]),
    "a word": ("bar", ["loose", "fixed", "loose"]),
    "all": ("all", ["loose", "loose", "loose"]),
    "none": ("none", ["fixed", "fixed", "fixed"]),
}


@pytest.mark.parametrize(("loose", "bodies"), CHOSEN.values(), ids=CHOSEN)
def test_another_word_or_a_colour_can_be_chosen(loose: str, bodies: list[str], tmp_path: Path) -> None:
    rect = "<rect id='{}' fill='{}' width='50' height='50'/>"
    inside = rect.format("bar", "blue") + rect.format("b", "red") + rect.format("loose-bar", "rgb(255,0,0)")
    parts = convert(tmp_path, inside, UNITS._replace(loose=loose)).design.parts
    assert [part.props.get("body", "fixed") for part in parts] == bodies


def test_a_fill_becomes_the_nearest_colour_and_a_gradient_none(tmp_path: Path) -> None:
    fills = ("#d04030", "url(#g)", "white", "currentColor")
    parts = convert(tmp_path, "".join(f"<rect fill='{fill}' width='50' height='50'/>" for fill in fills)).design.parts
    assert [part.props.get("colour", "natural") for part in parts] == ["red", "natural", "white", "dark"]


# -- what is left out


def test_what_is_left_out_is_named_with_its_line(tmp_path: Path) -> None:
    inside = (
        "<rect width='400' height='200' fill='white'/>\n<text>no</text>\n<image/>\n<rect width='9' height='9'\n"
        " filter='url(#f)'/><path d='M0 0h9' fill='red'/><text/><metadata/><sodipodi:namedview/>"
        "<rect width='9' height='9' display='none'/><rect width='9' height='9' fill='none'/>"
        "<use href='x.svg#y'/><style>a > b {fill:red}</style>"
    )
    imported = convert(tmp_path, inside)
    assert imported.unknown == {
        "background": 1, "filter": 1, "image": 1, "path that covers nothing": 1, "style rule a > b": 1, "text": 2,
        "use of another file": 1,
    }  # fmt: skip
    assert [imported.lines[name] for name in ("background", "text", "image", "filter")] == [2, 3, 4, 5]
    assert (imported.objects, imported.converted) == (7, 1)


def test_an_outline_of_many_corners_is_shared_out(tmp_path: Path) -> None:
    comb = "M0 200" + "".join(f"V{50 + 13 * (x % 7)}h3V180h3" for x in range(60)) + "V200Z"
    fixed = convert(tmp_path, f"<path d='{comb}'/>").design.parts
    assert len(fixed) > 1 and all(len(part.props["outline"]) <= 16 for part in fixed)
    whole = sum(outline(part).area for part in fixed)
    loose = convert(tmp_path, f"<path class='loose' d='{comb}'/>")
    (part,) = loose.design.parts
    assert loose.unknown == {"dents and holes of a loose path": 1}, "one body holds no more, and that is said"
    assert outline(part).area > whole


def test_the_level_is_sound_as_a_file(tmp_path: Path) -> None:
    inside = "<title>A\n hill</title><desc>To roll down</desc><path d='M0 200 C100 0 200 0 300 200Z'/>"
    level = convert(tmp_path, inside).design
    levels.write(tmp_path / "x.toml", level)
    assert levels.read(tmp_path / "x.toml") == level
    assert (level.title, level.text) == ("A hill", "To roll down")


# -- what is refused

_MANY = " ".join(f"{number % 100} {number * number % 97}" for number in range(100_000))
_TANGLE = " ".join(f"{number * 7919 % 400} {number * 104729 % 200}" for number in range(1000))
_TENFOLD = "".join(f"<g id='a{number}'>" + f"<use href='#a{number - 1}'/>" * 10 + "</g>" for number in range(1, 9))
HOSTILE = {
    "laughs": ("<rect/>", "<!DOCTYPE svg [<!ENTITY a 'ha'>]>", "declares things of its own"),
    "a file as an entity": ("&x;", "<!DOCTYPE svg [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>", "of its own"),
    "laughs by use": (
        "<rect id='a0' width='1' height='1'/>"
        + _TENFOLD,
        "", "more than 2000 shapes",
    ),
    "laughs of nothing": (
        "<g id='a0'/>" + _TENFOLD,
        "", "more than 20000 elements",
    ),
    "a circle of use": ("<g id='a'><g><use href='#a'/></g></g>", "", "#a uses itself"),
    "deep groups": ("<g>" * 60 + "</g>" * 60, "", "nested more than 50 deep"),
    "far away": ("<path d='M0 0L1e308 0 0 1e308Z'/>", "", "this path has the coordinate 1e+308"),
    "a large arc": ("<path d='M0 0A1e308 1e-308 0 0 1 9 9Z'/>", "", "outline of this path can't be read"),
    "not a number": ("<path d='M0 0L9 nan 5 5Z'/>", "", "outline of this path can't be read"),
    "an infinite length": ("<rect x='1e999' width='1' height='1'/>", "", "x is inf"),
    "no length": ("<rect width='wide' height='1'/>", "", "width is 'wide', which is no length"),
    "a large transformation": ("<g transform='scale(1e300)'/>", "", "a number of its transform is 1e+300"),
    "no transformation": ("<g transform='rotate(nan)'/>", "", "transform is 'rotate(nan)'"),
    "100,000 points": (f"<polygon points='{_MANY}'/>", "", "more than 524288 characters"),
    "points of curves": ("<path d='M0 0" + "C9 900 90 -900 100 9" * 3000 + "'/>", "", "more than 20000 points"),
    "a tangle": (f"<polygon points='{_TANGLE}'/>", "", "crosses itself more than 10000 times"),
    "a scribble": (f"<polyline fill='none' stroke='red' points='{_TANGLE}'/>", "", "crosses itself more than 10000"),
    "no area": ("<path d='M0 0H9z'/>", "", "nothing in the drawing can become a part (left out: line 2: path that"),
    "nothing": ("", "", "a shape needs a fill"),
    "a dot": ("<rect width='1e-7' height='1e-7'/>", "", "rect too small for a part"),
    "many shapes": ("<rect width='1' height='1'/>" * 2001, "", "more than 2000 shapes"),
}  # fmt: skip


@pytest.mark.parametrize(("inside", "declared", "said"), HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_drawing_is_refused_in_one_sentence(inside: str, declared: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(BadFile) as caught:
        convert(tmp_path, inside, declared=declared)
    sentence = str(caught.value)
    assert said in sentence and sentence.startswith(str(tmp_path / "small.svg")) and "\n" not in sentence
    assert len(sentence.replace(str(tmp_path), "")) < 250


@pytest.mark.parametrize(
    "more", ["viewBox='0 0 0 9'", "viewBox='0 0 nan 9'", "viewBox='1 2'", "width='x'", "viewBox='0 0 1e-9 1'"]
)
def test_a_frame_that_is_none_is_refused(more: str, tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"line 1: (viewBox|width)|the drawing is 1e-09 by 1 units"):
        convert(tmp_path, "<rect width='1' height='1'/>", more=more)


def test_the_document_type_of_svg_is_no_fault(tmp_path: Path) -> None:
    declared = "<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd'>"
    assert corners(one(tmp_path, SQUARES["a rectangle"], declared=declared)) == SQUARE


def test_what_is_no_drawing_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "page.svg"
    path.write_text("<html/>")
    with pytest.raises(BadFile, match="its root is 'html', not 'svg'"):
        from sandbox.levels.formats import foreign

        foreign.read(path)

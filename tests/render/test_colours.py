"""The themes in figures: text can be read on its ground, and what is right and wrong stays apart for every eye."""

from __future__ import annotations

import ast
import inspect
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import sandbox
from sandbox.render import mark_list
from sandbox.render.colours import COLOUR_BLIND, LIGHT, PALETTES, ColourScheme, Inks, Rgb
from sandbox.render.marks import traces
from tests.eyes import EYES, lab, linear
from tests.for_each import for_each

THEMES = pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
READABLE = 4.5  # the contrast that WCAG 2 asks of text
APART = 24.0  # in CIELAB: unmistakable side by side


def contrast(a: Rgb, b: Rgb) -> float:
    """1 (the same) to 21 (black on white)."""
    low, high = sorted(float(linear(c) @ (0.2126, 0.7152, 0.0722)) for c in (a, b))
    return (high + 0.05) / (low + 0.05)


def apart(a: Rgb, b: Rgb, eye: str) -> float:
    """The distance of two colours for an eye."""
    matrix = np.array(EYES[eye])
    return float(np.linalg.norm(lab(matrix @ linear(a)) - lab(matrix @ linear(b))))


def over(colour: tuple[float, ...], ground: Rgb) -> Rgb:
    red, green, blue = (colour[3] * c + (1 - colour[3]) * g for c, g in zip(colour[:3], ground, strict=True))
    return red, green, blue


def sign(palette: ColourScheme, colour: mark_list.Colour) -> Rgb:
    red, green, blue = palette.signs.get(colour[:3], colour[:3])
    return red / 255, green / 255, blue / 255


@THEMES
def test_text_can_be_read_on_whatever_it_is_written_on(palette: ColourScheme) -> None:
    inks = palette.inks
    grounds = ("PAPER", "CARD", "WARM", "FIELD", "FIELD_HOT", "FIELD_ACTIVE", "BUTTON", "BUTTON_HOT", "BUTTON_ACTIVE")
    for ground in (*grounds, "ACCENT", "GOOD_PALE", "BAD_PALE", "GRAB", "GRAB_ACTIVE"):
        assert contrast(inks.TEXT[:3], getattr(inks, ground)[:3]) >= READABLE, ground
    for ink in ("FAINT", "ACCENT_DEEP", "GOOD", "BAD", "LINK", "GHOST"):
        for ground in ("PAPER", "CARD"):
            assert contrast(getattr(inks, ink)[:3], getattr(inks, ground)[:3]) >= READABLE, (ink, ground)
    for ground in ("GOOD", "BAD", "LINK", "GUIDE", "ACCENT_DEEP", "TEXT"):
        assert contrast(inks.ON_STRONG[:3], getattr(inks, ground)[:3]) >= READABLE, ground
    assert contrast(inks.GOOD[:3], inks.GOOD_PALE[:3]) >= READABLE
    assert contrast(inks.BAD[:3], inks.BAD_PALE[:3]) >= READABLE
    assert contrast(inks.SLATE_TEXT[:3], inks.SLATE[:3]) >= READABLE
    assert (
        contrast(inks.TEXT[:3], over((*inks.ACCENT[:3], 0.9), inks.PAPER[:3])) >= READABLE
    )  # what is chosen in a list


@THEMES
def test_marks_stand_out_from_the_paper(palette: ColourScheme) -> None:
    for colour in (mark_list.ACCENT, mark_list.LEGAL, mark_list.ILLEGAL, mark_list.GOAL, mark_list.MET, mark_list.INK):
        shown = sign(palette, colour)
        outline = contrast(palette.scene.casing, shown)
        for paper in (palette.scene.low, palette.scene.high):
            assert max(contrast(shown, paper), outline) >= 3.0, colour


@pytest.mark.parametrize("eye", EYES)
def test_the_safe_theme_keeps_right_and_wrong_apart_for_every_eye(eye: str) -> None:
    inks = COLOUR_BLIND.inks
    assert apart(inks.GOOD[:3], inks.BAD[:3], eye) >= APART
    marks = {
        name: sign(COLOUR_BLIND, getattr(mark_list, name))
        for name in ("LEGAL", "ILLEGAL", "GOAL", "MET", "GUIDE", "INK")
    }
    for a, b in (("LEGAL", "ILLEGAL"), ("GOAL", "MET"), ("GUIDE", "LEGAL"), ("LEGAL", "INK"), ("ILLEGAL", "INK")):
        assert apart(marks[a], marks[b], eye) >= APART, (a, b)
    assert apart(COLOUR_BLIND.scene.selected, COLOUR_BLIND.scene.refused, eye) >= APART


def test_the_measure_would_tell_a_theme_that_is_not_safe() -> None:
    assert apart((0.0, 0.55, 0.0), (0.75, 0.30, 0.0), "deutan") < APART, "a green and a red of the same brightness"
    assert min(apart(LIGHT.inks.GOOD[:3], LIGHT.inks.BAD[:3], eye) for eye in EYES) < min(
        apart(COLOUR_BLIND.inks.GOOD[:3], COLOUR_BLIND.inks.BAD[:3], eye) for eye in EYES
    )


def test_every_mark_has_its_colour_in_every_theme_that_changes_them() -> None:
    named = {**vars(mark_list), **vars(traces)}
    colours = [value for name, value in named.items() if name.isupper() and isinstance(value, tuple)]
    roles = {value[:3] for value in colours if isinstance(value[0], int)}
    roles |= {colour[:3] for colour in traces.TRAILS}
    for palette in PALETTES.values():
        assert set(palette.signs) <= roles, f"{palette.name} changes a colour that no mark has"
    assert set(PALETTES["dark"].signs) == roles - {(0, 0, 0)}


def test_themes_are_different() -> None:
    for one, other in combinations(PALETTES.values(), 2):
        assert one.inks != other.inks
        assert one.scene != other.scene
    assert set(inspect.signature(Inks).parameters) == set(Inks._fields)


def bound_early(source: str) -> list[int]:
    """Lines that read a colour of the theme where a module is imported: defaults, constants, decorators."""
    found: list[int] = []

    class Walk(ast.NodeVisitor):
        def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
            for early in (*node.args.defaults, *node.args.kw_defaults, *node.decorator_list):
                if early is not None:
                    self.visit(early)

        def visit_Lambda(self, node: ast.Lambda) -> None:
            pass

        def visit_Attribute(self, node: ast.Attribute) -> None:
            if isinstance(node.value, ast.Name) and node.value.id == "Colour" and node.attr.isupper():
                found.append(node.lineno)
            self.generic_visit(node)

    Walk().visit(ast.parse(source))
    return found


@for_each(sorted(Path(sandbox.__file__).parent.rglob("*.py")))
def test_no_module_keeps_a_colour_of_the_theme_that_was_worn_when_it_was_imported(path: Path) -> None:
    source = path.read_text("utf-8")
    assert "Colour." not in source or bound_early(source) == []


@pytest.mark.parametrize(
    "source", ["A = Colour.TEXT", "def f(c=Colour.TEXT): pass", "class A:\n    B = {1: Colour.BAD}"]
)
def test_a_colour_kept_from_the_import_is_caught(source: str) -> None:
    assert bound_early(source)
    assert not bound_early("def f():\n    return Colour.TEXT\nG = lambda: Colour.BAD")

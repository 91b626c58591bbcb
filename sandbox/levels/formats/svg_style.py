"""The style of an element of SVG, from attributes and style sheets, and what its names and colours mean for a part."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sandbox.levels.formats.imported import Unknown
from sandbox.levels.formats.markup import Element
from sandbox.parts.blocks.freeform import COLOURS, STUFF

_INHERITED = {
    "fill": "black", "stroke": "none", "stroke-width": "1", "fill-rule": "nonzero", "visibility": "visible",
    "color": "black", "stroke-linecap": "butt", "stroke-linejoin": "miter",
}  # fmt: skip
_OWN = {"display": "inline", "clip-path": "none", "mask": "none", "filter": "none", "opacity": "1"}
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_RULE = re.compile(r"([^{}]*)\{([^{}]*)\}")
_SIMPLE = re.compile(r"(\*|[A-Za-z][\w-]*)?(?:([.#])([\w-]+))?")
_WORD = re.compile(r"[^0-9a-z]+")
BODIES = ("fixed", "loose", "upright", "pinned")
MAX_RULES = 2000


class StyleSheet(NamedTuple):
    """The rules of style sheets that name an element, a class or an id."""

    rules: tuple[tuple[str, str, str, dict[str, str]], ...]  # tag or "", "." or "#" or "", name, properties

    def of(self, element: Element, tag: str) -> dict[str, str]:
        """Return the properties that the rules give an element; those with an id win over classes, these over tags."""
        classes, id_ = element.attributes.get("class", "").split(), element.attributes.get("id", "")
        properties: dict[str, str] = {}
        for kind_of_selector in ("", ".", "#"):
            for of_tag, sign, name, declared in self.rules:
                fits = name in classes if sign == "." else name == id_ if sign == "#" else True
                if sign == kind_of_selector and of_tag in ("", "*", tag) and fits:
                    properties |= declared
        return properties


def sheet(texts: Iterable[tuple[str, int]], unknown: Unknown) -> StyleSheet:
    """Read style sheets, each a text and its line. A rule that looks at more than one element is listed as unknown."""
    rules: list[tuple[str, str, str, dict[str, str]]] = []
    for text, line in texts:
        for match in _RULE.finditer(_COMMENT.sub("", text)):
            for selector in match[1].split(","):
                simple = _SIMPLE.fullmatch(selector.strip())
                if simple is None or not selector.strip() or len(rules) >= MAX_RULES:
                    if not selector.strip().startswith("@"):  # a font, or another medium
                        unknown.add(f"style rule {selector.strip():.30}", line)
                    continue
                rules.append((simple[1] or "", simple[2] or "", simple[3] or "", declarations(match[2])))
    return StyleSheet(tuple(rules))


def declarations(text: str) -> dict[str, str]:
    """Read ``fill: red; stroke: none``."""
    pairs = (declaration.partition(":") for declaration in text.split(";"))
    return {
        name.strip().lower(): value.replace("!important", "").strip() for name, colon, value in pairs if colon == ":"
    }


def style(element: Element, tag: str, above: Mapping[str, str], rules: StyleSheet) -> dict[str, str]:
    """Return the properties of an element within one that has the properties `above`."""
    attributes = {name: value for name, value in element.attributes.items() if name in _INHERITED or name in _OWN}
    attributes |= rules.of(element, tag) | declarations(element.attributes.get("style", ""))
    properties = {name: above.get(name, usual) for name, usual in _INHERITED.items()} | _OWN
    for name, value in attributes.items():
        if name in properties and value != "inherit":
            properties[name] = value.strip()
    return properties


def words(element: Element) -> frozenset[str]:
    """Return the words of an element's id, class and label: ``loose-gear_2`` has loose, gear and 2."""
    attributes = element.attributes
    named = " ".join(attributes.get(name, "") for name in ("id", "class", "inkscape:label", "data-name"))
    return frozenset(word for word in _WORD.split(named.lower()) if word)


def body_of(names: Iterable[frozenset[str]], fill: str, loose: str) -> str:
    """Return what a part's names, the innermost first, and its fill make it; `loose` is as in `Choices`."""
    if loose.startswith("#") and rgb(loose) is not None and rgb(fill) == rgb(loose):
        return "loose"
    for group in names:
        if loose.lower() in group:
            return "loose"
        for body in BODIES:
            if body in group:
                return "fixed" if loose == "none" else body
    return "loose" if loose == "all" else "fixed"


def stuff_of(names: Iterable[frozenset[str]], body: str) -> str:
    """Return the stuff that a part's names say, the innermost first; else stone for what is fixed, wood for others."""
    named = (stuff for group in names for stuff in STUFF if stuff in group)
    return next(named, "stone" if body == "fixed" else "wood")


def rgb(text: str) -> tuple[int, int, int] | None:
    """Read a colour; None for what is none, as a gradient."""
    from svgelements import Color

    if text.startswith("url(") or text in ("none", ""):
        return None
    try:
        colour = Color(text)
    except (ValueError, ArithmeticError, LookupError, TypeError):
        return None
    return None if colour.value is None else (int(colour.red), int(colour.green), int(colour.blue))


def colour_of(fill: str) -> str:
    """Return the colour of a free shape that is nearest to a fill; natural for one that is no single colour."""
    mixed = rgb(fill)
    if mixed is None:
        return "natural"
    return min(COLOURS, key=lambda name: sum((a - b) * (a - b) for a, b in zip(COLOURS[name], mixed, strict=True)))

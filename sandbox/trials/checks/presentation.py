"""The presentation of a level: short texts, things large enough to be seen, scenery, nothing that overlaps, everything
in the picture.

Nothing is run here.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

from sandbox import parts as catalogue
from sandbox.design.conditions.condition import Region
from sandbox.design.design import Design, PartSpec, conditions
from sandbox.design.geometry import Box, Pose
from sandbox.editing.authoring.goal_areas import area_of
from sandbox.levels.level_rules import Finding
from sandbox.machine.overlaps import Overlap
from sandbox.machine.removals import WORLD_MARGIN, in_world
from sandbox.parts.kind import pose_of
from sandbox.parts.titles import title_of

MOST_TITLE, MOST_TEXT, MOST_GOAL, MOST_HINT, MOST_INSIGHT = 24, 160, 60, 90, 110  # characters
PICTURE_WIDTH = 1280  # px: of the picture in which sizes are given
LEAST_ACROSS = 0.03 * PICTURE_WIDTH / 4.0  # px, of a thing that moves: as 30 mm are in a level of the usual width
LEAST_SCENERY = 5  # pieces
_EDGE = 0.02  # of the level's size: the margin of a picture
_SHORTEST_WORD = 3  # letters
_MOST_NAMED = 4  # parts in one sentence
_HERE = Pose(0.0, 0.0, 0.0)


def findings(level: Design) -> list[Finding]:
    """Judge how a level is presented."""
    judged = [_of_texts(level), _of_goals(level), *_of_sizes(level), _of_scenery(level), _of_picture(level)]
    return [*judged, _of_outside(level)]


# -- texts


def _of_texts(level: Design) -> Finding:
    """Judge the lengths of all texts."""
    rows = [
        ("its title", level.title, MOST_TITLE),
        ("its text", level.text, MOST_TEXT),
        ("its insight", level.insight, MOST_INSIGHT),
    ]
    rows += [(f"goal {number}", goal.text, MOST_GOAL) for number, goal in enumerate(level.goals, 1)]
    rows += [(f"hint {number}", hint.text, MOST_HINT) for number, hint in enumerate(level.hints, 1)]
    figures = {name: len(text) for name, text, _ in rows}
    long = [f"{name} has {len(text)} characters, of up to {most}" for name, text, most in rows if len(text) > most]
    if long:
        return Finding("doubt", f"too long to be read: {'; '.join(long)}", "texts", figures)
    longest = max((len(text) / most for _, text, most in rows), default=0.0)
    sentence = f"its texts are short: the longest takes {100 * longest:.0f} % of its room"
    return Finding("good", sentence, "texts", figures)


def _of_goals(level: Design) -> Finding:
    """Judge whether each goal names something that the player sees."""
    known = {*catalogue.KINDS, *catalogue.LINKS}
    kinds = {spec.kind for spec in level.parts} | {item.kind for item in level.stock_items.values()}
    kinds |= {link.kind for link in level.links}
    titles = [(catalogue.KINDS.get(kind) or catalogue.LINKS[kind]).title for kind in kinds if kind in known]
    titles += [item.title for item in level.stock_items.values() if item.title]
    words = {word for title in titles for word in _words(title)}
    unclear = [goal.text for goal in level.goals if not words & _words(goal.text)]
    figures = {"goals": len(level.goals), "unclear": unclear}
    if unclear:
        sentence = f"a goal names no part that is seen: {', '.join(repr(text) for text in unclear)}"
        return Finding("doubt", sentence, "goals", figures)
    return Finding("good", "each goal names a part that is seen", "goals", figures)


def _words(text: str) -> set[str]:
    """Return the words of a text in lower case, each without the ending of a plural."""
    words = re.findall(r"\w+", text.lower())
    return {re.sub(r"(?<=[sxh])es$|s$", "", word) for word in words if len(word) >= _SHORTEST_WORD}


# -- sizes


def _of_sizes(level: Design) -> list[Finding]:
    """Judge the smallest of all that moves, of the level and in the stock."""
    stock = [item for item in level.stock_items.values() if item.kind in catalogue.KINDS]
    specs = [*level.parts, *(PartSpec(1, item.kind, 0.0, 0.0, props=item.props) for item in stock)]
    sizes = sorted((across, catalogue.KINDS[spec.kind].title) for spec in specs for across in _sizes(spec))
    if not sizes:
        return []
    across, title = sizes[0]
    pixels = across * PICTURE_WIDTH / level.world.width
    figures = {"part": title, "mm": 1000 * across, "px": pixels, "least_px": LEAST_ACROSS}
    words = f"{1000 * across:.0f} mm across, {pixels:.0f} px in a picture of {PICTURE_WIDTH}"
    if pixels < LEAST_ACROSS:
        sentence = f"too small to be watched: {title} is {words}; {LEAST_ACROSS:.0f} px can be seen"
        return [Finding("doubt", sentence, "sizes", figures)]
    return [Finding("good", f"the smallest loose part is {title}: {words}", "sizes", figures)]


def _sizes(spec: PartSpec) -> Iterator[float]:
    """Yield the longer side (m) of the largest body of a part, if it has a loose one: a lamp is as large as its shade,
    not as the cord that hangs from it.
    """
    plan = catalogue.blueprint(spec)
    sides, loose = [], False
    for index, body in enumerate(plan.bodies):
        shapes = [shape for shape in plan.shapes if shape.body == index and shape.collides]
        if index not in plan.spare and shapes:
            box = functools.reduce(Box.union, (shape.outline.bounds(_HERE) for shape in shapes))
            sides.append(max(box.x1 - box.x0, box.y1 - box.y0))
            loose = loose or body.kind == "dynamic"
    if loose:
        yield max(sides)


# -- scenery, overlaps, picture


def _of_scenery(level: Design) -> Finding:
    """Judge whether a level has surroundings: pieces of scenery, or a scene behind it."""
    pieces = [spec for spec in level.parts if _is_scenery(spec)]
    figures = {"pieces": len(pieces), "scene": level.scene, "least": LEAST_SCENERY}
    counted = f"{len(pieces)} piece{'s' if len(pieces) != 1 else ''} of scenery, scene '{level.scene}'"
    if len(pieces) < LEAST_SCENERY:
        return Finding("doubt", f"it looks bare: {counted}; {LEAST_SCENERY} pieces set a scene", "scenery", figures)
    return Finding("good", counted, "scenery", figures)


def _is_scenery(spec: PartSpec) -> bool:
    """Tell whether a part is there to be looked at only."""
    kind, plan = catalogue.KINDS[spec.kind], catalogue.blueprint(spec)
    touchable = any(shape.collides or shape.senses for shape in plan.shapes)
    return not (touchable or plan.ports or kind.states or kind.read)


def of_overlaps(level: Design, deep: tuple[Overlap, ...]) -> Finding:
    """Judge the overlaps of parts of a level that are so deep that the start would push them apart."""
    figures = {"pairs": [{"a": pair.a, "b": pair.b, "mm": 1000 * pair.depth} for pair in deep]}
    if not deep:
        return Finding("good", "no parts of it overlap", "overlap", figures)
    by_id = level.part_by_id
    pairs = (f"{title_of(by_id[p.a])} and {title_of(by_id[p.b])} by {1000 * p.depth:.1f} mm" for p in deep)
    return Finding("doubt", f"parts of it overlap: {', '.join(pairs)}", "overlap", figures)


def _of_picture(level: Design) -> Finding:
    """Judge whether all that a goal is about lies within the picture of the level."""
    world = level.world
    edge = _EDGE * max(world.width, world.height)
    picture = Box(-edge, -edge, world.width + edge, world.height + edge)
    outside = [name for name, box in _places(level) if not _holds(picture, box)]
    figures = {"outside": outside}
    if outside:
        return Finding("doubt", f"outside the picture: {', '.join(outside)}", "picture", figures)
    return Finding("good", "the parts and regions of its goals are within the picture", "picture", figures)


def _of_outside(level: Design) -> Finding:
    """Judge whether all parts start in the level or near it."""
    sentence = why_outside(level)
    figures = {"outside": [spec.id for spec in _far_away(level)]}
    return Finding(
        "bad" if sentence else "good", sentence or "all parts start in the level or near it", "start", figures
    )


def why_outside(level: Design) -> str:
    """Return a sentence about parts that are lost because they start too far outside of a level; empty for none."""
    far = [f"{title_of(spec)} at x {spec.x:g}, y {spec.y:g} m" for spec in _far_away(level)]
    if not far:
        return ""
    named = ", ".join(far[:_MOST_NAMED]) + (f" and {len(far) - _MOST_NAMED} more" if len(far) > _MOST_NAMED else "")
    return (
        f"more than {WORLD_MARGIN:g} m outside of the level, where nobody sees it and what moves is gone at once: "
        f"{named}; the level goes from 0 to x {level.world.width:g}, y {level.world.height:g} m"
    )


def _far_away(level: Design) -> list[PartSpec]:
    return [spec for spec in level.parts if not in_world(level.world, spec.x, spec.y)]


def _places(level: Design) -> Iterator[tuple[str, Box]]:
    """Yield the parts and regions that goals are about, each with its box (m)."""
    for number, goal in enumerate(level.goals, 1):
        for condition in conditions(goal.when):
            for part in condition.subjects(level):
                spec = level.part_by_id[part]
                yield title_of(spec), catalogue.blueprint(spec).bounds(pose_of(spec))
            area = area_of(level, condition)
            if isinstance(area, Region):
                yield f"the region of goal {number}", Box(*area)


def _holds(outer: Box, inner: Box) -> bool:
    return outer.contains(inner.x0, inner.y0) and outer.contains(inner.x1, inner.y1)

"""What object types become: sizes, masses, surfaces, and the rules for what a level says about them."""

import pytest

from sandbox import parts
from sandbox.design.design import PartSpec
from sandbox.design.geometry import Circle, Pose
from sandbox.levels.formats.tbe_parts import Made, made, note, overlap
from sandbox.levels.formats.tbe_read import Thing
from sandbox.levels.formats.tbe_types import ACTIVE, BALLS, SOLIDS


def thing(type_: str, width: float | None = None, height: float | None = None, **properties: object) -> Thing:
    return Thing(type_, 0.0, 0.0, None, width, height, "", {key: str(value) for key, value in properties.items()}, 1)


def plan(own: Made | None) -> parts.Blueprint:
    assert own is not None
    return parts.blueprint(parts.fit_part(PartSpec(1, own.kind, 0.0, 0.0, props=own.props)))


@pytest.mark.parametrize("type_", [*SOLIDS, *BALLS, *ACTIVE])
def test_every_type_becomes_a_part(type_: str) -> None:
    assert plan(made(thing(type_))).shapes
    assert made(thing("Nonsense")) is None


@pytest.mark.parametrize(
    ("of", "kg"),
    [
        (thing("BirchBar"), 7.2),
        (thing("BirchBar", 2.5, 0.2), 7.2),  # a mass is a body's, whatever its size
        (thing("BirchBar", Mass=18), 18.0),
        (thing("Floor", Mass=2.0), 2.0),  # what is given a mass is loose
        (thing("BowlingPin", 0.24, 0.68), 1.0818),
        (thing("BowlingPin", Mass=3.0), 2.1636),
        (thing("LeftWedge"), 1.04),
        (thing("LeftWedge", 1.0, 0.5), 1.0),  # less a corner
        (thing("BowlingBall"), 6.0),
        (thing("BowlingBall", Mass=1.0, Radius=0.3), 6.0),  # of which a ball hears nothing
        (thing("CustomBall", Mass=0.5), 0.5),
        (thing("Balloon"), 0.0735),
        (thing("Balloon", Mass=0.2), 0.147),
        (thing("Balloon", 0.2, 0.2, Mass=0.2, Polygons="(-.1,.1)=(-.1,-.1)=(.1,-.1)=(.1,.1)"), 0.2),
        (thing("Cactus"), 0.549),
        (thing("Dynamite"), 0.6515),
        (thing("Spring"), 0.3),
    ],
    ids=lambda value: value.type if isinstance(value, Thing) else None,
)
def test_a_body_weighs_what_it_does_there(of: Thing, kg: float) -> None:
    own = plan(made(of))
    assert sum(b.mass for i, b in enumerate(own.bodies) if i not in own.spare) == pytest.approx(kg, rel=1e-3)


@pytest.mark.parametrize("type_", ["Floor", "Wall", "RectObject", "LeftRamp", "PegMetal", "QuarterArc80", "BedOfNails"])
def test_what_has_no_mass_is_fixed(type_: str) -> None:
    own = made(thing(type_))
    assert [body.kind for body in plan(own).bodies] == ["static"]
    assert own is not None and not own.moves


def test_a_mass_of_nothing_is_a_body_that_never_turns() -> None:
    own = plan(made(thing("RectObject", Mass=0)))
    assert own.bodies[0].mass == 1.0 and own.bodies[0].upright


@pytest.mark.parametrize(
    ("of", "friction", "bounce"),
    [
        (thing("Floor"), 0.2, 0.1),
        (thing("Floor", Friction=0.9, Bounciness=0.3), 0.9, 0.3),
        (thing("ColaCrate"), 0.2, 0.1),  # its own declared friction has no effect there
        (thing("TennisBall", Friction=0.9), 0.2, 0.56),  # nor what a level says of a ball
        (thing("TennisBall", Bounciness=0.1), 0.2, 0.1),
        (thing("Balloon", Friction=0.4), 0.4, 0.7),
        (thing("Floor", Friction=-1, Bounciness=7), 0.0, 1.0),
    ],
)
def test_surfaces(of: Thing, friction: float, bounce: float) -> None:
    shape = next(shape for shape in plan(made(of)).shapes if shape.collides)
    assert (shape.friction, shape.restitution) == (pytest.approx(friction), pytest.approx(bounce))


def test_sizes() -> None:
    box = plan(made(thing("BirchBar", 2.5, 0.2))).bounds(Pose(0.0, 0.0, 0.0))
    assert (box.x1 - box.x0, box.y1 - box.y0) == (pytest.approx(2.5), pytest.approx(0.2))
    ball = plan(made(thing("SoccerBall", 0.5, 0.5))).shapes[0].outline
    assert isinstance(ball, Circle) and ball.r == pytest.approx(0.11), "the size of a ball is its picture's only"
    ball = plan(made(thing("CustomBall", Radius=0.05))).shapes[0].outline
    assert isinstance(ball, Circle) and ball.r == pytest.approx(0.05)


def test_a_hammer_brings_its_pivot_along() -> None:
    own = made(thing("Hammer"))
    assert own is not None
    assert (own.props["body"], own.props["pin_x"], own.props["pin_y"]) == ("pinned", 0.2, 0.0)
    own = made(thing("BirchBar", PivotPoint="(-0.5,0.01)"))
    assert own is not None and (own.props["pin_x"], own.props["pin_y"]) == (-0.5, 0.01)
    own = made(thing("Hammer", TranslationGuide="0"))
    assert own is not None and own.props["body"] == "loose", "a guide takes the pivot's place"


def test_slips_of_paper_have_their_pages_in_order() -> None:
    slip = note(thing("PostItHint", page2="Two", page10="Ten", page1="One<br>and more"))
    assert slip is not None and slip.props["text"] == "One\nand more\n---\nTwo\n---\nTen"
    assert note(thing("Floor")) is None


def test_a_picture_is_a_frame_of_its_size() -> None:
    own = note(thing("Scenery", 0.8, 0.15))
    assert own is not None and own.props == {"width": 0.8, "height": 0.15}
    assert not any(shape.collides for shape in plan(own).shapes)


def test_what_reaches_into_each_other() -> None:
    bar = plan(made(thing("BirchBar")))
    assert overlap(bar, Pose(0, 0, 0), bar, Pose(0.5, 0.05, 0.3))
    assert not overlap(bar, Pose(0, 0, 0), bar, Pose(0.0, 0.1, 0.0)), "it only touches"
    assert not overlap(bar, Pose(0, 0, 0), bar, Pose(2.0, 0.0, 0.0))

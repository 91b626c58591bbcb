"""Write the open puzzle 'Snow on the ice': the snow is to go through a gate, and the plough behind it is not."""

from _rink import SQUARE, floe, hang, stand

from sandbox.authoring import Level, when

BALLS = (1.9, 2.4, 2.9, 3.4, 3.9)  # m: where the snow lies
GATE = 4.3  # m

level = Level(
    "Snow on the ice",
    text=(
        "The snow belongs in the pit behind the gate, and the plough does not. Last year it went right after it, with "
        "the mayor on it. So it is tied up."
    ),
    insight="A gate is more than open or shut: what stops in time lifts it just as far as it may go.",
    width=6.4,
    height=3.4,
    scene="rink",
    open=True,
)
ground = level.room(roof=True)
ice = floe(level, 0.0, 4.4, 0.5)
bank = floe(level, 5.1, 6.4, 0.5)
board = level.put("wall", width=0.1, height=1.0).on(bank, x=5.15)
shut = level.put("polygon", outline=SQUARE, width=0.07, height=0.9, body="upright", stuff="wood", mass=2.0)
shut.named("the gate").on(ice, x=GATE)
for x in (GATE - 0.09, GATE + 0.09):  # so high that the plough gets through below them
    level.put("wall", width=0.07, height=0.9).at(x, 1.65)
plough = level.put(
    "polygon", outline=SQUARE, width=0.4, height=0.55, body="upright", stuff="metal", colour="yellow", mass=6.0,
    surface="own", friction=0.05, restitution=0.1,
).named("the plough").on(ice, x=0.45)  # fmt: skip
snow = [
    level.put("custom_ball", radius=0.08, mass=0.3, restitution=0.1, friction=0.1, colour="white")
    .on(ice, x=x)
    .named("a snowball")
    for x in BALLS
]
pocket = level.put("pocket", width=0.6).on(ground, x=4.75)
hook = level.put("release_hook").flipped().at(0.12, 1.0)
level.tie(hook.hook, plough)

shelf = floe(level, 0.0, 0.8, 2.5, 2.42)
slope = level.put("inclined_plane", width=0.7, height=0.06).on(shelf, x=0.37)
level.put("baseball").on(slope, x=0.12)
dish = level.put("floor", width=0.8, height=0.06).at(1.22, 1.35)
for x in (0.85, 1.59):
    level.put("wall", width=0.06, height=0.35).at(x, 1.5)

level.goal("The pocket has swallowed all five snowballs", when.all(*(when.gone(ball) for ball in snow)))
at_gate = when.inside(plough, 3.6, 0.5, GATE, 1.1)
level.goal("The plough has stopped in front of the gate", when.held(3.0, at_gate))
level.fails("The plough has gone through the gate", when.beyond(plough, "x", "more", GATE))

# One way: the ball lets go of the plough, a weight draws it, and another one lifts the gate by as much as it may fall.
wheel = level.give("pulley").at(5.6, 3.0)
weight = level.give("weight", mass=4.0).at(5.66, 2.6)
level.tie(plough, weight, via=[wheel])
above = level.give("pulley").at(5.3, 3.0)
lift = level.give("weight", mass=4.0).at(5.36, 0.92)
level.tie(shut, lift, via=[above])
gate = level.give("light_gate", width=0.9).at(1.35, 1.9)
level.join("wire", gate, hook)

level.spare("balloon", 2, lift=16.0)
level.spare("pulley", 2)
level.spare("rope")
level.spare("button", mode="toggle")
level.spare("winch", radius=0.08)
level.spare("motor", speed=60.0, torque=20.0)
level.spare("belt")
level.spare("pillow")
level.clues(
    goal="The gate first: the snow is low and the plough is tall. How far may it go up, and what ends its way there?",
    family="Ropes: whatever lifts the gate needs something to stop it: a floor, a ceiling.",
    piece=above,
)
level.aim("No weight at all", without="weight")
level.aim("Nothing floats", without="balloon")
level.par(parts=8, seconds=8.0)

stand(level, ("teddy", bank, 6.2, 0.8), ("plant", bank, 5.5, 0.8))
hang(level, ("poster", 2.2, 2.3, 1.0), ("clock", 3.2, 2.2, 0.9), ("star", 1.5, 2.8, 0.8), ("star", 3.2, 2.8, 0.9))
hang(level, ("bunting", 2.4, 3.2, 1.4), ("bunting", 4.8, 3.2, 1.4), ("window", 3.1, 1.6, 0.9))
level.save()

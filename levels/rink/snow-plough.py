"""Write the open puzzle 'Snow on the ice': a plough to let go and to draw, a gate to lift, and a board that tells."""

from _rink import SQUARE, floe, hang, portcullis, stand

from sandbox.authoring import Level, when

BALLS = (1.9, 2.4, 2.9, 3.4, 3.9)  # m: where the snow lies

level = Level(
    "Snow on the ice",
    text=(
        "Five snowballs lie on the ice. The plough is tied up, the gate of the rink is shut, and the board shall say "
        "when the last one is gone."
    ),
    insight="What lifts is not always what draws: give each load the pull that is enough for it.",
    width=6.4,
    height=3.4,
    scene="rink",
    open=True,
)
ground = level.room(roof=True)
ice = floe(level, 0.0, 4.6, 0.5)
bank = floe(level, 5.2, 6.4, 0.5)
board = level.put("wall", width=0.1, height=1.0).on(bank, x=5.25)
shut = portcullis(level, 4.3, ice)
plough = level.put(
    "polygon", outline=SQUARE, width=0.4, height=0.55, body="upright", stuff="metal", colour="yellow", mass=4.0,
    surface="own", friction=0.05, restitution=0.1,
).on(ice, x=0.45)  # fmt: skip
snow = [
    level.put("custom_ball", radius=0.08, mass=0.3, restitution=0.1, friction=0.1, colour="white")
    .on(ice, x=x)
    .named("a snowball")
    for x in BALLS
]
pocket = level.put("pocket", width=0.5).on(ground, x=4.9)
hook = level.put("release_hook").flipped().at(0.12, 1.0)
level.tie(hook.hook, plough)
display = level.put("display", text="CLEAN ICE", colour="green").at(5.8, 2.2)

shelf = floe(level, 0.0, 0.8, 2.5, 2.42)
slope = level.put("inclined_plane", width=0.7, height=0.1).on(shelf, x=0.37)
level.put("baseball").on(slope, x=0.2)
dish = level.put("floor", width=0.8, height=0.06).at(1.35, 1.35)
for x in (0.98, 1.72):
    level.put("wall", width=0.06, height=0.35).at(x, 1.5)

level.goal("The pocket has swallowed all five balls", when.all(*(when.gone(ball) for ball in snow)))
level.goal("The display says so", when.state(display, "shown"))
# One way: the ball lets go of the plough as it falls, a weight draws it, and two balloons hold the gate up.
wheel = level.give("pulley").at(5.6, 3.0)
weight = level.give("weight", mass=4.0).at(5.66, 2.6)
level.tie(plough, weight, via=[wheel])
for x in (4.1, 4.5):
    level.tie(shut, level.give("balloon", lift=16.0).at(x, 2.4).knot)
gate = level.give("light_gate", width=0.9).at(1.35, 1.9)
level.join("wire", gate, hook)
tally = level.give("counter", number=5).at(5.6, 1.7)
level.join("wire", pocket, tally.signal)
level.join("wire", tally.out, display)

# Other ways, and what is of no use.
level.spare("pulley", 2)
level.spare("button", mode="toggle")
level.spare("winch", radius=0.08)
level.spare("motor", speed=60.0, torque=20.0)
level.spare("belt")
level.clues(
    goal="The gate first: find what is strong enough to keep it up. The plough is held, and a ball that rolls by "
    "itself may let it go.",
    family="Ropes: something on the right has to draw the plough, and something else the gate.",
    piece=wheel,
)
level.aim("Nothing floats", without="balloon")
level.aim("Ten pieces at most, links counted", pieces=10)
level.par(parts=12, seconds=8.0)

stand(level, ("teddy", bank, 6.1, 0.8), ("plant", bank, 5.6, 0.8))
hang(level, ("poster", 2.2, 2.3, 1.0), ("clock", 4.2, 2.4, 0.9), ("star", 1.5, 2.8, 0.8), ("star", 3.2, 2.8, 0.9))
hang(level, ("bunting", 2.4, 3.2, 1.4), ("bunting", 4.8, 3.2, 1.4), ("window", 3.1, 1.6, 0.9))
level.save()

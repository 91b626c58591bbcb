"""Write the open puzzle 'Overboard': a weight at the bottom of the dock, a ball on a roof, and one weight to pull."""

from _quay import SQUARE, container, jib, mast, stand

from sandbox.authoring import Level, when

WIDE, HIGH = 6.2, 3.5  # m

level = Level(
    "Overboard",
    text=(
        "The weight of the harbour scales fell into the dock, and the boys' soccer ball flew onto a roof. Get the one "
        "ashore and the other aboard."
    ),
    insight="Half the strength is enough for whoever takes twice the rope.",
    width=WIDE,
    height=HIGH,
    scene="harbour",
    open=True,
)
ground = level.room()
quay = container(level, 0.0, 2.1, 0.75, "blue")
dock = level.put("water_tank", width=2.3, height=0.62).on(ground, x=3.25)
lost = level.put("weight", mass=10.0).inside(dock, x=2.75)

# The roof with the ball.
roof = level.put("floor", width=0.85, height=0.06).at(0.425, 2.1)
slope = level.put("inclined_plane", width=0.6, height=0.1).on(roof, x=0.32)
ball = level.put("soccer_ball").on(slope, x=0.2)

# The barge, and the weight that hangs from its derrick until the hook on the mast lets go.
hull = container(level, 4.42, WIDE, 0.4, "green")
level.put("wall", width=0.06, height=0.5).on(hull, x=4.45)
container(level, 5.42, 5.58, 1.75, "orange", y0=0.4)
# Whatever comes aboard too fast drops from the fender and does not bounce out again.
fender = level.put(
    "polygon",
    outline=SQUARE,
    width=0.06,
    height=1.25,
    stuff="rubber",
    colour="dark",
    surface="own",
    friction=0.4,
    restitution=0.0,
)
fender.at(5.39, 1.125)
heavy = level.put("weight", mass=8.0).at(5.82, 2.85)
head = level.put("pulley").at(5.76, 3.2)
hook = level.put("release_hook").at(5.2, 2.6)
level.tie(hook.hook, heavy, via=[head])
mast(level, 4.75, 0.4, 3.2)
jib(level, 3.28, 4.55, 6.1)

level.put("scenery", look="clock", size=0.8).at(3.3, 2.75).layered(-1)
level.put("scenery", look="bunting", size=1.5).at(0.6, 3.38).layered(-1)
stand(level, "plant", quay, 0.3, 0.9).layered(-1)
stand(level, "drum", quay, 0.75, 0.8).layered(-1)
stand(level, "teddy", hull, 6.0, 0.6).layered(-1)
stand(level, "plant", roof, 0.75, 0.5).layered(-1)

level.goal("The lost weight is ashore on the left", when.held(2.5, when.inside(lost, 0.0, 0.75, 2.1, 2.0)))
level.goal("The soccer ball lies in the barge", when.held(0.5, when.inside(ball, 4.48, 0.4, 5.42, 0.9)))

# One way: the ball rings for the hook, and a loose wheel halves the load.
level.give("ramp", width=1.6, height=0.3).at(1.75, 1.85)
level.give("ramp", width=1.6, height=0.25).at(3.45, 1.5)
plate = level.give("pressure_plate", width=0.9, mass=0.3).on(hull, x=4.95)
level.join("wire", plate, hook.signal)
far = level.give("pulley").at(5.76, 3.4)
near = level.give("pulley").at(1.75, 3.36)
end = level.give("anchor").at(1.2, 3.36)
block = level.give("pulley_block").at(1.75, 2.3)
level.tie(heavy, end, via=[far, near, block])
level.tie(block, lost)

# Other ways, and what is of no use.
level.spare("balloon", 2, lift=18.0)
level.spare("rope")
level.spare("trampoline")
level.spare("conveyor", width=1.6, speed=1.0)
level.spare("light_gate", width=0.7)
level.spare("fan")
level.clues(
    goal="First the ball: on its way it can reach something that lets go of a weight.",
    family="Ropes: what is too heavy for a rope is not too heavy for two of them.",
    piece=block,
)
level.aim("Nothing that feels a weight", without="pressure_plate")
level.aim("Without a pulley block", without="pulley_block")
level.par(parts=10, seconds=7.5)
level.save()

"""Write the open puzzle 'Say when': grain is to run from a hopper to the bin, and a bell to ring when that is full."""

from _mill import bracket, hang, post, shelf, stand

from sandbox.authoring import Level, when

level = Level(
    "Say when",
    text=(
        "The grain is up here, the bin is down there, and nobody is at the slide. When the bin is full, and not a "
        "moment before, the bell shall say so."
    ),
    insight="A stream needs three things: somebody who opens, a way down, and somebody at the end who says when.",
    width=6.6,
    height=3.6,
    scene="mill",
    open=True,
)
ground = level.room()

# The hopper on its frame, and below it the shaft that turns all day.
hopper = level.put("sand_hopper", number=60).at(1.5, 3.05)
for x in (1.3, 1.7):
    post(level, x, 3.5, 3.1, 0.04)
perch = bracket(level, 0.25, 1.9, 0.5)
motor = level.put("motor", speed=50.0, torque=3.0).on(perch, x=0.3)

# A ball that rolls off its shelf and ends on a ledge.
loft = bracket(level, 6.25, 3.0, 0.7)
slope = level.put("inclined_plane", width=0.6, height=0.22).flipped().on(loft, x=6.28)
level.put("bowling_ball").on(slope, x=6.42)
ledge = bracket(level, 5.9, 2.0, 1.4)
level.put("wall", width=0.06, height=0.8).at(5.23, 2.4)
level.put("inclined_plane", width=0.45, height=0.14).on(ledge, x=5.5)

# The bin on its scale, and the bell.
scale = level.put("pressure_plate", width=0.6, mass=2.75).on(ground, x=5.3)
bin_ = level.put("basket", width=0.9, height=0.5).on(scale, x=5.3)
level.put("wall", width=0.06, height=1.5).right_of(bin_, y=0.85)
level.put("wall", width=0.06, height=0.5).left_of(bin_, y=0.35)
bell = level.put("bell").at(3.3, 3.2)

level.goal("The bin is full: its scale says so", when.held(0.5, when.state(scale, "on")))
level.goal("The bell has rung", when.latched(when.state(bell, "rung")))
early = when.all(when.state(bell, "rung"), when.not_(when.latched(when.state(scale, "on"))))
level.fails("The bell rang too early", early)

hang(level, ("window", 4.2, 2.6, 1.2), ("clock", 2.4, 3.2, 0.8), ("bunting", 4.4, 3.42, 1.4), ("poster", 2.6, 1.3, 0.8))
stand(level, ground, ("books", 0.5, 1.0), ("drum", 1.2, 1.2), ("plant", 2.1, 1.1), ("lamp", 3.3, 1.2))
shelf(level, 0.6, 1.2, 0.7, ("books", 0.45, 0.8), ("teddy", 0.75, 0.8))

# One way: the ball opens the slide, and a board and a belt take the grain to the bin.
button = level.give("button", mode="hold", hold=60.0).on(ledge, x=6.05)
level.join("wire", button, hopper.signal)
level.join("wire", scale, bell.signal, given=True)
chute = level.give("ramp", width=1.8, height=0.7).at(2.3, 2.35)
level.give("conveyor", width=1.8).at(4.1, 1.5)

# Other ways, and what is of no use.
level.spare("tacho", speed=20.0)
level.spare("belt")
level.spare("straight_tube", width=2.0, bore=0.4)
level.spare("trampoline")
level.spare("fan")
level.spare("pulley")
level.spare("rope")
level.clues(
    goal="First the way down: from below the hopper to above the bin. Then somebody to open, and somebody to ring.",
    family="Electric: the shaft turns and the ball rolls, and there is a piece that notices either.",
    piece=chute,
)
level.aim("The ball rolls for nothing", without="button")
level.aim("Nothing carries the grain, and five pieces do", without="conveyor", pieces=5)
level.aim("Within 6 seconds", seconds=6.0)
level.par(parts=5, seconds=7.5)
level.save()

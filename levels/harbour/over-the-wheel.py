"""Write the level 'Over the wheel': what drops off the quay hoists a crate, which tips a board, up to a lamp."""

from _quay import container, jib, mast, stand

from sandbox.authoring import Level, when

level = Level(
    "Over the wheel",
    text="A crate of bananas has dropped into the dock, below a board. Soon something heavy will go overboard as well.",
    insight="Over a wheel, what goes down here pulls up there.",
    width=5.8,
    height=3.2,
    scene="harbour",
    rules=2,
)
ground = level.room()
quay = container(level, 0.0, 1.2, 1.8, "blue")
belt = level.put("conveyor", width=0.9, speed=0.32).on(quay, x=0.72)
ball = level.put("bowling_ball").on(belt, x=0.62)
left = container(level, 1.75, 1.95, 1.1, "orange")
crate = level.put("crate").on(ground, x=2.22)
right = container(level, 2.5, 4.8, 1.0, "green")
block = level.put("fixed_block", width=0.2, height=0.15).on(right, x=2.65)
board = level.put("seesaw", width=1.3, tilt=15.0).on(block, x=2.65)
level.put("wall", width=0.08, height=0.5).on(left, x=1.9)
soccer = level.put("soccer_ball").on(board, x=2.06)
level.put("conveyor", width=1.5, speed=0.35).on(right, x=4.12)
upper = container(level, 5.28, 5.8, 1.15, "white")
plate = level.put("pressure_plate", width=0.42, mass=0.2).on(ground, x=5.04)
hook = level.put("release_hook").at(4.85, 2.73)
level.join("wire", plate, hook.signal)
weight = level.put("weight", mass=2.0).at(4.85, 2.45)
level.tie(hook.hook, weight)
lamp = level.put("lamp", pull=10.0).at(5.28, 2.58)
level.tie(weight, lamp.cord, slack=0.15)
stand(level, "plant", upper, 5.55, 0.7)
pulley = level.give("pulley", "Straight above the crate, high in the air.").at(2.2, 2.9)
level.tie(ball, crate, via=[pulley], hint="From the ball over the wheel to the crate.")
level.no_build(4.35, 2.1, 7.0, 5.0)  # what stands there pulls the lamp's cord
level.no_build(4.8, -1.0, 7.0, 0.6)  # a wheel wedged in there presses the plate
level.goal("The crate is out of the dock", when.beyond(crate, "y", "more", 0.5))
level.goal("The harbour lamp burns", when.state(lamp, "on"))
stand(level, "plant", ground, 1.45, 0.7)
level.put("scenery", look="clock", size=0.7).at(3.45, 2.0)
mast(level, 3.1, 1.0, 2.75, 0.2)
jib(level, 2.83, 1.5, 5.5, 0.12)
level.par(parts=2, seconds=8.3)
level.save()

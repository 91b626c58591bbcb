"""Write the level 'Crossed': one belt runs as the motor does, the other must be crossed to run the other way."""

from _mill import bracket, hang, post, stand

from sandbox.authoring import Level, when

level = Level(
    "Crossed",
    text="Upstairs to the right, downstairs to the left, one motor for both. Click a belt to see what it can do.",
    insight="An open belt keeps the sense of turning, a crossed one turns it round.",
    width=4.0,
    height=3.0,
    scene="mill",
    rules=2,
)
ground = level.room()
upper = level.put("driven_conveyor", width=1.9).at(1.75, 2.3)
parcel = level.put("crate", width=0.26, height=0.26).on(upper, x=1.2)
post(level, 0.8, 2.72, y0=2.38, width=0.08)
bracket(level, 0.33, 1.7, 0.36)
motor = level.put("motor", speed=-60.0, torque=6.0).at(0.33, 1.815)
lower = level.put("driven_conveyor", width=2.0).flipped().at(2.3, 1.4)
post(level, 2.3, 1.34)
post(level, 3.38, 2.5, y0=1.2)
plank = level.put("seesaw", width=1.3, tilt=12.0).at(1.42, 0.36)
load = level.put("crate", width=0.13, height=0.13).on(plank, x=1.96)
bell = level.put("bell").at(1.9, 1.0)
level.join("belt", motor, upper, given=True, hint="An open belt from the motor to the upper conveyor.")
level.join(
    "belt",
    motor,
    lower,
    given=True,
    crossed=True,
    hint="A crossed one to the lower: click the belt, and tick Crossed in its panel.",
)
level.goal("The bell has rung", when.state(bell, "rung"))
level.par(parts=2, seconds=11.0)
hang(level, ("window", 3.65, 2.0, 1.2), ("clock", 0.45, 2.6, 0.9))
stand(level, ground, ("plant", 0.25, 0.9), ("lamp", 2.75, 1.6), ("books", 3.2, 1.3), ("drum", 3.7, 1.0))
hang(level, ("poster", 2.75, 1.05, 0.7), ("drawing", 3.3, 0.95, 0.8))
level.save()

"""Write the level 'Scales': a plate tells heavy from light, and only the heavy one is hurried along."""

from _yard import dress, plan, sign

from sandbox.authoring import Level, when

level = Level(
    "Scales",
    text="Light goods get off here, heavy goods go on to the coast. The ring can hurry anything, but whom?",
    insight="A plate that weighs can tell heavy from light, whatever both look like.",
    width=6.4,
    height=2.8,
    scene="signalbox",
    rules=2,
)
ground = level.room()
feed = level.put("conveyor", width=1.9, speed=0.75).at(1.15, 2.1)
first = (
    level.put("custom_ball", radius=0.1, mass=0.4, restitution=0.05, colour="yellow")
    .on(feed, x=1.9)
    .named("the first yellow ball")
)
heavy = (
    level.put("custom_ball", radius=0.1, mass=6.0, restitution=0.05, colour="dark")
    .on(feed, x=1.15)
    .named("the dark ball")
)
second = (
    level.put("custom_ball", radius=0.1, mass=0.4, restitution=0.05, colour="yellow")
    .on(feed, x=0.4)
    .named("the second yellow ball")
)
level.put("ramp", width=0.9, height=0.16).at(2.6, 1.98)
lane = level.put("floor", width=1.1, height=0.08).at(3.6, 1.855)
ring = level.put("accelerator", running=False, force=300.0, speed=3.5).at(4.32, 2.01)
near = level.put("basket", width=0.9, height=0.4).on(ground, x=5.0)
far = level.put("basket", width=0.84, height=0.4).on(ground, x=5.95)
plate = level.give("pressure_plate", "Before the ring, and not too fine.", mass=3.0, delay=0.8, title="Coarse scales")
plate.at(3.4, 1.905)
level.spare("pressure_plate", mass=0.1, delay=0.8, title="Fine scales")
level.join("wire", plate, ring, hint="From the plate to the ring.")
level.goal("The dark ball lies in the far basket", when.held(0.5, when.contained(heavy, far)))
level.goal(
    "Both yellow balls lie in the near basket",
    when.held(0.5, when.all(*(when.contained(ball, near) for ball in (first, second)))),
)
level.par(parts=2, seconds=11.0)

plan(level, 1.4, 1.2, 1.4, 0.6, 2)
sign(level, "LOCAL", 5.0, 2.3, "amber")
sign(level, "COAST", 6.0, 2.0, "green")
dress(
    level,
    ("lamp", 0.35, ground, 1.1), ("train", 2.55, ground, 1.8), ("plant", 0.85, ground, 0.9), ("books", 1.4, ground, 1),
    ("blocks", 3.3, ground, 0.9), ("window", 3.1, 1.2, 1.0), ("clock", 3.6, 2.5, 0.8), ("lamp", 4.1, ground, 1.1),
    ("poster", 5.75, 1.35, 0.9), ("bunting", 5.0, 2.64, 1.3),
)  # fmt: skip
level.save()

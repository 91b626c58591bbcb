"""Write the level 'Pull the other one': a falling weight becomes a signal."""

from _yard import dress, plan, sign

from sandbox.authoring import Level, when

level = Level(
    "Pull the other one",
    text="The old switch wants to be pulled, and firmly. A crate falls into the shaft every night, for nothing.",
    insight="What falls pulls, and a pull can be a signal.",
    width=4.8,
    height=3.0,
    scene="signalbox",
    rules=2,
)
ground = level.room()
feed = level.put("conveyor", width=1.5, speed=0.35).at(1.05, 1.9)
crate = level.put("crate").on(feed, x=0.5)
level.put("wall", width=0.1, height=1.2).at(1.75, 0.7)
level.put("wall", width=0.1, height=1.6).at(2.4, 0.9)
switch = level.put("rope_switch", mode="hold", pull=25.0).turned(-90).at(3.3, 2.6)
belt = level.put("conveyor", width=1.2, speed=0.35, running=False).at(3.25, 1.2)
box = level.put("cardboard_box", open=False, width=0.26, height=0.22).on(belt, x=2.9)
chest = level.put("toy_chest", width=0.6, height=0.45).on(ground, x=4.2)
wheel = level.put("pulley").at(2.1, 2.6)
level.put("pulley").at(0.5, 2.6)
level.tie(
    crate,
    switch.ring,
    via=[wheel],
    given=True,
    hint="From the crate over the wheel above the shaft to the ring of the switch.",
)
level.join("wire", switch, belt, given=True, hint="From the switch to the belt that stands.")
level.goal("The cardboard box lies in the chest", when.held(0.5, when.contained(box, chest)))
level.par(parts=2, seconds=9.0)

plan(level, 3.9, 2.05, 1.3, 0.5)
sign(level, "MIND THE SHAFT", 1.3, 2.75, "red")
dress(
    level,
    ("lamp", 0.35, ground, 1.1), ("train", 1.0, ground, 1.4), ("drawing", 0.9, 1.25, 1.0), ("plant", 2.65, ground, 0.9),
    ("books", 3.1, ground, 1.0), ("blocks", 3.55, ground, 0.9), ("clock", 3.9, 2.65, 0.8), ("poster", 4.5, 1.4, 0.9),
)  # fmt: skip
level.save()

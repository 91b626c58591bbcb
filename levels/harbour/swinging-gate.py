"""Write the level 'Swinging gate': a swing that starts on the wrong side comes back in time, and a gate goes up."""

from _quay import SQUARE, container, frame, jib, mast, stand

from sandbox.authoring import Level, when

level = Level(
    "Swinging gate",
    text="The belt takes the little crate to the fishes. It needs a kick to the right, and the big one an open gate.",
    insight="A swing comes back: start it on the side that it is to strike towards.",
    width=5.9,
    height=3.0,
    scene="harbour",
)
ground = level.room()
pier = container(level, 1.5, 4.1, 0.72, "blue", y0=0.1)
belt = level.put("conveyor", width=2.6, speed=-0.8).on(pier, x=2.8)
shed = level.put("floor", width=0.54, height=0.06).at(3.9, 1.2)
level.put("wall", width=0.06, height=0.35).on(shed, x=4.14)
crate = level.put("crate", width=0.2, height=0.2).on(belt, x=3.95)
plate = level.put("pressure_plate", width=0.7).on(ground, x=4.65)
bank = container(level, 5.05, 5.9, 0.7, "green")
flap = level.put("trap_door", mass=25.0).at(5.45, 2.0)
container(level, 5.74, 5.9, 2.4, "white", y0=1.8)
container(level, 4.98, 5.16, 2.4, "white", y0=1.8)
level.put("weight", mass=16.0).on(flap, x=5.45)
level.join("wire", plate, flap.signal)
bucket = level.put("bucket", width=0.36).at(5.45, 1.45)
tower = container(level, 0.0, 0.85, 1.0, "orange")
store = level.put("conveyor", width=0.84, speed=0.15).on(tower, x=0.43)
cargo = level.put("crate", width=0.26, height=0.26).on(store, x=0.4)
gate = level.put(
    "polygon", outline=SQUARE, width=0.07, height=0.66, body="upright", stuff="wood", colour="red", mass=11.5
).on(store, x=0.66)
for x in (0.595, 0.725):
    level.put("wall", width=0.05, height=0.76).at(x, 1.86)
near = level.put("pulley").at(0.66, 2.8)
far = level.put("pulley").at(5.45, 2.8)
level.tie(gate, bucket, via=[near, far])
chest = level.put("toy_chest", width=0.52, height=0.4).on(ground, x=1.17)
hook = level.put("anchor").at(2.4, 2.6)
level.put("anchor").at(1.7, 2.2)
level.put("anchor").at(3.1, 2.2)
weight = level.give("weight", "The weight is drawn far aside, to the right.").at(3.9, 2.2)
level.no_build(0.0, 0.0, 3.6, 5.0)
level.no_build(4.05, 0.0, 5.9, 5.0)
level.tie(hook, weight, hint="A rope from the highest hook to the weight.", given=True)
level.goal("The big crate lies in the chest", when.contained(cargo, chest))
mast(level, 0.3, 1.1, 2.62, 0.2)
jib(level, 2.72, 0.1, 4.3, 0.12)
for x in (1.7, 3.1):
    frame(level, x, 2.45, 0.03, 0.38)
stand(level, "plant", bank, 5.78, 0.5)
stand(level, "lamp", bank, 5.12, 0.6)
level.put("scenery", look="clock", size=0.7).at(4.6, 2.1)
level.par(parts=2, seconds=7.0)
level.save()

"""Write the level 'Cargo': a bucket that fills with boules is the counterweight that opens the way to the fireworks."""

from _quay import container, frame, jib, mast, stand

from sandbox.authoring import Level, when

level = Level(
    "Cargo",
    text="One boule lifts nothing. The crate must board all the same: no crate, no fireworks for the crane men.",
    insight="A counterweight may arrive in small change: a bucket collects it.",
    width=6.0,
    height=3.0,
    scene="harbour",
    rules=2,
)
ground = level.room()
tower = container(level, 0.0, 0.75, 2.1, "blue")
chute = level.put("inclined_plane", width=0.85, height=0.12).on(tower, x=0.425)
for number in range(6):
    level.put("petanque_boule").on(chute, x=0.06 + 0.085 * number)
quay = container(level, 1.6, 4.45, 0.9, "green")
slope = level.put("inclined_plane", width=1.3, height=0.16).on(quay, x=2.25)
weight = level.put("weight", mass=3.0).on(slope, x=2.15)
level.put("basketball").on(slope, x=1.85)
container(level, 2.275, 2.435, 3.0, "red", y0=1.24)
for number in range(5):
    level.put("domino").on(quay, x=3.2 + 0.16 * number)
button = level.put("button", mode="hold", hold=1.0).on(quay, x=4.1)
hook = level.put("release_hook").at(4.72, 2.5)
cargo = level.put("crate", width=0.26, height=0.26).at(4.71, 1.7)
level.tie(hook, cargo)
level.join("wire", button, hook.signal)
level.put("conveyor", width=0.6, speed=0.15).at(4.79, 0.8)
plate = level.put("pressure_plate", width=0.4).on(ground, x=5.29)
pontoon = container(level, 5.52, 6.0, 1.0, "white")
rockets = [
    level.put("firework", show=show, rise=rise).on(pontoon, x=x)
    for x, show, rise in ((5.62, "star", 0.3), (5.76, "ring", 0.22), (5.9, "willow", 0.26))
]
for rocket in rockets:
    level.join("wire", plate, rocket.signal)
level.no_build(2.28, -1.0, 8.0, 5.0)
level.no_build(-1.0, -1.0, 2.28, 0.1)  # a bucket that falls out of the room pulls as well
near = level.put("pulley").at(1.2, 2.8)
far = level.put("pulley").at(2.15, 2.8)
bucket = level.give("bucket", "The bucket hangs where the boules come down.", width=0.36).at(1.2, 1.6)
level.spare("basket")
level.tie(bucket, weight, via=[near, far], hint="From the bucket over both wheels to the weight.")
level.goal("The crate lies on the plate", when.inside(cargo, 5.09, 0.1, 5.52, 0.6))
level.goal("All three fireworks go off", when.all(*(when.state(rocket, "exploded") for rocket in rockets)))
jib(level, 2.9, 0.9, 2.25, 0.16)
jib(level, 2.64, 2.46, 5.1, 0.14)
for x in (4.6, 4.98):
    frame(level, x, 0.42, 0.1, 0.64)
mast(level, 3.1, 0.9, 2.57, 0.18)
stand(level, "plant", quay, 4.33, 0.5)
level.put("scenery", look="clock", size=0.7).at(3.95, 2.2)
level.par(parts=2, seconds=9.3)
level.save()

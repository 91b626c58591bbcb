"""Write the level 'Drawbridge': a falling ball pulls blades up to the rope, over the bridge a ball works a striker."""

from _quay import SQUARE, container, frame, jib, stand

from sandbox.authoring import Level, when

level = Level(
    "Drawbridge",
    text="The bridge is up, the keeper at lunch. The air around his rope is locked: no blades! Then try your strength.",
    insight="What can't be put in its place can be pulled there by a rope.",
    width=6.0,
    height=3.2,
    scene="harbour",
    rules=2,
)
ground = level.room()
quay = container(level, 0.0, 1.75, 1.4, "blue")
slope = level.put("inclined_plane", width=1.7, height=0.1).on(quay, x=0.86)
soccer = level.put("soccer_ball").on(slope, x=0.26)
bridge = level.put(
    "polygon", outline=SQUARE, width=1.4, height=0.06, body="pinned", stuff="wood", mass=4.0, pin_x=-0.68
)
bridge.named("the bridge").at(1.9464, 2.0651).turned(78)
hook = level.put("anchor").at(0.4, 2.5)
level.tie(hook, bridge.point(0.5, 0.0))
left = level.put("pulley").at(1.1, 2.95)
right = level.put("pulley").at(3.0, 2.95)
bank = container(level, 3.0, 4.2, 1.1, "green")
hump = level.put("inclined_plane", width=0.5, height=0.08).flipped().on(bank, x=3.45)
cannon = level.put("cannon_ball").on(hump, x=3.6)
plate = level.put("pressure_plate", width=0.42, mass=0.2).on(ground, x=4.45)
pier = container(level, 4.7, 6.0, 0.4, "white")
flap = level.put("trap_door", width=0.36, mass=20.0).at(4.98, 1.75)
level.join("wire", plate, flap.signal)
level.put("bowling_ball").on(flap, x=4.98)
board = level.put("seesaw", width=1.1, tilt=10.0).on(pier, x=5.36)
for x, y, high in ((4.73, 0.95, 1.1), (5.6, 1.25, 0.96), (5.95, 1.25, 0.96)):
    level.put("wall", width=0.06, height=high).at(x, y)
puck = (
    level.put(
        "polygon", outline=SQUARE, width=0.22, height=0.14, body="upright", stuff="wood", colour="orange", mass=0.6
    )
    .named("the puck")
    .on(board, x=5.775)
)
light = level.put("bumper").at(5.775, 1.88)
level.no_build(0.2, 2.38, 2.4, 5.0)
level.no_build(2.9, 0.0, 6.0, 5.0)
shears = level.give("shears", "Upright, its blades down, below the wheel on the left.", loose=True).at(1.1, 2.05)
shears.turned(-90)
level.spare("scissors")
level.tie(cannon, shears.grips, via=[right, left], hint="From the iron ball over both wheels to its grips.")
load = container(level, 3.45, 4.4, 2.5, "orange", y0=2.12)
for x in (3.6, 4.25):
    frame(level, x, 2.74, 0.03, 0.46)
jib(level, 3.05, 0.3, 5.9, 0.16)
frame(level, 5.775, 2.47, 0.03, 0.98)
stand(level, "lamp", quay, 0.12, 0.7)
stand(level, "plant", ground, 2.8, 0.6)
level.goal("The puck strikes the bumper, and it lights up", when.state(light, "lit"))
level.par(parts=2, seconds=6.7)
level.save()

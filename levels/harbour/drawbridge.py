"""Write the level 'Drawbridge': the blades hang on a rope, and a falling ball pulls them up to the one to be cut."""

from _quay import SQUARE, container, frame, jib, stand

from sandbox.authoring import Level, when

level = Level(
    "Drawbridge",
    text="The bridge is up, and the bridge keeper is at lunch. He has locked the air around his rope, too: no blades!",
    insight="What can't be put in its place can be pulled there by a rope.",
    width=4.8,
    height=3.2,
    scene="harbour",
)
ground = level.room()
quay = container(level, 0.0, 1.75, 1.4, "blue")
slope = level.put("inclined_plane", width=1.7, height=0.15).on(quay, x=0.86)
soccer = level.put("soccer_ball").on(slope, x=0.3)
bridge = level.put(
    "polygon", outline=SQUARE, width=1.4, height=0.06, body="pinned", stuff="wood", mass=4.0, pin_x=-0.68
)
bridge.at(1.9464, 2.0651).turned(78)
hook = level.put("anchor").at(0.4, 2.5)
level.tie(hook, bridge.point(0.5, 0.0))
left = level.put("pulley").at(1.1, 2.95)
right = level.put("pulley").at(3.0, 2.95)
bank = container(level, 3.0, 4.8, 1.1, "green")
hump = level.put("inclined_plane", width=0.5, height=0.08).flipped().on(bank, x=3.45)
cannon = level.put("cannon_ball").on(hump, x=3.6)
goal = level.put("goal", width=0.65, height=0.8).on(bank, x=4.45)
level.no_build(0.2, 2.38, 2.4, 5.0)
shears = level.give("shears", "Upright, its blades down, below the wheel on the left.", loose=True).at(1.1, 2.05)
shears.turned(-90)
level.tie(cannon, shears.grips, via=[right, left], hint="From the iron ball over both wheels to its grips.")
load = container(level, 3.55, 4.65, 2.5, "orange", y0=2.08)
for x in (3.7, 4.5):
    frame(level, x, 2.74, 0.03, 0.46)
jib(level, 3.05, 0.3, 4.7, 0.16)
stand(level, "lamp", quay, 0.12, 0.7)
stand(level, "plant", bank, 4.0, 0.6)
level.goal("The soccer ball is in the goal", when.contained(soccer, goal))
level.par(parts=2, seconds=6.0)
level.save()

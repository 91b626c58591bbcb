"""Trapeze: the bowling ball is to strike at the bottom of its swing, and the pillow is no help."""

from _ring import dress

from sandbox.authoring import Level, when

level = Level(
    "Trapeze",
    text="The bowling ball's first evening on the trapeze, and nobody hung it up. The management has sent a pillow.",
    insight="What swings on a rope is lowest and fastest right under its anchor: that is where it should strike.",
    width=5.0,
    height=3.1,
    scene="circus",
    rules=2,
)
ground = level.room()
slide = level.put("ramp", width=1.5, height=0.15).flipped().at(1.15, 2.42)
belt = level.put("conveyor", width=1.0, speed=-1.0).at(2.45, 2.66)
cue = level.put("tennis_ball").on(belt, x=2.8)
sill = level.put("floor", width=0.5, height=0.06).at(0.25, 2.2)
button = level.put("button").on(sill, x=0.22)
flap = level.put("trap_door", width=0.5, mass=20.0).at(0.8, 1.7)
level.join("wire", button, flap)
artist = level.put("bowling_ball").on(flap, x=0.8)
lane = level.put("floor", width=0.85, height=0.1).at(2.835, 0.75)
drummer = (
    level.put("custom_ball", radius=0.17, mass=2.0, restitution=0.1, colour="red")
    .on(lane, x=2.46)
    .named("the red ball")
)
hill = level.put("inclined_plane", width=0.45, height=0.2).flipped().at(3.035, 0.9)
level.put("inclined_plane", width=1.5, height=0.5).flipped().at(4.25, 0.35)
level.put("wall", width=0.08, height=0.6).at(2.45, 0.4)
pins = [level.put("bowling_pin").on(ground, x=x) for x in (2.9, 3.08, 3.26)]

dress(
    level,
    ("bunting", 0.8, 2.93, 1.5), ("bunting", 2.5, 2.93, 1.5), ("bunting", 4.15, 2.93, 1.5), ("poster", 3.65, 1.9, 1.1),
    ("poster", 4.55, 1.5, 1.2), ("star", 4.15, 2.2, 0.7), ("star", 1.5, 0.95, 0.8), ("poster", 0.35, 1.15, 1.1),
    ("drum", 0.8, 0.33, 1.5), ("drum", 0.8, 0.7, 1.0), ("lamp", 0.25, 0.35), ("plant", 1.5, 0.34, 0.9),
    ("balloons", 3.6, 0.95, 1.2),
)  # fmt: skip

hook = level.give("anchor", "Above the spot where the red ball is to be struck.").at(2.1, 2.35)
level.tie(artist, hook, hint="The bowling ball hangs from it.")
level.spare("pillow")
down = (when.latched(when.turned(pin, 0.9)) for pin in pins)
level.goal("All three pins fall", when.all(*down))
level.goal("The red ball lies at the foot of the slope", when.inside(drummer, 2.5, 0.1, 4.0, 0.65))
level.par(parts=2, seconds=8.1)
level.save()

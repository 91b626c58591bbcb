"""Faster than he: a ball that outruns the penguin switches off what waits for him."""

from _rink import floe, hang, stand

from sandbox.authoring import Level, when

level = Level(
    "Faster than he",
    text="Somebody has left the ice saw running, right across his way. He is not fast, but he does not stop either.",
    insight="The slow one gets through if a fast one has gone ahead and cleared the way.",
    width=5.4,
    height=2.8,
    scene="rink",
    rules=2,
)
ground = level.room()
ice = floe(level, 0.0, 3.8, 0.6)
slot = floe(level, 3.8, 4.01, 0.2)
far = floe(level, 4.01, 5.4, 0.6)
saw = level.put("saw", radius=0.1).at(3.905, 0.51)
penguin = level.put("walker").on(ice, x=0.9)
door = level.put("door").on(far, x=5.0)
upper = floe(level, 0.0, 2.1, 1.8, 1.55)
slide = level.put("inclined_plane", width=1.0, height=0.25).on(upper, x=0.5)
ball = level.put("soccer_ball").on(slide, x=0.15)
shaft = [level.put("wall", width=0.08, height=0.5).at(x, 1.3) for x in (2.06, 2.84)]
level.put("floor", width=0.86, height=0.08).at(2.45, 1.09)
lower = floe(level, 2.8, 5.4, 1.55, 1.3)
stand(
    level,
    ("plant", ice, 0.2, 0.9),
    ("arrow", ice, 1.75, 0.9),
    ("lamp", far, 5.28, 0.9),
    ("drum", lower, 3.3, 0.7),
    ("books", upper, 1.5, 0.6),
)
hang(
    level,
    ("bunting", 0.9, 2.6, 1.5),
    ("bunting", 2.4, 2.6, 1.5),
    ("bunting", 3.9, 2.6, 1.5),
    ("poster", 4.35, 2.1, 0.8),
    ("clock", 3.2, 0.95, 0.7),
)
button = level.put("button").turned(90).left_of(level.right_wall, y=1.66)
ramp = level.give("ramp", "Over the hole in the gallery.", width=1.0, height=0.25).at(2.55, 1.7)
level.join("wire", button, saw.signal, given=True, hint="From the button at the end of the gallery to the saw.")
level.no_build(2.1, 0.6, 5.0, 1.29)
level.goal("The penguin is at his door", when.state(door, "saved"))
level.fails("The penguin has come to grief", when.state(penguin, "dead"))
level.par(parts=2, seconds=10.5)
level.save()

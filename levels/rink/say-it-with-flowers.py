"""Say it with flowers: a butterfly flies straight to the nearest one, so flowers draw its line."""

from _rink import floe, hang, stand

from sandbox.authoring import Level, when

level = Level(
    "Say it with flowers",
    text="The warden locked the penguin in, and went. The lock is a beam of light, and only a butterfly flies here.",
    insight="It flies straight to the nearest flower: with a flower you draw its way.",
    width=5.0,
    height=2.9,
    scene="rink",
    rules=2,
)
ground = level.room()
ice = floe(level, 0.0, 5.0, 0.3)
flap = level.put("trap_door", width=0.3, mass=20.0, stays=True).at(1.4, 1.0)
pen = floe(level, 0.0, 1.188, 1.014, 0.85)
yard = floe(level, 1.612, 2.66, 1.014, 0.85)
level.put("wall", width=0.1, height=0.75).on(yard, x=2.6)
level.put("wall", width=0.1, height=0.75).at(2.6, 2.525)
lock = level.put("light_gate", width=0.37).turned(90).at(2.6, 1.96)
level.join("wire", lock, flap)
butterfly = level.put("butterfly").at(0.4, 1.75)
penguin = level.put("walker").flipped().on(pen, x=1.0)
bed = level.put("flower").on(ice, x=4.8)
door = level.put("door").on(ice, x=4.3)
shelf = level.put("floor", width=1.4, height=0.08).at(4.0, 1.7)
stand(
    level,
    ("lamp", pen, 0.13, 0.9),
    ("plant", yard, 2.2, 0.8),
    ("arrow", ice, 3.1, 0.9),
    ("train", ice, 0.5, 0.8),
    ("blocks", ice, 2.1, 0.7),
    ("plant", shelf, 4.5, 0.6),
)
hang(
    level,
    ("bunting", 0.9, 2.7, 1.4),
    ("bunting", 3.6, 2.7, 1.4),
    ("clock", 1.5, 2.3, 0.8),
    ("poster", 4.2, 2.2, 0.7),
    ("star", 3.3, 1.3, 0.7),
)
flower = level.give("flower", "Nearer than the other, and straight through the beam.", turns=False).at(3.6, 1.95)
level.goal("The penguin is at his door", when.state(door, "saved"))
level.goal("The butterfly is at a flower", when.state(butterfly, "arrived"))
level.fails("The butterfly is hurt", when.state(butterfly, "dead"))
level.par(parts=1, seconds=13.5)
level.save()

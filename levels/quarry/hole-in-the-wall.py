"""Hole in the wall: a wall may be a door, and a belt may bring its key."""

from _pit import hang, rock, scaffold, stand

from sandbox.authoring import Level, when

level = Level(
    "Hole in the wall",
    text="The plan says that the belt goes straight on here. The wall has not read the plan.",
    insight="A wall may be a door: what it takes is a charge close by, and somebody to call it.",
    width=5.2,
    height=2.9,
    scene="quarry",
    rules=2,
)
ground = level.room()
edge = rock(level, 0.0, 0.9, 0.8)
base = rock(level, 0.9, 3.9, 0.8)
belt = level.put("conveyor", width=1.8).on(base, x=1.83)
crate = level.put("crate", width=0.26, height=0.26).on(belt, x=1.15)
stop = rock(level, 0.72, 0.9, 1.4, 0.8)
wall = level.put("brittle_wall", width=0.2, height=0.75).at(2.75, 1.34)
level.put("conveyor", width=1.1).on(base, x=3.31)
roof = rock(level, 2.55, 3.9, 2.2, 1.72)
chest = level.put("toy_chest", width=0.9, height=0.6).on(ground, x=4.4)
quarry_top = rock(level, 0.0, 0.9, 2.0, 1.8)
slope = level.put("inclined_plane", width=0.8, height=0.12).on(quarry_top, x=0.4)
boule = level.put("petanque_boule").on(slope, x=0.1)
shelf = level.put("floor", width=0.5, height=0.08).at(1.45, 1.6)
button = level.put("button").on(shelf, x=1.3)
scaffold(level, 3.95, 5.1, 1.2, 2.55)
stand(
    level,
    ("lamp", quarry_top, 0.8, 0.7),
    ("plant", roof, 2.8, 0.8),
    ("train", roof, 3.4, 0.9),
    ("drum", edge, 0.36, 0.8),
)
hang(
    level, ("window", 4.5, 1.95, 0.9), ("poster", 0.45, 1.35, 0.8), ("arrow", 2.1, 0.55, 0.8), ("clock", 2.05, 2.3, 0.8)
)
charge = level.give("dynamite", "On the belt, or at the wall: near it when it goes off.").at(2.2, 1.05)
level.join("wire", button, charge.signal, hint="From the button below the slope to the dynamite.")
level.goal("The crate is in the chest", when.contained(crate, chest))
level.par(parts=2, seconds=9.5)
level.save()

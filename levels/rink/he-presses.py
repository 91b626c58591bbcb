"""He presses: a penguin who bumps into a button has pressed it, and turns round as well."""

from _rink import floe, hang, stand

from sandbox.authoring import Level, when

level = Level(
    "He presses",
    text="There is a hole in the ice, and what would fill it hangs above. A penguin has no hands, but a belly.",
    insight="Whoever bumps into a button has pressed it: put it where he has to turn round anyway.",
    width=4.8,
    height=2.7,
    scene="rink",
    rules=2,
)
ground = level.room()
ice = floe(level, 0.0, 3.0, 0.7)
hole = floe(level, 3.0, 3.36, 0.4)
far = floe(level, 3.36, 4.8, 0.7)
hook = level.put("release_hook").at(3.18, 2.2)
crate = level.put("crate").at(3.18, 1.5)
level.tie(hook, crate)
penguin = level.put("walker").flipped().on(ice, x=1.3)
door = level.put("door").on(far, x=4.4)
stand(
    level,
    ("plant", ice, 0.3, 1.0),
    ("arrow", ice, 2.4, 0.9),
    ("drum", far, 3.85, 0.8),
    ("lamp", far, 4.65, 0.9),
    ("train", ice, 1.0, 0.6),
)
hang(
    level,
    ("window", 0.9, 1.75, 1.0),
    ("bunting", 2.0, 2.5, 1.5),
    ("balloons", 4.1, 2.0, 1.1),
    ("poster", 1.9, 0.38, 0.5),
)
button = level.give("button", "At the wall, as high as his belly.").turned(-90).at(0.05, 0.85)
level.join("wire", button, hook.signal, hint="From the button to the hook that holds the crate.")
level.spare("styrofoam_block", width=0.2, height=0.12)
level.goal("The penguin is at his door", when.state(door, "saved"))
level.fails("The penguin has come to grief", when.state(penguin, "dead"))
level.par(parts=2, seconds=14.5)
level.save()

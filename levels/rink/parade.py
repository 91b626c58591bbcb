"""Parade: three penguins on three floors, and each makes the way for the next."""

from _rink import floe, hang, stand

from sandbox.authoring import Level, when

level = Level(
    "Parade",
    text="Three penguins are late for the parade. Each of them would get home, if the one above knew what he is doing.",
    insight="What one does in passing is what the next is waiting for.",
    width=5.2,
    height=3.7,
    scene="rink",
    rules=2,
)
ground = level.room()
# The upper floor: to the button at the right, back over the gap, home at the left.
home = floe(level, 0.0, 1.1, 2.55, 2.3)
upper_ledge = floe(level, 1.8, 2.0, 2.55, 2.3)
upper = floe(level, 2.0, 5.2, 2.6, 2.3)
first = level.put("walker").on(upper, x=3.3)
doors = [level.put("door").on(home, x=0.35)]
# The middle floor: away from the edge at the left, over the hole, across the mat.
middle = floe(level, 0.6, 2.85, 1.5, 1.1)
floe(level, 2.85, 3.21, 1.24, 1.1)
beyond = floe(level, 3.21, 5.2, 1.5, 1.1)
hook = level.put("release_hook").at(3.03, 2.2)
crate = level.put("crate", width=0.26, height=0.26).at(3.03, 1.93)
level.tie(hook, crate)
second = level.put("walker").flipped().on(middle, x=1.7)
mat = level.put("pressure_plate", width=0.3, mass=1.0).on(beyond, x=3.9)
doors.append(level.put("door").on(beyond, x=4.75))
# The lower floor: past the saw, once it stands.
floe(level, 0.0, 1.3, 0.4)
floe(level, 1.3, 1.51, 0.2)
lower = floe(level, 1.51, 5.2, 0.4)
saw = level.put("saw", radius=0.1).at(1.405, 0.31)
latch = level.put("gate", rule="latch").at(2.4, 0.85)
level.join("wire", mat, latch.a)
level.join("wire", latch.out, saw.signal)
third = level.put("walker").on(lower, x=3.7)
doors.append(level.put("door").on(ground, x=0.4).at(0.4, 0.6205))
stand(
    level,
    ("lamp", home, 0.12, 0.8),
    ("plant", upper, 4.4, 0.8),
    ("teddy", middle, 2.2, 0.7),
    ("arrow", beyond, 4.3, 0.7),
    ("drum", lower, 3.2, 0.7),
    ("blocks", lower, 4.7, 0.6),
    ("plant", upper, 2.5, 0.7),
)
hang(
    level,
    ("bunting", 0.9, 3.5, 1.4),
    ("bunting", 2.4, 3.5, 1.4),
    ("bunting", 3.9, 3.5, 1.4),
    ("balloons", 4.85, 3.4, 0.8),
    ("star", 1.45, 3.0, 0.7),
    ("poster", 0.3, 1.4, 0.8),
)
button = level.give("button", "Where the first one has to turn round.").turned(90).at(5.15, 2.75)
level.join("wire", button, hook.signal, hint="To the hook with the crate.")
level.give("bar", "Over the gap of the upper floor.").at(1.45, 2.6)
level.give("crate", "Where the second one has to turn round.").at(0.85, 1.7)
level.spare("styrofoam_block")
for door, words in zip(doors, ("first", "second", "third"), strict=True):
    level.goal(f"The {words} penguin is at his door", when.state(door, "saved"))
for walker in (first, second, third):
    level.fails("A penguin has come to grief", when.state(walker, "dead"))
level.par(parts=4, seconds=17.0)
level.save()

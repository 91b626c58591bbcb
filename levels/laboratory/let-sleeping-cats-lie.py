"""Write the open level 'Let sleeping cats lie': a caged mouse, a dark lamp, a cat that must hear nothing."""

from _bench import dress, rack, sign

from sandbox.authoring import Level, when

level = Level(
    "Let sleeping cats lie",
    text="First the lamp: nobody lets a mouse out in the dark. Then out of the cage with it, to its supper and home. "
    "The cat is not to hear of it.",
    insight="A noise has a reach, and a light can be seen: each can start the next thing, and wake nobody else.",
    width=6.2,
    height=3.6,
    scene="laboratory",
    rules=2,
    open=True,
)
ground = level.room()
loft = level.put("floor", width=2.0, height=0.08).at(1.0, 1.7)
hamster = level.put("hamster_wheel", time=20.0, torque=3.0).on(loft, x=0.5)
shelf = level.put("floor", width=1.1, height=0.08).at(3.3, 1.7)
cushion = level.put("floor", width=0.7, height=0.08).on(shelf, x=3.3)
cat = level.put("cat", asleep=True).on(cushion, x=3.3)
bracket = level.put("floor", width=0.5, height=0.06).at(2.3, 2.6)
clock = level.put("timer", mode="clock", time=3.0).on(bracket, x=2.3)
ceiling = level.put("floor", width=1.0, height=0.08).at(4.5, 2.75)
lamp = level.put("lamp").under(ceiling, x=4.5)
generator = level.put("generator").on(loft, x=1.8)
level.join("cable", generator.socket, lamp.plug)
mouse = level.put("mouse").flipped().on(ground, x=5.3)
cage = level.put("cage").on(ground, x=5.3)
hole = level.put("mouse_hole").on(ground, x=1.8)
level.put("fixed_block", width=0.5, height=0.5).on(ground, x=0.9)
rack(level, 0.6, 3.0, 0.8, 0.6)
sign(level, "QUIET PLEASE", 3.3, 3.3, "red")
sign(level, "NIGHT SHIFT", 0.8, 1.2, "green")
dress(
    level,
    ("plant", 0.3, ground, 0.9), ("books", 0.9, 0.68, 0.8), ("lamp", 2.6, ground, 0.9), ("clock", 5.5, 2.5, 0.8),
    ("teddy", 5.95, ground, 0.8), ("books", 1.3, loft, 0.6), ("poster", 2.4, 1.1, 0.8), ("window", 5.0, 1.7, 0.9),
    ("drawing", 4.0, 1.2, 0.7),
)  # fmt: skip

level.goal("The mouse is back in its hole", when.state(hole, "home"))
level.goal("The lamp shines", when.state(lamp, "on"))
level.fails("The cat is awake", when.state(cat, "awake"))
dark = when.all(when.not_(when.state(lamp, "on")), when.inside(mouse, 2.1, 0.1, 4.9, 0.5))
level.fails("The mouse is out in the dark", dark)
level.fails("The mouse has come to grief", when.state(mouse, "dead"))

# The author's own way: a bell only the hamster hears; his light opens a hook, and a weight lifts the cage.
bell = level.give("bell").at(0.35, 3.1)
level.join("wire", clock.out, bell.signal)
level.join("belt", hamster, generator, given=True)
eye = level.give("photocell").flipped().at(5.2, 2.45)
hook = level.give("release_hook").at(5.8, 2.85)
level.join("wire", eye, hook.signal)
wheel = level.give("pulley", radius=0.2).at(5.52, 2.1)
heavy = level.give("weight", mass=5.0).at(5.8, 1.7)
level.tie(hook.hook, heavy.ring)
level.tie(cage.ring, heavy.ring, via=[wheel])
level.give("cheese").on(ground, x=3.5)
level.spare("belt")
level.spare("pulley", radius=0.2)
level.spare("winch", radius=0.15)
level.spare("fan")
level.spare("windmill")
level.spare("scissors")
level.spare("bone")
level.clues(
    goal="The lamp first: once it shines, it can be seen, and what can be seen can let something go.",
    family="Turning: somebody strong sleeps up on the left, as far from the cat as a noise has to be.",
    piece=eye,
)
level.aim("Let the hamster sleep, too", without="bell")
level.aim("Without the photocell", without="photocell")
level.aim("A chain of nine", chain=9)
level.par(parts=11, seconds=10.5)
level.save()

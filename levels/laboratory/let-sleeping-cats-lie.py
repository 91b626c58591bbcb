"""Write the open level 'Let sleeping cats lie': a cat asleep in its basket, between a mouse, a dark lamp and supper."""

from _bench import dress, rack, sign

from sandbox.authoring import Level, when

level = Level(
    "Let sleeping cats lie",
    text="Supper beyond the cat's basket, then home; but first the lamp: no mouse sets out in the dark. Down here the "
    "cat is to hear nothing.",
    insight="A bed that is lifted by both its ends keeps its sleeper; a light can be seen, so it can start the next.",
    width=6.2,
    height=3.6,
    scene="laboratory",
    rules=3,
    open=True,
)
ground = level.room()
loft = level.put("floor", width=2.0, height=0.08).at(1.0, 1.7)
hamster = level.put("hamster_wheel", time=20.0, torque=0.2).on(loft, x=0.5)
generator = level.put("generator", speed=30.0).on(loft, x=1.8)
bracket = level.put("floor", width=0.5, height=0.06).at(1.5, 2.75)
clock = level.put("timer", mode="clock", time=3.0).on(bracket, x=1.5)
ceiling = level.put("floor", width=0.7, height=0.08).at(2.3, 3.0)
lamp = level.put("lamp").under(ceiling, x=2.3)
level.join("cable", generator.socket, lamp.plug)
basket = level.put("basket", width=0.7, height=0.3).on(ground, x=3.2)
cat = level.put("cat", asleep=True).inside(basket)
mouse = level.put("mouse").flipped().on(ground, x=4.1)
hole = level.put("mouse_hole").on(ground, x=1.3)
level.put("fixed_block", width=0.5, height=0.5).on(ground, x=0.4)
rack(level, 0.6, 3.0, 0.8, 0.6)
sign(level, "QUIET PLEASE", 3.2, 3.3, "red")
sign(level, "NIGHT SHIFT", 0.8, 1.2, "green")
dress(
    level,
    ("plant", 5.9, ground, 0.9), ("books", 0.4, 0.68, 0.8), ("lamp", 2.1, ground, 0.9), ("clock", 5.6, 2.6, 0.8),
    ("teddy", 5.4, ground, 0.8), ("books", 1.3, loft, 0.6), ("poster", 2.2, 1.3, 0.8), ("window", 5.3, 1.7, 0.9),
    ("drawing", 4.1, 1.3, 0.7),
)  # fmt: skip

level.goal("The mouse is back in its hole", when.state(hole, "home"))
level.goal("The lamp shines", when.state(lamp, "on"))
low = when.all(when.state(cat, "awake"), when.inside(cat, 2.5, 0.1, 3.9, 0.65))
level.fails("The cat is awake and near the floor", low)
dark = when.all(when.not_(when.state(lamp, "on")), when.inside(mouse, 1.5, 0.1, 4.08, 0.5))
level.fails("The mouse is out in the dark", dark)
level.fails("The mouse has come to grief", when.state(mouse, "dead"))

# The author's own way: a bell for the hamster; his light opens a hook, and a weight lifts the cat in its basket by both
# ends, for lifted by one it wakes. The clock alone opens the hook before the lamp shines. A hop at the end of the fall
# may wake the cat, but up there it reaches nobody.
bell = level.give("bell").at(0.5, 2.6)
level.join("wire", clock.out, bell.signal)
level.join("belt", hamster, generator, given=True)
eye = level.give("photocell").flipped().at(3.1, 2.75)
hook = level.give("release_hook").at(5.4, 2.6)
level.join("wire", eye, hook.signal)
middle = level.give("pulley").at(3.2, 2.2)
last = level.give("pulley").at(5.3, 2.2)
heavy = level.give("weight", mass=8.0).at(5.4, 1.2)
level.tie(hook.hook, heavy.ring)
level.tie(basket.left, heavy.ring, via=[middle, last])
level.tie(basket.right, heavy.ring, via=[middle, last])
level.give("cheese").on(ground, x=2.45)
level.spare("tacho")
level.spare("belt")
level.spare("trap_door", mass=12.0)
level.spare("winch")
level.spare("pulley")
level.clues(
    goal="The lamp first: once it shines, it can be seen, and what can be seen can let something go.",
    family="Ropes: the basket has a handle at each end, and who is lifted by one of them only rolls over and wakes.",
    piece=eye,
)
level.aim("Without the photocell", without="photocell")
level.aim("Without the hook", without="release_hook")
level.aim("A chain of nine", chain=9)
level.par(parts=13, seconds=9.5)
level.save()

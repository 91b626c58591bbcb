"""Write the level 'Once is not enough': a clock makes one push into many."""

from _yard import dress, plan, sign

from sandbox.authoring import Level, when

level = Level(
    "Once is not enough",
    text="Three crates are to be loaded. The glove is strong, willing and forgetful: it has to be told each time.",
    insight="A clock turns one push into as many as you need.",
    width=4.6,
    height=2.9,
    scene="signalbox",
)
ground = level.room()
desk = level.put("fixed_block", width=1.26, height=0.9).on(ground, x=1.67)
crates = [level.put("crate", width=0.2, height=0.2).at(1.6, 1.1005 + 0.2005 * number) for number in range(3)]
for x in (1.46, 1.74):
    level.put("wall", width=0.06, height=1.1).at(x, 1.84)
glove = level.put("boxing_glove", reach=0.35).at(1.1, 1.13)
slide = level.put("ramp", width=0.7, height=0.12).at(0.43, 1.2)
level.put("tennis_ball").on(slide, x=0.12)
belt = level.put("conveyor", width=1.0, speed=0.5).at(2.85, 0.9)
chest = level.put("basket", width=0.9, height=0.6).on(ground, x=3.95)
level.no_build(0.0, 0.9, 2.4, 1.7)

clock = level.give("timer", "A clock that never tires, anywhere.", mode="clock", time=3.0).at(0.5, 2.0)
level.spare("timer")
level.join("wire", clock.out, glove, hint="From the clock to the glove.")
level.goal("All three crates lie in the basket", when.all(*(when.contained(crate, chest) for crate in crates)))
level.par(parts=2, seconds=9.0)

plan(level, 3.4, 1.95, 1.4, 0.6)
sign(level, "3 TO LOAD", 3.4, 2.5)
dress(
    level,
    ("lamp", 0.3, ground, 1.0), ("books", 0.72, ground, 0.8), ("window", 0.7, 2.35, 1.1), ("train", 2.9, ground, 1.2),
    ("plant", 2.55, ground, 0.7), ("poster", 4.3, 1.45, 1.0), ("bunting", 1.6, 2.7, 1.3), ("drawing", 2.15, 2.1, 0.8),
)  # fmt: skip
level.save()

"""Write the level 'In the lee': a flame that the storm blows out burns behind a crate."""

from _rocks import hang, ladder, rock, stand

from sandbox.authoring import Level, when

level = Level(
    "In the lee",
    text="The window will not shut, and the storm blows out every spark. The mouse would like its cheese before dawn.",
    insight="A flame needs a windbreak, and anything that stands in the wind is one.",
    width=5.8,
    height=3.1,
    scene="lighthouse",
    rules=2,
)
ground = level.room()
pier = rock(level, 0.1, 0.9, 1.1)
storm = level.put("fan", reach=3.2).on(pier, x=0.5)
belt = level.put("conveyor", width=1.0, speed=0.6).at(1.75, 2.55)
striker = level.put("cannon_ball").on(belt, x=1.8)
cliff = rock(level, 1.5, 2.95, 1.15)
flint = level.put("flint", burns=5.0).on(cliff, x=2.55)
level.put("fixed_block", width=0.08, height=0.12).on(cliff, x=2.88)
hook = level.put("anchor").at(2.25, flint.y + 0.024)
near = level.put("pulley").at(3.05, flint.y - 0.036)
anvil = level.put("weight", mass=8.0).at(3.11, 0.8)
level.tie(hook, anvil, via=[near])
top = level.put("pulley").at(3.3, 2.3)
over = level.put("pulley").at(4.2, 2.3)
cage = level.put("cage", width=0.45, height=0.4).on(ground, x=4.2)
level.tie(anvil, cage, via=[top, over])
mouse = level.put("mouse").on(ground, x=4.15)
cheese = level.put("cheese").on(ground, x=5.0)
hole = level.put("mouse_hole").on(ground, x=5.5)
ladder(level, 0.25, 1.15, 2.9)
hang(level, "window", 0.75, 2.1, 1.4)
hang(level, "star", 2.9, 2.8, 0.7)
hang(level, "star", 3.8, 2.7, 0.9)
hang(level, "star", 5.2, 2.75, 0.8)
hang(level, "clock", 5.1, 1.9, 0.9)
hang(level, "window", 2.3, 2.05, 0.8)
stand(level, "lamp", ground, 1.2, 1.2)
stand(level, "books", ground, 3.65, 0.8)
stand(level, "lamp", ground, 4.65, 1.1)
stand(level, "plant", cliff, 2.12, 0.5)
level.give("crate", "On the cliff, between the window and the flint.").on(cliff, x=1.75)
level.goal("The mouse is at home in its hole", when.state(hole, "home"))
level.par(parts=1, seconds=7.3)
level.save()

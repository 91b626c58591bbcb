"""Write the level 'Behind bars': fire travels along a fuse to where no hand and no blade can get."""

from _rocks import hang, ladder, rock, stand

from sandbox.authoring import Level, when

level = Level(
    "Behind bars",
    text="The rope is behind bars, the scissors are not. The candle in there would do, but nobody has lit it.",
    insight="Fire walks along a fuse, through bars and round corners.",
    width=5.2,
    height=3.0,
    scene="lighthouse",
    rules=2,
)
ground = level.room()
belt = level.put("conveyor", width=0.9, speed=0.6).at(0.5, 2.3)
striker = level.put("cannon_ball").on(belt, x=0.7)
ledge = rock(level, 0.8, 1.7, 1.2)
level.put("fixed_block", width=0.08, height=0.18).on(ledge, x=1.64)
shelf = level.put("floor", width=0.7, height=0.06).at(2.15, 1.37)
candle = level.put("candle").on(shelf, x=2.05)
hook = level.put("anchor").at(1.85, 1.65)
wheel = level.put("pulley").at(3.3, 1.58)
anvil = level.put("weight", mass=8.0).at(3.36, 1.25)
level.tie(hook, anvil, via=[wheel])
plinth = level.put("floor", width=0.36, height=0.08).at(3.36, 0.58)
button = level.put("button").on(plinth, x=3.36)
bell = level.put("bell").at(3.95, 1.15)
level.join("wire", button, bell)
bone = level.put("bone").on(ground, x=2.3)
dog = level.put("dog").flipped().on(ground, x=4.85)
level.no_build(1.75, 0.1, 4.2, 2.6)
level.no_build(4.2, -0.6, 5.8, 3.6)  # what is put against the dog pushes him off to his bone
flint = level.give("flint", "Below the end of the belt.").on(ledge, x=1.3)
level.join("fuse", flint, candle, hint="From the tinder to the candle behind the bars.")
level.spare("scissors")
ladder(level, 1.75, 0.1, 2.7, 0.1)
ladder(level, 4.2, 0.1, 2.7, 0.1)
for x in (2.3, 2.85, 3.4, 3.75):
    level.put("backdrop", width=0.04, height=1.3).at(x, 2.0).layered(-1)
hang(level, "window", 2.85, 2.15, 0.9)
hang(level, "star", 0.4, 2.8, 0.7)
hang(level, "star", 4.7, 2.7, 0.8)
hang(level, "clock", 4.7, 2.0, 0.8)
stand(level, "lamp", ground, 0.35, 1.2)
stand(level, "lamp", shelf, 2.4, 0.6)
stand(level, "books", ground, 2.9, 0.7)
stand(level, "drum", ground, 4.5, 0.8)
stand(level, "plant", plinth, 3.5, 0.5)
level.goal("The dog has got his bone", when.state(dog, "fed"))
level.par(parts=2, seconds=13.0)
level.save()

"""Write the level 'Tea time': steam is wind, and a kettle makes it from a spark."""

from _rocks import hang, ladder, rock, stand

from sandbox.authoring import Level, when

level = Level(
    "Tea time",
    text="No wind tonight, says the mill. But the keeper wants his tea anyway, and somebody has put the kettle away.",
    insight="Steam is wind: a kettle over any flame turns a mill.",
    width=5.2,
    height=2.9,
    scene="lighthouse",
    rules=2,
)
ground = level.room()
belt = level.put("conveyor", width=0.9, speed=0.6).at(0.5, 2.2)
striker = level.put("cannon_ball").on(belt, x=0.5)
ledge = rock(level, 0.75, 2.6, 0.9)
flint = level.put("flint", burns=9.0).on(ledge, x=1.2)
mill = level.put("windmill", radius=0.25).at(2.1, 1.26)
jack = level.put("jack_in_the_box", turns=1.0, energy=12.0).on(ground, x=3.3)
level.join("belt", mill, jack)
ball = level.put("soccer_ball").on(jack, x=3.3)
level.put("floor", width=0.5, height=0.06).at(3.25, 1.7).turned(45)
deck = rock(level, 3.8, 5.1, 0.8)
level.give("kettle", "Over the tinder, its spout to the mill.", speed=13.0).at(1.35, 1.1)
button = level.put("button").turned(90).left_of(level.right_wall, y=1.0)
torch = level.put("flashlight", reach=5.0).flipped().at(4.9, 2.3)
level.join("wire", button, torch)
ladder(level, 2.3, 0.9, 1.1, 0.2)
ladder(level, 3.3, 1.75, 2.7, 0.16)
hang(level, "window", 1.5, 2.2, 1.2)
hang(level, "star", 2.7, 2.6, 0.8)
hang(level, "star", 4.0, 2.65, 0.7)
hang(level, "clock", 4.3, 1.8, 0.9)
stand(level, "lamp", ground, 0.4, 1.3)
stand(level, "books", ledge, 0.88, 0.6)
stand(level, "lamp", ground, 2.85, 0.9)
stand(level, "plant", deck, 4.4, 0.6)
stand(level, "books", ground, 3.68, 0.6)
level.goal("The torch shines", when.state(torch, "on"))
level.par(parts=1, seconds=9.5)
level.save()

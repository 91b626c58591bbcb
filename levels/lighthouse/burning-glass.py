"""Write the level 'Burning glass': light that is gathered is fire, at one distance only."""

from _rocks import hang, ladder, rock, stand

from sandbox.authoring import Level, when

level = Level(
    "Burning glass",
    text="The torch shines on the rope all night, and the rope gets a tan. It takes a sharper kind of light.",
    insight="A lens gathers light to fire, but only in one point: its focus has to be where it is to burn.",
    width=5.2,
    height=3.1,
    scene="lighthouse",
    rules=2,
)
ground = level.room()
belt = level.put("conveyor", width=0.8, speed=0.6).at(0.42, 2.4)
boule = level.put("petanque_boule").on(belt, x=0.15)
tower = rock(level, 0.6, 1.3, 1.7815)
torch = level.put("flashlight", reach=5.0).on(tower, x=0.95)
hook = level.put("anchor").at(3.2, 2.9)
anvil = level.put("weight", mass=8.0).at(3.2, 1.25)
level.tie(hook, anvil)
box = level.put("detonator", delay=0.6).on(ground, x=3.2)
gun = level.put("cannon", aim=36.0).flipped().on(ground, x=4.5)
level.join("wire", box, gun)
shore = rock(level, 1.65, 2.5, 0.95)
pins = [level.put("bowling_pin").on(shore, x=x) for x in (1.95, 2.13, 2.31)]
level.give("magnifier", "On the ray, 40 cm before the rope.").at(2.8, 1.85)
down = (when.latched(when.turned(pin, 0.9)) for pin in pins)
ladder(level, 0.45, 0.1, 2.3)
ladder(level, 3.6, 0.1, 2.6)
hang(level, "star", 1.5, 2.8, 0.8)
hang(level, "star", 2.4, 2.6, 0.6)
hang(level, "star", 4.2, 2.85, 0.9)
hang(level, "window", 4.5, 1.6, 1.3)
hang(level, "clock", 2.1, 2.2, 0.8)
stand(level, "lamp", ground, 0.25, 1.2)
stand(level, "drum", ground, 2.8, 0.8)
stand(level, "lamp", ground, 4.95, 1.0)
stand(level, "books", ground, 1.5, 0.6)
level.goal("All three pins fall", when.all(*down))
level.par(parts=1, seconds=7.0)
level.save()

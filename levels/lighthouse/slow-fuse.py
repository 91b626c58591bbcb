"""Write the level 'Slow fuse': the length of the cord is the time."""

from _rocks import hang, ladder, rock, stand

from sandbox.authoring import Level, when

level = Level(
    "Slow fuse",
    text="The mail boat is late tonight, and the mail cannon too quick. Aim is no problem: timing is.",
    insight="A cord burns at its own pace: a detour makes it last longer.",
    width=5.9,
    height=3.2,
    scene="lighthouse",
)
ground = level.room()
belt = level.put("conveyor", width=0.8, speed=0.9).at(0.42, 2.2)
striker = level.put("cannon_ball").on(belt, x=0.4)
ledge = rock(level, 0.6, 1.35, 1.3)
flint = level.put("flint").on(ledge, x=1.0)
cliff = rock(level, 1.4, 2.2, 1.1)
gun = level.put("cannon", aim=30.0, speed=4.0, loaded=False).on(cliff, x=1.75)
shot = level.put("petanque_boule").at(1.837, gun.y + 0.085)
sea = level.put("conveyor", width=3.6, speed=-0.1).at(4.1, 0.3)
boat = level.put("basket", width=0.6, height=0.35).on(sea, x=5.17)
candle = level.give("candle", "High above the flint and the cannon.").at(1.5, 1.75)
level.join("fuse", flint, candle, hint="One cord up to the candle,")
level.join("fuse", candle, gun, hint="one down again to the cannon: seven more seconds.")
ladder(level, 2.6, 0.36, 2.4)
hang(level, "star", 1.2, 2.9, 0.7)
hang(level, "star", 3.2, 2.8, 0.9)
hang(level, "star", 4.6, 2.55, 0.6)
hang(level, "star", 5.4, 2.85, 0.8)
stand(level, "lamp", ground, 0.3, 1.4)
stand(level, "lamp", cliff, 2.12, 0.5)
hang(level, "clock", 3.4, 1.9, 0.9)
hang(level, "window", 0.5, 1.55, 0.9)
for x in (2.9, 3.7, 4.5, 5.3):
    level.put("backdrop", width=0.14, height=0.14).at(x, 0.17).layered(-1)
level.goal("The boule lands in the basket", when.contained(shot, boat))
level.par(parts=3, seconds=11.3)
level.save()

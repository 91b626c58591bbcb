"""Write the level 'Spark': what is struck burns, and what burns through lets go."""

from _rocks import hang, ladder, rock, stand

from sandbox.authoring import Level, when

level = Level(
    "Spark",
    text="The light is out, the matches are wet, and the keeper's iron ball hangs on a rope that nobody can untie.",
    insight="Flint that is struck makes fire, and fire unties any rope.",
    width=5.0,
    height=3.0,
    scene="lighthouse",
    rules=2,
)
ground = level.room()
belt = level.put("conveyor", width=1.1, speed=0.5).at(0.75, 2.3)
striker = level.put("cannon_ball").on(belt, x=0.6)
ledge = rock(level, 1.1, 1.85, 1.4735)
hook = level.put("anchor").at(0.45, 1.575)
mast = level.put("anchor").at(3.1, 2.35)
iron = level.put("cannon_ball").at(2.35, 1.575)
level.tie(hook, iron)
level.tie(mast, iron)
quay = rock(level, 3.0, 4.5, 1.02)
for number in range(6):
    level.put("domino", colour="plain").on(quay, x=3.27 + 0.15 * number)
button = level.put("button").on(quay, x=4.24)
lamp = level.put("flashlight", reach=6.0).flipped().at(4.6, 2.3)
level.join("wire", button, lamp)
level.give("flint", "On the ledge, its stone below the end of the belt.").on(ledge, x=1.6)
ladder(level, 0.3, 0.1, 2.2)
ladder(level, 4.75, 0.1, 2.2)
hang(level, "window", 2.2, 2.4, 1.2)
hang(level, "star", 1.2, 2.75, 0.7)
hang(level, "star", 3.6, 2.7, 0.9)
stand(level, "drum", ground, 0.7, 1.2)
stand(level, "lamp", ground, 2.2, 1.3)
stand(level, "books", ground, 2.65, 0.8)
stand(level, "plant", quay, 4.4, 0.6)
hang(level, "clock", 3.75, 2.0, 0.8)
level.goal("The torch shines", when.state(lamp, "on"))
level.par(parts=1, seconds=6.6)
level.save()

"""Write the level 'Blown out': the flame must be out before the balloon gets there, and the wind gone again."""

from _rocks import hang, ladder, rock, stand

from sandbox.authoring import Level, when

level = Level(
    "Blown out",
    text="The balloon has a button to press up there. The candle on its way has ideas of its own.",
    insight="What would end a journey can be ended before: wind that comes early enough saves the balloon.",
    width=5.0,
    height=3.3,
    scene="lighthouse",
    rules=2,
)
ground = level.room(roof=True)
GABLE = [[[-0.5, 0.5], [-0.5, -0.5], [0.5, 0.3], [0.5, 0.5]]]
gable = level.put("polygon", outline=GABLE, width=3.6, height=0.6, surface="own", friction=0.0).at(2.4, 3.0)
belt = level.put("conveyor", width=0.9, speed=-0.7).at(0.85, 1.9)
boule = level.put("petanque_boule").on(belt, x=0.85)
sill = level.put("floor", width=0.44, height=0.06).at(0.22, 1.3)
button = level.put("button", mode="hold", hold=0.5).on(sill, x=0.24)
clock = level.put("timer", mode="delay", time=1.5).at(0.9, 1.2)
hook = level.put("release_hook").at(1.8, 0.5)
balloon = level.put("balloon", lift=3.0, colour="yellow").at(1.8, 1.2)
level.tie(hook.hook, balloon)
level.join("wire", button, clock.signal)
level.join("wire", clock.out, hook.signal)
shelf = level.put("floor", width=0.36, height=0.06).at(2.8, 2.42)
candle = level.put("candle", lit=True).on(shelf, x=2.8)
stop = level.put("wall", width=0.1, height=0.8).at(4.25, 2.8)
top = level.put("button", push=0.01).turned(90).left_of(stop, y=3.0)
tower = rock(level, 4.2, 4.8, 1.2)
torch = level.put("flashlight", reach=5.0).flipped().on(tower, x=4.5)
level.join("wire", top, torch)
fan = level.give("fan", "Right of the candle, below the balloon's way, blowing to the left.", running=False)
fan.at(3.4, 2.55).flipped()
level.join("wire", button, fan, hint="From the button below the belt.")
ladder(level, 3.7, 0.1, 1.6)
hang(level, "window", 3.0, 1.5, 1.3)
hang(level, "star", 4.65, 3.0, 0.7)
hang(level, "star", 0.4, 2.9, 0.8)
hang(level, "clock", 1.1, 2.35, 0.6)
stand(level, "lamp", ground, 0.35, 1.2)
stand(level, "drum", ground, 1.1, 1.0)
stand(level, "books", ground, 2.4, 0.8)
stand(level, "plant", ground, 3.2, 1.0)
stand(level, "plant", tower, 4.7, 0.5)
level.goal("The balloon presses the button under the roof", when.state(top, "on"))
level.par(parts=2, seconds=12.8)
level.save()

"""Write the open level 'Red to port': two belts and a boat that run on light, each on that of one colour."""

from _rocks import hang, ladder, rock, stand

from sandbox.authoring import Level, when

level = Level(
    "Red to port",
    text="Red light drives the upper belt, green light the lower one, and blue sends the boat over to the pier. It "
    "sails when it is told, loaded or not. Better loaded.",
    insight="White light is three workers in one, and one of them may have to wait for the others.",
    width=6.8,
    height=3.6,
    scene="lighthouse",
    open=True,
)
ground = level.room()
west = rock(level, 0.15, 1.75, 1.2)
upper = level.put("conveyor", width=1.2, speed=0.3).flipped().at(4.0, 3.05)
crate = level.put("crate", width=0.26, height=0.24).on(upper, x=4.3)
lower = level.put("conveyor", width=1.6, speed=0.3).at(3.7, 0.72)
pier = rock(level, 6.1, 6.7, 0.62)
sea = level.put("conveyor", width=1.6, speed=0.3).at(5.25, 0.16)
boat = level.put("basket", width=0.8, height=0.3).on(sea, x=4.95).named("the boat")
shelf = level.put("floor", width=0.5, height=0.06).at(2.75, 2.67)
red = level.put("solar_panel", colour="red").flipped().on(shelf, x=2.75)
green = level.put("solar_panel", colour="green").on(pier, x=6.35)
ledge = level.put("floor", width=0.5, height=0.06).at(5.75, 0.72)
blue = level.put("solar_panel", colour="blue", watts=150.0).on(ledge, x=5.75)
gallery = level.put("floor", width=0.9, height=0.08).at(6.25, 3.1)
lamp = level.put("lamp", reach=1.5).under(gallery, x=6.1)
level.join("cable", red, upper.plug)
level.join("cable", green, lower.plug)
level.join("cable", blue, sea.plug)
level.join("cable", blue, lamp.plug)
level.goal("The boat, the basket, is at the pier", when.beyond(boat, "x", "more", 5.55))
level.goal("The crate is in the boat", when.held(0.5, when.contained(crate, boat)))

ladder(level, 6.5, 0.62, 3.1, 0.14)
ladder(level, 0.3, 0.1, 1.2, 0.14)
hang(level, "star", 1.5, 3.35, 0.8)
hang(level, "star", 3.1, 3.35, 0.7)
hang(level, "star", 5.2, 3.3, 0.9)
hang(level, "window", 6.2, 2.4, 0.7)
hang(level, "clock", 0.8, 2.1, 0.8)
stand(level, "lamp", gallery, 6.5, 0.7)
stand(level, "plant", west, 0.6, 0.8)
level.put("water_tank", width=0.5, height=0.36).on(ground, x=2.15)
level.put("tennis_ball").at(2.2, 0.55)
stand(level, "books", ground, 3.4, 0.7)

# The author's own way: white light is taken apart, two of its colours are sent round the corner, and the third one
# waits behind a weight that is let go when the crate drops into the boat.
torch = level.give("flashlight", reach=8.0, on=True, title="Torch, lit").at(1.55, 1.75)
level.give("prism").at(1.9, 1.75)
level.give("mirror").turned(90).at(5.1, 2.45)
level.give("mirror").turned(135).at(6.35, 1.75)
hook = level.give("release_hook").at(2.75, 2.1)
shutter = level.give("weight", mass=5.0).at(2.75, 1.5)
level.tie(hook, shutter)
gate = level.give("light_gate", width=0.9).at(5.0, 0.66)
level.join("wire", gate, hook.signal)
level.spare("mirror")
level.spare("laser", colour="blue", running=False, title="Laser, blue, off")
level.spare("balloon")
level.spare("scissors")
level.spare("gate", rule="latch", title="Latch")
level.spare("wire")
level.spare("photocell")
level.spare("magnifier")
level.spare("anchor")
level.clues(
    goal="First the belts: red and green. What blue does can wait, and it has to.",
    family="Light: one piece parts it, others turn it round corners, and whatever stands in its way stops it.",
    piece=torch,
)
level.aim("Nothing on a hook", without="release_hook")
level.aim("Nothing hangs in the way", without="rope")
level.par(parts=9, seconds=11.5)
level.save()

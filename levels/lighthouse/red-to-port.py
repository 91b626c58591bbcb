"""Write the open level 'Red to port': two belts and a lamp that run on light, each on that of one colour."""

from _rocks import hang, ladder, rock, stand

from sandbox.authoring import Level, when

level = Level(
    "Red to port",
    text="The harbour has gone modern. Red light drives the upper belt, green light the lower one, and blue feeds the "
    "lamp. Load the boat, and let the lamp shine. It is night, by the way.",
    insight="White light is three workers in one: part them, and send each to his own place.",
    width=6.8,
    height=3.6,
    scene="lighthouse",
    open=True,
)
ground = level.room()
feed = level.put("conveyor", width=0.9, speed=0.4).at(0.55, 2.8)
boule = level.put("petanque_boule").on(feed, x=0.5)
west = rock(level, 0.15, 1.75, 1.2)
level.put("wall", width=0.1, height=1.75).on(west, x=1.6)
level.put("fixed_block", width=0.15, height=0.12).on(west, x=1.475)
upper = level.put("conveyor", width=1.2, speed=0.3).flipped().at(4.0, 3.05)
crate = level.put("crate", width=0.26, height=0.24).on(upper, x=4.3)
lower = level.put("conveyor", width=1.6, speed=0.3).at(3.7, 0.72)
boat = level.put("basket", width=0.7, height=0.3).on(ground, x=4.95)
shelf = level.put("floor", width=0.5, height=0.06).at(2.75, 2.52)
red = level.put("solar_panel", colour="red").flipped().on(shelf, x=2.75)
green = level.put("solar_panel", colour="green").on(ground, x=6.3)
skerry = rock(level, 5.45, 5.95, 0.62)
blue = level.put("solar_panel", colour="blue").on(skerry, x=5.7)
gallery = level.put("floor", width=0.9, height=0.08).at(6.25, 3.1)
lamp = level.put("lamp", reach=1.5).under(gallery, x=6.1)
level.join("cable", red, upper.plug)
level.join("cable", green, lower.plug)
level.join("cable", blue, lamp.plug)
level.goal("The crate lies in the boat", when.held(0.5, when.contained(crate, boat)))
level.goal("The lamp shines", when.state(lamp, "on"))

ladder(level, 5.55, 0.62, 3.1, 0.14)
ladder(level, 0.3, 1.2, 2.7, 0.14)
hang(level, "star", 1.5, 3.35, 0.8)
hang(level, "star", 3.1, 3.35, 0.7)
hang(level, "star", 5.2, 3.3, 0.9)
hang(level, "window", 6.35, 2.5, 0.7)
hang(level, "clock", 0.8, 2.1, 0.8)
stand(level, "lamp", gallery, 6.5, 0.7)
stand(level, "plant", west, 0.6, 0.8)
stand(level, "drum", ground, 2.4, 0.9)
stand(level, "books", ground, 3.4, 0.7)
# One way: the light is taken apart, and two of its colours are sent round the corner.
button = level.give("button").on(west, x=1.25)
torch = level.give("flashlight", reach=8.0).at(1.95, 1.5)
level.join("wire", button, torch)
level.give("prism").at(2.3, 1.5)
level.give("mirror").turned(90).at(5.6, 2.2)
level.give("mirror").turned(135).at(6.3, 1.5)

# Other ways, and what is of no use.
level.spare("pressure_plate", width=0.5, mass=0.5)
level.spare("laser", colour="red", running=False, title="Laser, red, off")
level.spare("laser", colour="green", running=False, title="Laser, green, off")
level.spare("photocell")
level.spare("wire", 2)
for spare in ("magnifier", "mixer", "fan"):
    level.spare(spare)
level.clues(
    goal="The lamp first: blue light goes down to it of its own accord, once there is white light to part.",
    family="Light: one piece parts it, and others turn it round corners.",
    piece=torch,
)
level.aim("Not one mirror", without="mirror")
level.aim("Nothing to press", without="button")
level.par(parts=6, seconds=12.6)
level.save()

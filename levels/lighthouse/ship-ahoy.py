"""Write the open level 'Ship ahoy': a lamp, a firework and a tied balloon, to be reached by fire, wires or a rope."""

from _rocks import hang, ladder, rock, stand

from sandbox.authoring import Level, when

level = Level(
    "Ship ahoy",
    text="The ship steers by nothing. Show her the lamp, send up the firework, and let the balloon go and look.",
    insight="Fire goes along cords, signals along wires, and a pull along ropes: whichever of them gets there.",
    width=6.6,
    height=3.7,
    scene="lighthouse",
    rules=2,
    open=True,
)
ground = level.room()
belt = level.put("conveyor", width=0.9, speed=0.6).at(0.5, 3.1)
level.put("cannon_ball").on(belt, x=0.4)
ledge = rock(level, 0.2, 1.5, 2.0, 1.5)
quay = rock(level, 2.5, 3.5, 1.0)
hook = level.put("anchor").at(3.35, 1.2)
balloon = level.put("hot_air_balloon", lift=9.0).on(quay, x=2.8)
level.tie(hook, balloon.basket)
tower = rock(level, 5.5, 6.5, 1.9)
gallery = level.put("floor", width=1.2, height=0.08).at(6.0, 3.2)
lamp = level.put("lamp", reach=3.0).under(gallery, x=5.9)
skerry = rock(level, 4.2, 4.9, 0.5)
rocket = level.put("firework", show="willow", rise=0.5).on(skerry, x=4.55)

flint = level.give("flint").on(ledge, x=1.24)
level.join("fuse", flint, balloon.fuse, speed=0.5)
button = level.give("button").turned(90).at(2.42, 0.2)
scissors = level.give("scissors").at(3.05, 1.15)
level.join("wire", button, scissors.signal)
level.join("wire", button, rocket.signal)
wheel = level.give("pulley").at(5.2, 0.6)
level.tie(lamp.cord, balloon.basket, via=[wheel], slack=0.5)
level.spare("fuse", 2, speed=0.5)
for spare in ("candle", "photocell", "magnifier", "kettle"):
    level.spare(spare)
level.goal("The lamp shines", when.state(lamp, "on"))
level.goal("The firework bursts", when.state(rocket, "exploded"))
level.goal("The hot-air balloon is up there", when.beyond(balloon, "y", "more", 2.7))
level.clues(
    goal="The balloon first: it needs its flame lit, and what holds it down has to give way.",
    family="Fire: something that the falling ball strikes can light more than one thing.",
    piece=flint,
)
level.aim("Nothing sharp", without="scissors")
level.aim("Not by the cord of the lamp", without="rope")
level.par(parts=8, seconds=10.6)

ladder(level, 5.42, 0.1, 3.1, 0.16)
ladder(level, 1.75, 0.1, 1.9, 0.16)
hang(level, "star", 1.9, 3.4, 0.8)
hang(level, "star", 4.4, 3.3, 0.9)
hang(level, "star", 3.4, 3.1, 0.6)
hang(level, "window", 6.3, 2.65, 0.8)
hang(level, "clock", 0.8, 1.1, 0.9)
stand(level, "teddy", tower, 6.25, 0.7)
stand(level, "lamp", ground, 0.4, 1.0)
stand(level, "drum", ground, 1.1, 1.0)
stand(level, "books", ledge, 0.5, 0.7)
stand(level, "plant", ground, 3.9, 0.8)
stand(level, "blocks", ground, 5.2, 0.6)
level.save()

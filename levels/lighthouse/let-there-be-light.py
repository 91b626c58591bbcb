"""Write the level 'Let there be light': spark, rope, ray, fire and hot air in a row, until the great lamp shines."""

from _rocks import hang, ladder, rock, stand

from sandbox.authoring import Level, when

level = Level(
    "Let there be light",
    text="A ship is coming in, and the great lamp is dark. There is fire enough up here; it only has to find its way.",
    insight="Fire, rope and light pass the flame on to one another: each begins where the other ends.",
    width=7.0,
    height=3.8,
    scene="lighthouse",
    rules=2,
)
ground = level.room()

belt = level.put("conveyor", width=0.9, speed=0.5).at(0.5, 3.2)
striker = level.put("cannon_ball").on(belt, x=0.5)
sill = level.put("floor", width=0.8, height=0.08).at(1.35, 2.4335)
level.put("fixed_block", width=0.06, height=0.2).on(sill, x=1.71)
hook = level.put("anchor").at(0.5, 2.575)
iron = level.put("cannon_ball").at(2.25, 2.575)
level.tie(hook, iron)
level.tie(level.put("anchor").at(3.0, 3.35), iron)
post = level.put("wall", width=0.1, height=0.6).at(3.45, 2.4)
button = level.put("button", mode="hold", hold=6.0).turned(90).left_of(post, y=2.33)

pier = rock(level, 0.15, 0.95, 1.4815)
torch = level.put("flashlight", reach=5.0).at(1.4, 2.2).turned(-90)
level.join("wire", button, torch)
crane = level.put("anchor").at(2.5, 2.1)
anvil = level.put("weight", mass=8.0).at(2.5, 0.95)
level.tie(crane, anvil)

isle = rock(level, 3.1, 3.7, 0.6)
match = level.put("spring_match").on(isle, x=3.4)
wheel = level.put("pulley").at(4.1, 0.8)
level.tie(anvil, match.pin, via=[wheel])
pad = rock(level, 4.5, 5.2, 0.9)
balloon = level.put("hot_air_balloon", lift=14.0).on(pad, x=4.85)
level.join("fuse", match.fuse, balloon.fuse, speed=0.5)

tower = rock(level, 5.9, 6.8, 1.7)
gallery = level.put("floor", width=1.0, height=0.08).at(6.3, 3.1)
lamp = level.put("lamp", reach=3.0).under(gallery, x=6.0)
low = level.put("pulley").at(5.6, 0.3)
level.tie(lamp.cord, balloon.basket, via=[low], slack=0.4)

ladder(level, 5.85, 0.1, 3.05, 0.16)
ladder(level, 3.55, 2.7, 3.7, 0.12)
hang(level, "star", 1.7, 3.5, 0.8)
hang(level, "star", 4.2, 3.45, 0.9)
hang(level, "star", 4.9, 3.0, 0.6)
hang(level, "star", 5.5, 3.5, 0.7)
hang(level, "window", 6.45, 2.5, 0.9)
hang(level, "clock", 4.3, 2.2, 0.8)
hang(level, "window", 1.7, 1.0, 1.1)
stand(level, "teddy", pier, 0.55, 0.9)
stand(level, "lamp", ground, 1.25, 1.0)
stand(level, "drum", ground, 2.05, 1.0)
stand(level, "books", isle, 3.18, 0.5)
stand(level, "plant", ground, 4.15, 0.9)
stand(level, "lamp", tower, 6.6, 0.7)
stand(level, "teddy", tower, 6.3, 0.6)
level.no_build(1.8, 0.1, 3.7, 1.2)
level.give("flint", "On the sill, its stone below the end of the belt.").on(sill, x=1.25)
level.give("mirror", "Below the torch, aslant: it throws the ray to the right.").at(1.4, 1.55).turned(-45)
level.give("magnifier", "On the ray of the torch, its focus on the anvil's rope.").at(2.1, 1.55)
level.goal("The lamp shines", when.state(lamp, "on"))
level.par(parts=3, seconds=11.5)
level.save()

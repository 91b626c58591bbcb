"""Write the open level 'High tea': a bucket of pudding to be lifted up a tower, and a kettle to be lit there."""

from _rocks import hang, ladder, rock, stand

from sandbox.authoring import Level, when

level = Level(
    "High tea",
    text="The keeper does not come down for tea, so tea has to go up: the pudding to his gallery, "
    "and his kettle must sing. It is a very rich pudding.",
    insight="Who is too weak for it alone needs no stronger one, only a second one.",
    width=6.4,
    height=3.6,
    scene="lighthouse",
    open=True,
)
ground = level.room()
belt = level.put("conveyor", width=0.9, speed=0.6).at(0.5, 2.6)
ball = (
    level.put("custom_ball", radius=0.12, mass=5.0, restitution=0.05, colour="dark").on(belt, x=0.3).named("the ball")
)
ledge = rock(level, 0.1, 2.1, 1.0)
level.put("wall", width=0.1, height=0.5).on(ledge, x=2.0)
hamster = level.put("hamster_wheel", speed=60.0, torque=0.9, time=60.0).on(ground, x=3.3)
bucket = level.put("bucket").on(ground, x=4.3)
pudding = (
    level.put("custom_ball", radius=0.08, mass=6.0, restitution=0.05, colour="yellow")
    .at(4.3, 0.22)
    .named("the pudding")
)
over = level.put("pulley").at(4.3, 3.3)
tower = rock(level, 4.75, 6.3, 1.7)
table = level.put("fixed_block", width=0.24, height=0.3).on(tower, x=5.65)
candle = level.put("candle").on(table, x=5.65)
kettle = level.put("kettle").at(5.65, 2.34)
up = when.all(when.beyond(bucket, "y", "more", 1.8), when.beyond(pudding, "y", "more", 1.8))
level.goal("The bucket of pudding is up at the gallery", when.held(0.5, up))
level.goal("The kettle sings", when.state(kettle, "boiling"))

ladder(level, 4.72, 0.1, 1.7, 0.16)
ladder(level, 0.75, 1.0, 2.54, 0.14)
level.put("backdrop", width=0.4, height=0.2).at(1.35, 1.1).layered(-1)
hang(level, "star", 1.5, 3.3, 0.8)
hang(level, "star", 3.5, 3.0, 0.7)
hang(level, "star", 5.2, 3.2, 0.9)
hang(level, "window", 5.95, 2.75, 0.8)
hang(level, "clock", 3.3, 1.9, 0.9)
stand(level, "books", tower, 6.0, 0.7)
stand(level, "lamp", ledge, 0.4, 0.9)
stand(level, "plant", ground, 2.4, 0.8)
stand(level, "drum", ground, 2.7, 0.7)

# The author's own way: the ball falls on a button, a lamp and a lens light the candle, and the one fuse takes its fire
# on to the balloon. The weight hangs over the wheels from the start: it is too light alone, and with the hamster, too.
button = level.give("button").on(ledge, x=1.35)
lamp = level.give("flashlight").at(4.95, 2.1)
level.join("wire", button, lamp)
lens = level.give("magnifier").at(5.3, 2.1)
bag = level.give("hot_air_balloon", lift=55.0, title="Big hot-air balloon").at(4.3, 2.4)
level.join("fuse", candle, bag, speed=0.8)
level.tie(bag.basket, bucket)
wheel = level.give("pulley").at(2.75, 3.3)
weight = level.give("weight", mass=3.5).at(2.75, 2.4)
level.tie(weight, bucket, via=[wheel, over])

level.spare("flint")
level.spare("bell")
level.spare("winch")
level.spare("belt")
level.spare("rope")
level.spare("trampoline")
level.clues(
    goal="The pudding first. Try what pulls at it, one by one and two by two, and see how far they get.",
    family="Ropes and Air lift together what neither can. And Light makes fire where no fuse is left.",
    piece=lens,
)
level.aim("The hamster sleeps on", without="bell")
level.aim("Nothing made of iron hangs on a rope", without="weight")
level.aim("In less than fifteen seconds", seconds=15.0)
level.par(parts=10, seconds=18.0)
level.save()

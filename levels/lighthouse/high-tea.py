"""Write the open level 'High tea': a bucket of pudding to be lifted up a tower, and a kettle to be lit there."""

from _rocks import hang, ladder, rock, stand

from sandbox.authoring import Level, when

level = Level(
    "High tea",
    text="The keeper does not come down for tea, so tea has to go up: the pudding to his gallery, "
    "and his kettle must sing.",
    insight="What goes up needs something that goes down, that turns, or that flies.",
    width=6.4,
    height=3.6,
    scene="lighthouse",
    open=True,
)
ground = level.room()
belt = level.put("conveyor", width=0.9, speed=0.6).at(0.5, 2.6)
ball = level.put("custom_ball", radius=0.12, mass=5.0, restitution=0.05, colour="dark").on(belt, x=0.3)
ledge = rock(level, 0.1, 2.1, 1.0)
level.put("wall", width=0.1, height=0.5).on(ledge, x=2.0)
flap = level.put("trap_door", width=0.4, mass=20.0).at(2.75, 2.25)
weight = level.put("weight", mass=6.0).on(flap, x=2.75)
hamster = level.put("hamster_wheel", speed=60.0, torque=4.0, time=60.0).on(ground, x=3.3)
bucket = level.put("bucket").on(ground, x=4.3)
pudding = level.put("custom_ball", radius=0.08, mass=4.0, restitution=0.05, colour="yellow").at(4.3, 0.22)
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
hang(level, "star", 1.5, 3.3, 0.8)
hang(level, "star", 3.5, 3.0, 0.7)
hang(level, "star", 5.2, 3.2, 0.9)
hang(level, "window", 5.95, 2.75, 0.8)
hang(level, "clock", 3.5, 1.6, 0.9)
stand(level, "books", tower, 6.0, 0.7)
stand(level, "lamp", ledge, 0.4, 0.9)
stand(level, "plant", ground, 2.4, 0.8)
stand(level, "drum", ground, 3.8, 0.7)

# One way: the ball strikes a flint, whose fuse burns up to the candle, and rolls on against a button, which drops the
# counterweight. There is one wire only: the ball itself has to do two things.
flint = level.give("flint").at(1.25, 1.0765)
level.join("fuse", flint, candle, speed=0.8)
button = level.give("button").turned(90).at(1.92, 1.1)
level.join("wire", button, flap.signal)
wheel = level.give("pulley").at(2.75, 3.3)
level.tie(weight, bucket, via=[wheel, over])

level.spare("flashlight")
level.spare("magnifier")
level.spare("winch")
level.spare("belt")
level.spare("fuse", speed=0.8)
level.spare("hot_air_balloon", lift=60.0, title="Big hot-air balloon")
level.spare("bell")
level.spare("trampoline")
level.spare("photocell")
level.clues(
    goal="The pudding first: the wheel above it waits for a rope, and for something strong at its other end.",
    family="Ropes: a weight that falls, a drum that is turned, or a big bag of hot air can all pull.",
    piece=wheel,
)
level.aim("The weight stays where it is", without="pulley")
level.aim("Not by wire", without="wire")
level.par(parts=6, seconds=12.4)
level.save()

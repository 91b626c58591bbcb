"""Write the open level 'Many happy returns': tea, a bone and a candle, and nobody to see to them but a hamster."""

from _bench import dress, rack, sign

from sandbox.authoring import Level, when

level = Level(
    "Many happy returns",
    text="The professor's dog is seven. The kettle is to boil and she is to have her bone by the cake; before she has, "
    "the candle must not burn.",
    insight="One noise wakes, another calls: what is heard, turned and trodden on can all be passed on.",
    width=6.6,
    height=3.8,
    scene="laboratory",
    rules=2,
    open=True,
)
ground = level.room()
blimp = level.put("blimp", speed=0.3).at(0.7, 3.35)
loft = level.put("floor", width=2.3, height=0.08).at(1.15, 1.75)
hamster = level.put("hamster_wheel", time=30.0, torque=3.0).on(loft, x=0.4)
generator = level.put("generator").on(loft, x=1.9)
dog = level.put("dog", speed=0.4).flipped().on(ground, x=5.9)
board = level.put("floor", width=1.0, height=0.08).at(4.2, 1.45)
burner = level.put("burner", running=True).on(board, x=4.2)
kettle = level.put("kettle", time=8.0).at(4.2, burner.y + 0.236)
level.join("cable", generator.socket, burner.plug)
bone = level.put("bone").on(ground, x=1.2)
table = level.put("floor", width=0.7, height=0.08).at(0.4, 0.9)
cake = level.put("fixed_block", width=0.4, height=0.2).on(table, x=0.4)
candle = level.put("candle").on(cake, x=0.4)
rack(level, 6.0, 2.85, 0.9, 0.6)
sign(level, "SEVEN TODAY", 4.2, 3.3, "amber")
sign(level, "WAG TO START", 5.75, 1.6, "green")
dress(
    level,
    ("lamp", 2.3, ground, 0.9), ("books", 0.3, ground, 0.8), ("teddy", 6.35, ground, 0.8), ("blocks", 5.0, ground, 0.8),
    ("bunting", 2.9, 3.65, 1.4), ("bunting", 5.4, 3.65, 1.4), ("balloons", 3.2, 2.4, 1.2), ("books", 1.1, loft, 0.7),
    ("poster", 1.6, 1.15, 0.8), ("window", 5.2, 1.1, 0.8), ("plant", 3.2, ground, 0.8),
)  # fmt: skip

level.goal("The dog has had her bone", when.state(dog, "fed"))
level.goal("The candle burns", when.state(candle, "lit"))
level.goal("The kettle boils", when.state(kettle, "boiling"))
early = when.all(when.state(candle, "lit"), when.not_(when.state(dog, "fed")))
level.fails("The candle burns, and the dog has had no bone yet", early)

# The author's own way: a bell wakes the hamster, his tea rings for the dog, and her paw sees to the candle.
bell = level.give("bell").at(1.57, 3.39)
level.join("belt", hamster, generator, given=True)
mill = level.give("windmill").at(4.95, kettle.y + 0.05)
tacho = level.give("tacho", speed=5.0).at(5.0, 2.5)
level.join("belt", mill, tacho)
call = level.give("bell").at(2.7, 1.4)
level.join("wire", tacho, call.signal)
mat = level.give("pressure_plate").at(3.7, 0.104)
delay = level.give("timer", mode="delay", time=10.0, title="Delay, 10 s").at(3.0, 0.8)
level.join("wire", mat, delay.signal)
torch = level.give("flashlight").flipped().at(2.0, 1.27)
level.join("wire", delay.out, torch.signal)
level.give("magnifier").at(0.818, 1.27)
level.spare("light_gate", width=0.8)
level.spare("fan")
level.spare("laser", running=False, title="Laser, off")
level.spare("mirror")
level.spare("cactus")
level.clues(
    goal="The kettle first: once it boils it can do some work itself, such as calling somebody.",
    family="Electric: somewhere on her way to the bone the dog should tread on something that is patient.",
    piece=tacho,
)
level.aim("The hamster has the day off", without="tacho")
level.aim("Without a glass", without="magnifier")
level.aim("A chain of six, of five families", chain=6, families=5)
level.par(parts=13, seconds=28.0)
level.save()

"""Write the level 'Full load': a latch stops the wagon when it comes, and lets it go when it is full."""

from _yard import dress, plan, sign

from sandbox.authoring import Level, when

level = Level(
    "Full load",
    text="The wagon must stop, be filled with four balls, not three, not five, and go. Nobody is awake but the relays.",
    insight="A latch remembers: one signal stops the line, another lets it go, and neither of them has to last.",
    width=6.0,
    height=3.2,
    scene="signalbox",
    rules=2,
)
ground = level.room()
line = level.put("conveyor", width=4.6, speed=0.4).at(2.6, 0.75)
wagon = level.put("cardboard_box", width=0.4, height=0.3).on(line, x=0.6)
end = level.put("fixed_block", width=0.3, height=0.95).on(ground, x=5.1)
feed = level.put("conveyor", width=1.9, speed=0.75, running=False).at(1.5, 2.0)
balls = [
    level.put("custom_ball", radius=0.06, mass=0.4, colour="red").on(feed, x=2.3 - 0.27 * number) for number in range(6)
]
gate = level.put("light_gate", mode="pulse", width=0.5, colour="amber").at(2.62, 1.7)
counter = level.put("counter", number=4).at(3.3, 1.7)
level.join("wire", gate, counter.signal)
station = level.put("light_gate", mode="pulse", width=0.8, colour="green").turned(90).at(4.75, 0.95)
rockets = [
    level.put("firework", show=show, rise=rise).on(ground, x=x)
    for x, show, rise in ((5.5, "star", 0.5), (5.8, "ring", 0.4))
]
for rocket in rockets:
    level.join("wire", station, rocket)

latch = level.put("gate", rule="latch").at(3.9, 2.2)
level.put("gate", rule="xor").at(3.9, 1.95)
level.put("gate", rule="and").at(3.9, 1.7)
level.put("backdrop", width=0.4, height=0.85).at(3.9, 1.95).layered(-1)
beam = level.give("light_gate", "Where the wagon has to stop.", width=0.8).turned(90).at(2.8, 1.0)
level.join("wire", beam, latch.a, hint="The wagon in the beam sets the gate with the lock.")
level.join("wire", latch.out, line, given=True, hint="As long as that is set, the line stands")
level.join("wire", latch.out, feed, given=True, hint="and the belt with the balls runs.")
level.join("wire", counter.out, latch.b, hint="The counter opens it again.", given=True)
level.goal("Four balls lie in the wagon", when.count_contained("custom_ball", wagon, 4))
level.goal("Two balls have stayed on their belt", when.count("custom_ball", 0.5, 2.05, 2.6, 2.3, at_least=2))
level.goal("Both fireworks burst", when.all(*(when.state(rocket, "exploded") for rocket in rockets)))
level.par(parts=6, seconds=16.0)

plan(level, 1.7, 2.7, 2.2, 0.6)
plan(level, 5.35, 2.55, 1.0, 0.5, 2)
sign(level, "SHIP FULL ONLY", 3.5, 2.85)
sign(level, "LOADING", 3.1, 2.45, "green")
dress(
    level,
    ("lamp", 0.35, ground, 0.9), ("train", 1.25, ground, 1.1), ("books", 1.9, ground, 0.8), ("plant", 2.3, ground, 0.8),
    ("drum", 2.75, ground, 0.9), ("blocks", 3.2, ground, 0.8), ("teddy", 3.65, ground, 0.7), ("lamp", 4.3, ground, 0.8),
    ("plant", 5.1, end, 0.7), ("clock", 4.45, 2.6, 0.8), ("poster", 5.6, 1.6, 1.0),
)  # fmt: skip
level.save()

"""Write the level 'Last drop': an empty battery is a clock, for a magnet lets go with its last watt."""

from _bench import dress, rack, sign

from sandbox.authoring import Level, when

level = Level(
    "Last drop",
    text="Magnets let go at once, or never. The box comes by just once. The professor calls this a scheduling problem.",
    insight="A battery that runs out is a clock: what it has held, it lets go.",
    width=5.6,
    height=2.6,
    scene="laboratory",
    rules=2,
)
ground = level.room()
belt = level.put("conveyor", width=4.2, speed=0.35).at(2.5, 0.7)
stop = level.put("fixed_block", width=0.4, height=0.9).on(ground, x=4.85)
box = level.put("cardboard_box", width=0.42, height=0.28).on(belt, x=0.75)
magnets = [level.put("electromagnet").at(x, 2.05) for x in (2.2, 3.7)]
balls = [level.put("petanque_boule").at(x, 1.91) for x in (2.2, 3.7)]
bench = level.put("floor", width=1.4, height=0.06).at(2.95, 1.42)
level.put("outlet").on(bench, x=2.95)
large = level.put("battery", time=6.7).on(bench, x=2.5)
small = level.put("battery", time=3.2).on(bench, x=3.4)
arrival = level.put("light_gate", mode="pulse", width=0.8, colour="green").turned(90).at(4.45, 0.9)
bell = level.put("display", text="THANK YOU", colour="green").at(4.85, 1.25)
level.join("wire", arrival, bell)
level.join("cable", small, magnets[0].plug, given=True, hint="The small battery for the magnet that is passed first.")
level.join("cable", large, magnets[1].plug, given=True, hint="The large one for the other.")
level.goal("Both steel balls lie in the box", when.all(*(when.contained(ball, box) for ball in balls)))
level.goal("The box stands at the right end", when.held(0.5, when.beyond(box, "x", "more", 4.2)))
level.par(parts=2, seconds=11.0)

rack(level, 1.3, 2.0, 1.0, 0.6)
sign(level, "7 S", 2.5, 1.31, "green")
sign(level, "3 S", 3.4, 1.31, "green")
dress(
    level,
    ("plant", 0.3, ground, 1.0), ("books", 0.75, ground, 0.9), ("lamp", 2.3, ground, 0.7), ("clock", 4.5, 2.2, 0.8),
    ("drawing", 0.55, 1.75, 1.0), ("poster", 5.3, 1.8, 1.0), ("teddy", 3.85, ground, 0.9), ("plant", 5.3, ground, 0.9),
)  # fmt: skip
level.save()

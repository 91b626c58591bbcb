"""Write the level 'Dead socket': what is plugged into a dead socket stands still."""

from _bench import dress, rack, sign

from sandbox.authoring import Level, when

level = Level(
    "Dead socket",
    text="The lifter lifts, the fan blows, and the ball will never get home. Nobody has ever found their switches.",
    insight="What hangs on a dead socket stands still: a plug can switch a thing off, too.",
    width=5.2,
    height=2.8,
    scene="laboratory",
    rules=2,
)
ground = level.room()
feed = level.put("conveyor", width=1.5, speed=0.75).at(0.95, 2.1)
ball = level.put("volleyball").on(feed, x=0.5)
lifter = level.put("antigravity").at(2.15, 1.4)
level.put("wall", width=0.06, height=1.1).at(2.52, 2.2)
level.put("wall", width=0.06, height=0.6).at(1.82, 1.2)
level.put("ramp", width=1.3, height=0.2).at(3.1, 0.78)
fan = level.put("fan", speed=18.0, reach=2.5).flipped().at(4.85, 0.95)
basket = level.put("basket", width=0.6, height=0.35).on(ground, x=4.15)
level.put("outlet").at(1.4, 0.9)
dead = level.put("outlet", on=False).at(3.4, 1.7)
level.join("cable", dead.left, lifter.plug, given=True, hint="The lifter hangs best on the socket that is dead.")
level.join("cable", dead.right, fan.plug, given=True, hint="So does the fan.")
level.goal("The volleyball lies in the basket", when.held(0.5, when.contained(ball, basket)))
level.par(parts=2, seconds=9.0)

rack(level, 4.5, 2.25, 1.0, 0.6)
sign(level, "OUT OF ORDER", 3.4, 1.92, "red")
dress(
    level,
    ("plant", 0.3, ground, 1.0), ("books", 0.8, ground, 1.0), ("lamp", 1.9, ground, 0.9), ("poster", 0.5, 1.4, 1.0),
    ("teddy", 2.4, ground, 0.9), ("clock", 3.0, 2.3, 0.9), ("blocks", 3.4, ground, 0.8), ("plant", 4.9, ground, 0.9),
    ("drawing", 1.6, 2.55, 0.8),
)  # fmt: skip
level.save()

"""Write the level 'Every third': a counter that is set back by what it has counted counts for ever."""

from _yard import dress, plan, sign

from sandbox.authoring import Level, when

level = Level(
    "Every third",
    text="White, white, red, all night long. The counter can count to three, but nobody has told it what comes after.",
    insight="What has been counted can set the counter back, so that it starts anew.",
    width=6.0,
    height=3.0,
    scene="signalbox",
)
ground = level.room()
belt = level.put("conveyor", width=3.0, speed=0.75).at(1.7, 2.3)
balls = [
    level.put("custom_ball", radius=0.08, mass=0.5, colour="red" if number % 3 == 2 else "white").on(
        belt, x=2.9 - 0.5 * number
    )
    for number in range(6)
]
first = level.put("light_gate", mode="pulse", width=0.5, colour="amber").at(3.4, 2.2)
level.put("ramp", width=0.9, height=0.25).at(3.7, 1.8)
flap = level.put("trap_door", width=0.5, mass=20.0).at(4.42, 1.665)
level.put("floor", width=0.5, height=0.08).at(4.97, 1.62)
level.put("wall", width=0.08, height=1.46).at(4.93, 0.83)
second = level.put("light_gate", mode="pulse", width=0.6).at(4.55, 0.9)
counter = level.put("counter").at(2.2, 1.5)
red = level.put("basket", width=0.7, height=0.4).on(ground, x=4.52)
white = level.put("basket", width=0.8, height=0.45).on(ground, x=5.5)

level.join("wire", first, counter.signal, given=True, hint="The upper light gate is to be counted.")
level.join("wire", counter.out, flap, given=True, hint="The counter opens the flap.")
level.join("wire", second, counter.reset, given=True, hint="What has fallen through sets the counter back to nought.")
level.goal("Both red balls lie in the left basket", when.all(*(when.contained(balls[n], red) for n in (2, 5))))
level.goal(
    "The white balls lie in the right basket", when.all(*(when.contained(balls[n], white) for n in (0, 1, 3, 4)))
)
level.par(parts=3, seconds=16.0)

plan(level, 1.2, 1.45, 1.2, 0.5)
sign(level, "3 = RED", 2.35, 1.15, "red")
dress(
    level,
    ("clock", 2.75, 1.8, 0.8), ("window", 0.7, 0.75, 1.2), ("lamp", 0.35, ground, 1.0), ("train", 1.75, ground, 1.7),
    ("books", 2.6, ground, 0.9), ("plant", 3.05, ground, 1.0), ("lamp", 3.5, ground, 1.1), ("poster", 5.6, 2.45, 1.0),
    ("drawing", 3.5, 1.0, 0.9), ("arrow", 4.95, 2.3, 0.8),
)  # fmt: skip
level.save()

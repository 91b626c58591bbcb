"""Write the level 'Tug of war': the lighter side of a rope wins once a crate hangs from it."""

from _quay import container, jib, mast, stand

from sandbox.authoring import Level, when

level = Level(
    "Tug of war",
    text="Weight against bowling ball: the weight wins, and slams the door in front of a soccer ball. Take sides!",
    insight="On one rope the heavier side goes down: whatever you hang below the lighter one pulls, too.",
    width=4.4,
    height=3.0,
    scene="harbour",
    rules=2,
)
ground = level.room()
quay = container(level, 0.0, 1.75, 1.1, "blue")
belt = level.put("conveyor", width=0.5, speed=0.3, running=False).at(0.25, 1.34)
slope = level.put("floor", width=1.3, height=0.08).at(1.15, 1.26).turned(-8)
soccer = level.put("soccer_ball").on(belt, x=0.15)
weight = level.put("weight", mass=8.4).at(1.18, 1.75)
left = level.put("pulley").at(1.24, 2.7)
right = level.put("pulley").at(3.36, 2.7)
ball = level.put("bowling_ball").at(3.42, 1.75)
level.tie(weight, ball, via=[left, right])
basket = level.put("basket", width=0.7).on(ground, x=2.3)
wall = container(level, 2.75, 2.95, 0.9, "red")
bank = container(level, 3.9, 4.4, 1.3, "green")
pier = level.put("fixed_block", width=0.5, height=0.15).on(ground, x=3.42)
button = level.put("button", mode="hold", hold=4.0).on(pier, x=3.42)
level.join("wire", button, belt.signal)
crate = level.give("crate", "Over the button in the dock, just below the bowling ball.").at(3.42, 1.05)
level.spare("balloon")
level.tie(crate, ball, hint="From the crate up to the bowling ball.")
level.goal("The soccer ball lies in the basket", when.contained(soccer, basket))
level.goal("The weight hangs above the line", when.held(0.5, when.beyond(weight, "y", "more", 2.0)))
mast(level, 2.3, 0.1, 2.74, 0.2)
jib(level, 2.83, 0.9, 3.7, 0.18)
stand(level, "lamp", bank, 4.2)
stand(level, "plant", wall, 2.85, 0.6)
level.par(parts=2, seconds=7.0)
level.save()

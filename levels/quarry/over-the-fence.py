"""Write the open level 'Over the fence': heavy and light balls close together on one belt, to be told apart."""

from _pit import hang, rock, scaffold, stand

from sandbox.authoring import Level, when

level = Level(
    "Over the fence",
    text="The school next door plays volleyball, the club behind it bowls, and all of it lands here, in a hurry. Light "
    "ones right; heavy ones to the kiln, all in one load.",
    insight="Who comes last can tell that all the others are through.",
    width=6.8,
    height=3.8,
    scene="quarry",
    open=True,
)
ground = level.room()
feed = level.put("driven_conveyor", width=2.1).at(1.15, 2.0)
heavy = [level.put("bowling_ball").on(feed, x=x) for x in (2.05, 1.15)]
light = [level.put("volleyball").on(feed, x=x) for x in (0.92, 0.3)]
level.put("floor", width=0.55, height=0.08).turned(-3).at(2.5, 1.96)
level.put("floor", width=1.7, height=0.08).turned(-6).at(4.12, 1.77)
track = level.put("conveyor", width=2.8, speed=0.3, running=False).flipped().at(2.08, 0.3)
wagon = level.put("basket", width=0.8, height=0.4).on(track, x=3.05)
level.put("wall", width=0.08, height=1.2).on(ground, x=3.53)
kiln = rock(level, 0.0, 0.5, 1.1)
pier = rock(level, 5.1, 6.1, 0.9)
basket = level.put("basket", width=0.8, height=0.4).on(pier, x=5.55)
fence = level.put("wall", width=0.1, height=1.5).on(pier, x=6.05)
shelf = level.put("floor", width=0.8, height=0.08).at(0.5, 2.75)
hamster = level.put("hamster_wheel", time=60.0, speed=120.0, torque=3.0).flipped().on(shelf, x=0.5)
bracket = level.put("floor", width=0.5, height=0.06).at(2.3, 2.9)
clock = level.put("timer", mode="clock", time=3.0).on(bracket, x=2.3)

at_kiln = when.inside(wagon, 0.5, 0.2, 1.5, 0.9)
loaded = [when.contained(ball, wagon) for ball in heavy]
level.goal("The lower basket is at the kiln, with both bowling balls", when.all(at_kiln, *loaded))
level.goal("Both volleyballs lie in the other basket", when.all(*(when.contained(ball, basket) for ball in light)))

scaffold(level, 3.7, 4.9, 0.1, 1.3)
scaffold(level, 0.1, 0.9, 2.79, 3.4)
stand(level, ("lamp", kiln, 0.2, 0.8), ("train", ground, 4.5, 0.9), ("books", pier, 5.2, 0.5))
stand(level, ("plant", ground, 6.45, 0.9), ("drum", ground, 3.85, 0.8), ("blocks", ground, 6.25, 0.6))
level.put("display", text="KILN", colour="red").at(0.95, 1.12).layered(-1)
hang(level, ("clock", 6.4, 2.9, 0.9), ("bunting", 4.4, 3.6, 1.4))
hang(level, ("window", 6.45, 1.7, 0.8), ("drawing", 1.75, 1.3, 0.7))

level.put("scenery", look="arrow", size=0.9).flipped().at(2.2, 0.75).layered(-1)

# One way: a bell wakes the hamster for the belt, wind carries the light ones over the gap, and the first of them tells
# the lower basket that both heavy ones are in it. A trap in the gap is still open when the ball behind comes.
bell = level.give("bell").at(0.9, 3.25)
level.join("wire", clock.out, bell.signal)
level.join("belt", hamster, feed, given=True)
wind = level.give("fan", speed=24.0).turned(-20).at(1.85, 2.65)
beam = level.give("light_gate", mode="pulse", width=0.8).at(5.55, 1.55)
latch = level.give("gate", rule="latch").at(3.9, 0.6)
level.join("wire", beam, latch.a)
level.join("wire", latch.out, track.signal)

# Other ways, and what is of no use. A gear slows the belt down, so that the trap is shut again in time.
level.spare("trap_door", mass=1.0)
level.spare("gear", size="large")
level.spare("belt")
level.spare("pressure_plate", width=0.4, mass=0.2)
level.spare("ramp")
level.spare("trampoline")
level.clues(
    goal="The belt first, then who gets across the gap. The lower basket comes last: who can know that both are in it?",
    family="Air has something that only the light ones feel; Turning has something that takes the haste out of a belt.",
    piece=wind,
)
level.aim("Nobody watches", without="light_gate")
level.aim("Nothing blows", without="fan")
level.aim("A chain of eight", chain=8)
level.par(parts=8, seconds=15.5)
level.save()

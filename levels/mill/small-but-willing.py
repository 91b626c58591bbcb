"""Write the open puzzle 'Small but willing': a hamster, a sack that is too heavy for him, and a cat that is asleep."""

from _mill import bracket, hang, post, shelf, stand

from sandbox.authoring import Level, when

level = Level(
    "Small but willing",
    text=(
        "The hamster is small and the flour sack is not. Have it up in the loft all the same. And the cat is to be "
        "awake: somebody has been counting the sacks."
    ),
    insight="What is too heavy for you is not too heavy: take it slower, take half of it, or let somebody help.",
    width=5.4,
    height=3.6,
    scene="mill",
    open=True,
)
ground = level.room()
top = bracket(level, 0.45, 2.8, 0.9)
slope = level.put("inclined_plane", width=0.7, height=0.25).on(top, x=0.36)
level.put("soccer_ball").on(slope, x=0.2)
perch = bracket(level, 0.38, 1.5, 0.76)
hamster = level.put("hamster_wheel", speed=120.0, torque=1.7, time=40.0).on(perch, x=0.36)
sack = level.put("sandbag", mass=6.0).on(ground, x=2.9)
hoist = level.put("pulley").at(2.9, 3.35)
level.put("backdrop", width=1.0, height=0.05).at(2.9, 3.47).layered(-1)
loft = level.put("floor", width=1.7, height=0.08).at(4.55, 2.16)
post(level, 3.8, 2.12)
cat = level.put("cat", asleep=True).flipped().on(loft, x=4.55)
level.put("mouse").on(loft, x=5.1)
level.goal("The flour sack hangs in the loft", when.held(0.5, when.beyond(sack, "y", "more", 2.3)))
level.goal("The cat is awake", when.state(cat, "awake"))
hang(level, ("window", 1.75, 2.35, 1.2), ("clock", 4.6, 3.1, 0.9), ("bunting", 1.6, 3.42, 1.5))
stand(level, ground, ("books", 3.5, 1.0), ("lamp", 4.9, 1.1), ("drum", 4.3, 1.2), ("plant", 0.3, 1.0))
shelf(level, 1.75, 1.3, 0.9, ("books", 1.5, 0.8), ("plant", 1.95, 0.8))

# One way: gears that make the hamster slow and strong.
level.give("ramp", width=1.0, height=0.4).flipped().at(1.3, 1.75)
small = level.give("gear", size="small").at(1.4, 0.7)
large = level.give("gear", size="large").in_mesh(small)
winch = level.give("winch").flipped().at(2.3, 2.0)
level.join("belt", hamster, small)
level.join("belt", large, winch)
level.tie(winch.rope, sack, via=[hoist])
level.give("bell").at(3.1, 2.72)

# Other ways, and what is of no use.
level.spare("balloon", lift=26.0)
level.spare("pulley_block")
level.spare("rope", 2)
level.spare("pulley")
level.spare("wheel", radius=0.12)
level.clues(
    goal="The sack comes first: whoever lifts it can ring a bell with it.",
    family="Something that winds up a rope, from the family Ropes.",
    piece=winch,
)
level.aim("Without the ramp", without="ramp")
level.par(parts=8, seconds=16.5)
level.save()

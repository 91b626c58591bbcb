"""Write the open puzzle 'Light luggage': a cage and a gate are to be lifted, by what is too weak alone."""

from _beds import SQUARE, bed, hang, pane, stand

from sandbox.authoring import Level, when

level = Level(
    "Light luggage",
    text=(
        "The butterfly wants her flower, the penguin wants to go home, and both are locked up. The iron ball helps, "
        "but it only goes down, and no knot holds on it."
    ),
    insight="What is too weak alone pulls in company: air with gas, a ball with balloons, or a loose wheel.",
    width=5.6,
    height=3.75,
    scene="greenhouse",
    open=True,
)
ground = level.room(roof=True)
loft = bed(level, 0.0, 0.75, 2.6, 2.45)
slide = level.put("inclined_plane", width=0.6, height=0.1).on(loft, x=0.32)
iron = level.put("custom_ball", radius=0.11, mass=2.4, restitution=0.1, colour="dark")
iron.on(slide, x=0.2).named("the iron ball")
lower = bed(level, 1.75, 5.6, 0.45)
level.put("wall", width=0.06, height=0.2).on(lower, x=1.8)
penguin = level.put("walker").on(lower, x=2.2)
gate = level.put("polygon", outline=SQUARE, width=0.07, height=0.45, body="upright", stuff="metal", mass=2.6)
gate.on(lower, x=4.3).named("the gate")
for side in (-0.09, 0.09):
    level.put("wall", width=0.07, height=0.45).at(4.3 + side, 1.12)
door = level.put("door").on(lower, x=5.25)

table = bed(level, 1.75, 3.75, 1.25, 1.1)
level.put("wall", width=0.06, height=0.12).at(1.82, 1.31)
cage = level.put("cage", width=0.55, height=0.55).on(table, x=2.2)
moth = level.put("butterfly", speed=0.3).at(2.2, 1.48)
flower = level.put("flower").on(table, x=3.5)
level.goal("The butterfly sits on the flower", when.state(moth, "arrived"))
level.goal("The penguin is at his door", when.state(door, "saved"))
level.fails("The butterfly has come to grief", when.state(moth, "dead"))
pane(level, 3.1, 2.55, 1.1, 0.9)
pane(level, 5.0, 2.4, 0.8, 1.1)
hang(level, "window", 3.1, 2.55, 1.1)
hang(level, "bunting", 2.2, 3.6, 1.5)
hang(level, "bunting", 4.4, 3.6, 1.5)
hang(level, "clock", 5.0, 2.6, 0.8)
hang(level, "poster", 0.35, 1.5, 1.0)
stand(level, "plant", lower, 3.1, 0.9)
stand(level, "plant", lower, 4.8, 1.0)
stand(level, "drum", ground, 0.35, 0.9)
stand(level, "lamp", lower, 3.75, 0.8)

# One way: the ball for the gate; for the cage, hot air and one balloon.
bucket = level.give("bucket", width=0.4).at(1.22, 1.5)
near, far = level.give("pulley").at(1.22, 3.25), level.give("pulley").at(4.3, 3.25)
level.tie(bucket, gate.middle, via=[near, far])
montgolfier = level.give("hot_air_balloon", lift=18.0).at(1.62, 2.42)
level.give("burner", running=True, title="Burner, lit").at(1.62, 1.8)
level.join("steel_cable", montgolfier, cage)
level.tie(level.give("balloon", lift=4.0).at(2.6, 2.3), cage)

# Other ways, and what is of no use.
level.spare("rope")
level.spare("balloon", lift=4.0)
level.spare("pulley", 2)
level.spare("pulley_block", mass=0.2)
level.spare("fan")
level.spare("cactus")
level.clues(
    goal="The gate first: it is the heavier one, and takes the ball or nearly all that rises. Both at once take more.",
    family="Air: nothing in it can lift the cage alone. What could help?",
    piece=bucket,
)
level.aim("Without hot air", without="hot_air_balloon")
level.aim("Without balloons", without="balloon")
level.par(parts=9, seconds=10.5)
level.save()

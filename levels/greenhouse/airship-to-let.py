"""Write the open puzzle 'Airship to let': an airship tows a load at the right height, and ends at a signal."""

from _beds import bed, hang, pane, stand

from sandbox.authoring import Level, when

level = Level(
    "Airship to let",
    text=(
        "The more the airship carries, the lower it flies. The mouse wants the cheese, and then her hole beyond the "
        "ditch; the cook wants the coconut in her basket."
    ),
    insight="A load draws an airship down, and gas holds it up: one that bears both can work at any height.",
    width=5.8,
    height=3.6,
    scene="greenhouse",
    open=True,
)
ground = level.room(roof=True)
STEP = 0.035  # m: the brink of the ditch lies lower, so that a plank across it is level with the beds
west = bed(level, 0.0, 2.45, 0.5)
bed(level, 2.45, 2.6, 0.5 - STEP)
bed(level, 3.1, 3.25, 0.5 - STEP)
east = bed(level, 3.25, 5.8, 0.5)
mouse = level.put("mouse").on(west, x=1.75)
level.put("fixed_block", width=0.12, height=0.25).on(west, x=1.36)
hole = level.put("mouse_hole").on(east, x=3.48)

shelf = level.put("floor", width=0.9, height=0.06).at(2.72, 1.4)
post = level.put("fixed_block", width=0.06, height=0.1).on(shelf, x=2.3)  # a load may hang as low as its foot
cheese = level.put("cheese").on(post, x=2.3)
# A roof, lest something that falls from high up tips the cheese off.
level.put("floor", width=0.6, height=0.06).at(2.3, 2.15)
flap = level.put("trap_door", width=0.4, mass=20.0).at(4.05, 2.35)
ball = level.put("bowling_ball").on(flap, x=4.05).named("the coconut")
airship = level.put("blimp", speed=0.8).flipped().at(5.2, 3.1)
stump = level.put("fixed_block", width=0.5, height=0.15).on(east, x=5.5)
basket = level.put("basket", width=0.5).on(stump, x=5.5)

level.goal("The mouse is in her hole, and full", when.state(mouse, "home"))
level.goal("The coconut is in the basket", when.held(0.5, when.contained(ball, basket)))
level.fails("The airship has come down", when.gone(airship))

pane(level, 1.1, 1.6, 1.2, 1.1)
pane(level, 4.9, 2.75, 0.8, 0.7)
hang(level, "window", 1.1, 1.6, 1.3)
hang(level, "bunting", 1.6, 3.45, 1.4)
hang(level, "bunting", 4.2, 3.45, 1.4)
hang(level, "clock", 5.35, 2.3, 0.8)
stand(level, "plant", west, 0.7, 1.1)
stand(level, "drum", west, 2.1, 0.7)
stand(level, "plant", east, 4.35, 1.0)
stand(level, "plant", east, 4.85, 0.8)

# One way: a bucket hangs below the airship, a balloon bears the bucket, and the rope of a switch ends the flight.
bucket = level.give("bucket").at(5.2, 1.83)
level.tie(airship, bucket.bail)
balloon = level.give("balloon").at(5.2, 3.4)
level.tie(balloon, airship)
switch = level.give("rope_switch", pull=1.0).turned(-105).at(3.2, 2.45)
level.tie(airship, switch)
level.join("wire", switch, flap)
level.give("ramp", width=1.1, height=0.35).at(4.5, 1.25)
level.give("bar", width=0.8, height=0.03).at(2.85, 0.5)

# Other ways, and what is of no use.
level.spare("button")
level.spare("weight", mass=1.3, title="Small weight")
level.spare("balloon")
level.spare("trampoline")
level.clues(
    goal="The cheese first: the airship flies high above it, but what hangs below the airship need not.",
    family="A heavy load pulls the airship down against the trap door. What lifts it again is in the family Air.",
    piece=bucket,
)
level.aim("Without a bucket", without="bucket")
level.aim("A chain of six", chain=6)
level.par(parts=9, seconds=15.5)
level.save()

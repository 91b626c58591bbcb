"""Write the open puzzle 'The tooth fairy': a coin first, a pillow on top of it, and a balloon to let go, past a cat."""

from _nursery import SQUARE, hang, wood

from sandbox.authoring import Level, when

SLOPE = (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.34), (-0.5, 0.5)),)
HUMP = (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.35), (0.4, 0.5), (0.1, 0.45), (-0.5, -0.2)),)

level = Level(
    "The tooth fairy",
    text="The fairy has left her coin on the wrong side of the room. It belongs in bed with the pillow on top; then "
    "she may fly. Whoever wakes the cat explains it all.",
    insight="Two things in the right place are not enough: one of them has to be there first.",
    width=6.4,
    height=3.4,
    scene="playroom",
    open=True,
)
ground = level.room(roof=True)
shelf = level.put("floor", width=1.0, height=0.1).at(0.5, 2.6)
slope = level.put("inclined_plane", width=0.9, height=0.16).on(shelf, x=0.46)
coin = (
    level.put("custom_ball", radius=0.07, mass=0.3, restitution=0.1, colour="yellow").on(slope, x=0.1).named("the coin")
)
rug = level.put("polygon", outline=SQUARE, stuff="foam", colour="red", width=0.8, height=0.05).on(ground, x=2.6)
cat = level.put("cat", asleep=True).on(rug, x=2.6)
bed = wood(level, 3.2, 5.3, 0.34, 0.49)
wood(level, 3.14, 3.2, 0.1, 0.95)
FOAM = {"stuff": "foam", "surface": "own", "friction": 0.1, "restitution": 0.0}
level.put("polygon", **FOAM, outline=SLOPE, colour="white", width=1.56, height=0.28).on(bed, x=3.98)
level.put("polygon", **FOAM, outline=SLOPE, colour="white", width=0.28, height=0.28).flipped().on(bed, x=5.16)
level.put("polygon", **FOAM, outline=HUMP, colour="blue", width=1.18, height=0.4).at(3.81, 0.93)
chest = wood(level, 5.3, 6.4, 0.1, 1.2)
pillow = level.put("pillow").on(chest, x=5.66)
post = level.put("anchor").at(3.3, 2.0)
balloon = level.put("balloon", lift=2.0, colour="blue").at(3.3, 2.5).named("the fairy's balloon")
level.tie(post, balloon)
under = when.all(when.inside(coin, 4.72, 0.5, 5.06, 0.7), when.inside(pillow, 4.45, 0.72, 5.25, 0.95))
level.goal("The coin lies in the hollow of the bed, the pillow on top", when.held(0.5, under))
level.goal("The fairy's balloon is up under the ceiling", when.beyond(balloon, "y", "more", 2.9))
level.fails("The cat has been woken", when.state(cat, "awake"))

hang(level, ("clock", 2.2, 2.9, 0.8), ("drawing", 1.3, 0.8, 0.9), ("star", 4.4, 2.6, 0.9), ("star", 3.9, 3.0, 0.6))
level.put("scenery", look="teddy", size=0.7).on(chest, x=6.2).layered(-1)
level.put("scenery", look="blocks", size=0.8).on(ground, x=0.5).layered(-1)
level.put("scenery", look="books", size=0.7).on(ground, x=3.3).layered(-1)

# One way of several: two slopes bring the coin, a gate at their end sees it, and a clock gives it time to settle.
for x, y in ((1.5, 2.2), (2.85, 1.85)):
    level.give("ramp", width=1.2, height=0.35).at(x, y)
gate = level.give("light_gate", width=0.4).turned(90).at(3.4, 1.9)
clock = level.give("timer", mode="delay", time=3.0).at(2.9, 0.9)
glove = level.give("boxing_glove", speed=2.5).flipped().on(chest, x=6.2)
scissors = level.give("scissors").at(3.2, 2.2)
level.join("wire", gate, clock.signal)
level.join("wire", clock.out, glove)
level.join("wire", clock.out, scissors)

# Other ways, and what is of no use.
level.spare("teleporter", 2)
level.spare("ramp", width=1.2, height=0.35)
level.spare("button", mode="hold", hold=20.0)
level.spare("fan", running=False, speed=25.0)
level.spare("slider", width=0.8, begin=0, motor="one way", speed=0.4, running=False)
level.spare("bell")
level.spare("straight_tube", width=1.2)
level.clues(
    goal="The coin first, and all the way: a pillow that is early covers the hollow.",
    family="Electric: something can notice the coin on its way, and something can wait until it lies still.",
    piece=gate,
)
level.aim("Without a slope", without="ramp")
level.aim("Nobody waits", without="timer")
level.aim("In less than four seconds", seconds=4.0)
level.par(parts=9, seconds=6.6)
level.save()

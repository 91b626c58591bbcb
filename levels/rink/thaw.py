"""Write the open level 'The thaw': two blocks of ice hold up a bridge and a ball, and want heat below them."""

from _rink import SQUARE, floe, hang, stand

from sandbox.authoring import Level, when

level = Level(
    "The thaw",
    text="Frost holds up the bridge and the stand of the golden ball. The captain wants home, and his ball belongs in "
    "the chest. What goes down when it is warm?",
    insight="Ice is a support with a date: warm its foot, and all that stood on it moves.",
    width=6.6,
    height=3.3,
    scene="rink",
    open=True,
)
ground = level.room()
left = floe(level, 0.0, 2.5, 0.9, 0.6)
floe(level, 0.0, 1.7, 0.6)
right = floe(level, 3.0, 5.5, 0.9, 0.6)
floe(level, 3.8, 5.5, 0.6)
for x in (2.525, 2.975):
    level.put("fixed_block", width=0.05, height=0.1).at(x, 0.55)
bridge = level.put("polygon", outline=SQUARE, width=0.48, height=0.3, body="upright", stuff="wood", mass=6.0)
bridge.named("the bridge").at(2.75, 1.01)
under = level.put("ice_block", width=0.34, height=0.46, time=6.0).at(2.75, 0.63)
hearth = floe(level, 2.4, 3.1, 0.2)
level.put("fixed_block", width=0.05, height=0.2).on(hearth, x=2.895)
captain = level.put("walker").flipped().on(left, x=1.2).named("the captain")
door = level.put("door").on(right, x=3.5)
shelf = floe(level, 4.0, 4.8, 1.43, 1.33)
level.put("fixed_block", width=0.05, height=0.2).on(shelf, x=4.595)
back = level.put("fixed_block", width=0.1, height=0.3).at(3.53, 2.15)
board = level.put(
    "polygon", outline=SQUARE, width=1.0, height=0.05, body="pinned", stuff="wood", mass=1.0, pin_x=-0.48, pin_y=0.0
)
board.named("the plank").turned(4).at(4.1, 2.049)
level.put("peg_metal").at(4.1, 1.8)
prop = level.put("ice_block", width=0.34, height=0.4, time=6.0).at(4.45, 1.83)
trophy = (
    level.put("custom_ball", radius=0.11, mass=2.0, restitution=0.05, colour="yellow")
    .at(3.72, 2.175)
    .named("the golden ball")
)
chest = level.put("toy_chest", width=0.9, height=0.6).on(ground, x=6.0)
level.goal("The captain is at his door", when.state(door, "saved"))
level.goal("The golden ball lies in the chest", when.contained(trophy, chest))
level.fails("The captain has come to grief", when.state(captain, "dead"))
stand(
    level,
    ("teddy", left, 0.3, 1.0),
    ("plant", right, 4.05, 0.8),
    ("lamp", right, 3.15, 0.9),
    ("drum", ground, 2.1, 0.7),
)
hang(level, ("poster", 1.2, 1.9, 1.0), ("clock", 2.75, 2.2, 0.9), ("star", 5.5, 2.3, 0.9), ("star", 2.0, 2.9, 0.8))
hang(level, ("bunting", 1.0, 3.0, 1.4), ("bunting", 4.4, 3.0, 1.5), ("window", 5.9, 1.6, 0.8))
# One way: he rings for heat himself, and the ball, once down, has the bridge thawed.
button = level.give("button").turned(-90).at(0.1, 1.05)
burner = level.give("burner").on(shelf, x=4.45)
level.join("wire", button, burner.signal)
scale = level.give("pressure_plate", width=0.8).at(6.0, 0.16)
torch = level.give("flashlight").at(1.9, 0.45)
level.join("wire", scale, torch.signal)
level.give("magnifier").at(2.2, 0.45)

# Other ways, and what is of no use.
level.spare("spring_match")
level.spare("fuse", 2, speed=0.8)
level.spare("candle", 2)
for spare in ("flint", "fan", "trampoline"):
    level.spare(spare)
level.clues(
    goal="The ball first: it is let go by whatever warms the ice below its board, and it lands heavily.",
    family="Fire and Light: a flame melts ice, and so does a point where light is gathered.",
    piece=button,
)
level.aim("Not a single wire", without="wire")
level.aim("He need not press anything", without="button")
level.par(parts=7, seconds=22.5)
level.save()

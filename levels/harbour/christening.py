"""Write the open puzzle 'The christening': cargo on a derrick, bottles on the foredeck, and a flag to hoist."""

from _quay import SQUARE, container, frame, jib, mast, stand

from sandbox.authoring import Level, when

WIDE, HIGH = 6.4, 3.6  # m
DECK = 0.75  # m
HOLD = (3.06, 0.35, 4.44, 0.95)  # m: its corners

level = Level(
    "The christening",
    text="A new ship needs three things: cargo in her hold, bottles broken on her deck, and a flag high up. Nobody "
    "christens an empty ship.",
    insight="What has once been heaved to the top comes down on the other side by itself.",
    width=WIDE,
    height=HIGH,
    scene="harbour",
    open=True,
)
ground = level.room(roof=True)
quay = container(level, 0.0, 2.6, 0.6, "blue")

# The derrick: an arm that leans on a crutch until it is pulled over.
level.put("wall", width=0.12, height=0.5).at(2.5, 0.85)
level.put("wall", width=0.08, height=0.7).at(2.2, 0.95)
level.put("wall", width=0.08, height=0.2).at(2.8, 1.12)
arm = level.put("hinge", width=1.5).turned(155).at(2.5, 1.2)
cargo = level.put("crate").on(quay, x=1.14)
level.tie(arm.end, cargo)
level.join("apart", arm.end, cargo)

# The ship: a hold between two bulkheads, and a deckhouse that keeps off whatever falls.
container(level, 2.9, 6.35, 0.35, "green")
level.put("wall", width=0.12, height=0.5).at(3.0, 0.6)
level.put("wall", width=0.12, height=1.75).at(4.5, 1.225)
deck = level.put("floor", width=1.79, height=0.1).at(5.455, DECK - 0.05)
roof = level.put("floor", width=1.79, height=0.1).at(5.455, 1.4)
bow = level.put("wall", width=0.1, height=0.5).on(deck, x=6.3)
bottles = level.put("bottle_crate", breaks_at=4.0).left_of(bow, y=DECK + 0.2).on(deck)

flag = level.put(
    "polygon", outline=SQUARE, width=0.45, height=0.3, body="upright", stuff="foam", colour="red", mass=0.8
).on(quay, x=0.4)  # fmt: skip

mast(level, 4.62, 1.45, 3.5, 0.16)
jib(level, 3.53, 2.9, 6.3)
mast(level, 0.12, 0.6, 3.5, 0.16)
frame(level, 5.4, 2.0, 0.7, 0.6)
level.put("scenery", look="window", size=0.8).at(5.4, 2.05).layered(-1)
level.put("scenery", look="bunting", size=1.6).at(1.3, 3.35).layered(-1)
level.put("scenery", look="clock", size=0.8).at(3.6, 2.9).layered(-1)
level.put("scenery", look="poster", size=0.8).at(5.0, 1.08).layered(-1)
stand(level, "plant", quay, 0.8, 0.8).layered(-1)
stand(level, "drum", quay, 1.65, 0.8).layered(-1)
stand(level, "teddy", deck, 4.8, 0.5).layered(-1)
stand(level, "plant", roof, 6.15, 0.7).layered(-1)

level.goal("The crate is in the hold", when.held(1.0, when.inside(cargo, *HOLD)))
level.goal("The bottle crate is broken", when.state(bottles, "broken"))
level.fails(
    "The bottles broke over an empty hold",
    when.all(when.state(bottles, "broken"), when.not_(when.inside(cargo, *HOLD))),
)
level.goal("The flag, the red shape, is up", when.held(0.5, when.beyond(flag, "y", "more", 2.1)))

# One way: a winch heaves the arm over, and what comes down knocks for the bottles.
winch = level.give("winch", radius=0.06).at(5.9, 3.3)
motor = level.give("motor", speed=20.0, torque=20.0).at(5.5, 3.3)
level.join("belt", motor, winch)
level.tie(arm.end, winch.rope)
plate = level.give("pressure_plate", width=1.0).at(3.75, 0.3605)
cue = level.give("pool_cue", force=600.0).at(5.5, 0.9)
level.join("wire", plate, cue)
balloon = level.give("balloon", lift=20.0).at(0.4, 1.5)
level.tie(flag, balloon)

# Other ways, and what is of no use.
level.spare("weight", mass=10.0)
level.spare("pulley", 3)
level.spare("boxing_glove", force=400.0)
level.spare("light_gate", width=0.7)
level.spare("fan")
level.spare("bellows")
level.spare("rope")
level.clues(
    goal="The cargo first: the arm need only be brought past its top.",
    family="Ropes: something that winds or something heavy can heave from the right, high up.",
    piece=winch,
)
level.aim("Nothing is wound up", without="winch")
level.aim("Within four seconds", seconds=4.0)
level.aim("The flag flies without a balloon", without="balloon")
level.par(parts=9, seconds=14.2)
level.save()

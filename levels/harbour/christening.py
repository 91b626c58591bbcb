"""Write the open puzzle 'The christening': cargo on a derrick, bottles on the bridge, and a flag they hoist."""

from _quay import container, frame, jib, mast, stand

from sandbox.authoring import Level, when

WIDE, HIGH = 6.4, 3.6  # m
DECK, ROOF, BRIDGE = 0.75, 2.0, 2.7  # m: the floors of the deckhouse, and its top
UP = 1.5  # m: where the flag is up
HOLD = (3.06, 0.35, 4.44, 1.2)  # m: its corners

FLAG = (((-0.5, -0.5), (-0.5, 0.5), (0.5, 0.5), (0.25, 0.0), (0.5, -0.5)),)  # with a swallow's tail

level = Level(
    "The christening",
    text="A new ship wants cargo in her hold, then bottles broken on her bridge, and only then the flag up on the "
    "quay. Any other order is bad luck.",
    insight="What has done its work may have weight enough left for the next.",
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
cargo = level.put("crate").on(quay, x=1.14).named("the cargo")
level.tie(arm.end, cargo)
level.join("apart", arm.end, cargo)

# The ship: a hold between two bulkheads, a deckhouse with the bottles, and a shaft behind it.
hull = container(level, 2.9, 5.61, 0.35, "green")
level.put("wall", width=0.12, height=0.5).at(3.0, 0.6)
level.put("wall", width=0.12, height=BRIDGE - 0.35).at(4.5, (BRIDGE + 0.35) / 2)
deck = level.put("floor", width=1.05, height=0.1).at(5.085, DECK - 0.05)
roof = level.put("floor", width=1.05, height=0.1).at(5.085, ROOF - 0.05)
level.put("wall", width=0.1, height=ROOF - 0.1 - 0.35).at(5.56, (ROOF - 0.1 + 0.35) / 2)
level.put("floor", width=1.17, height=0.08).at(5.025, BRIDGE + 0.04)
bottles = level.put("bottle_crate", breaks_at=4.0).on(roof, x=5.36).named("the bottles")

flag = level.put(
    "polygon", outline=FLAG, width=0.5, height=0.34, body="upright", stuff="foam", colour="red", mass=6.0
).on(quay, x=0.3).named("the flag")  # fmt: skip

mast(level, 4.66, BRIDGE + 0.08, 3.5, 0.16)
jib(level, 3.53, 2.9, 6.3)
mast(level, 0.12, 0.6, 3.5, 0.16)
frame(level, 5.0, 1.4, 0.6, 0.5)
level.put("scenery", look="window", size=0.7).at(5.0, 1.4).layered(-1)
level.put("scenery", look="bunting", size=1.6).at(1.3, 3.35).layered(-1)
level.put("scenery", look="clock", size=0.8).at(3.6, 2.9).layered(-1)
stand(level, "plant", quay, 0.8, 0.8).layered(-1)
stand(level, "drum", quay, 1.65, 0.8).layered(-1)
stand(level, "teddy", deck, 4.8, 0.5).layered(-1)
stand(level, "plant", deck, 5.25, 0.7).layered(-1)

level.goal("The crate is in the hold", when.held(1.0, when.inside(cargo, *HOLD)))
level.goal("The bottle crate is broken", when.state(bottles, "broken"))
level.fails(
    "The bottles broke over an empty hold",
    when.held(0.4, when.all(when.state(bottles, "broken"), when.not_(when.inside(cargo, *HOLD)))),
)
level.goal("The red flag, six kilograms, is up", when.held(0.5, when.beyond(flag, "y", "more", UP)))
level.fails(
    "The flag was up before the bottles broke",
    when.all(when.beyond(flag, "y", "more", UP), when.not_(when.state(bottles, "broken"))),
)

# One way: a winch heaves the arm over, what comes down knocks for the bottles, and they haul up the flag.
winch = level.give("winch", radius=0.06).at(5.9, 3.3)
motor = level.give("motor", speed=20.0, torque=20.0).at(5.5, 3.3)
level.join("belt", motor, winch)
level.tie(arm.end, winch.rope)
plate = level.give("pressure_plate", width=1.0).at(3.75, 0.3605)
glove = level.give("boxing_glove", force=400.0).at(4.85, 2.15)
level.join("wire", plate, glove)
bucket = level.give("bucket", width=0.6).at(6.0, 1.55)
left = level.give("pulley").at(0.3, 3.4)
right = level.give("pulley").at(5.94, 3.0)
level.tie(bucket, flag, via=[right, left])

# Other ways, and what is of no use.
level.spare("weight", mass=6.0)
level.spare("pulley", 2)
level.spare("balloon", lift=60.0)
level.spare("scissors")
level.spare("light_gate", width=0.7)
level.spare("rope")
level.clues(
    goal="The cargo first: the arm need only be brought past its top. The flag comes last, so look what moves last.",
    family="Ropes: what winds or is heavy heaves the arm from the right, and glass has a weight, too.",
    piece=winch,
)
level.aim("Nothing is wound up", without="winch")
level.aim("Within five seconds", seconds=5.0)
level.aim("Nothing to stand on in the hold", without="pressure_plate")
level.par(parts=11, seconds=14.8)
level.save()

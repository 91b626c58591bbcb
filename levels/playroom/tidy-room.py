"""Write the open puzzle 'Tidy your room': heavy and light balls on one belt, for two boxes, and a windmill to turn."""

from _nursery import SQUARE, hang, wood

from sandbox.authoring import Level, when

level = Level(
    "Tidy your room",
    text="Toys come as they please. Iron goes into the chest, volleyballs go into the basket, and the windmill over "
    "the cot should keep turning, or the baby wakes.",
    insight="Nobody has to look at a toy to sort it: it says what it is when it is weighed or blown at.",
    width=6.4,
    height=3.5,
    scene="playroom",
    open=True,
)
ground = level.room()
belt = level.put("conveyor", width=2.6, speed=0.6).at(1.4, 2.72)
iron = [level.put("cannon_ball").on(belt, x=x) for x in (2.45, 1.2)]
soft = [level.put("volleyball").on(belt, x=x) for x in (1.7, 0.45)]
chest = level.put("toy_chest", width=1.0, height=0.75).flipped().on(ground, x=0.53)
basket = level.put("basket", width=0.9, height=0.6).on(ground, x=5.84)
# Nothing bounces off the curtain: what is thrown at it falls straight down.
curtain = level.put(
    "polygon", outline=SQUARE, stuff="foam", colour="blue", width=0.1, height=2.7, surface="own", friction=0.3,
    restitution=0.0,
)  # fmt: skip
curtain.at(6.35, 2.15)
wood(level, 3.5, 4.6, 0.4, 0.5)
for x in (3.44, 4.6):
    wood(level, x, x + 0.06, 0.1, 0.75)
mill = level.put("windmill", radius=0.3).at(4.05, 1.25)
level.goal("Both iron balls lie in the chest", when.held(0.5, when.all(*(when.contained(b, chest) for b in iron))))
level.goal("Both volleyballs lie in the basket", when.held(0.5, when.all(*(when.contained(b, basket) for b in soft))))
level.goal("The windmill over the cot keeps turning", when.held(2.0, when.state(mill, "turning")))

hang(level, ("clock", 3.1, 3.05, 0.8), ("drawing", 2.1, 0.7, 0.9), ("star", 5.7, 2.9, 0.9), ("star", 5.0, 2.6, 0.7))
level.put("scenery", look="teddy", size=0.6).at(4.35, 0.68).layered(-1)
level.put("scenery", look="blocks", size=0.7).on(ground, x=1.4).layered(-1)
level.put("scenery", look="train", size=0.8).on(ground, x=5.0).layered(-1)

# One way of several: heavy things fall through a door, light ones roll over it, and iron in the chest wakes somebody.
door = level.give("trap_door", width=0.4, mass=2.0).flipped().at(3.0, 2.7)
level.give("ramp", width=0.9, height=0.3).flipped().at(2.7, 1.85)
level.give("ramp", width=0.9, height=0.3).flipped().at(1.75, 1.4)
for x, y in ((3.7, 2.5), (4.65, 2.2)):
    level.give("ramp", width=0.9, height=0.3).at(x, y)
button = level.give("button", mode="hold", hold=30.0).inside(chest, x=0.3)
bell = level.give("bell").at(2.55, 0.85)
level.join("wire", button, bell)
hamster = level.give("hamster_wheel", time=20.0).on(ground, x=2.7)
level.join("belt", hamster, mill)

# Other ways, and what is of no use.
level.spare("diverter", width=0.5)
level.spare("fan", running=False, speed=25.0, reach=3.0)
level.spare("wire")
level.spare("light_gate", width=0.3)
level.spare("electromagnet")
level.spare("trampoline")
level.spare("pillow")
level.clues(
    goal="Sort first. Both kinds leave the belt at the same place, one by one, and iron comes first.",
    family="Transport: a door can feel what is heavy. Air: wind can feel what is light.",
    piece=door,
)
level.aim("Let the hamster sleep", without="hamster_wheel")
level.aim("Without a wire", without="wire")
level.aim("Nobody is weighed", without="trap_door", seconds=14.0)
level.par(parts=10, seconds=14.8)
level.save()

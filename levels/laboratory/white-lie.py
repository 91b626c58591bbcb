"""Write the level 'White lie': a prism takes white light apart, and only one of its colours opens the lock."""

from _bench import dress, rack, sign

from sandbox.authoring import Level, when

level = Level(
    "White lie",
    text="The lock wants blue light, and there is only white. The professor says that this is no contradiction.",
    insight="White light has all colours in it: a prism takes them apart, and sends each its own way.",
    width=5.2,
    height=2.8,
    scene="laboratory",
    rules=2,
)
ground = level.room()
feed = level.put("conveyor", width=1.1, speed=0.6).at(0.65, 2.3)
tap = level.put("baseball").on(feed, x=0.55)
torch = level.put("flashlight", reach=8.0).at(1.42, 1.7)
eye = level.put("photocell", colour="blue").flipped().at(4.3, 1.3)
line = level.put("conveyor", width=2.4, speed=0.4, running=False).flipped().at(3.1, 0.6)
level.join("wire", eye, line)
box = level.put("cardboard_box", open=False, width=0.28, height=0.22).on(line, x=3.9)
basket = level.put("basket", width=0.6, height=0.35).on(ground, x=1.5)
prism = level.give("prism", "In the ray, where its blue light comes down on the eye.").at(2.55, 1.7)
level.spare("magnifier")
level.goal("The cardboard box lies in the basket", when.held(0.5, when.contained(box, basket)))
level.par(parts=1, seconds=10.0)

rack(level, 3.4, 2.35, 1.1, 0.6)
sign(level, "BLUE ONLY", 4.6, 1.65, "amber")
dress(
    level,
    ("plant", 0.3, ground, 1.1), ("books", 0.8, ground, 1.0), ("poster", 0.5, 1.5, 1.1), ("clock", 4.6, 2.3, 0.8),
    ("teddy", 2.3, ground, 0.7), ("lamp", 3.0, ground, 0.7), ("blocks", 3.7, ground, 0.7), ("plant", 4.75, ground, 1.0),
    ("drawing", 2.0, 2.35, 0.9),
)  # fmt: skip
level.save()

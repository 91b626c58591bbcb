"""Write the level 'Daylight': light here is power there, and a lamp would light one panel too many."""

from _bench import dress, rack, sign

from sandbox.authoring import Level, when

level = Level(
    "Daylight",
    text="Both belts run on sunshine, and it is ten at night. The lower one had better sleep on: it wants the basket.",
    insight="Light here is power there: a lamp feeds whoever sees it, a torch only the one that it points at.",
    width=5.0,
    height=2.7,
    scene="laboratory",
    rules=2,
)
ground = level.room()
feed = level.put("conveyor", width=1.2, speed=0.75).at(0.75, 2.2)
ball = level.put("soccer_ball").on(feed, x=0.5)
panel = level.put("solar_panel").at(3.55, 1.2)
level.put("backdrop", width=0.06, height=0.94).at(3.55, 0.57).layered(-2)
line = level.put("conveyor", width=1.6, speed=0.4).at(3.2, 1.7)
level.join("cable", panel, line.plug)
crate = level.put("crate", width=0.24, height=0.24).on(line, x=2.7)
thief = level.put("conveyor", width=0.9, speed=0.5).at(4.5, 0.17)
other = level.put("solar_panel").at(3.15, 0.75)
level.put("backdrop", width=0.06, height=0.48).at(3.15, 0.34).layered(-2)
level.join("cable", other, thief.plug)
basket = level.put("basket", width=0.5, height=0.4).on(thief, x=4.34)
button = level.put("button", mode="hold", hold=20.0).on(ground, x=1.85)
torch = level.give("flashlight", "As high as the cells, near enough, and towards them.", reach=1.3).at(2.4, 1.2)
level.join("wire", button, torch.signal, hint="From the button to the torch.")
level.spare("lamp", reach=3.0)
level.no_build(3.3, 0.1, 5.0, 2.6)  # there one panel shades the other from a lamp
level.goal("The crate lies in the basket", when.held(0.5, when.contained(crate, basket)))
level.par(parts=2, seconds=8.9)

rack(level, 3.2, 2.3, 1.2, 0.5)
sign(level, "10 PM", 4.5, 1.6, "amber")
dress(
    level,
    ("drawing", 1.85, 1.75, 0.9), ("clock", 4.5, 2.2, 0.9), ("plant", 0.3, ground, 1.0), ("books", 0.8, ground, 0.9),
    ("poster", 0.5, 1.3, 1.0), ("teddy", 1.3, ground, 0.8), ("blocks", 2.3, ground, 0.9),
)  # fmt: skip
level.save()

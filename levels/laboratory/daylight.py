"""Write the level 'Daylight': light here is power there."""

from _bench import dress, rack, sign

from sandbox.authoring import Level, when

level = Level(
    "Daylight",
    text="The belt runs on sunshine, and it is ten at night. Somewhere in the drawer there must be a bit of daylight.",
    insight="Light here is power there: a torch that points at a solar panel drives what hangs on it.",
    width=5.0,
    height=2.7,
    scene="laboratory",
)
ground = level.room()
feed = level.put("conveyor", width=1.2, speed=0.75).at(0.75, 2.2)
ball = level.put("soccer_ball").on(feed, x=0.5)
panel = level.put("solar_panel").at(3.6, 0.85)
post = level.put("fixed_block", width=0.3, height=0.56).on(ground, x=3.6)
line = level.put("conveyor", width=1.6, speed=0.4).at(3.2, 1.7)
level.join("cable", panel, line.plug)
crate = level.put("crate", width=0.24, height=0.24).on(line, x=2.7)
basket = level.put("basket", width=0.6, height=0.45).on(ground, x=4.4)
button = level.put("button", mode="hold", hold=20.0).on(ground, x=1.85)
torch = level.give("flashlight", "As high as the cells, near enough, and towards them.", reach=1.3).at(2.4, 0.85)
level.join("wire", button, torch.signal, hint="From the button to the torch.")
level.goal("The crate lies in the basket", when.held(0.5, when.contained(crate, basket)))
level.par(parts=2, seconds=10.0)

rack(level, 3.2, 2.3, 1.2, 0.5)
sign(level, "10 PM", 4.5, 1.6, "amber")
dress(
    level,
    ("window", 2.1, 1.75, 0.9), ("clock", 4.5, 2.2, 0.9), ("plant", 0.3, ground, 1.0), ("books", 0.8, ground, 0.9),
    ("poster", 0.5, 1.3, 1.0), ("teddy", 1.3, ground, 0.8), ("blocks", 2.3, ground, 0.9), ("plant", 2.85, ground, 0.8),
)  # fmt: skip
level.save()

"""Write the level 'Off the grid': a hamster turns a generator, and that makes toast jump."""

from _bench import dress, rack, sign

from sandbox.authoring import Level, when

level = Level(
    "Off the grid",
    text="The grid is down, the toaster is cold, and the hamster has had a full night's sleep. Science to the rescue.",
    insight="Power can be made: what turns a generator feeds whatever hangs on its cable.",
    width=5.4,
    height=2.8,
    scene="laboratory",
    rules=2,
)
ground = level.room()
slide = level.put("ramp", width=0.9, height=0.25).at(0.55, 0.85)
tap = level.put("soccer_ball").on(slide, x=0.25)
hamster = level.put("hamster_wheel", time=12.0).at(1.35, 0.3)
generator = level.put("generator").at(2.3, 0.24)
feed = level.put("conveyor", width=1.3, speed=0.6).flipped().at(4.6, 1.1)
cook = level.put("baseball").on(feed, x=4.75)
shelf = level.put("fixed_block", width=0.6, height=0.5).on(ground, x=3.1)
toaster = level.put("toaster", time=1.5, speed=4.0).on(shelf, x=3.1)
bread = level.put("crate", width=0.16, height=0.16).on(toaster, x=3.1)
order = level.put("button").on(ground, x=3.72)
level.join("wire", order, toaster.signal)
button = level.put("button", mode="hold", hold=3.0).turned(180).at(3.1, 1.5)
line = level.put("conveyor", width=0.9, speed=0.3, running=False).flipped().at(2.4, 1.75)
box = level.put("cardboard_box", open=False, width=0.26, height=0.22).on(line, x=2.7)
bracket = level.put("floor", width=0.6, height=0.06).at(1.65, 1.0)
basket = level.put("basket", width=0.5, height=0.3).on(bracket, x=1.65)
level.join("wire", button, line)
level.join("belt", hamster, generator, given=True, hint="A belt from the hamster to the generator.")
level.join("cable", generator.socket, toaster.plug, given=True, hint="A cable from the generator to the toaster.")
level.spare("battery", title="Old battery", time=0.8)
level.goal("The cardboard box lies in the basket", when.held(0.5, when.contained(box, basket)))
level.par(parts=2, seconds=10.0)

rack(level, 0.75, 1.95, 0.8, 0.9)
sign(level, "GRID: 0 V", 0.8, 2.55, "red")
dress(
    level,
    ("clock", 3.9, 2.2, 1.0), ("drawing", 2.2, 2.4, 0.9), ("poster", 4.75, 2.1, 1.1),
    ("books", 4.3, ground, 0.9), ("teddy", 4.75, ground, 0.9), ("plant", 5.2, ground, 0.8), ("lamp", 0.2, ground, 0.7),
    ("blocks", 0.6, ground, 0.7),
)  # fmt: skip
level.save()

"""Write the level 'Broken beam': a ball that crosses a ray calls its own kick."""

from _bench import dress, rack, sign

from sandbox.authoring import Level, when

level = Level(
    "Broken beam",
    text="The glove would kick the ball to the far side, if only somebody told it when. The ray is there anyway.",
    insight="A ray that something breaks is a signal, too: the ball calls its own kick.",
    width=5.0,
    height=3.2,
    scene="laboratory",
    rules=2,
)
ground = level.room()
feed = level.put("conveyor", width=1.3, speed=0.75).at(1.0, 2.7)
ball = level.put("soccer_ball").on(feed, x=0.45)
desk = level.put("fixed_block", width=2.15, height=1.3).on(ground, x=1.525)
glove = level.put("boxing_glove").at(1.3, 1.55)
laser = level.put("laser").flipped().at(4.7, 2.1)
level.put("wall", width=0.08, height=1.2).at(3.4, 0.7)
basket = level.put("basket", width=1.1, height=0.5).on(ground, x=4.35)
level.no_build(1.5, 1.3, 3.3, 3.2)
eye = level.give(
    "photocell", "At the end of the ray, to see when it is dark.", title="Photocell for dark", mode="dark"
).at(0.4, 2.1)
level.join("wire", eye, glove, hint="From the photocell to the glove.")
level.spare("photocell", title="Photocell for light")
level.goal("The soccer ball lies in the basket", when.held(0.5, when.contained(ball, basket)))
level.par(parts=2, seconds=7.0)

rack(level, 4.2, 1.55, 1.1, 0.6)
sign(level, "RAY ON", 4.5, 2.45, "red")
dress(
    level,
    ("plant", 0.22, ground, 0.8), ("books", 1.0, desk, 0.8), ("poster", 3.4, 2.6, 0.9),
    ("teddy", 2.82, ground, 0.8), ("plant", 3.15, ground, 0.7), ("drawing", 2.2, 2.75, 0.9), ("clock", 0.3, 1.2, 0.6),
)  # fmt: skip
level.save()

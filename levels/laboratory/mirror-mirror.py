"""Write the level 'Mirror, mirror': two mirrors carry a burning ray over a wall to the rope behind it."""

from _bench import dress, rack, sign

from sandbox.authoring import Level, when

level = Level(
    "Mirror, mirror",
    text="The laser is warming a wall. Behind it hangs a bowling ball that everybody would like to see fall.",
    insight="A mirror sends light off as steeply as it comes: two of them lead a ray round a corner.",
    width=6.0,
    height=2.9,
    scene="laboratory",
    rules=2,
)
ground = level.room()
feed = level.put("conveyor", width=1.2, speed=0.75).at(0.8, 2.3)
tap = level.put("baseball").on(feed, x=0.45)
outlet = level.put("outlet", on=False).at(1.56, 1.75)
laser = level.put("laser").at(0.35, 0.6)
level.join("cable", outlet.left, laser.plug)
wall = level.put("fixed_block", width=0.3, height=1.65).on(ground, x=2.35)
table = level.put("fixed_block", width=2.2, height=0.7).on(ground, x=3.8)
slope = level.put("inclined_plane", width=0.6, height=0.18).on(table, x=3.05)
hook = level.put("anchor").at(2.95, 2.12)
heavy = level.put("bowling_ball").at(2.95, 1.35)
level.tie(hook, heavy)
for number in range(5):
    level.put("domino").on(table, x=3.85 + 0.16 * number)
ball = level.put("soccer_ball").on(table, x=4.72)
line = level.put("conveyor", width=0.5, speed=0.6).at(5.2, 0.55)
basket = level.put("basket", width=0.42, height=0.32).on(ground, x=5.76)
first = level.give("mirror", "One where the ray runs along the floor, to send it up.").turned(45).at(1.1, 0.6)
second = level.give("mirror", "One above it, to send it on over the wall.").turned(-135).at(1.1, 1.95)
level.goal("The soccer ball lies in the basket", when.contained(ball, basket))
level.par(parts=2, seconds=7.8)

rack(level, 4.2, 1.95, 1.4, 0.7)
sign(level, "CAUTION", 0.45, 1.4, "red")
dress(
    level,
    ("plant", 1.75, ground, 0.9), ("books", 0.7, ground, 0.7), ("clock", 5.3, 2.3, 0.9), ("drawing", 2.6, 2.5, 0.9),
    ("poster", 5.5, 1.5, 0.9), ("plant", 5.15, ground, 0.6), ("bunting", 4.1, 2.7, 1.3), ("teddy", 1.35, ground, 0.7),
)  # fmt: skip
level.save()

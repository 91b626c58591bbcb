"""Write the open level 'Mind the goldfish': three walls to break, by fire, wires or sheer weight, round a fish bowl."""

from _pit import hang, rock, scaffold, stand

from sandbox.authoring import Level, when

level = Level(
    "Mind the goldfish",
    text="Three tunnels are walled up, and all three walls must go before lunch. The foreman's goldfish is to notice "
    "nothing.",
    insight="A wall gives way to a blast, to a shot, and to anything heavy enough. A goldfish does, too.",
    width=6.4,
    height=3.8,
    scene="quarry",
    rules=2,
    open=True,
)
ground = level.room()
west = rock(level, 0.0, 1.5, 2.1, 0.9)
east = rock(level, 5.2, 6.4, 2.3, 0.9)
rock(level, 5.2, 6.4, 3.8, 3.1)
walls = [level.put("brittle_wall", height=0.8).at(x, y) for x, y in ((1.1, 0.5), (5.45, 0.5), (5.45, 2.7))]
feed = level.put("conveyor", width=0.9, speed=0.6).at(0.5, 3.1)
level.put("bowling_ball").on(feed, x=0.3)
# The bowl stands in the line of a flat shot and in the reach of whatever goes off up there.
tower = rock(level, 3.75, 4.25, 2.4)
bowl = level.put("fish_bowl", strength=0.6).on(tower, x=4.0)

scaffold(level, 4.3, 5.0, 0.1, 1.0)
scaffold(level, 2.0, 2.9, 0.1, 1.45)
stand(level, ("books", west, 0.75, 0.6), ("lamp", ground, 2.8, 0.9), ("teddy", ground, 3.3, 0.8))
stand(
    level,
    ("train", ground, 4.65, 0.9),
    ("plant", east, 6.15, 0.9),
    ("lamp", ground, 0.4, 0.9),
    ("drum", ground, 6.1, 0.9),
)
hang(level, ("poster", 4.0, 0.7, 0.8), ("clock", 5.8, 3.45, 0.8), ("drawing", 0.7, 1.5, 0.9), ("window", 5.8, 1.6, 1.1))
hang(level, ("bunting", 2.3, 3.6, 1.4), ("bunting", 3.8, 3.6, 1.4))

# The author's own way
flint = level.give("flint").on(west, x=1.22)
cannon = level.give("cannon", speed=7.0, aim=25.0).turned(15).at(0.35, 2.4)
level.join("fuse", flint, cannon.fuse, speed=0.8)
button = level.give("button").on(west, x=1.42)
dynamite = level.give("dynamite", reach=3.0).on(ground, x=5.15)
level.join("wire", button, dynamite)
level.give("ramp").flipped().on(ground, x=1.85)
level.spare("bomb", reach=2.6)
level.spare("ramp")
level.spare("pillow")
level.spare("anchor")
level.spare("rope")
for wall, words in zip(walls, ("in the west", "in the east", "up there"), strict=True):
    level.goal(f"The wall {words} is broken", when.state(wall, "broken"))
level.fails("The goldfish has noticed", when.state(bowl, "broken"))
level.clues(
    goal="The wall up there: whatever breaks it flies over the goldfish, or goes off before its nose. Heed its ring.",
    family="Bang: the falling ball can set off two things, one after the other. Slopes turn balls, and stop blasts.",
    piece=cannon,
)
level.aim("Without the cannon", without="cannon")
level.aim("Lunch without dynamite", without="dynamite")
level.par(parts=7, seconds=6.7)
level.save()

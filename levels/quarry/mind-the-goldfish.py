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
tower = rock(level, 3.0, 3.5, 1.3)
bowl = level.put("fish_bowl").on(tower, x=3.25)

flint = level.give("flint").on(west, x=1.22)
bomb = level.give("bomb").on(ground, x=5.24)
level.join("fuse", flint, bomb, speed=0.8)
cannon = level.give("cannon", speed=9.0, aim=25.0).on(west, x=0.35)
level.join("fuse", flint, cannon.fuse, speed=0.8)
level.give("ramp").flipped().on(ground, x=1.85)
level.spare("button")
level.spare("wire", 2)
level.spare("dynamite")
level.spare("anchor")
level.spare("rope")
level.spare("cannon_ball")
level.spare("pillow")
for wall, words in zip(walls, ("in the west", "in the east", "up there"), strict=True):
    level.goal(f"The wall {words} is broken", when.state(wall, "broken"))
level.fails("The goldfish has noticed", when.state(bowl, "broken"))
level.clues(
    goal="The wall in the west: it is the only one that needs neither a bang nor a shot.",
    family="Bang: something has to set it off that the falling ball can reach.",
    piece=cannon,
)
level.aim("Without the cannon", without="cannon")
level.aim("Lunch without wires", without="wire")
level.par(parts=6, seconds=12.5)

scaffold(level, 3.6, 4.5, 0.1, 1.0)
scaffold(level, 2.0, 2.9, 0.1, 1.45)
stand(level, ("books", west, 0.75, 0.6), ("lamp", ground, 2.8, 0.9), ("teddy", ground, 3.75, 0.8))
stand(
    level,
    ("train", ground, 4.4, 0.9),
    ("plant", east, 6.15, 0.9),
    ("lamp", ground, 0.4, 0.9),
    ("drum", ground, 6.1, 0.9),
)
hang(
    level, ("poster", 3.25, 0.7, 0.8), ("clock", 5.8, 3.45, 0.8), ("drawing", 0.7, 1.5, 0.9), ("window", 5.8, 1.6, 1.1)
)
hang(level, ("bunting", 2.3, 3.6, 1.4), ("bunting", 3.8, 3.6, 1.4))
level.save()

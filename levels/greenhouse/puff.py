"""Write the level 'Puff': what falls on the board of the bellows becomes wind."""

from _beds import bed, hang, pane, stand

from sandbox.authoring import Level, when

level = Level(
    "Puff",
    text="The big iron ball is far too rude to touch the volleyball. It may only send its regards by air mail.",
    insight="Bellows turn a fall into wind: what is heavy pushes what is light without touching it.",
    width=5.2,
    height=2.7,
    scene="greenhouse",
    rules=2,
)
ground = level.room()
belt = level.put("conveyor", width=1.2, speed=0.4).at(0.6, 2.15)
iron = level.put("bowling_ball").on(belt, x=0.72)
table = bed(level, 0.7, 2.1, 0.9)
lane = bed(level, 2.5, 3.4, 0.9, colour="natural")
ball = level.put("volleyball").on(lane, x=2.66)
slope = level.put("inclined_plane", width=0.85, height=0.26).at(3.875, 0.23)
post = bed(level, 4.42, 4.54, 0.6, colour="natural")
button = level.put("button", push=0.02).turned(90).left_of(post, y=0.22)
flap = level.put("trap_door", width=0.4, mass=10.0).at(4.86, 1.75)
level.join("wire", button, flap)
pot = level.put("cactus").on(flap, x=4.86)
crib = level.put("basket", width=0.56, height=0.34).on(ground, x=4.87)
pane(level, 0.6, 1.5, 0.9, 1.0)
pane(level, 3.0, 1.85, 1.5, 0.9)
hang(level, "clock", 1.75, 2.25, 0.7)
hang(level, "window", 2.5, 2.05, 0.9)
hang(level, "window", 3.5, 2.05, 0.9)
hang(level, "bunting", 4.5, 2.45, 1.3)
stand(level, "plant", table, 0.95, 0.8)
stand(level, "plant", lane, 3.2, 0.9)
stand(level, "plant", ground, 0.35, 1.1)
stand(level, "arrow", ground, 2.3, 0.6)
stand(level, "books", post, 4.48, 0.5)
level.give("bellows", "On the table, its board below the end of the belt.").on(table, x=1.6)
level.goal("The cactus is in the basket", when.held(0.5, when.contained(pot, crib)))
level.par(parts=1, seconds=9.5)
level.save()

"""Write the level 'Let go': a balloon on a string pulls all the time; cut the string, and it starts to work."""

from _beds import SQUARE, bed, hang, pane, stand

from sandbox.authoring import Level, when

level = Level(
    "Let go",
    text="The balloon would open the sluice at once, if only somebody let it go. The boule has time, but no blades.",
    insight="A balloon on a string is a weight that waits to fall upwards: cut the string, and it goes to work.",
    width=5.4,
    height=3.2,
    scene="greenhouse",
    rules=2,
)
ground = level.room(roof=True)
belt = level.put("conveyor", width=1.5, speed=0.9).at(0.95, 2.3)
boule = level.put("petanque_boule").on(belt, x=0.75)
hook = level.put("anchor").at(0.35, 0.55)
low = level.put("pulley").at(2.3, 0.55)
balloon = level.put("balloon", lift=14.0, pops_at=5.0, colour="red").at(2.36, 1.9)
level.tie(hook, balloon, via=[low])
lane = bed(level, 2.62, 4.3, 1.0)
slope = level.put("inclined_plane", width=1.0, height=0.16).on(lane, x=3.13)
ball = level.put("soccer_ball").on(slope, x=2.8)
sluice = (
    level.put("polygon", outline=SQUARE, width=0.08, height=0.5, body="upright", stuff="wood", mass=0.6, colour="red")
    .named("the sluice")
    .at(3.03, 1.4)
)
level.join("guide", sluice.point(0.0, 0.2), lane.point(-0.43, 0.85), angle=90, low=0.0, high=0.9)
level.tie(balloon, sluice.point(0.0, 0.25), slack=0.1)
net = level.put("goal", width=0.6, height=0.7).on(ground, x=5.0)
level.give("scissors", "Blades down on the string, handles up where the boule falls.", starts_at=-90.0).at(
    1.95, 0.6
).turned(-90)
level.goal("The soccer ball is in the goal", when.contained(ball, net))
pane(level, 0.95, 1.55, 1.1, 1.1)
pane(level, 4.1, 2.3, 1.3, 1.1)
hang(level, "window", 3.8, 2.35, 1.0)
hang(level, "window", 4.4, 2.35, 1.0)
hang(level, "bunting", 1.0, 2.95, 1.4)
hang(level, "poster", 0.95, 1.6, 1.1)
stand(level, "plant", ground, 0.7, 1.0)
stand(level, "plant", lane, 3.9, 0.8)
stand(level, "lamp", lane, 4.2, 0.7)
stand(level, "plant", ground, 1.1, 0.8)
stand(level, "books", ground, 1.5, 0.6)
level.par(parts=1, seconds=7.3)
level.save()

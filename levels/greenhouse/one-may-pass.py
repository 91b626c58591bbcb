"""Write the level 'One may pass': a balloon carries the bridge until the wind brings it to a needle."""

from _beds import SQUARE, bed, hang, pane, stand

from sandbox.authoring import Level, when

level = Level(
    "One may pass",
    text="The first ball is to go across, the second down the hole. The balloon holds the bridge for both of them.",
    insight="A balloon carries only until it meets a needle: where that waits decides when the bridge falls.",
    width=5.2,
    height=3.3,
    scene="greenhouse",
    rules=2,
)
ground = level.room()
feed = level.put("conveyor", width=1.2, speed=0.5).at(0.6, 1.5)
deck = bed(level, 1.22, 1.75, 1.5, 1.2)
hill = level.put("inclined_plane", width=0.5, height=0.05).on(deck, x=1.48)
late = level.put("basketball").on(feed, x=0.2)
first = level.put("soccer_ball").on(feed, x=1.05)
bridge = (
    level.put("polygon", outline=SQUARE, width=0.96, height=0.05, body="pinned", stuff="wood", mass=0.8, pin_x=-0.47)
    .named("the bridge")
    .at(2.25, 1.47)
)
balloon = level.put("balloon", lift=14.0, colour="red").at(2.68, 2.3)
level.tie(balloon, bridge.point(0.45, 0.0))
level.tie(level.put("anchor").at(2.7, 0.6), bridge.point(0.45, 0.0))
far = bed(level, 2.78, 3.7, 1.47, 1.2)
plate = level.put("pressure_plate", mass=1.5, width=0.6).on(ground, x=4.15)
home = level.put("basket", width=0.6, height=0.34).on(plate, x=4.15)
wind = level.put("fan", speed=20.0, running=False).at(1.85, 2.3)
level.join("wire", plate, wind)
pit = level.put("basket", width=0.7, height=0.3).on(ground, x=2.25)
pane(level, 4.3, 2.1, 1.2, 1.4)
hang(level, "window", 4.3, 2.3, 1.2)
hang(level, "poster", 0.6, 2.35, 1.1)
hang(level, "bunting", 0.9, 3.05, 1.4)
hang(level, "bunting", 4.3, 3.1, 1.6)
stand(level, "plant", ground, 0.35, 1.6)
stand(level, "plant", ground, 0.95, 1.2)
stand(level, "drum", ground, 1.5, 0.9)
stand(level, "plant", ground, 3.2, 1.3)
stand(level, "lamp", far, 3.55, 0.7)
stand(level, "plant", ground, 4.9, 1.1)
nails = level.give("nail_board", "Upright, right of the balloon, its nails to the left.", width=0.5, starts_at=90.0)
nails.at(3.1, 2.3).turned(90)
level.goal("The soccer ball lies in the basket on the right", when.contained(first, home))
level.goal("The basketball lies in the basket in the hole", when.contained(late, pit))
level.par(parts=1, seconds=8.0)
level.save()

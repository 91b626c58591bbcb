"""Write the level 'Upside down': over the pad the ceiling is the floor, and its slope leads over the wall."""

from _beds import bed, hang, pane, stand

from sandbox.authoring import Level, when

level = Level(
    "Upside down",
    text="The bowling ball will not climb the wall. But it might roll along the roof, if it were told where down is.",
    insight="Above the pad the ceiling is the floor, and a ceiling that rises is a slope that leads down.",
    width=5.4,
    height=3.0,
    scene="greenhouse",
    rules=2,
)
ground = level.room(roof=True)
shelf = bed(level, 0.0, 1.3, 1.1)
hill = level.put("inclined_plane", width=1.2, height=0.12).on(shelf, x=0.62)
ball = level.put("bowling_ball").on(hill, x=0.2)
WEDGE = [[[-0.5, 0.5], [-0.5, -0.5], [0.5, 0.2], [0.5, 0.5]]]
gable = level.put("polygon", outline=WEDGE, width=1.6, height=0.6, stuff="wood", colour="white").at(2.0, 2.7)
level.put("wall", width=0.1, height=1.75).at(2.75, 0.975)
level.give("antigravity", "On the floor, below the sloping roof.", height=2.7, width=0.9).on(ground, x=1.9)
cage = level.put("cage", width=0.5, height=0.46).on(ground, x=4.2)
moth = level.put("butterfly", speed=0.25).at(4.2, 0.33)
flower = level.put("flower").on(ground, x=5.1)
bucket = level.put("bucket", width=0.36).at(3.2, 1.3)
near = level.put("pulley").at(3.2, 2.6)
far = level.put("pulley").at(4.2, 2.6)
level.tie(bucket, cage, via=[near, far])
level.goal("The butterfly sits on the flower", when.state(moth, "arrived"))
pane(level, 0.62, 2.1, 1.0, 1.3)
hang(level, "window", 0.62, 2.2, 1.2)
hang(level, "bunting", 3.5, 2.78, 1.2)
hang(level, "bunting", 4.75, 2.78, 1.2)
hang(level, "poster", 4.9, 1.8, 1.1)
stand(level, "plant", ground, 1.42, 0.8)
stand(level, "plant", ground, 2.55, 1.0)
stand(level, "arrow", ground, 3.75, 0.6)
stand(level, "plant", ground, 5.2, 1.2)
stand(level, "lamp", ground, 4.75, 0.7)
level.par(parts=1, seconds=6.8)
level.save()

"""Write the level 'Longer way': a loose wheel in the rope makes its pull arrive when the ferry does."""

from _quay import container, frame, jib, mast, stand

from sandbox.authoring import Level, when

level = Level(
    "Longer way",
    text="The ferry comes in three seconds, the bowling ball goes overboard in one. Somebody has to dawdle.",
    insight="A loose wheel in a bight of the rope has to come up first: the lower it hangs, the later the rope pulls.",
    width=6.0,
    height=3.0,
    scene="harbour",
    rules=2,
)
ground = level.room()
tower = container(level, 0.0, 1.9, 1.7, "blue")
drag = level.put("conveyor", width=1.8, speed=-0.3).on(tower, x=0.95)
weight = level.put("weight", mass=20.0).on(drag, x=1.65)
low = level.put("pulley").at(2.12, 2.05)
near = level.put("pulley").at(2.3, 2.75)
far = level.put("pulley").at(3.35, 2.75)
board = level.put("seesaw", width=1.1).turned(3).at(3.95, 1.75)
stop = level.put("wall", width=0.08, height=0.5).at(3.3, 1.85)
ball = level.put("bowling_ball").on(board, x=3.47)
sea = level.put("conveyor", width=2.7, speed=0.22).at(4.6, 0.5)
ferry = level.put("basket", width=0.65).on(sea, x=3.85)
block = level.give("pulley_block", "The loose wheel hangs low between the two high ones.").at(2.8, 1.85)
level.tie(weight, board.left, via=[low, near, block, far], hint="From the weight over all wheels to the board.")
at_sea = when.inside(ferry, 3.25, 0.5, 5.95, 0.95)  # not pulled up to the board on the rope
level.goal("The bowling ball sails in the basket", when.held(1.0, when.all(when.contained(ball, ferry), at_sea)))
mast(level, 2.52, 0.1, 2.8, 0.2)
jib(level, 2.88, 2.0, 3.7, 0.16)
for x in (3.5, 4.55, 5.6):
    frame(level, x, 0.27, 0.16, 0.34)
stand(level, "lamp", ground, 2.15, 0.9)
level.put("scenery", look="clock", size=0.8).at(5.1, 2.3)
level.par(parts=2, seconds=7.2)
level.save()

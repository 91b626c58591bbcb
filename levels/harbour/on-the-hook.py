"""Write the level 'On the hook': a ball that would drop into the dock is tied to the right one of three hooks."""

from _quay import container, jib, mast, stand

from sandbox.authoring import Level, when

level = Level(
    "On the hook",
    text="The bowling ball is about to be shoved off the quay, and it can't swim. One rope, three hooks.",
    insight="A rope turns a fall into a swing.",
    width=4.6,
    height=3.0,
    scene="harbour",
)
ground = level.room()
quay = container(level, 0.0, 1.7, 1.5, "blue")
slope = level.put("inclined_plane", width=1.3, height=0.16).on(quay, x=0.65)
level.put("cannon_ball").on(slope, x=0.12)
ball = level.put("bowling_ball").on(quay, x=1.52)
level.put("anchor").at(1.9, 2.6)
middle = level.put("anchor").at(2.4, 2.6)
level.put("anchor").at(3.3, 2.6)
post = container(level, 2.8, 3.1, 1.13, "red")
soccer = level.put("soccer_ball").on(post, x=2.9)
goal = level.put("goal", width=0.65, height=0.95).on(ground, x=3.9)
store = container(level, 4.23, 4.6, 1.5, "green")
stand(level, "lamp", store, 4.42)
mast(level, 0.5, 1.6, 2.65, 0.18)
jib(level, 2.71, 0.1, 3.7)
level.tie(ball, middle, hint="To the middle hook.", given=True)
level.goal("The soccer ball is in the goal", when.contained(soccer, goal))
level.par(parts=1, seconds=3.5)
level.save()

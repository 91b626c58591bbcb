"""Write the level 'On the hook': the right one of three hooks turns a ball's fall into a kick, up to a dog."""

from _quay import container, frame, jib, mast, stand

from sandbox.authoring import Level, when

level = Level(
    "On the hook",
    text="The bowling ball is about to be shoved in. It can't swim! One rope, three hooks, and a dog without a bell.",
    insight="A rope turns a fall into a swing.",
    width=5.8,
    height=3.0,
    scene="harbour",
    rules=2,
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
belt = level.put("conveyor", width=1.5, speed=0.35).at(4.05, 0.85)
container(level, 4.3, 4.62, 2.2, "orange", y0=1.32)
dog = level.put("dog", speed=0.5).on(ground, x=3.4)
bell = level.put("bell").at(4.98, 1.05)
store = container(level, 5.43, 5.8, 1.5, "green")
stand(level, "lamp", store, 5.62)
mast(level, 0.5, 1.6, 2.65, 0.18)
jib(level, 2.71, 0.1, 4.9)
for x in (4.36, 4.56):
    frame(level, x, 2.43, 0.03, 0.46)
for x in (3.4, 4.7):
    frame(level, x, 0.44, 0.12, 0.68)
level.tie(ball, middle, hint="To the middle hook.", given=True)
level.goal(
    "The bell has rung, and the dog has come to it",
    when.all(when.state(bell, "rung"), when.inside(dog, 4.65, 0.1, 5.43, 0.75)),
)
level.par(parts=1, seconds=6.9)
level.save()

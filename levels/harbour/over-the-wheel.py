"""Write the level 'Over the wheel': what drops off the quay hoists a crate out of the dock."""

from _quay import container, jib, mast, stand

from sandbox.authoring import Level, when

level = Level(
    "Over the wheel",
    text="A crate of bananas has sunk in the narrow dock. Soon something heavy will go overboard as well.",
    insight="Over a wheel, what goes down here pulls up there.",
    width=4.2,
    height=3.2,
    scene="harbour",
)
ground = level.room()
quay = container(level, 0.0, 1.2, 1.8, "blue")
slope = level.put("inclined_plane", width=0.6, height=0.1).on(quay, x=0.8)
ball = level.put("bowling_ball").on(slope, x=0.7)
left = container(level, 1.75, 1.95, 1.1, "orange")
right = container(level, 2.5, 4.2, 1.0, "green")
upper = container(level, 3.0, 4.2, 1.6, "white", y0=1.0)
crate = level.put("crate").on(ground, x=2.22)
pulley = level.give("pulley", "Above the crate, much higher than the line.").at(2.2, 2.9)
level.tie(ball, crate, via=[pulley], hint="From the ball over the wheel to the crate.")
level.goal("The crate hangs above the line", when.held(1.0, when.beyond(crate, "y", "more", 1.15)))
stand(level, "lamp", upper, 3.95)
stand(level, "plant", right, 2.8, 0.8)
mast(level, 3.6, 1.6, 2.96, 0.2)
jib(level, 3.04, 1.3, 4.0, 0.16)
level.par(parts=2, seconds=4.2)
level.save()

"""Write the open puzzle 'No wind today': a windmill stands still, and has to move a sack and light a lamp."""

from _mill import bracket, hang, post, shelf, stand

from sandbox.authoring import Level, when

level = Level(
    "No wind today",
    text=(
        "Not a breath of wind, and the coachman is waiting: the flour sack has to go onto his wagon, and the lamp over "
        "it must burn. All of it hangs on one mill."
    ),
    insight="A mill does not ask where its wind comes from, and it turns one way only: a crossed belt turns the other.",
    width=6.6,
    height=3.8,
    scene="mill",
    open=True,
)
ground = level.room()

# The loft with the ball, and the ledge on which it comes to rest.
loft = bracket(level, 0.4, 3.0, 0.8)
slope = level.put("inclined_plane", width=0.7, height=0.25).on(loft, x=0.36)
ball = level.put("bowling_ball").on(slope, x=0.16)
ledge = bracket(level, 0.75, 1.5, 1.5)
level.put("wall", width=0.06, height=0.9).at(1.53, 1.9)

hob = level.put("floor", width=0.4, height=0.06).at(2.4, 1.57)

# The mill, and what could hang on its shaft.
mill = level.put("windmill", radius=0.5).at(3.3, 2.1)
post(level, 3.3, 1.56, width=0.14)
loft_belt = level.put("driven_conveyor", width=1.7).at(4.85, 2.3)
sack = level.put("sandbag", mass=6.0).on(loft_belt, x=4.45)
generator = level.put("generator", watts=60.0, speed=40.0).on(ground, x=4.0)
lamp = level.put("lamp", reach=1.6).at(6.1, 1.75)

# The wagon.
for x in (5.6, 6.3):
    level.put("wheel", radius=0.14).at(x, 0.25)
wagon = level.put("floor", width=1.2, height=0.08).at(5.98, 0.44)
level.put("wall", width=0.06, height=0.4).on(wagon, x=5.41)

level.goal("The flour sack lies on the wagon", when.held(0.5, when.inside(sack, 5.35, 0.45, 6.6, 1.2)))
level.goal("The lamp over the wagon is on", when.state(lamp, "on"))

hang(level, ("window", 2.2, 3.0, 1.2), ("clock", 5.2, 3.3, 0.9), ("bunting", 3.7, 3.62, 1.5), ("poster", 2.3, 1.9, 0.8))
stand(level, ground, ("books", 0.5, 1.0), ("drum", 1.2, 1.2), ("plant", 2.4, 1.1))
shelf(level, 4.6, 1.35, 0.7, ("books", 4.45, 0.8), ("teddy", 4.75, 0.8))

# One way: the ball switches the stove on, and the steam of the kettle turns the mill.
button = level.give("button", mode="hold", hold=30.0).on(ledge, x=1.1)
stove = level.give("burner").on(hob, x=2.4)
kettle = level.give("kettle", speed=20.0, reach=2.5).at(2.4, 1.9)
level.join("wire", button, stove.signal)
level.join("belt", mill, loft_belt, given=True, crossed=True)
level.join("belt", mill, generator, given=True)
level.join("cable", generator, lamp, given=True)

# Other ways, and what is of no use.
level.spare("fan", running=False, title="Fan, off")
level.spare("flint", push=0.2, burns=8.0)
level.spare("fuse", speed=0.5)
level.spare("candle")
level.spare("belt")
level.spare("rope")
level.spare("pulley")
level.spare("pillow")
level.spare("ramp", width=1.0, height=0.4)
level.clues(
    goal="Neither goal can be had alone: first something has to turn the mill, and both hang on its shaft.",
    family="Air has a wind of its own, and Fire can make one, if something stands over the flame.",
    piece=kettle,
)
level.aim("No wire in the whole mill", without="wire")
level.aim("Six pieces at most, links counted", pieces=6)
level.aim("Nothing burns", without=("burner", "candle", "flint"))
level.par(parts=7, seconds=13.0)
level.save()

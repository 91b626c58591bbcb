"""Write the open puzzle 'No wind today': a kettle has to blow past a candle, and the candle to burn after it."""

from _mill import bracket, hang, post, shelf, stand

from sandbox.authoring import Level, when

level = Level(
    "No wind today",
    text=(
        "The flour sack belongs on the wagon, and the candle in the window has to burn. "
        "The only wind is the kettle's. Mills like wind, candles don't."
    ),
    insight="What has to come last is best set off by what comes last but one.",
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

# The wall of the mill with its window, and the hob before it. Nothing fits between the spout and the candle.
hob = level.put("floor", width=0.5, height=0.06).at(2.3, 1.58)
kettle = level.put("kettle", speed=18.0, reach=2.5).at(2.3, 1.95)
sill = level.put("wall", width=0.1, height=1.65).at(2.6, 0.925)
level.put("wall", width=0.1, height=1.55).at(2.6, 3.025)
candle = level.put("candle").on(sill, x=2.6)

# The mill, and what hangs on its shaft.
mill = level.put("windmill", radius=0.5).at(3.3, 2.1)
post(level, 3.3, 1.56, width=0.14)
loft_belt = level.put("driven_conveyor", width=1.7).at(4.85, 2.55)
sack = level.put("sandbag", mass=6.0).on(loft_belt, x=4.45)

# The wagon.
for x in (5.6, 6.3):
    level.put("wheel", radius=0.14).at(x, 0.25)
wagon = level.put("floor", width=1.2, height=0.08).at(5.98, 0.44)
level.put("wall", width=0.06, height=0.4).on(wagon, x=5.41)

level.goal("The flour sack lies on the wagon", when.held(0.5, when.inside(sack, 5.35, 0.45, 6.6, 1.2)))
level.goal("The candle in the window burns", when.held(1.0, when.state(candle, "lit")))

hang(level, ("drawing", 1.9, 3.0, 1.2), ("clock", 5.2, 3.3, 0.9), ("bunting", 3.7, 3.62, 1.5), ("star", 2.0, 2.45, 0.6))
stand(level, ground, ("books", 0.5, 1.0), ("drum", 1.2, 1.2), ("plant", 2.1, 1.1), ("teddy", 3.9, 1.2))
shelf(level, 4.6, 1.0, 0.7, ("books", 4.45, 0.8), ("plant", 4.75, 0.7))

# One way: the ball strikes fire, a match burns under the kettle for a while, and the sack strikes the fire for the
# candle when it lands: by then the wind is over.
flint = level.give("flint", push=0.2, burns=8.0).on(ledge, x=1.25)
match = level.give("spring_match", knock=0.1, burns=8.0).on(hob, x=2.3)
second = level.give("flint", push=0.2, burns=8.0).on(wagon, x=6.2)
level.join("fuse", flint, match, speed=0.5)
level.join("fuse", second, candle, speed=0.5)
level.join("belt", mill, loft_belt, given=True, crossed=True)

level.spare("candle")
level.spare("fuse", speed=0.5)
level.spare("bellows")
level.spare("rope")
level.spare("ramp", width=1.0, height=0.4)
level.clues(
    goal="Let the kettle boil first, and see what its wind does to the candle. So when must that be lit?",
    family="Fire that burns for a while lets a kettle fall silent, if its tip touches it. Fuses bring fire back.",
    piece=second,
)
level.aim("Lit by the sack, a chain of eight", chain=8)
level.aim("In less than eighteen seconds", seconds=18.0)
level.aim("No match", without="spring_match")
level.par(parts=6, seconds=22.0)
level.save()

"""Write the open puzzle 'Say when': a pail fills at a hopper, and as it goes down it is to have the slide shut."""

from _mill import bracket, hang, post, shelf, stand

from sandbox.authoring import Level, when

FULL = 1.05  # m: as low as this the middle of the pail goes once it is full

level = Level(
    "Say when",
    text=(
        "While somebody pulls the cord, it pours. Last time nobody said when, and they had to dig out the dog. Bucket "
        "down, slide shut, and only then the dinner bell!"
    ),
    insight="What grows heavy moves, and what moves can let go of whatever began it: that is how to stop in time.",
    width=5.2,
    height=3.0,
    scene="mill",
    open=True,
)
ground = level.room()

# The hopper, its cord, and the pail that hangs below it against a weight.
hopper = level.put("sand_hopper", number=60).at(1.7, 2.66)
for x in (1.5, 1.9):
    post(level, x, 2.98, 2.71, 0.04)
cord = level.put("rope_switch", mode="hold", pull=8.0).at(0.45, 2.6)
level.join("wire", cord, hopper.signal)
near, far = level.put("pulley", radius=0.03).at(1.83, 2.25), level.put("pulley", radius=0.03).at(2.7, 2.25)
step = bracket(level, 2.73, 0.85, 0.4)
stone = level.put("weight", mass=1.95).on(step, x=2.73)
pail = level.put("bucket", width=0.42).at(1.8, 1.6)
level.tie(pail, stone, via=[near, far])

# The bell, and the dog who comes to it: he is old.
bell = level.put("bell").at(3.65, 2.55)
gallery = level.put("floor", width=1.85, height=0.08).at(4.275, 1.4)
level.put("wall", width=0.06, height=0.16).on(gallery, x=3.38)
dog = level.put("dog", speed=0.3).flipped().on(gallery, x=4.95)

level.goal("The bucket has filled and gone down", when.held(0.5, when.beyond(pail, "y", "less", FULL)))
poured = when.latched(when.state(hopper, "open"))
level.goal("The slide of the hopper is shut again", when.held(0.5, when.all(poured, when.state(hopper, "open", False))))
level.goal("The dinner bell has fetched the dog", when.beyond(dog, "x", "less", 3.8))
level.fails("The hopper has run out", when.state(hopper, "left", False))
early = when.all(when.state(bell, "rung"), when.not_(when.latched(when.beyond(pail, "y", "less", FULL))))
level.fails("The bell has rung before the bucket was down", early)

hang(level, ("window", 4.5, 2.2, 1.0), ("clock", 3.1, 2.6, 0.7), ("bunting", 2.4, 2.85, 1.0), ("poster", 0.8, 1.3, 0.8))
stand(level, ground, ("books", 0.4, 1.0), ("drum", 4.0, 1.2), ("plant", 4.9, 1.1))
shelf(level, 4.1, 0.95, 0.7, ("books", 3.95, 0.6))

# One way: the weight pulls the cord until the pail comes down on the scissors; then it falls, and tugs at the bell.
low, high = level.give("pulley").at(1.8, 0.2), level.give("pulley").at(1.2, 2.3)
weight = level.give("weight", mass=2.0).at(1.14, 1.3)
level.tie(cord, weight, via=[low, high])
scissors = level.give("scissors").flipped().at(1.68, 0.45)
level.tie(weight, bell)

level.spare("rope")
level.spare("wire")
level.spare("button", mode="hold", hold=2.0)
level.spare("release_hook")
level.spare("pulley_block")
level.spare("trampoline")
level.spare("pulley")
level.clues(
    goal="First the cord: what pulls it so that it pours? Then let the bucket, as it comes down, put an end to that.",
    family="Ropes and Joints: what pulls hangs on a rope, and a rope is soon gone.",
    piece=scissors,
)
level.aim("Not one more wheel", without="pulley")
level.aim("Nothing is cut", without="scissors")
level.par(parts=6, seconds=7.0)
level.save()

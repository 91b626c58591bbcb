"""Write the open puzzle 'Grist for two': six iron balls to be dealt out, three to each of two customers."""

from _mill import bracket, hang, post, shelf, stand

from sandbox.authoring import Level, when

level = Level(
    "Grist for two",
    text=(
        "Six balls for the ball mill, and two customers who count: three for each, please. The sign may light up only "
        "when both have had their share."
    ),
    insight="Fair shares need no judge: what has arrived can call for the next, and whoever is full can pass it on.",
    width=6.4,
    height=3.6,
    scene="mill",
    open=True,
)
ground = level.room()

# The magazine, whose lever nobody pulls, and the mill's shaft, which turns all day.
magazine = level.put("dispenser", ball="steel ball", number=6).at(3.2, 3.25)
level.put("backdrop", width=0.5, height=0.05).at(3.2, 3.42).layered(-1)
bracket(level, 6.15, 2.15, 0.5)
perch = post(level, 6.1, 2.4, 2.15, 0.12)
motor = level.put("motor", speed=60.0, torque=4.0).on(perch, x=6.1)

# A ball that rolls off its shelf and ends in a pen.
loft = bracket(level, 0.3, 2.8, 0.6)
slope = level.put("inclined_plane", width=0.55, height=0.2).on(loft, x=0.28)
level.put("baseball").on(slope, x=0.12)
pen = bracket(level, 0.75, 1.9, 0.8)
level.put("wall", width=0.06, height=1.1).at(1.18, 2.4)
level.put("wall", width=0.06, height=0.4).at(0.38, 2.05)

# The customers: a hopper each, and below it what swallows and counts.
counters = []
for x in (1.2, 5.2):
    level.put("funnel", width=1.2, height=0.5).at(x, 0.95)
    pocket = level.put("pocket", width=0.6).on(ground, x=x)
    counter = level.put("counter", number=3).at(x + (0.6 if x > 3 else -0.6), 0.42)
    level.join("wire", pocket, counter.signal)
    counters.append(counter)
baker, brewer = counters
level.put("wall", width=0.06, height=0.9).at(0.57, 1.35)
level.put("wall", width=0.06, height=0.9).at(5.83, 1.35)
sign = level.put("display", text="ALL SERVED", colour="green").at(3.2, 0.75)

served = when.all(when.state(baker, "on"), when.state(brewer, "on"))
level.goal("The baker, on the left, has three balls", when.state(baker, "on"))
level.goal("The brewer, on the right, has three balls", when.state(brewer, "on"))
level.goal("The sign is lit", when.state(sign, "shown"))
level.fails("The sign was lit too early", when.all(when.state(sign, "shown"), when.not_(served)))

hang(level, ("window", 2.1, 2.35, 1.1), ("clock", 4.45, 2.75, 0.9), ("bunting", 1.9, 3.42, 1.5))
stand(level, ground, ("books", 2.2, 1.0), ("drum", 2.75, 1.1), ("plant", 3.7, 1.0), ("lamp", 4.3, 1.3))
shelf(level, 4.5, 1.75, 0.7, ("teddy", 4.35, 0.8), ("books", 4.65, 0.8))

# One way: the shaft's crank pulls the lever once a turn, and a rocker sends the balls left and right.
crank = level.give("crank_rod", size="medium").flipped().in_mesh(motor, 180.0)
gate = level.give("light_gate", width=0.3, mode="pulse").turned(90).at(5.5, 2.5)
level.join("wire", gate, magazine.signal)
divider = level.give("diverter", width=0.4).at(3.2, 2.3)
level.give("ramp", width=1.4, height=0.5).at(3.95, 1.75)
level.give("ramp", width=1.4, height=0.5).flipped().at(2.45, 1.75)
level.join("wire", baker.out, sign, given=True)

# Other ways, and what is of no use.
level.spare("trap_door", width=0.5, mass=30.0, stays=True)
level.spare("button", mode="hold", hold=0.3)
level.spare("wire", 4)
level.spare("belt")
level.spare("conveyor", width=1.0)
level.spare("trampoline")
level.clues(
    goal="Begin at the magazine: one ball at a time, and each needs a signal. Then see to the left and the right.",
    family="Transport knows how to deal fairly, and Electric notices what comes and goes.",
    piece=divider,
)
level.aim("The mill's shaft turns for nothing", without="crank_rod")
level.aim("Without the rocker", without="diverter")
level.aim("Served within 7 seconds", seconds=7.0)
level.par(parts=7, seconds=14.0)
level.save()

"""Write the open puzzle 'A hole in the sack': one sack leaks, one is to be saved, and the miller is locked in."""

from _mill import bracket, hang, post, shelf, stand

from sandbox.authoring import Level, when

WIDE, HIGH = 7.0, 4.2  # m

level = Level(
    "A hole in the sack",
    text=(
        "One sack has hung too near a nail, and leaks. The good one belongs on the wagon and the miller in bed. The "
        "engine would help, but nobody here can pull its cord."
    ),
    insight="What runs out slowly is a clock: catch it, and it strikes for whoever is next.",
    width=WIDE,
    height=HIGH,
    scene="mill",
    open=True,
)
ground = level.room()

# The sack that leaks, and the nails.
hook = level.put("anchor").at(6.0, 4.02)
leaky = level.put("sandbag", mass=4.5, rate=0.6).at(6.0, 3.55)
level.tie(hook, leaky)
level.put("nail_board", width=0.3).turned(90).at(6.175, 3.52)

# The loft: an engine with a cord that takes some pulling, and the good sack on a belt that nothing drives.
perch = bracket(level, 0.18, 2.2, 0.36)
engine = level.put("motor", speed=85.0, torque=5.0, running=False).on(perch, x=0.25)
cord = level.put("rope_switch", mode="hold", pull=40.0).at(0.5, 3.3)
level.join("wire", cord, engine.signal)
loft = level.put("driven_conveyor", width=2.4).at(2.75, 2.6)
sack = level.put("sandbag", mass=9.0).on(loft, x=2.3)

# The miller's pen, his gate and his bed.
pen = level.put("floor", width=1.9, height=0.08).at(0.95, 1.1)
post(level, 1.75, 1.06)
miller = level.put("walker", speed=0.35).on(pen, x=0.5)
gate = level.put("bar", width=0.62, height=0.16).turned(90).on(pen, x=1.2)
for x in (1.06, 1.34):
    level.put("wall", width=0.06, height=0.5).at(x, 1.86)
bed = level.put("door").on(ground, x=3.4)

# The wagon, and the lamp that tells the coachman.
for x in (4.1, 4.9):
    level.put("wheel", radius=0.14).at(x, 0.25)
wagon = level.put("floor", width=1.3, height=0.08).at(4.5, 0.44)
level.put("wall", width=0.06, height=0.28).on(wagon, x=5.1)
lamp = level.put("lamp").at(5.55, 1.5)

hang(
    level,
    ("window", 2.75, 1.85, 1.3),
    ("clock", 3.3, 3.3, 0.8),
    ("bunting", 2.5, 4.02, 1.6),
    ("poster", 0.35, 1.75, 0.8),
)
shelf(level, 6.2, 1.75, 1.0, ("books", 5.95, 0.9), ("teddy", 6.25, 0.8), ("plant", 6.55, 0.8))
stand(
    level,
    ground,
    ("drum", 0.55, 1.3),
    ("books", 1.2, 1.0),
    ("plant", 5.6, 1.1),
    ("lamp", 6.55, 1.5),
    ("drum", 6.1, 1.0),
)

level.goal("The good sack lies on the wagon", when.held(0.5, when.inside(sack, 3.9, 0.45, 5.2, 1.2)))
level.goal("The miller, a penguin, is in bed", when.state(miller, "saved"))
level.goal("The lamp is on, so that the coachman knows", when.state(lamp, "on"))

# One way: the leak fills a pail that starts the engine, and the sack lifts the gate as it goes down.
pail = level.give("bucket", width=0.34).at(5.86, 2.7)
near = level.give("pulley").at(5.8, 3.15)
far = level.give("pulley").at(0.85, 2.9)
level.tie(pail, cord, via=[near, far])
gear = level.give("gear", size="large").in_mesh(engine, 40.0)
level.join("belt", gear, loft)
lift = level.give("bucket", width=0.5).at(4.4, 2.0)
above = level.give("pulley").at(4.34, 3.9)
over = level.give("pulley").at(1.26, 3.6)
level.tie(lift, gate.right, via=[above, over])
plate = level.give("pressure_plate", width=0.7, mass=1.5).on(wagon, x=4.35)
level.join("wire", plate, lamp.signal)
level.give("ramp", width=1.4, height=0.9).at(2.6, 0.65)

# Other ways, and what is of no use.
level.spare("belt")
level.spare("winch")
level.spare("pillow")
level.spare("trampoline")
level.spare("balloon")
level.spare("wheel", radius=0.1)
level.clues(
    goal="Think of the gate as the end: the good sack can open it on its way down.",
    family="Whatever is to fill hangs on a rope: look under Ropes.",
    piece=pail,
)
level.aim("Without a ramp", without="ramp")
level.aim("Eleven pieces at most, links counted", pieces=11)
level.par(parts=13, seconds=24.0)
level.save()

"""Write the level 'The butterfly house': puff, mill and upside down in a row, until the butterfly is out."""

from _beds import bed, hang, pane, stand

from sandbox.authoring import Level, when

level = Level(
    "The butterfly house",
    text="Three gardeners have gone home, and each has taken along what he needs tomorrow. The butterfly cannot wait.",
    insight="A puff, a breeze, a fall upwards: air moves everything, one thing at a time.",
    width=7.7,
    height=3.8,
    scene="greenhouse",
    rules=2,
)
ground = level.room(roof=True)

belt = level.put("conveyor", width=1.1, speed=0.5).at(0.6, 3.25)
iron = level.put("bowling_ball").on(belt, x=0.8)
table = bed(level, 0.6, 1.9, 2.1, 1.75)
level.put("floor", width=0.4, height=0.07).at(2.1, 1.785)
level.put("wall", width=0.08, height=0.9).at(0.64, 2.55)
lane = bed(level, 2.3, 3.0, 2.1, 1.75)
ball = level.put("volleyball").on(lane, x=2.46)
level.put("wall", width=0.08, height=2.4).at(3.6, 1.3)
level.put("wall", width=0.08, height=1.0).at(3.1, 0.6)
plate = level.put("pressure_plate", mass=0.1, width=0.4).on(ground, x=3.35)

perch = bed(level, 2.4, 2.95, 0.3)
wind = level.put("fan", running=False, reach=3.0).flipped().on(perch, x=2.7)
level.join("wire", plate, wind)
carry = level.put("driven_conveyor", width=1.2, drag=0.06).at(0.95, 1.3)
crate = level.put("crate", width=0.2, height=0.2).on(carry, x=1.35)
button = level.put("pressure_plate", mass=0.5, width=0.5).on(ground, x=0.28)

flap = level.put("trap_door", width=0.4, mass=20.0).at(3.92, 1.9)
level.join("wire", button, flap)
diver = level.put("bowling_ball").on(flap, x=3.92)
# Under a lid, or the pad lifts the ball off the flap by itself.
level.put("floor", width=0.54, height=0.06).at(3.91, 2.34)
level.put("wall", width=0.06, height=0.36).at(4.18, 2.19)
slope = level.put("inclined_plane", width=0.7, height=0.1).at(4.0, 1.05)
WEDGE = [[[-0.5, 0.5], [-0.5, -0.5], [0.5, 0.2], [0.5, 0.5]]]
level.put("polygon", outline=WEDGE, width=1.6, height=0.6, stuff="wood", colour="white").at(5.0, 3.5)
level.put("wall", width=0.1, height=2.1).at(5.7, 1.15)
cage = level.put("cage", width=0.55, height=0.55).on(ground, x=6.85)
moth = level.put("butterfly", speed=0.25).at(6.85, 0.33)
flower = level.put("flower").on(ground, x=7.5)
bucket = level.put("bucket", width=0.42).at(6.23, 1.6)
near = level.put("pulley").at(6.23, 2.9)
far = level.put("pulley").at(6.85, 2.9)
level.tie(bucket, cage, via=[near, far])

pane(level, 1.2, 0.85, 0.7, 0.7)
pane(level, 1.35, 2.75, 1.3, 0.9)
hang(level, "window", 2.6, 3.0, 1.3)
hang(level, "bunting", 1.4, 3.6, 1.3)
hang(level, "bunting", 2.9, 3.62, 1.3)
hang(level, "bunting", 6.5, 3.6, 1.6)
hang(level, "clock", 3.25, 2.6, 0.8)
hang(level, "poster", 7.25, 2.3, 1.2)
stand(level, "plant", table, 0.75, 0.7)
stand(level, "plant", lane, 2.88, 0.7)
stand(level, "plant", ground, 1.0, 1.0)
stand(level, "blocks", ground, 2.15, 0.7)
stand(level, "plant", ground, 3.85, 1.2)
stand(level, "lamp", ground, 4.3, 1.0)
stand(level, "plant", ground, 5.9, 0.9)
level.give("bellows", "On the table, its board below the end of the belt.").on(table, x=1.65)
mill = level.give("windmill", "In the wind of the fan.", radius=0.3).at(1.8, 0.55)
level.join("belt", mill, carry, hint="From the mill to the conveyor.")
level.give("antigravity", "On the floor, below the sloping roof.", turns=False, height=3.0, width=0.9).on(
    ground, x=4.95
)
level.no_build(-1.0, -1.0, 0.8, 0.9)  # a mill wedged into the plate there presses it
level.no_build(-1.0, 2.6, 2.4, 3.8)  # the iron ball drove a mill that stood in its way
level.no_build(5.65, -0.6, 8.0, 3.8)  # a pad below the floor there lifts the cage by itself
level.goal("The butterfly sits on the flower", when.state(moth, "arrived"))
level.par(parts=4, seconds=13.8)
level.save()

"""Room service: a mouse runs to its cheese and home again, over whatever lies between."""

from _rink import floe, hang, stand

from sandbox.authoring import Level, when

level = Level(
    "Room service",
    text="The penguin is locked in, and the saw is on. The mouse could mend both, but not without its supper.",
    insight="It runs to its cheese and home again: with the bait you choose what it treads on.",
    width=4.6,
    height=2.9,
    scene="rink",
    rules=2,
)
ground = level.room()
loft = floe(level, 0.0, 2.85, 1.8, 1.6)
level.put("mouse").on(loft, x=1.75)
west = level.put("pressure_plate", width=0.3, mass=0.2).on(loft, x=1.2)
east = level.put("pressure_plate", width=0.3, mass=0.2).on(loft, x=2.15)
hole = level.put("mouse_hole").on(loft, x=2.65)
flap = level.put("trap_door", width=0.3, mass=20.0, stays=True).at(3.7, 1.0)
pen = floe(level, 2.85, 3.488, 1.014, 0.85)
yard = floe(level, 3.912, 4.6, 1.014, 0.85)
level.put("wall", width=0.08, height=0.6).on(pen, x=2.89)
penguin = level.put("walker").on(pen, x=3.15)
level.join("wire", west, flap)
floe(level, 0.0, 1.7, 0.3)
floe(level, 1.7, 1.91, 0.15)
lane = floe(level, 1.91, 4.6, 0.3)
saw = level.put("saw", radius=0.1).at(1.805, 0.21)
latch = level.put("gate", rule="latch").at(2.15, 1.15)
level.join("wire", east, latch.a)
level.join("wire", latch.out, saw.signal)
door = level.put("door").on(lane, x=2.2).at(0.4, 0.5205)
stand(level, ("lamp", loft, 0.15, 0.8), ("books", loft, 0.5, 0.6), ("plant", yard, 4.4, 0.8), ("drum", lane, 3.0, 0.7))
stand(level, ("blocks", lane, 2.6, 0.6))
hang(level, ("bunting", 0.9, 2.7, 1.4), ("bunting", 2.4, 2.7, 1.4), ("clock", 3.6, 2.2, 0.9), ("poster", 0.9, 1.1, 0.8))
hang(level, ("star", 4.3, 2.3, 0.7))
level.give("cheese", "Beyond the mat that opens the flap, but not too far from home.").on(loft, x=0.85)
level.spare("bone")
level.goal("The penguin is at his door", when.state(door, "saved"))
level.goal("The mouse is at home", when.state(hole, "home"))
level.fails("The penguin has come to grief", when.state(penguin, "dead"))
level.par(parts=1, seconds=14.0)
level.save()

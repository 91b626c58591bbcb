"""Write the grand open level 'The last lap': a gate, a saw, a lamp and a balloon, on the way home of a penguin."""

from _rink import floe, hang, portcullis, stand

from sandbox.authoring import Level, when

level = Level(
    "The last lap",
    text="Closing time: the gate is down, two mats feel his step, and the lamp shares a plug with the ice saw. "
    "See the captain home, with the lamp on and the balloon up.",
    insight="What starts everything starts the wrong thing, too. A step is over too soon to hold that still.",
    width=7.0,
    height=3.6,
    scene="rink",
    open=True,
)
ground = level.room(roof=True)
left = floe(level, 0.0, 4.5, 0.4)
floe(level, 4.5, 4.71, 0.2)
right = floe(level, 4.71, 7.0, 0.4)
saw = level.put("saw", radius=0.1).at(4.605, 0.31)
# Heavier than both balloons and the weight lift together: it takes a winch, and so the hamster that drives the saw.
gate = portcullis(level, 2.3, left, mass=3.0).named("the gate")
captain = level.put("walker").on(left, x=0.7)
shelf = floe(level, 3.0, 4.9, 1.75, 1.6)
hamster = level.put("hamster_wheel", speed=30.0, torque=6.0, time=90.0).on(shelf, x=3.3)
generator = level.put("generator", watts=150.0).on(shelf, x=4.55)
gallery = floe(level, 6.0, 7.0, 2.5, 2.38)
lamp = level.put("lamp", reach=2.5).under(gallery, x=6.3)
level.join("cable", generator, lamp)
level.join("cable", generator, saw)
hook = level.put("anchor").at(5.45, 0.75)
balloon = level.put("balloon", lift=3.0).at(5.45, 1.5)
level.tie(hook, balloon)
door = level.put("door").on(right, x=6.6)
# The mats are the room's: laid 5 mm too high they are walls to a penguin. A weight alone is too light for them.
# Both lie before the saw, and it stands still only as long as he treads on the one that is wired to it.
mat = level.put("pressure_plate", mass=1.1, width=0.4).at(1.5, 0.405).named("the first mat")
brink = level.put("pressure_plate", mass=1.1, width=0.4).at(4.0, 0.405).named("the second mat")

stand(level, ("teddy", left, 0.25, 1.0), ("plant", left, 3.05, 0.9), ("lamp", right, 6.15, 0.9))
stand(level, ("arrow", left, 1.15, 0.9), ("arrow", left, 3.65, 0.9))
stand(level, ("books", gallery, 6.75, 0.8), ("plant", shelf, 3.75, 0.6))
hang(level, ("poster", 0.7, 1.7, 1.0), ("clock", 5.4, 2.45, 0.8), ("star", 0.6, 2.4, 0.9), ("star", 3.2, 3.0, 0.8))
hang(level, ("bunting", 1.0, 3.4, 1.4), ("bunting", 3.9, 3.4, 1.5), ("poster", 6.55, 1.5, 0.9))

# The author's own way
bell = level.give("bell").at(2.7, 2.1)
level.join("wire", mat, bell)
winch = level.give("winch", radius=0.02).at(1.2, 1.35)
level.join("belt", hamster, winch)
wheel = level.give("pulley").at(2.3, 2.75)
level.tie(winch.rope, gate, via=[wheel])
level.join("belt", hamster, generator, given=True)
tacho = level.give("tacho", speed=20.0).at(3.9, 2.4)
level.join("belt", hamster, tacho)
level.join("wire", tacho, saw)
scissors = level.give("scissors").at(5.42, 1.0)
nail = level.give("pulley").at(5.1, 1.45)
weight = level.give("weight", mass=1.0).at(4.75, 1.4)
level.tie(nail.hook, weight)
level.spare("balloon", lift=14.0, colour="blue")
level.spare("photocell")
level.spare("pulley")
level.goal("The penguin is at his door", when.state(door, "saved"))
level.goal("The lamp shines", when.state(lamp, "on"))
level.goal("The balloon is up", when.beyond(balloon, "y", "more", 2.9))
level.fails("The penguin has come to grief", when.state(captain, "dead"))
level.clues(
    goal="The captain: what lights the lamp starts the saw. It must stand still for as long as he needs to cross it.",
    family="Turning wakes and winds. Two wires for three errands: something heavy, or something light, runs the third.",
    piece=bell,
)
level.aim("Nothing heavy helps", without="weight")
level.aim("The saw minds nothing but light", without="tacho")
level.aim("Nobody rings", without="bell")
level.par(parts=14, seconds=25.8)
level.save()

"""Write the open level 'Home game': a puck through a wall, and a captain down from his floe."""

from _rink import floe, hang, stand

from sandbox.authoring import Level, when

level = Level(
    "Home game",
    text="The walruses have bricked up their goal. The puck must go in, the display must say so, and the captain wants "
    "his bed: straight over his mat, as every evening.",
    insight="One walk across a mat can start everything, if each thing starts at its own time.",
    width=6.6,
    height=3.4,
    scene="rink",
    rules=2,
    open=True,
)
ground = level.room()
upper = floe(level, 0.0, 1.9, 2.1, 1.8)
ice = floe(level, 0.0, 6.6, 0.3)
captain = level.put("walker").on(upper, x=0.4)
puck = (
    level.put("custom_ball", radius=0.09, mass=0.6, restitution=0.3, friction=0.3, colour="dark")
    .on(ice, x=4.0)
    .named("the puck")
)
level.put("goal").on(ice, x=6.25)
snow = floe(level, 4.75, 5.45, 2.2, 0.9)
level.put("brittle_wall", width=0.1, height=0.6, strength=10.0).at(5.1, 0.6)
door = level.put("door").on(ice, x=3.0)
# The mat is the room's: laid 5 mm too high it is a wall to a penguin, and too low it is never trodden on.
mat = level.put("pressure_plate").on(upper, x=1.1)
board = level.put("display", text="1 : 0", colour="red").at(6.1, 1.75)

cannon = level.give("cannon", aim=20.0, speed=9.0).turned(-29).at(3.9, 0.9)
level.join("wire", mat, cannon.signal)
timer = level.give("timer", mode="delay", time=3.0).at(2.6, 2.6)
level.join("wire", mat, timer.signal)
level.join("wire", timer.out, board)
glove = level.give("boxing_glove", speed=6.0).at(3.6, 0.42)
level.join("wire", timer.out, glove.signal)
ramp = level.give("ramp").at(2.35, 1.2)
level.spare("light_gate")
level.spare("dynamite", reach=1.0)
for spare in ("pool_cue", "pillow", "trampoline"):
    level.spare(spare)
scored = when.beyond(puck, "x", "more", 5.65)
level.goal("The puck has been behind the wall", when.latched(scored))
# Only then: a board that is wired to the mat says so before anybody has shot.
level.goal("The display shows 1 : 0 when the puck is in", when.latched(when.all(when.state(board, "shown"), scored)))
level.goal("The captain is at his door", when.state(door, "saved"))
level.fails("The captain has come to grief", when.state(captain, "dead"))
level.clues(
    goal="First get the captain down in one piece: his way is what everything else can be set off by.",
    family="Electric: the mat he treads on can send several signals at once, and one of them may come later.",
    piece=ramp,
)
level.aim("He needs no slope", without="ramp")
level.aim("The walruses hear no shot", without="cannon")
level.par(parts=8, seconds=6.5)

stand(level, ("teddy", ice, 0.3, 1.2), ("drum", ice, 0.85, 1.1), ("teddy", ice, 1.4, 0.9), ("plant", upper, 0.15, 0.7))
stand(level, ("lamp", ice, 1.85, 1.0), ("plant", snow, 5.3, 0.8))
hang(
    level, ("poster", 0.7, 1.35, 1.0), ("star", 5.1, 1.6, 1.0), ("bunting", 3.3, 3.2, 1.5), ("balloons", 5.1, 2.6, 0.9)
)
hang(level, ("clock", 3.9, 2.4, 0.9), ("bunting", 1.6, 3.2, 1.5))
level.save()

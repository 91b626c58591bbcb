"""Write the open level 'The goalkeeper': a dog to be called out of his goal and fed, and a puck to be shot past him."""

from _rink import floe, hang, stand

from sandbox.authoring import Level, when

level = Level(
    "The goalkeeper",
    text="The visitors keep a dog in goal, and nothing gets past him. Score all the same, and let him have his bone.",
    insight="Whom you can't get past, you call away. Who has come can be what the shot was waiting for.",
    width=6.4,
    height=3.1,
    scene="rink",
    open=True,
)
ground = level.room()
ice = floe(level, 0.0, 6.4, 0.3)
cliff = floe(level, 0.0, 0.7, 2.6, 2.45)
slope = level.put("inclined_plane", width=0.6, height=0.2).on(cliff, x=0.33)
ball = (
    level.put("custom_ball", radius=0.1, mass=1.0, colour="white", restitution=0.1)
    .on(slope, x=0.2)
    .named("the white ball")
)
bank = floe(level, 1.95, 2.15, 0.75, 0.3)
stage = floe(level, 1.9, 2.95, 1.7, 1.5)
puck = (
    level.put("custom_ball", radius=0.09, mass=0.6, restitution=0.2, friction=0.3, colour="dark")
    .on(stage, x=2.4)
    .named("the puck")
)
flap = level.put("trap_door", width=0.4, stays=True).at(3.2, 1.1)
bone = level.put("bone").on(flap, x=3.2)
net = level.put("goal", width=0.5, height=0.65).on(ice, x=6.1)
keeper = level.put("dog").flipped().on(ice, x=5.5).named("the goalkeeper")

button = level.give("button").on(ice, x=1.7)
bell = level.give("bell").at(3.7, 1.7)
level.join("wire", button, bell)
level.join("wire", button, flap)
mat = level.give("pressure_plate", width=0.4, mass=3.0).on(ice, x=3.35)
cue = level.give("pool_cue").at(2.0, 1.79)
level.join("wire", mat, cue)
level.spare("light_gate")
level.spare("boxing_glove")
level.spare("timer", mode="delay", time=4.0, title="Delay, 4 s")
level.spare("wire")
for spare in ("trampoline", "ramp", "fan"):
    level.spare(spare)
level.goal("The puck is in the goal", when.contained(puck, net))
level.goal("The dog has had his bone", when.state(keeper, "fed"))
level.clues(
    goal="The dog first: while he sits in front of his goal, no shot goes in. What do dogs come to?",
    family="Electric: one knock can ring and open, and he can be noticed where he goes.",
    piece=bell,
)
level.aim("Nobody plays billiards on ice", without="pool_cue")
level.aim("The dog treads on nothing", without="pressure_plate")
level.par(parts=7, seconds=7.6)

stand(level, ("teddy", ice, 0.35, 1.0), ("drum", ice, 0.85, 0.9), ("plant", ice, 2.5, 0.8))
stand(level, ("teddy", stage, 2.85, 0.7))
hang(level, ("clock", 2.5, 1.05, 0.8), ("balloons", 5.9, 2.3, 1.0), ("star", 3.6, 2.3, 0.9), ("poster", 4.8, 1.7, 1.0))
hang(level, ("bunting", 2.2, 2.95, 1.5), ("bunting", 4.4, 2.95, 1.5), ("star", 1.3, 1.9, 0.8))
level.save()

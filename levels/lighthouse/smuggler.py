"""Write the open level 'The smuggler': a cage to be dropped over one who walks by, his ball of silk, and a rocket."""

from _rocks import hang, ladder, rock, stand

from sandbox.authoring import Level, when

level = Level(
    "The smuggler",
    text="Every night he walks the beach. Catch him under the cage, bring his red ball of silk into the chest, and "
    "call the cutter with the rocket, but only once he sits.",
    insight="A trap is best sprung by the one it is meant for, and its fall can tell the next thing.",
    width=6.8,
    height=3.8,
    scene="lighthouse",
    open=True,
)
ground = level.room()
belt = level.put("conveyor", width=0.9, speed=0.3, running=False).at(0.52, 2.75)
silk = level.put("custom_ball", radius=0.11, mass=5.0, restitution=0.05, colour="red").on(belt, x=0.4)
chest = level.put("toy_chest", width=0.7, height=0.55).on(ground, x=0.41)
west = rock(level, 1.45, 1.85, 0.75)
east = rock(level, 4.75, 5.2, 1.0)
smuggler = level.put("walker", speed=0.3).on(ground, x=2.2)
cage = level.put("cage", width=0.9, height=0.6).at(3.3, 2.45)
over = level.put("pulley").at(3.36, 3.4)
beyond = level.put("pulley").at(4.94, 3.4)
hook = level.put("anchor").at(5.0, 1.1)
level.tie(cage, hook, via=[over, beyond])
tower = rock(level, 5.75, 6.7, 1.9)
gallery = level.put("floor", width=0.9, height=0.08).at(6.25, 2.75)
rocket = level.put("firework", show="willow", rise=0.1).on(gallery, x=6.2)
level.goal("The smuggler sits in the cage", when.contained(smuggler, cage))
level.goal("The red ball lies in the chest", when.contained(silk, chest))
level.goal("The rocket bursts", when.state(rocket, "exploded"))
away = when.any(when.state(rocket, "lit"), when.state(rocket, "exploded"))
early = when.held(0.2, when.all(away, when.not_(when.contained(smuggler, cage))))
level.fails("The rocket was lit while the smuggler was free", early)
level.fails("The smuggler has come to grief", when.state(smuggler, "dead"))

ladder(level, 1.3, 0.1, 2.7, 0.14)
ladder(level, 5.65, 0.1, 2.7, 0.14)
hang(level, "star", 1.2, 3.5, 0.8)
hang(level, "star", 2.5, 3.2, 0.7)
hang(level, "star", 4.15, 3.0, 0.9)
hang(level, "window", 6.3, 2.32, 0.7)
hang(level, "clock", 0.7, 2.1, 0.8)
stand(level, "lamp", gallery, 6.52, 0.8)
stand(level, "plant", east, 5.1, 0.6)
stand(level, "drum", west, 1.7, 0.8)
stand(level, "books", tower, 6.5, 0.8)
# One way: he treads on a mat, which has the rope cut, and the cage tells the rocket and the belt.
level.give("ramp", width=0.9, height=0.3).flipped().at(0.9, 1.3)
mat = level.give("pressure_plate", mass=0.5).at(3.3, 0.1)
scissors = level.give("scissors").turned(90).at(5.05, 2.0)
level.join("wire", mat, scissors.signal)
beam = level.give("light_gate", width=1.2).at(3.3, 0.5)
level.join("wire", beam, rocket.signal)
level.join("wire", beam, belt.signal)

# Other ways, and what is of no use.
level.spare("flashlight")
level.spare("magnifier")
level.spare("candle")
level.spare("fuse", speed=0.5)
level.spare("button")
level.spare("timer", mode="delay", time=4.0)
level.spare("wire")
for spare in ("bell", "rope", "trampoline"):
    level.spare(spare)
level.clues(
    goal="The cage first: its rope can be parted in more than one way, at the right moment in his walk.",
    family="Electric: what he treads on or runs into can say where he is, and so can what the cage falls through.",
    piece=mat,
)
level.aim("Nothing sharp", without="scissors")
level.aim("Nothing for him to tread on", without="pressure_plate")
level.par(parts=7, seconds=11.1)
level.save()

"""Write the open level 'The smuggler': a cage to be dropped over one who walks by, his ball of silk, and a rocket."""

from _rocks import SQUARE, hang, ladder, rock, stand

from sandbox.authoring import Level, when

PACE = 0.7  # m/s, at which he walks

level = Level(
    "The smuggler",
    text="Every night he hurries along the beach. Drop the cage on him, let his red silk out into the chest, and call "
    "the cutter by rocket, but only once he sits.",
    insight="A trap is best sprung by the one it is meant for, and whatever falls can pull and strike on its way.",
    width=6.8,
    height=3.8,
    scene="lighthouse",
    open=True,
)
ground = level.room()
chest = level.put("toy_chest", width=0.7, height=0.55).flipped().on(ground, x=0.41)

# The silk lies on a ledge, behind a sluice between two posts.
west = rock(level, 1.5, 1.9, 0.8)
ledge = level.put("floor", width=1.08, height=0.06).at(1.36, 0.83)
slope = level.put("inclined_plane", width=0.6, height=0.1).flipped().on(ledge, x=1.58)
silk = (
    level.put("custom_ball", radius=0.11, mass=1.0, restitution=0.05, colour="red").on(slope, x=1.62).named("the silk")
)
sluice = level.put(
    "polygon", outline=SQUARE, width=0.07, height=0.9, body="upright", stuff="wood", colour="yellow", mass=0.8
).on(ledge, x=1.2).named("the sluice")  # fmt: skip
for side in (-0.085, 0.085):
    level.put("wall", width=0.07, height=0.6).at(1.2 + side, 1.55)

east = rock(level, 4.75, 5.2, 1.0)
smuggler = level.put("walker", speed=PACE).on(ground, x=2.2).named("the smuggler")
cage = level.put("cage", width=0.6, height=0.6).at(3.4, 2.15)
over = level.put("pulley").at(3.46, 3.4)
beyond = level.put("pulley").at(4.94, 3.4)
hook = level.put("anchor").at(5.0, 1.1)
level.tie(cage, hook, via=[over, beyond])
tower = rock(level, 5.75, 6.7, 1.9)
gallery = level.put("floor", width=0.9, height=0.08).at(6.25, 2.75)
rocket = level.put("firework", show="willow", rise=0.1).on(gallery, x=6.2).named("the rocket")
level.goal("The smuggler sits in the cage", when.contained(smuggler, cage))
level.goal("The red ball lies in the chest", when.contained(silk, chest))
level.goal("The rocket bursts", when.state(rocket, "exploded"))
away = when.any(when.state(rocket, "lit"), when.state(rocket, "exploded"))
early = when.held(0.2, when.all(away, when.not_(when.contained(smuggler, cage))))
level.fails("The rocket was lit while the smuggler was free", early)
level.fails("The smuggler has come to grief", when.state(smuggler, "dead"))

ladder(level, 5.65, 0.1, 2.7, 0.14)
hang(level, "star", 1.2, 3.5, 0.8)
hang(level, "star", 2.5, 3.2, 0.7)
hang(level, "star", 4.15, 3.0, 0.9)
hang(level, "window", 6.3, 2.32, 0.7)
hang(level, "clock", 0.7, 2.1, 0.8)
stand(level, "lamp", gallery, 6.52, 0.8)
stand(level, "plant", east, 5.1, 0.6)
stand(level, "books", tower, 6.5, 0.8)
# One way: he treads on a mat well before the cage, which has the rope cut; what falls lifts the sluice and strikes a
# flint.
mat = level.give("pressure_plate", mass=0.5).at(2.9, 0.1)
scissors = level.give("scissors").turned(90).at(5.05, 2.0)
level.join("wire", mat, scissors.signal)
near = level.give("pulley").at(3.34, 3.3)
far = level.give("pulley").at(1.26, 3.5)
level.tie(cage, sluice, via=[near, far])
flint = level.give("flint").on(ground, x=3.75)
level.join("fuse", flint, rocket.fuse, speed=0.5)

# Other ways, and what is of no use.
level.spare("spring_match")
level.spare("button")
level.spare("candle")
level.spare("bowling_pin")
level.spare("trampoline")
level.spare("pulley")
level.spare("rope")
level.spare("bell")
level.clues(
    goal="The cage first: it takes its time to fall, and he does not wait for it.",
    family="Ropes: what comes down at one end of a rope brings something up at the other.",
    piece=mat,
)
level.aim("No spark is struck from stone", without="flint")
level.aim("Nothing for him to tread on", without="pressure_plate")
level.par(parts=8, seconds=10.1)
level.save()

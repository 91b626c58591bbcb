"""Through the rock: what goes in at one gate comes out at the other, as fast as it went in."""

from _pit import hang, rock, scaffold, stand

from sandbox.authoring import Level, when

level = Level(
    "Through the rock",
    text="No drill gets through this rock, but the mail does. Nobody has said which way up it has to be delivered.",
    insight="Speed goes through the rock with the ball, and turns as the second gate is turned.",
    width=5.6,
    height=3.0,
    scene="quarry",
    rules=2,
)
ground = level.room()
west = rock(level, 0.0, 1.3, 1.9)
slope = level.put("inclined_plane", width=1.05, height=0.06).on(west, x=0.525)
boule = level.put("petanque_boule").on(slope, x=0.08)
gate = level.put("teleporter").turned(90).at(1.56, 0.45)
massif = rock(level, 1.6, 2.75, 3.0, 0.85)
rock(level, 1.85, 2.75, 0.85)
overhang = rock(level, 2.75, 3.55, 2.3, 1.85)
button = level.put("button").turned(180).under(overhang, x=3.25)
flap = level.put("trap_door", width=0.5, mass=20.0).at(4.1, 2.3)
ball = level.put("bowling_ball").on(flap, x=4.1)
level.join("wire", button, flap)
slide = level.put("inclined_plane", width=0.7, height=0.25).at(4.15, 1.325)
ledge = rock(level, 3.8, 5.15, 1.2, 0.95)
level.put("wall", width=0.08, height=0.5).on(ledge, x=3.86)
for x in (4.68, 4.82, 4.96, 5.1):
    level.put("domino").on(ledge, x=x)
mat = level.put("button").on(ground, x=5.38)
belt = level.put("conveyor", width=0.9, speed=0.5, running=False).flipped().at(4.7, 0.6)
parcel = level.put("cardboard_box", open=False, width=0.24, height=0.2).on(belt, x=4.85)
level.put("fixed_block", width=0.1, height=0.44).on(ground, x=4.7)
basket = level.put("basket", width=0.44, height=0.3).on(ground, x=4.0)
level.join("wire", mat, belt)
scaffold(level, 4.65, 5.55, 1.6, 2.5)
stand(level, ("lamp", west, 1.15, 0.7), ("plant", overhang, 3.0, 0.8), ("train", ground, 4.97, 0.7))
hang(level, ("clock", 5.15, 2.1, 0.8), ("poster", 0.6, 0.9, 1.0), ("arrow", 2.25, 1.8, 1.0))
second = level.give("teleporter", "On its back below the button: the other way up than the first.").turned(-90)
second.at(3.2, 0.45)
level.spare("trampoline")
level.no_build(3.65, 0.1, 5.6, 2.95)  # or the gate drops the boule on the last button, and turning it is no matter
level.goal("The cardboard box lies in the basket", when.held(0.5, when.contained(parcel, basket)))
level.par(parts=1, seconds=7.5)
level.save()

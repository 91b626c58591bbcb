"""Write the grand open level 'The last ferry': a moored boat to be brought over, a dog to call, a lamp to light."""

from _rocks import hang, ladder, rock, stand

from sandbox.authoring import Level, when

level = Level(
    "The last ferry",
    text=(
        "The ferry with the keeper's supper lies on the wrong side, his dog sleeps, and the tower is dark. "
        "Rust holds the lamp's cord."
    ),
    insight="What arrives can knock: the end of one journey is the start of the next.",
    width=7.4,
    height=4.0,
    scene="lighthouse",
    open=True,
)
ground = level.room()
cliff = level.put("floor", width=0.45, height=0.12).at(0.225, 3.2)
slope = level.put("inclined_plane", width=0.44, height=0.15).on(cliff, x=0.23)
iron = level.put("bowling_ball").on(slope, x=0.14)
mainland = rock(level, 0.05, 1.5, 0.95)
perch = level.put("floor", width=0.36, height=0.08).at(0.18, 1.9)
ferryman = level.put("hamster_wheel", speed=30.0, torque=2.0, time=60.0).on(perch, x=0.22)
sea = level.put("water_tank", width=3.4, height=0.8).at(3.3, 0.5)
island = rock(level, 5.1, 7.3, 0.95)
ferry = level.put("crate", width=0.8, height=0.14).at(2.2, 0.85).named("the ferry")
supper = level.put("cardboard_box", width=0.3, height=0.2, open=False).on(ferry, x=2.2)
bollard = level.put("fixed_block", width=0.1, height=0.2).on(mainland, x=1.32)
mooring = level.put("release_hook").at(1.46, 1.1)
level.tie(mooring, ferry)
floor = level.put("floor", width=1.5, height=0.08).at(6.65, 1.95)
helper = level.put("hamster_wheel", speed=60.0, torque=2.0, time=60.0).on(floor, x=6.3)
generator = level.put("generator").on(floor, x=7.1)
gallery = level.put("floor", width=1.5, height=0.08).at(6.65, 3.2)
lamp = level.put("lamp", reach=3.0, pull=50.0).under(gallery, x=6.2)
dog = level.put("dog").flipped().on(island, x=7.0)

ramp = level.give("ramp", width=1.0, height=0.35).flipped().at(1.12, 2.6)
winch = level.give("winch").at(1.2, 1.65)
level.join("belt", ferryman, winch)
pulley = level.give("pulley").at(4.95, 1.2)
level.tie(winch.rope, ferry, via=[pulley])
quay = level.give("pressure_plate", width=0.5).on(mainland, x=0.88)
level.join("wire", quay, mooring)
jetty = level.give("button").turned(90).at(4.9, 0.95)
bell = level.give("bell").at(5.4, 1.7)
level.join("wire", jetty, bell)
level.join("belt", helper, generator, given=True)
level.join("cable", generator, lamp, given=True)
level.spare("blimp")
level.spare("weight", mass=1.5)
level.spare("light_gate")
level.spare("pulley")
level.spare("rope")
for spare in ("candle", "trampoline"):
    level.spare(spare)
level.goal("The ferry has landed", when.beyond(ferry, "x", "more", 4.4))
level.goal("The dog waits at the jetty", when.beyond(dog, "x", "less", 5.8))
level.goal("The lamp shines", when.state(lamp, "on"))
level.fails("The supper is wet", when.beyond(supper, "y", "less", 0.7))
level.clues(
    goal="First the ferry: it needs something to let it go and something that pulls, and not too hard.",
    family="Ropes: whatever winds, flies or hangs on the other end can draw a boat.",
    piece=winch,
)
level.aim("Let the mainland hamster sleep", without="winch")
level.aim("Serve the supper hot: within 8 seconds", seconds=8.0)
level.par(parts=12, seconds=22.7)

ladder(level, 5.85, 0.98, 3.16, 0.16)
ladder(level, 0.62, 0.98, 3.14, 0.14)
hang(level, "window", 6.9, 2.65, 0.9)
hang(level, "clock", 6.55, 1.55, 0.8)
hang(level, "star", 1.6, 3.55, 0.8)
hang(level, "star", 3.2, 3.3, 0.7)
hang(level, "star", 4.3, 3.65, 0.9)
stand(level, "plant", island, 6.55, 0.8)
stand(level, "teddy", gallery, 6.65, 0.8)
stand(level, "lamp", mainland, 0.25, 1.0)
stand(level, "books", gallery, 7.1, 0.8)
level.save()

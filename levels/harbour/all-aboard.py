"""Write the open puzzle 'All aboard': a crate is in the way of a ball that has a ship to catch, and no light is on."""

from _quay import container, jib, mast, stand

from sandbox.authoring import Level, when

WIDE, HIGH = 6.0, 3.2  # m

level = Level(
    "All aboard",
    text="The bowling ball has a berth in the hold. In its way is a crate that can't swim. The lamp shall say: aboard!",
    insight="Who is in the way may well be the one who pulls.",
    width=WIDE,
    height=HIGH,
    scene="harbour",
    open=True,
)
level.room(roof=True)
quay = container(level, 0.0, 2.2, 1.3, "blue")
ledge = container(level, 2.2, 2.36, 1.2, "blue", y0=1.05)
slope = level.put("inclined_plane", width=2.0, height=0.12).on(quay, x=1.0)
crate = level.put("crate").on(slope, x=0.8)
ball = level.put("bowling_ball").left_of(crate, y=1.59)
hull = container(level, 3.9, WIDE, 0.55, "green")
level.put("wall", width=0.08, height=0.25).on(hull, x=3.94)
stern = level.put("wall", width=0.08, height=0.7).on(hull, x=WIDE - 0.04)
lamp = level.put("lamp").at(4.55, 2.45)
eye = level.put("photocell").flipped().at(5.0, 2.5)
belt = level.put("conveyor", width=0.65, speed=0.4, running=False).at(5.33, 2.2)
level.join("wire", eye, belt.signal)
level.put("baseball").on(belt, x=5.5)
bell = level.put("bell").at(5.84, 1.75)
mast(level, 4.75, 0.55, 2.75)
jib(level, 2.75, 4.4, 5.6)
mast(level, 1.75, 1.3, 2.95, 0.2)
jib(level, 3.0, 0.1, 3.3, 0.14)
level.put("scenery", look="clock", size=0.8).at(2.75, 2.45).layered(-1)
stand(level, "plant", quay, 2.08, 0.8).layered(-1)
stand(level, "plant", hull, 4.2, 0.7).layered(-1)
stand(level, "teddy", hull, 5.35, 0.6).layered(-1)
level.goal("The bowling ball lies in the hold", when.held(0.5, when.inside(ball, 3.98, 0.55, WIDE, 1.2)))
level.goal("The lamp is on", when.state(lamp, "on"))
level.goal("The bell rings", when.state(bell, "rung"))
level.fails("The crate has fallen into the water", when.inside(crate, 2.2, 0.1, 3.9, 0.45))

# One way of several.
wheel = level.give("pulley", "Up on the left, so that the weight comes down behind the ball.").at(0.3, 2.8)
weight = level.give("weight", "Below the wheel.", mass=5.0).at(0.2, 2.3)
level.tie(crate, weight, via=[wheel], hint="From the crate over the wheel to the weight.")
level.give("ramp", "From the quay towards the ship.", width=0.8, height=0.25).at(2.6, 1.12)
level.give("ramp", "From there aboard.", width=0.8, height=0.25).at(3.45, 0.9)
mat = level.give("pressure_plate", "In the hold, where the ball comes to rest.", width=0.5, mass=2.0).on(hull, x=5.6)
level.join("wire", mat, lamp.signal, hint="From the plate to the lamp.")
level.spare("balloon", 2, lift=18.0)
level.spare("pulley")
level.spare("rope")
level.spare("bar", width=1.9)
level.spare("trampoline", bounce=1.5)
level.spare("button")
level.clues(
    goal="The ball first: get the crate off the quay, and not over its edge.",
    family="Ropes lift it, with something heavy or something light at their other end.",
    piece=wheel,
)
level.aim("Without a pulley", without="pulley")
level.aim("Six pieces at most, links counted", pieces=6)
level.par(parts=7, seconds=8.2)
level.save()

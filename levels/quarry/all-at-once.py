"""All at once: everything works, only the order is wrong."""

from _pit import hang, rock, scaffold, stand

from sandbox.authoring import Level, when

level = Level(
    "All at once",
    text="Red goes down, then the lid goes on, then White goes over it. The clerk says one button will do for all.",
    insight="Everything works, only the order is wrong: what is to come later waits for a clock.",
    width=5.4,
    height=3.2,
    scene="quarry",
    rules=2,
)
ground = level.room()
shelf = rock(level, 0.0, 0.62, 2.75, 2.6)
slide = level.put("inclined_plane", width=0.55, height=0.1).on(shelf, x=0.28)
level.put("petanque_boule").on(slide, x=0.08)
bracket = level.put("floor", width=0.4, height=0.08).at(1.0, 2.2)
button = level.put("button").on(bracket, x=0.95)
level.put("wall", width=0.06, height=0.35).on(bracket, x=1.14)
first = level.put("trap_door", width=0.3, mass=20.0).at(0.3, 2.05)
second = level.put("trap_door", width=0.3, mass=20.0, stays=True).at(0.3, 1.72)
red = level.put("custom_ball", radius=0.06, mass=0.5, colour="red").on(second, x=0.3).named("the red ball")
white = level.put("custom_ball", radius=0.06, mass=0.5, colour="white").on(first, x=0.3).named("the white ball")
lane = rock(level, 0.0, 2.57, 1.1)
level.put("inclined_plane", width=1.0, height=0.3).on(lane, x=0.5)
rock(level, 2.57, 3.03, 0.55)
for x in (2.625, 2.975):
    level.put("floor", width=0.11, height=0.04).at(x, 0.78)
onward = rock(level, 3.03, 4.1, 1.08)
hook = level.put("release_hook").at(2.8, 2.5)
lid = level.put("crate", width=0.4, height=0.3).at(2.79, 2.1)
level.tie(hook, lid)
chest = level.put("toy_chest", width=0.8, height=0.6).on(ground, x=4.7)
scaffold(level, 4.25, 5.2, 1.3, 2.7)
stand(level, ("lamp", onward, 3.95, 0.8), ("plant", onward, 3.3, 0.8), ("drum", lane, 1.6, 0.7))
hang(level, ("poster", 1.2, 0.6, 0.9), ("clock", 4.7, 2.2, 0.9), ("arrow", 3.45, 1.85, 0.9), ("poster", 0.45, 0.6, 0.9))
hang(level, ("window", 3.55, 2.65, 0.7))
# No ball may set it going by a knock, or one would need a wire less.
slow = {"mode": "delay", "time": 2.5, "push": 10.0}
clock = level.give("timer", "A clock, wherever there is room.", turns=False, **slow).at(1.8, 2.1)
level.join("wire", button, second.signal, given=True, hint="The button lets Red go at once.")
level.join("wire", button, clock.signal, hint="It sets the clock as well.")
level.join("wire", clock.out, hook.signal, hint="The clock drops the lid, later.")
level.join("wire", clock.out, first.signal, hint="It lets White go, too.")
level.goal("The red ball lies in the hole", when.held(0.5, when.inside(red, 2.57, 0.5, 3.03, 0.76)))
level.goal("The white ball lies in the chest", when.contained(white, chest))
level.par(parts=5, seconds=7.5)
level.save()

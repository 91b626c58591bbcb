"""Spring in its step: the basketball has to get over a wall that is higher than where it comes from."""

from _ring import dress

from sandbox.authoring import Level, when

HAT = (((-0.5, -0.5), (0.5, -0.5), (0.0, 0.5)),)

level = Level(
    "Spring in its step",
    text="The wall is higher than the lane that the basketball comes from. Jack, in his box upstairs, waits for a cue.",
    insight="A spring board gives back more than it got: what falls on it leaves faster than it came.",
    width=4.0,
    height=3.4,
    scene="circus",
    rules=2,
)
ground = level.room()
slide = level.put("ramp", width=1.1, height=0.12).at(0.7, 1.1)
ball = level.put("basketball").on(slide, x=0.25)
wall = level.put("wall", width=0.14, height=1.3).at(2.5, 0.75)
plate = level.put("pressure_plate", width=1.0, mass=0.2).on(ground, x=3.45)

flap = level.put("trap_door", width=0.4, mass=20.0).flipped().at(3.6, 3.0)
level.join("wire", plate, flap)
level.put("bowling_ball").on(flap, x=3.6)
level.put("ramp", width=1.0, height=0.2).flipped().at(3.4, 2.55)
gallery = level.put("floor", width=2.6, height=0.06).at(1.62, 2.42)
post = level.put("wall", width=0.06, height=0.26).at(1.7, 2.58)
button = level.put("button").turned(-90).right_of(post, y=2.56)
motor = level.put("motor", running=False).on(gallery, x=1.35)
jack = level.put("jack_in_the_box", turns=2.0, energy=3.0).on(gallery, x=0.65)
level.join("wire", button, motor)
level.join("belt", motor, jack)
hat = level.put("polygon", outline=HAT, width=0.22, height=0.26, body="loose", stuff="foam", colour="yellow", mass=0.3)
hat.named("the hat").on(jack)

dress(
    level,
    ("bunting", 0.75, 3.24, 1.5), ("bunting", 2.2, 3.24, 1.4), ("bunting", 3.5, 3.27, 0.9),
    ("poster", 0.55, 0.65, 1.1), ("lamp", 0.2, 0.33), ("lamp", 0.95, 0.33), ("star", 2.5, 1.62, 0.9),
    ("balloons", 3.75, 1.2, 1.2), ("poster", 3.15, 1.25, 1.1), ("drum", 2.05, 0.25), ("star", 1.15, 1.55, 0.8),
    ("plant", 2.25, 0.33, 0.9),
)  # fmt: skip

board = level.give("spring_board", "What falls on the free end of its board comes up highest.").at(1.5, 0.182)
level.spare("trampoline")
level.goal("The basketball is behind the wall", when.held(0.3, when.inside(ball, 2.57, 0.1, 4.0, 0.8)))
level.goal("Jack looks out of his box", when.state(jack, "open"))
level.par(parts=1, seconds=7.8)
level.save()

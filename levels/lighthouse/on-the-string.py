"""Write the level 'On the string': a pull lights the match, and it has to come from the right side."""

from _rocks import hang, ladder, rock, stand

from sandbox.authoring import Level, when

level = Level(
    "On the string",
    text="A ship in the fog! The match only lights if somebody pulls its pin out, and the keeper is up on his ladder.",
    insight="What falls anyway can pull, and a wheel lets it pull to any side.",
    width=4.8,
    height=3.3,
    scene="lighthouse",
)
ground = level.room()
belt = level.put("conveyor", width=2.4, speed=-0.9).at(2.15, 2.2)
iron = level.put("cannon_ball").on(belt, x=3.15)
shelf = rock(level, 1.6, 2.3, 1.0)
match = level.put("spring_match").on(shelf, x=1.95)
rockets = [
    level.put("firework", show=show, rise=rise).on(ground, x=x)
    for show, rise, x in (("star", 0.5, 3.75), ("ring", 0.42, 4.25))
]
for rocket in rockets:
    level.join("fuse", match.fuse, rocket, speed=0.6)
wheel = level.give("pulley", "Right of the match, at the height of its pin.").at(2.55, 1.2)
level.tie(iron, match.pin, via=[wheel], hint="From the iron ball over the wheel to the pin.")
ladder(level, 1.2, 0.1, 2.1)
ladder(level, 3.2, 0.1, 2.1)
hang(level, "window", 0.55, 1.5, 1.1)
hang(level, "clock", 2.6, 2.85, 0.7)
hang(level, "star", 0.6, 2.75, 0.8)
hang(level, "star", 3.9, 2.9, 0.6)
hang(level, "star", 4.5, 2.6, 0.9)
stand(level, "drum", ground, 0.5, 1.3)
stand(level, "lamp", ground, 0.95, 1.2)
stand(level, "lamp", shelf, 1.68, 0.5)
stand(level, "arrow", ground, 3.0, 0.6)
stand(level, "books", ground, 2.6, 0.7)
level.goal("Both fireworks burst in the fog", when.all(*(when.state(rocket, "exploded") for rocket in rockets)))
level.par(parts=2, seconds=9.5)
level.save()

"""Clockwork: Wheel drives wheel, from a motor to a hamster and back."""

from _rooms import belt, clock, fire, gears, hamster, sample, wind

level = sample(
    "Clockwork",
    "Wheel drives wheel, from a motor to a hamster and back.",
    "mill",
    3,
    (gears, hamster, belt, gears, wind, clock, gears, fire, belt),
)
level.save()

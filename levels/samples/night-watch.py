"""The night watch: Signals from room to room, with a rest between any two."""

from _rooms import belt, clock, gears, light, sample, sand, trap, weight

level = sample(
    "The night watch",
    "Signals from room to room, with a rest between any two.",
    "signalbox",
    5,
    (clock, sand, light, clock, gears, trap, clock, weight, belt, clock),
)
level.save()

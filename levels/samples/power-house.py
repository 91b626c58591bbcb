"""The power house: Wind makes power, power makes light, light makes the rest."""

from _rooms import belt, clock, kettle, power, sample, toast

level = sample(
    "The power house",
    "Wind makes power, power makes light, light makes the rest.",
    "laboratory",
    2,
    (power, toast, kettle, power, belt, toast, clock, power),
)
level.save()

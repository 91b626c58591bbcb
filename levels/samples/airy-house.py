"""The airy house: Fans, windmills and balloons: mostly moved by next to nothing."""

from _rooms import balloon, belt, clock, kettle, penguin, power, sample, wind

level = sample(
    "The airy house",
    "Fans, windmills and balloons: mostly moved by next to nothing.",
    "greenhouse",
    5,
    (wind, balloon, kettle, power, clock, balloon, kettle, belt, balloon, penguin),
)
level.save()

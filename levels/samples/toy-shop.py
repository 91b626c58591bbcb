"""The toy shop: Dominoes on every floor, and one of them always has something to hand on."""

from _rooms import belt, clock, count, dominoes, hammers, kettle, sample

level = sample(
    "The toy shop",
    "Dominoes on every floor, and one of them always has something to hand on.",
    "playroom",
    3,
    (dominoes, belt, dominoes, count, clock, dominoes, kettle, hammers, dominoes),
)
level.save()

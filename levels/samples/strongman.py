"""The strongman: Hammers fall for whoever taps them: levers first, a cannon last."""

from _rooms import belt, cannon, clock, count, hammers, penguin, sample, weight

level = sample(
    "The strongman",
    "Hammers fall for whoever taps them: levers first, a cannon last.",
    "circus",
    3,
    (hammers, count, hammers, belt, weight, hammers, penguin, clock, cannon),
)
level.save()

"""The loading bay: What hangs from a rope waits for somebody to let it go."""

from _rooms import balloon, belt, clock, fire, sample, weight

level = sample(
    "The loading bay",
    "What hangs from a rope waits for somebody to let it go.",
    "harbour",
    2,
    (weight, balloon, belt, weight, clock, balloon, fire, weight),
)
level.save()

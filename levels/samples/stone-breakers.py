"""The stone breakers: Dynamite, cannons, and what is left standing between them."""

from _rooms import bang, cannon, clock, dominoes, fire, sample, weight

level = sample(
    "The stone breakers",
    "Dynamite, cannons, and what is left standing between them.",
    "quarry",
    3,
    (bang, cannon, dominoes, bang, weight, fire, cannon, bang, clock),
)
level.save()

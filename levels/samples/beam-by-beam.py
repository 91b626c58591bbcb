"""Beam by beam: Light goes round the corner, and opens the next room."""

from _rooms import belt, clock, fire, light, mouse, power, sample

level = sample(
    "Beam by beam",
    "Light goes round the corner, and opens the next room.",
    "lighthouse",
    3,
    (light, clock, light, fire, power, light, belt, light, mouse),
)
level.save()

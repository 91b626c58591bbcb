"""The fun fair: Tracks drawn by hand, up and down and through a hole in the air."""

from _rooms import belt, clock, coaster, count, ride, sample

level = sample(
    "The fun fair",
    "Tracks drawn by hand, up and down and through a hole in the air.",
    "circus",
    4,
    (coaster, ride, count, coaster, belt, ride, clock, coaster),
)
level.save()

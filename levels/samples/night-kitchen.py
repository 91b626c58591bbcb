"""The night kitchen: A small flame here, a longer fuse there, and toast for everybody."""

from _rooms import bang, cannon, dominoes, fire, light, sample, toast

level = sample(
    "The night kitchen",
    "A small flame here, a longer fuse there, and toast for everybody.",
    "laboratory",
    4,
    (fire, toast, dominoes, fire, bang, cannon, fire, light),
)
level.save()

"""The pet shop: A bell for the dog, cheese for the mice, and a way out for the penguins."""

from _rooms import belt, dog, mouse, penguin, sample, toast

level = sample(
    "The pet shop",
    "A bell for the dog, cheese for the mice, and a way out for the penguins.",
    "rink",
    4,
    (dog, mouse, penguin, belt, mouse, penguin, toast, mouse),
)
level.save()

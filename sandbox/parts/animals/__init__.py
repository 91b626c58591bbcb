"""Animals, which run after the things that they like and away from the things that they fear; their baits and homes."""

from sandbox.parts.animals.baits import Bone, Cheese
from sandbox.parts.animals.cat import Cat
from sandbox.parts.animals.crocodile import Crocodile
from sandbox.parts.animals.dog import Dog
from sandbox.parts.animals.fish_bowl import FishBowl
from sandbox.parts.animals.mouse import Mouse, MouseHole
from sandbox.parts.kind import Kind

KINDS: tuple[Kind, ...] = (Mouse(), Cheese(), MouseHole(), Cat(), FishBowl(), Dog(), Bone(), Crocodile())

"""Bang: what blows up, what sets it off, what flies off by itself, and what breaks."""

from sandbox.parts.bang.bombs import Bomb, Nitro
from sandbox.parts.bang.brittle import BrittleWall
from sandbox.parts.bang.dynamite import Detonator, Dynamite, RocketBottle
from sandbox.parts.kind import Kind

KINDS: tuple[Kind, ...] = (Dynamite(), Bomb(), Nitro(), Detonator(), RocketBottle(), BrittleWall())

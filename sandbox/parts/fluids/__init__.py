"""Fluids: water that bears, and sand that runs."""

from sandbox.parts.fluids.sand import Sandbag, SandHopper
from sandbox.parts.fluids.water import WaterTank
from sandbox.parts.kind import Kind

KINDS: tuple[Kind, ...] = (WaterTank(), Sandbag(), SandHopper())

"""Fluids: water that bears, and sand that runs."""

from sandbox.parts.base import Kind
from sandbox.parts.fluids.sand import Sandbag, SandHopper
from sandbox.parts.fluids.water import WaterTank

KINDS: tuple[Kind, ...] = (WaterTank(), Sandbag(), SandHopper())

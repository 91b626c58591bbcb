"""Fluids: water that bears, sand that runs, and what sails through the air."""

from sandbox.parts.base import Kind
from sandbox.parts.fluids.sand import Sandbag, SandHopper
from sandbox.parts.fluids.water import WaterTank

KINDS: tuple[Kind, ...] = (WaterTank(), Sandbag(), SandHopper())

__all__ = ["KINDS"]

"""The family of power: what gives it, the cables that bring it, and what does nothing without it."""

from __future__ import annotations

from sandbox.parts.base import Kind, LinkKind
from sandbox.parts.power.appliances import Toaster
from sandbox.parts.power.generator import Generator
from sandbox.parts.power.pulling import Electromagnet, Vacuum
from sandbox.parts.power.solar import SolarPanel
from sandbox.parts.power.sources import Battery, Cable, Outlet

KINDS: tuple[Kind, ...] = (Outlet(), Battery(), Generator(), SolarPanel(), Toaster(), Electromagnet(), Vacuum())
LINKS: tuple[LinkKind, ...] = (Cable(),)

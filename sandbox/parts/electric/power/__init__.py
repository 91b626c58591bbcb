"""The family of power: sources, the cables that bring it, and appliances that do nothing without it."""

from __future__ import annotations

from sandbox.parts.electric.power.appliances import Toaster
from sandbox.parts.electric.power.generator import Generator
from sandbox.parts.electric.power.pulling import Electromagnet, Vacuum
from sandbox.parts.electric.power.solar import SolarPanel
from sandbox.parts.electric.power.sources import Battery, Cable, Outlet
from sandbox.parts.kind import Kind, LinkKind

KINDS: tuple[Kind, ...] = (Outlet(), Battery(), Generator(), SolarPanel(), Toaster(), Electromagnet(), Vacuum())
LINKS: tuple[LinkKind, ...] = (Cable(),)

"""Transport: what hurries things along, takes them elsewhere, sorts them, swallows them and hands them out."""

from sandbox.parts.kind import Kind
from sandbox.parts.transport.flaps import Diverter, TrapDoor
from sandbox.parts.transport.magazines import Dispenser, Pocket
from sandbox.parts.transport.rings import Accelerator, Teleporter

KINDS: tuple[Kind, ...] = (Accelerator(), Teleporter(), TrapDoor(), Diverter(), Dispenser(), Pocket())

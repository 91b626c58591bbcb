"""Light: sources of rays, mirrors and glass that bend them, and cells that see them."""

from sandbox.parts.kind import Kind
from sandbox.parts.light.cells import Photocell
from sandbox.parts.light.lamps import Lamp
from sandbox.parts.light.lasers import Laser
from sandbox.parts.light.mirrors import Mirror
from sandbox.parts.light.optics import BeamMixer, Magnifier, Prism
from sandbox.parts.light.ray_gun import RayGun
from sandbox.parts.light.ray_sources import Torch

KINDS: tuple[Kind, ...] = (
    Torch(), Lamp(), Laser(), RayGun(), Mirror(), Magnifier(), Prism(), BeamMixer(), Photocell(),
)  # fmt: skip

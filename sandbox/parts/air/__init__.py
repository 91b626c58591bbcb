"""Air: balloons, blowers, parts that turn in the wind, and the pad that takes weight away."""

from sandbox.parts.air.airship import Airship
from sandbox.parts.air.balloon import Balloon
from sandbox.parts.air.blowers import AntiGravityPad, Bellows, Fan, Windmill
from sandbox.parts.kind import Kind

KINDS: tuple[Kind, ...] = (Balloon(), Airship(), Fan(), Bellows(), AntiGravityPad(), Windmill())

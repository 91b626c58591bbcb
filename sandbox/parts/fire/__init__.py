"""Fire: the effects of heat on the parts and links that it touches, things that burn, and parts that fire sets off."""

from sandbox.parts.fire.flames import Candle
from sandbox.parts.fire.fuses import Fuse
from sandbox.parts.fire.guns import Cannon, Firework
from sandbox.parts.fire.hot_air import HotAirBalloon
from sandbox.parts.fire.stoves import Burner, IceBlock, Kettle
from sandbox.parts.fire.strikers import Flint, SpringMatch
from sandbox.parts.kind import Kind, LinkKind

KINDS: tuple[Kind, ...] = (
    Candle(),
    SpringMatch(),
    Flint(),
    Burner(),
    Kettle(),
    IceBlock(),
    HotAirBalloon(),
    Cannon(),
    Firework(),
)
LINKS: tuple[LinkKind, ...] = (Fuse(),)

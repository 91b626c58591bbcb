"""Scenes with a roof over them. Adding one takes a value in this file and a shader of its name."""

from __future__ import annotations

from sandbox.design.scenes.scene import PAPER, Light, Scene, SoundLayer, Surface

_DAYLIGHT = Light((1.0, 1.0, 1.0), (1.0, 1.0, 1.0))

SCENES = (
    Scene(
        name=PAPER,
        title="Graph paper",
        help="A ruled sheet and nothing else: every part as plain as can be.",
        floor=None,
        wall=None,
        light=_DAYLIGHT,
        haze=(0.8, 0.85, 0.9),
        clarity=1.0,
        motion="nothing moves",
        sound=(),
        shade=0.0,
    ),
    Scene(
        name="playroom",
        title="Playroom",
        help="A nursery in the morning: toys on the shelf, a window, sun in the dust.",
        floor=Surface("wood", (214, 172, 116)),
        wall=Surface("wood", (158, 186, 178)),
        light=Light((1.06, 1.03, 0.96), (0.96, 0.94, 0.95), 0.15),
        haze=(0.93, 0.89, 0.80),
        clarity=0.84,
        motion="dust in the sunbeam, clouds, bunting",
        sound=(
            SoundLayer(180.0, 520.0, 0.5, 0.11),
            SoundLayer(2100.0, 3400.0, 1.0, calls=5),
        ),
    ),
    Scene(
        name="circus",
        title="Circus",
        help="Inside the big top: striped canvas, strings of bulbs, spotlights on the ring.",
        floor=Surface("wood", (196, 142, 88)),
        wall=Surface("cloth", (176, 52, 52)),
        light=Light((1.05, 1.0, 0.93), (0.95, 0.90, 0.92), 0.3),
        haze=(0.93, 0.84, 0.72),
        clarity=0.68,
        motion="swaying bulbs, wandering spotlights",
        sound=(
            SoundLayer(140.0, 480.0, 1.0, 0.17),
            SoundLayer(500.0, 1400.0, 0.5, 0.23),
            SoundLayer(330.0, 660.0, 0.5, calls=4),
        ),
    ),
    Scene(
        name="mill",
        title="Mill",
        help="Old timber and great cogwheels; flour hangs in the light from the window.",
        floor=Surface("wood", (176, 132, 84)),
        wall=Surface("stone", (168, 156, 138)),
        light=Light((1.04, 1.0, 0.92), (0.94, 0.92, 0.92), 0.3),
        haze=(0.90, 0.84, 0.72),
        clarity=0.74,
        motion="turning cogwheels, flour dust",
        sound=(
            SoundLayer(60.0, 180.0, 1.0, 0.9),
            SoundLayer(300.0, 900.0, 0.4, 0.9),
            SoundLayer(900.0, 2200.0, 0.2, 0.15),
        ),
    ),
    Scene(
        name="greenhouse",
        title="Greenhouse and sky",
        help="Iron arches full of glass, ferns and palms under a summer sky.",
        floor=Surface("stone", (190, 186, 172)),
        wall=Surface("metal", (150, 182, 158)),
        light=Light((1.04, 1.05, 1.0), (0.93, 0.98, 0.92), 0.0),
        haze=(0.86, 0.93, 0.90),
        clarity=0.82,
        motion="drifting clouds, nodding leaves, butterflies",
        sound=(
            SoundLayer(400.0, 1500.0, 0.35, 0.09),
            SoundLayer(2600.0, 4200.0, 1.0, calls=7),
        ),
    ),
    Scene(
        name="laboratory",
        title="Laboratory",
        help="White tiles, coiled glass and bubbling flasks.",
        floor=Surface("metal", (176, 184, 190)),
        wall=Surface("plastic", (206, 214, 216)),
        light=Light((1.0, 1.03, 1.03), (0.94, 0.98, 1.0), 0.15),
        haze=(0.88, 0.93, 0.93),
        clarity=0.84,
        motion="rising bubbles, swinging needles",
        sound=(
            SoundLayer(100.0, 130.0, 1.0),
            SoundLayer(300.0, 800.0, 0.5, calls=14),
        ),
    ),
    Scene(
        name="rink",
        title="Ice rink",
        help="Open-air ice among snowy firs; coloured flags, and flakes coming down.",
        floor=Surface("plastic", (214, 234, 246)),
        wall=Surface("wood", (228, 232, 236)),
        light=Light((1.0, 1.02, 1.06), (0.96, 0.99, 1.04), 0.15),
        haze=(0.87, 0.93, 0.97),
        clarity=0.82,
        motion="falling snow, fluttering flags",
        sound=(
            SoundLayer(500.0, 2400.0, 1.0, 0.07),
            SoundLayer(3000.0, 6000.0, 0.15, 0.31),
        ),
    ),
)

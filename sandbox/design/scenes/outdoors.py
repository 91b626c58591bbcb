"""Scenes under the sky. Adding one takes a value in this file and a shader of its name."""

from __future__ import annotations

from sandbox.design.scenes.scene import Light, Scene, SoundLayer, Surface

SCENES = (
    Scene(
        name="harbour",
        title="Harbour at dusk",
        help="Cranes and masts against the last of the light; the sea glitters.",
        floor=Surface("wood", (150, 112, 82)),
        wall=Surface("stone", (142, 128, 128)),
        light=Light((1.08, 0.96, 0.86), (0.90, 0.84, 0.94), 0.5),
        haze=(0.94, 0.80, 0.72),
        clarity=0.76,
        motion="gulls, glitter on the water, a rocking boat",
        sound=(
            SoundLayer(200.0, 900.0, 1.0, 0.13),
            SoundLayer(900.0, 2600.0, 0.4, 0.17),
            SoundLayer(1500.0, 950.0, 0.5, calls=3),
        ),
    ),
    Scene(
        name="quarry",
        title="Quarry",
        help="Layered rock in the noon sun; an excavator rests on the ledge.",
        floor=Surface("stone", (186, 164, 130)),
        wall=Surface("stone", (160, 140, 114)),
        light=Light((1.07, 1.03, 0.94), (0.97, 0.93, 0.88), 0.0),
        haze=(0.92, 0.85, 0.72),
        clarity=0.80,
        motion="drifting dust, circling birds",
        sound=(
            SoundLayer(150.0, 700.0, 1.0, 0.08),
            SoundLayer(1200.0, 3200.0, 0.25, 0.21),
        ),
    ),
    Scene(
        name="signalbox",
        title="Signal box at night",
        help="Rails under the stars; signals show red and green, a train goes by far off.",
        floor=Surface("wood", (136, 104, 78)),
        wall=Surface("stone", (132, 96, 84)),
        light=Light((0.92, 0.95, 1.06), (0.74, 0.78, 0.92), 1.0, night=True),
        haze=(0.15, 0.18, 0.29),
        clarity=0.72,
        motion="twinkling stars, signals, a passing train",
        sound=(
            SoundLayer(90.0, 300.0, 0.6, 0.06),
            SoundLayer(3900.0, 4300.0, 0.5, calls=22),
            SoundLayer(200.0, 500.0, 1.0, 1.7),
        ),
        shade=0.35,
    ),
    Scene(
        name="lighthouse",
        title="Lighthouse in a storm",
        help="Waves against the cliff, rain from the left, and a beam that goes round.",
        floor=Surface("stone", (122, 128, 136)),
        wall=Surface("stone", (104, 112, 124)),
        light=Light((0.94, 0.98, 1.05), (0.78, 0.83, 0.92), 0.9, night=True),
        haze=(0.20, 0.26, 0.33),
        clarity=0.80,
        motion="rain, waves, the turning beam",
        sound=(
            SoundLayer(80.0, 600.0, 1.0, 0.11),
            SoundLayer(600.0, 3000.0, 0.6, 0.29),
            SoundLayer(2000.0, 7000.0, 0.35),
        ),
        shade=0.35,
    ),
)

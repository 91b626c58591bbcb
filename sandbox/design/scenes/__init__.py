"""Scenes of levels: backdrop, light, floor and wall materials, ambient motion and sound, as plain values."""

from sandbox.design.scenes import indoors, outdoors
from sandbox.design.scenes.scene import PAPER, Light, Scene, SoundLayer, Surface
from sandbox.reading.nearest import meant

SCENES: dict[str, Scene] = {scene.name: scene for scene in (*indoors.SCENES, *outdoors.SCENES)}


def scene_refusal(name: str) -> str:
    """Say that there is no scene of this name, and which there are."""
    return f"scene is '{name:.40}'; it is one of {', '.join(SCENES)}{meant(name, SCENES)}"


__all__ = ["PAPER", "SCENES", "Light", "Scene", "SoundLayer", "Surface", "scene_refusal"]

"""The table of interplay: for each pair of stimuli a chain in which a part that the one sets off hands on the other."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from sandbox.authoring.interplay import chain_scene
from sandbox.authoring.interplay.chain_scene import ChainScene
from sandbox.editing import stimuli
from sandbox.editing.stimuli import STIMULI
from sandbox.errors import Refused
from sandbox.parts import KINDS, LINKS


class Chain(NamedTuple):
    """A cause, the kind that it sets off, and the kind that this sets off, each with how they are put together.

    `cause` and `effect` are names of `causes.CAUSES` and `effects.EFFECTS`; with a link in the middle they only say
    what happens.
    """

    takes: str
    cause: str
    middle: str
    gives: str
    effect: str
    target: str
    low: bool = False  # the part in the middle stands on the floor

    def scene(self) -> ChainScene:
        """Build the chain.

        Raises:
            Refused: its cause or its effect does not fit the kinds.
        """
        target = KINDS[self.target]
        if self.middle in LINKS:
            return chain_scene.of_link(LINKS[self.middle], target, self.takes)
        scene = chain_scene.of_part(
            KINDS[self.middle], target, self.takes, self.cause, self.gives, self.effect, self.low
        )
        if scene is None:
            raise Refused(f"{self.middle}: neither {self.cause} nor {self.effect} fits it")
        return scene


# One chain for each pair for which there is any, in the order of `STIMULI`; each is proven by a test.
CHAINS: tuple[Chain, ...] = (
    Chain("knock", "boxing glove", "hammer", "knock", "beside", "button"),
    Chain("knock", "boxing glove", "bowling_ball", "weight", "beside", "pressure_plate"),
    Chain("knock", "boxing glove", "crate", "pull", "cable upwards", "rope_switch"),
    Chain("knock", "ball", "hamster_wheel", "turn", "belt", "tacho"),
    Chain("knock", "ball", "button", "signal", "wire", "display"),
    Chain("knock", "ball", "outlet", "power", "cable", "motor"),
    Chain("knock", "heavy ball on its left", "bellows", "wind", "in the wind", "windmill"),
    Chain("knock", "boxing glove", "spring_match", "heat", "in the flame", "candle"),
    Chain("knock", "ball", "flashlight", "light", "ahead", "photocell"),
    Chain("knock", "boxing glove", "bell", "lure", "near", "dog"),
    Chain("knock", "boxing glove", "nitro", "blast", "near", "bowling_pin"),
    Chain("knock", "ball", "scissors", "prick", "hung in its blade", "bowling_ball"),
    Chain("weight", "weight", "seesaw", "knock", "on top", "tennis_ball"),
    Chain("weight", "weight on its left", "seesaw", "pull", "cable upwards", "rope_switch"),
    Chain("weight", "weight", "pressure_plate", "signal", "wire", "display"),
    Chain("pull", "load", "hammer", "knock", "facing it", "button"),
    Chain("pull", "pulley above", "crate", "weight", "beneath", "pressure_plate", low=True),
    Chain("pull", "load", "wheel", "pull", "cable upwards", "rope_switch"),
    Chain("pull", "load", "wheel", "turn", "belt", "tacho"),
    Chain("pull", "load", "rope_switch", "signal", "wire", "display"),
    Chain("pull", "pulley above", "rocket_bottle", "wind", "close", "windmill"),
    Chain("pull", "load", "spring_match", "heat", "in the flame", "candle"),
    Chain("pull", "load", "lamp", "light", "ahead", "photocell"),
    Chain("pull", "pulley above", "bell", "lure", "near", "dog"),
    Chain("pull", "pulley aside", "nitro", "blast", "far", "bowling_pin"),
    Chain("pull", "load", "ray_gun", "prick", "on a string", "classic_balloon"),
    Chain("turn", "motor", "jack_in_the_box", "knock", "on top", "tennis_ball"),
    Chain("turn", "motor", "winch", "pull", "cable upwards", "rope_switch"),
    Chain("turn", "motor", "gear", "turn", "belt", "tacho"),
    Chain("turn", "motor", "tacho", "signal", "wire", "display"),
    Chain("turn", "motor", "generator", "power", "cable", "motor"),
    Chain("signal", "button", "boxing_glove", "knock", "facing it", "button"),
    Chain("signal", "button", "sand_hopper", "weight", "below aside", "pressure_plate"),
    Chain("signal", "button", "hinge", "pull", "cable upwards", "rope_switch"),
    Chain("signal", "button", "motor", "turn", "belt", "tacho"),
    Chain("signal", "button", "timer", "signal", "wire", "display"),
    Chain("signal", "button", "outlet", "power", "cable", "motor"),
    Chain("signal", "button", "fan", "wind", "in the wind", "windmill"),
    Chain("signal", "button", "burner", "heat", "in the flame", "candle"),
    Chain("signal", "button", "lamp", "light", "ahead", "photocell"),
    Chain("signal", "button", "bell", "lure", "near", "dog"),
    Chain("signal", "button", "dynamite", "blast", "near", "bowling_pin"),
    Chain("signal", "button", "scissors", "prick", "hung in its blade", "bowling_ball"),
    Chain("power", "outlet", "conveyor", "knock", "on top", "tennis_ball"),
    Chain("power", "outlet", "hinge", "pull", "cable upwards", "rope_switch"),
    Chain("power", "outlet", "motor", "turn", "belt", "tacho"),
    Chain("power", "outlet", "fan", "wind", "in the wind", "windmill"),
    Chain("power", "outlet", "burner", "heat", "in the flame", "candle"),
    Chain("power", "outlet", "lamp", "light", "ahead", "photocell"),
    Chain("power", "outlet", "saw", "prick", "hung in its blade", "classic_balloon"),
    Chain("wind", "fan", "tennis_ball", "knock", "facing it from afar", "button", low=True),
    Chain("wind", "fan", "windmill", "pull", "cable upwards", "rope_switch"),
    Chain("wind", "fan", "windmill", "turn", "belt", "tacho"),
    Chain("wind", "fan", "candle", "heat", "in the flame", "candle"),
    Chain("wind", "fan", "candle", "light", "ahead", "photocell"),
    Chain("wind", "fan", "mouse", "lure", "near", "cat", low=True),
    Chain("wind", "fan", "nitro", "blast", "below aside", "crate"),
    Chain("wind", "fan", "saw_blade", "prick", "touching", "sandbag", low=True),
    Chain("heat", "candle below", "hot_air_balloon", "knock", "above", "button"),
    Chain("heat", "candle below", "dog", "weight", "beneath", "pressure_plate", low=True),
    Chain("heat", "candle below", "balloon", "pull", "cable downwards", "rope_switch"),
    Chain("heat", "candle below", "kettle", "wind", "in the wind", "windmill"),
    Chain("heat", "candle below", "candle", "heat", "in the flame", "candle"),
    Chain("heat", "fuse", "candle", "light", "ahead", "photocell"),
    Chain("heat", "candle below", "mouse", "lure", "near", "cat", low=True),
    Chain("heat", "candle below", "dynamite", "blast", "near", "bowling_pin"),
    Chain("light", "torch", "photocell", "signal", "wire", "display"),
    Chain("light", "torch", "solar_panel", "power", "cable", "motor"),
    Chain("light", "laser above", "mixer", "heat", "ahead", "candle"),
    Chain("light", "torch", "magnifier", "light", "ahead", "photocell"),
    Chain("lure", "smell", "mouse", "knock", "on top", "tennis_ball", low=True),
    Chain("lure", "bell", "dog", "weight", "beside", "pressure_plate"),
    Chain("lure", "bell", "hamster_wheel", "turn", "belt", "tacho"),
    Chain("lure", "smell", "cat", "lure", "near", "mouse", low=True),
    Chain("blast", "nitroglycerine", "soccer_ball", "knock", "below", "button"),
    Chain("blast", "nitroglycerine", "bowling_ball", "weight", "below aside", "pressure_plate"),
    Chain("blast", "nitroglycerine", "crate", "pull", "cable upwards", "rope_switch"),
    Chain("blast", "nitroglycerine", "hamster_wheel", "turn", "belt", "tacho"),
    Chain("blast", "nitroglycerine", "button", "signal", "wire", "display"),
    Chain("blast", "nitroglycerine, before a wall", "rocket_bottle", "wind", "close", "candle"),
    Chain("blast", "nitroglycerine", "spring_match", "heat", "in the flame", "candle"),
    Chain("blast", "nitroglycerine", "flint", "light", "ahead", "photocell"),
    Chain("blast", "nitroglycerine", "mouse", "lure", "near", "cat", low=True),
    Chain("blast", "nitroglycerine", "nitro", "blast", "far", "bowling_pin"),
    Chain("blast", "nitroglycerine", "saw_blade", "prick", "on a string", "sandbag", low=True),
    Chain("prick", "nails above", "balloon", "knock", "above", "button"),
    Chain("prick", "nails beside", "sandbag", "weight", "beneath", "pressure_plate", low=True),
    Chain("prick", "nails beside", "balloon", "pull", "cable downwards", "rope_switch"),
    Chain("power", "outlet", "cable", "power", "cable", "motor"),
    Chain("prick", "scissors", "cable", "power", "cable", "motor"),
    Chain("prick", "scissors", "fuse", "heat", "fuse", "candle"),
)  # fmt: skip


@cache
def by_cell() -> dict[tuple[str, str], Chain]:
    """Return the chains by the two stimuli of the part in the middle: the one that it takes and the one that it
    gives."""
    return {(chain.takes, chain.gives): chain for chain in CHAINS}


@cache
def kinds_of(takes: str, gives: str) -> tuple[str, ...]:
    """Return the kinds of parts, then of links, that one stimulus sets off and that hand on the other."""
    exchanges = {name: stimuli.of(kind) for name, kind in (*KINDS.items(), *LINKS.items())}
    return tuple(name for name, kind in exchanges.items() if takes in kind.takes and gives in kind.gives)


def cells() -> list[tuple[str, str]]:
    """Return all pairs of stimuli: what a part takes, and what it gives."""
    return [(takes, gives) for takes in STIMULI for gives in STIMULI]

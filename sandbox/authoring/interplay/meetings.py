"""Meetings: for each stimulus, a part of each family that hands it on sets off one of each other that takes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from sandbox.authoring.interplay.chains import Chain
from sandbox.parts import FAMILIES


class Meetings(NamedTuple):
    """A cause that sets off a kind, and the kinds that this sets off: names, by the effect that brings them there."""

    gives: str
    takes: str
    cause: str
    middle: str
    low: bool
    targets: Mapping[str, str]

    def chains(self) -> Iterator[Chain]:
        for effect, names in self.targets.items():
            for target in names.split():
                yield Chain(self.takes, self.cause, self.middle, self.gives, effect, target, self.low)


@cache
def family_of(kind: str) -> str:
    """Return the family of a kind of part."""
    return next(family for family, module in FAMILIES.items() if any(other.name == kind for other in module.KINDS))


@cache
def by_families(stimulus: str) -> dict[tuple[str, str], Chain]:
    """Return a chain for each pair of families of which one hands a stimulus on to the other."""
    chains = [chain for meetings in MEETINGS if meetings.gives == stimulus for chain in meetings.chains()]
    return {(family_of(chain.middle), family_of(chain.target)): chain for chain in chains}


# Each is proven by a test.
MEETINGS: tuple[Meetings, ...] = (
    Meetings("knock", "knock", "boxing glove", "bowling_ball", False, {
        "beside": "bar blimp walker",
        "facing it from afar": (
            "seesaw spring_board release_hook hinge hamster_wheel trap_door flint flashlight detonator "
            "button outlet"
        ),
        "on top": "classic_butterfly",
    }),
    Meetings("knock", "knock", "boxing glove", "bowling_ball", True, {"ahead": "birch_wedge sandbag cactus mouse"}),
    Meetings("knock", "knock", "boxing glove", "bar", False, {
        "beside": "bowling_ball accelerator dynamite butterfly classic_butterfly",
        "on top": "styrofoam_wedge mouse",
        "facing it": "hammer spring_board release_hook hinge hamster_wheel flint flashlight button outlet",
    }),
    Meetings("knock", "pull", "pulley above", "bar", False, {"on top": "balloon sandbag cactus"}),
    Meetings("knock", "knock", "ball", "birch_wedge", False, {
        "above": "bowling_ball",
        "on top": "bar cage hot_air_balloon cactus mouse classic_cactus",
        "below aside": "seesaw balloon",
        "facing it": "spring_board hamster_wheel button",
        "beside": "slider accelerator butterfly",
        "on top left": "sandbag dynamite",
    }),
    Meetings("knock", "knock", "ball", "birch_wedge", True, {"facing it": "flashlight"}),
    Meetings("knock", "knock", "boxing glove", "birch_wedge", False, {"facing it from afar": "outlet"}),
    Meetings("knock", "knock", "ball", "seesaw", False, {
        "on top": "tennis_ball bar birch_wedge bucket hot_air_balloon cactus dynamite walker mouse classic_cactus",
        "on top left": "sandbag",
    }),
    Meetings("knock", "knock", "ball", "seesaw", True, {"facing it": "bellows"}),
    Meetings("knock", "knock", "boxing glove", "hammer", False, {
        "beside": "bumper hinge trap_door button",
        "facing it from afar": "hamster_wheel flashlight outlet",
    }),
    Meetings("knock", "turn", "motor", "jack_in_the_box", False, {
        "on top": (
            "bowling_ball styrofoam_block birch_wedge bucket sandbag hot_air_balloon cactus dynamite "
            "butterfly mouse saw_blade"
        ),
        "above": "hinge",
    }),
    Meetings("knock", "signal", "button", "boxing_glove", False, {
        "beside": "seesaw hamster_wheel accelerator blimp",
        "facing it from afar": "flashlight button outlet",
    }),
    Meetings("knock", "pull", "pulley above", "pulley_block", False, {
        "on top": "bowling_ball styrofoam_block birch_wedge sandbag cactus dynamite butterfly mouse saw_blade",
        "beside": "seesaw hinge accelerator balloon hot_air_balloon",
        "above": "bumper hamster_wheel flashlight button outlet",
    }),
    Meetings("knock", "knock", "ball", "hinge", False, {
        "on top left": "tennis_ball hot_air_balloon",
        "on top": "bar birch_wedge cactus",
        "above": "sandbag dynamite mouse",
    }),
    Meetings("knock", "power", "outlet", "conveyor", False, {
        "on top": "tennis_ball bar birch_wedge bucket sandbag hot_air_balloon cactus dynamite walker mouse saw_blade",
        "below": "balloon",
    }),
    Meetings("knock", "prick", "nails above", "balloon", False, {"on top": "soccer_ball bar styrofoam_wedge"}),
    Meetings("knock", "knock", "ball", "sandbag", False, {"on top": "bar", "above": "birch_wedge"}),
    Meetings("knock", "knock", "ball", "cactus", False, {
        "beside": (
            "tennis_ball seesaw bumper bucket scissors hamster_wheel trap_door bomb butterfly button "
            "outlet saw_blade"
        ),
        "on top": "bar birch_wedge sandbag mouse",
        "facing it": "bellows",
    }),
    Meetings("knock", "knock", "heavy ball", "cactus", False, {"beside": "spring_match flashlight"}),
    Meetings("weight", "knock", "boxing glove", "bowling_ball", False, {"beside": "seesaw trap_door pressure_plate"}),
    Meetings("weight", "blast", "nitroglycerine", "bowling_ball", False, {"below aside": "bucket"}),
    Meetings("weight", "pull", "pulley above", "crate", True, {
        "beside": "seesaw bucket",
        "beneath": "trap_door pressure_plate",
    }),
    Meetings("weight", "knock", "ball", "birch_wedge", False, {
        "below aside": "seesaw",
        "far below": "trap_door",
        "beside": "pressure_plate",
    }),
    Meetings("weight", "knock", "heavy ball", "birch_wedge", False, {"beside": "bucket"}),
    Meetings("weight", "knock", "boxing glove", "sandbag", False, {
        "below aside": "seesaw",
        "beside": "pressure_plate",
    }),
    Meetings("weight", "knock", "boxing glove", "cactus", False, {"beside": "pressure_plate"}),
    Meetings("weight", "knock", "boxing glove", "bomb", False, {"beside": "pressure_plate"}),
    Meetings("weight", "knock", "boxing glove", "walker", False, {
        "below aside": "seesaw bucket",
        "beside": "trap_door pressure_plate",
    }),
    Meetings("weight", "knock", "boxing glove", "cat", False, {"beside": "seesaw pressure_plate"}),
    Meetings("weight", "knock", "boxing glove", "cola_bottle", False, {
        "below aside": "bucket",
        "beside": "pressure_plate",
    }),
    Meetings("weight", "knock", "ball on its left", "cola_bottle", False, {"below aside": "trap_door"}),
    Meetings("pull", "knock", "ball", "bowling_ball", False, {
        "cable upwards": "hammer",
        "cable downwards": "balloon rocket_bottle",
    }),
    Meetings("pull", "knock", "boxing glove", "crate", False, {
        "cable downwards": "cannon_ball pulley_block hinge crank_rod",
        "cable upwards": "rotating_bar",
    }),
    Meetings("pull", "weight", "weight on its left", "seesaw", False, {
        "cable upwards": "bowling_ball crate hinge wheel balloon spring_match lamp nitro rope_switch classic_balloon",
        "cable to the left": "pulley_block sandbag",
    }),
    Meetings("pull", "turn", "motor", "winch", False, {
        "cable upwards": (
            "bowling_ball seesaw hinge wheel balloon sandbag spring_match lamp rope_switch "
            "classic_balloon"
        ),
        "cable to the left": "crate nitro",
    }),
    Meetings("pull", "signal", "button", "hinge", False, {
        "cable upwards": (
            "cannon_ball bar seesaw pulley_block wheel balloon sandbag hot_air_balloon lamp rope_switch "
            "classic_balloon"
        ),
        "cable to the left": "rocket_bottle",
    }),
    Meetings("pull", "pull", "load", "wheel", False, {
        "cable to the right": "cannon_ball",
        "cable to the left": "i_beam",
        "cable upwards": "seesaw bucket hinge balloon sandbag spring_match lamp nitro rope_switch classic_balloon",
    }),
    Meetings("pull", "knock", "ball", "sandbag", False, {"cable downwards": "i_beam", "cable upwards": "hammer"}),
    Meetings("turn", "turn", "motor", "jack_in_the_box", False, {"belt": "winch gear tacho generator"}),
    Meetings("turn", "turn", "motor", "winch", False, {"belt": "jack_in_the_box gear tacho generator"}),
    Meetings("turn", "signal", "button", "motor", False, {"belt": "jack_in_the_box winch tacho generator"}),
    Meetings("turn", "pull", "load", "windmill", False, {"belt": "jack_in_the_box winch gear tacho generator"}),
    Meetings("turn", "turn", "motor", "tacho", False, {"belt": "jack_in_the_box winch gear generator"}),
    Meetings("turn", "turn", "motor", "generator", False, {"belt": "jack_in_the_box winch gear tacho"}),
    Meetings("signal", "knock", "ball", "pocket", False, {
        "wire": "flipper release_hook hinge motor fan sandbag burner flashlight saw dynamite timer outlet cola_bottle",
    }),
    Meetings("signal", "light", "torch", "photocell", False, {
        "wire": "flipper release_hook hinge motor accelerator fan sandbag burner saw dynamite timer outlet cola_bottle",
    }),
    Meetings("signal", "knock", "heavy ball", "detonator", False, {
        "wire": (
            "flipper release_hook hinge motor accelerator fan sandbag burner flashlight saw timer "
            "outlet cola_bottle"
        ),
    }),
    Meetings("signal", "knock", "ball", "button", False, {
        "wire": (
            "flipper release_hook hinge motor accelerator fan sandbag burner flashlight saw dynamite "
            "outlet cola_bottle"
        ),
    }),
    Meetings("signal", "knock", "boxing glove", "classic_detonator", False, {
        "wire": "flipper release_hook hinge conveyor accelerator fan sandbag burner flashlight dynamite timer outlet",
    }),
    Meetings("signal", "knock", "heavy ball on its left", "classic_detonator", False, {"wire": "saw"}),
    Meetings("power", "knock", "ball", "outlet", False, {"cable": "hinge motor accelerator fan burner laser saw"}),
    Meetings("wind", "knock", "heavy ball on its left", "bellows", False, {
        "in the wind": (
            "tennis_ball styrofoam_block styrofoam_wedge pulley_block spring_match dynamite butterfly "
            "mouse saw_blade"
        ),
    }),
    Meetings("wind", "heat", "candle below", "kettle", False, {
        "in the wind": "tennis_ball styrofoam_block styrofoam_wedge pulley_block windmill butterfly saw_blade",
    }),
    Meetings("wind", "knock", "ball on its left", "rocket_bottle", False, {"close": "tennis_ball"}),
    Meetings("wind", "power", "outlet", "vacuum", False, {
        "in the wind": "tennis_ball styrofoam_block styrofoam_wedge pulley_block blimp nitro butterfly mouse saw_blade",
    }),
    Meetings("heat", "knock", "boxing glove", "spring_match", False, {
        "in the flame": "styrofoam_block styrofoam_wedge blimp dynamite butterfly mouse",
    }),
    Meetings("heat", "light", "laser above", "mixer", False, {
        "ahead": "styrofoam_block styrofoam_wedge blimp candle dynamite butterfly mouse",
    }),
    Meetings("light", "wind", "fan", "candle", False, {"beside": "solar_panel", "ahead": "photocell"}),
    Meetings("light", "knock", "ball", "flashlight", False, {"ahead": "solar_panel"}),
    Meetings("lure", "knock", "boxing glove", "bell", False, {"near": "hamster_wheel dog"}),
    Meetings("blast", "knock", "boxing glove", "nitro", False, {
        "near": (
            "tennis_ball styrofoam_block styrofoam_wedge bucket balloon sandbag firework cactus "
            "butterfly mouse saw_blade boxing_glove scissors hamster_wheel button"
        ),
    }),
    Meetings("blast", "signal", "button", "classic_dynamite", False, {
        "beside": "tennis_ball butterfly mouse",
        "near": (
            "styrofoam_block styrofoam_wedge bucket balloon sandbag firework cactus bomb catapult scissors "
            "hamster_wheel bell"
        ),
    }),
    Meetings("blast", "heat", "candle below", "blimp", False, {
        "near": "tennis_ball styrofoam_block styrofoam_wedge hamster_wheel bomb butterfly saw_blade",
        "beside": "boxing_glove bucket scissors spring_match cactus mouse button",
    }),
    Meetings("prick", "knock", "ball", "scissors", False, {"hung in its blade": "blimp sandbag"}),
    Meetings("prick", "signal", "button", "scissors", False, {"hung in its blade": "hot_air_balloon"}),
    Meetings("prick", "knock", "heavy ball on its right", "scissors", True, {"on a string": "classic_balloon"}),
    Meetings("prick", "pull", "load", "ray_gun", False, {
        "on a string": "blimp sandbag hot_air_balloon classic_balloon",
    }),
    Meetings("prick", "power", "outlet", "saw", False, {"hung in its blade": "classic_balloon"}),
    Meetings("prick", "knock", "ball", "cactus", False, {"touching": "balloon"}),
    Meetings("prick", "knock", "heavy ball", "cactus", False, {"on a string": "sandbag hot_air_balloon"}),
    Meetings("prick", "wind", "fan", "classic_dynamite", False, {"on a string": "sandbag"}),
    Meetings("prick", "blast", "nitroglycerine", "saw_blade", True, {"on a string": "blimp"}),
    Meetings("prick", "knock", "ball on its left", "saw_blade", False, {"touching": "hot_air_balloon"}),
)  # fmt: skip

"""Meetings: each stimulus goes from every family that hands it on to every other that takes it, but for known pairs."""

from __future__ import annotations

import pytest

from sandbox.authoring.interplay.meetings import MEETINGS, Meetings, by_families, family_of
from sandbox.editing import stimuli
from sandbox.editing.stimuli import STIMULI
from sandbox.parts import FAMILIES, KINDS
from tests.authoring.interplay_proof import sets_off

# No scene is known for these, from a family to some others.
UNKNOWN: dict[str, dict[str, str]] = {
    "knock": {
        "Joints": "Levers Launchers Ropes Turning Transport Air Light Actors Electric Power Classics",
        "Turning": "Levers Launchers Joints Transport Light Electric Power",
        "Transport": (
            "Balls Blocks Slopes Levers Launchers Ropes Joints Turning Air Fluids Fire Light Sharp Bang "
            "Actors Animals Electric Power Classics"
        ),
        "Air": (
            "Levers Launchers Ropes Joints Turning Transport Fluids Fire Light Sharp Bang Actors Animals "
            "Electric Power Classics"
        ),
        "Fluids": (
            "Balls Levers Launchers Ropes Joints Turning Transport Air Fire Light Sharp Bang Actors Animals "
            "Electric Power Classics"
        ),
        "Fire": (
            "Balls Blocks Slopes Levers Launchers Ropes Joints Turning Transport Air Fluids Light Sharp Bang "
            "Actors Animals Electric Power Classics"
        ),
        "Light": (
            "Balls Blocks Slopes Levers Launchers Ropes Joints Turning Transport Air Fluids Fire Sharp Bang "
            "Actors Animals Electric Power Classics"
        ),
        "Bang": (
            "Balls Blocks Slopes Levers Launchers Ropes Joints Turning Transport Air Fluids Fire Light Sharp "
            "Actors Animals Electric Power Classics"
        ),
        "Actors": (
            "Balls Blocks Slopes Levers Launchers Ropes Joints Turning Transport Air Fluids Fire Light Sharp "
            "Bang Animals Electric Power Classics"
        ),
        "Animals": (
            "Balls Blocks Slopes Levers Launchers Ropes Joints Turning Transport Air Fluids Fire Light Sharp "
            "Bang Actors Electric Power Classics"
        ),
        "Electric": (
            "Balls Blocks Slopes Levers Launchers Ropes Joints Turning Transport Air Fluids Fire Light Sharp "
            "Bang Actors Animals Power Classics"
        ),
        "Power": (
            "Balls Blocks Slopes Levers Launchers Ropes Joints Turning Transport Air Fluids Fire Light Sharp "
            "Bang Actors Animals Electric Classics"
        ),
        "Classics": (
            "Balls Blocks Slopes Levers Launchers Ropes Joints Turning Transport Air Fluids Fire Light Sharp "
            "Bang Actors Animals Electric Power"
        ),
    },
    "weight": {
        "Ropes": "Levers Transport Electric",
        "Fluids": "Ropes Transport",
        "Sharp": "Levers Ropes Transport",
        "Bang": "Levers Ropes Transport",
        "Animals": "Ropes Transport",
        "Classics": "Levers",
    },
    "pull": {
        "Balls": "Blocks Ropes Joints Turning Fluids Fire Light Electric Classics",
        "Blocks": "Air Fluids Fire Light Bang Electric Classics",
        "Air": "Balls Blocks Levers Ropes Joints Turning Fluids Fire Light Bang Electric Classics",
        "Fluids": "Balls Ropes Joints Turning Air Fire Light Bang Electric Classics",
        "Fire": "Balls Blocks Levers Ropes Joints Turning Air Fluids Light Bang Electric Classics",
        "Bang": "Balls Blocks Levers Ropes Joints Turning Air Fluids Fire Light Electric Classics",
        "Classics": "Balls Blocks Levers Ropes Joints Turning Air Fluids Fire Light Bang Electric",
    },
    "wind": {
        "Fire": "Bang Animals",
        "Bang": "Blocks Slopes Ropes Air Fire Actors Animals Classics",
        "Power": "Fire",
    },
    "light": {
        "Fire": "Animals",
        "Light": "Animals",
        "Animals": "Light Power",
    },
    "lure": {
        "Animals": "Turning",
    },
    "blast": {
        "Air": "Fluids",
        "Fire": (
            "Balls Blocks Slopes Launchers Ropes Joints Turning Air Fluids Sharp Bang Actors Animals Electric Classics"
        ),
    },
}


def pairs_of(stimulus: str) -> list[tuple[str, str]]:
    """Return all pairs of families of which one hands a stimulus on and another takes it."""
    exchanges = {family: [stimuli.of(kind) for kind in module.KINDS] for family, module in FAMILIES.items()}
    givers = [family for family, kinds in exchanges.items() if any(stimulus in kind.gives for kind in kinds)]
    takers = [family for family, kinds in exchanges.items() if any(stimulus in kind.takes for kind in kinds)]
    return [(giver, taker) for giver in givers for taker in takers if giver != taker]


def named(meetings: Meetings) -> str:
    return f"{meetings.gives}-{meetings.middle}-{meetings.takes}"


@pytest.mark.parametrize("meetings", MEETINGS, ids=named)
def test_a_part_sets_off_parts_of_other_families(meetings: Meetings) -> None:
    for chain in meetings.chains():
        assert meetings.gives in stimuli.of(KINDS[chain.middle]).gives
        assert meetings.gives in stimuli.of(KINDS[chain.target]).takes
        assert sets_off(chain.scene()), chain


@pytest.mark.parametrize("stimulus", STIMULI)
def test_each_pair_of_families_meets_or_is_known_not_to(stimulus: str) -> None:
    unknown = {(giver, taker) for giver, names in UNKNOWN.get(stimulus, {}).items() for taker in names.split()}
    assert set(by_families(stimulus)) == set(pairs_of(stimulus)) - unknown


def test_families_that_hand_a_stimulus_on_come_before_those_that_take_it() -> None:
    assert pairs_of("power")[0][0] == "Power" and ("Power", "Turning") in pairs_of("power")
    assert all(giver != taker for stimulus in STIMULI for giver, taker in pairs_of(stimulus))
    chain = by_families("power")["Power", "Turning"]
    assert (family_of(chain.middle), family_of(chain.target)) == ("Power", "Turning")

"""The table of interplay: each chain of it works, by way of the part in the middle alone, and its holes are known."""

from __future__ import annotations

import math

import pytest
from msgspec.structs import replace

from sandbox.authoring.interplay.chain_scene import ChainScene
from sandbox.authoring.interplay.chains import CHAINS, Chain, by_cell, cells, kinds_of
from sandbox.design.design import Design, PartSpec
from sandbox.editing.stimuli import STIMULI
from sandbox.machine.machine import Machine
from sandbox.manual import manual
from sandbox.parts import check
from tests.authoring.interplay_proof import SECONDS, sets_off, without

# What a part takes, and all that no part hands on because of it, though some kinds do both.
HOLES = {
    "knock": "",
    "weight": "weight turn power wind heat light lure blast prick",
    "pull": "power",
    "turn": "weight wind heat light lure blast prick",
    "signal": "",
    "power": "weight signal lure blast",
    "wind": "weight signal power wind",
    "heat": "turn signal power prick",
    "light": "knock weight pull turn wind lure blast prick",
    "lure": "pull signal power wind heat light blast prick",
    "blast": "power",
    "prick": "turn signal wind light lure blast prick",
}
DOES_BOTH_APART = {("light", "knock"), ("light", "weight"), ("light", "lure"), ("prick", "blast")}


def named(chain: Chain) -> str:
    return f"{chain.takes}-{chain.middle}-{chain.gives}"


def chain(takes: str, middle: str, gives: str) -> Chain:
    return next(chain for chain in CHAINS if (chain.takes, chain.middle, chain.gives) == (takes, middle, gives))


@pytest.mark.parametrize("chain", CHAINS, ids=named)
def test_a_stimulus_sets_off_a_part_and_that_sets_off_another(chain: Chain) -> None:
    assert chain.middle in kinds_of(chain.takes, chain.gives)
    assert sets_off(chain.scene())


def test_each_pair_of_stimuli_has_a_chain_or_is_a_known_hole() -> None:
    assert list(HOLES) == list(STIMULI)
    holes = {(takes, gives) for takes, names in HOLES.items() for gives in names.split()}
    assert set(by_cell()) == set(cells()) - holes
    assert len(CHAINS) == len(by_cell()) == 91
    assert {cell for cell in holes if kinds_of(*cell)} == DOES_BOTH_APART


def test_the_fish_bowl_only_lets_light_through() -> None:
    """So it never hands on a knock, its weight or its fish because of light: it is the same with and without."""

    def after(*lights: PartSpec) -> object:
        rest = PartSpec(1, "floor", 2.0, 0.05), PartSpec(2, "fish_bowl", 2.0, 0.21)
        bowl = ran(check(Design(parts=(*rest, *lights), next_id=4))).parts[2]
        return [bowl[name] for name in bowl.kind.states], [(*body.position, body.angle) for body in bowl.bodies]

    for gives in ("knock", "weight", "lure"):
        assert kinds_of("light", gives) == ("fish_bowl",)
    assert after() == after(PartSpec(3, "flashlight", 1.0, 0.21, props={"on": True}))
    assert after() == after(PartSpec(3, "laser", 1.0, 0.21))
    assert after() != after(PartSpec(3, "weight", 2.0, 1.2))


def test_a_pricked_airship_bursts_without_a_blast() -> None:
    """Fire sets its gas off, a spine lets it out."""
    assert kinds_of("prick", "blast") == ("blimp",)
    for hurt, what in (("nail_board", "popped"), ("candle", "exploded")):
        ship = PartSpec(1, "blimp", 2.0, 1.5)
        other = (
            PartSpec(2, "nail_board", 2.35, 1.5, math.pi / 2) if hurt == "nail_board"
            else PartSpec(2, "candle", 2.0, 1.2, props={"lit": True})
        )  # fmt: skip
        events = [event.what for event in ran(check(Design(parts=(ship, other), next_id=3))).events if event.part == 1]
        assert what in events and ("exploded" in events) == (what == "exploded"), events


def test_the_manual_shows_the_table_as_it_is() -> None:
    text = manual.text("code")
    for takes in STIMULI:
        counts = [(len(kinds_of(takes, gives)), (takes, gives) in by_cell()) for gives in STIMULI]
        row = [(str(n) if proven else f"({n})") if n else "·" for n, proven in counts]
        assert f"  | {takes} | {' | '.join(row)} |" in text


def without_effect(scene: ChainScene) -> ChainScene:
    """Return a scene whose part in the middle does not reach the target: it hangs far above, and without its links."""
    away = tuple(replace(spec, y=spec.y + 1.5) if spec.id == scene.middle else spec for spec in scene.design.parts)
    links = tuple(link for link in scene.design.links if scene.middle not in link.parts)
    return scene._replace(design=replace(scene.design, parts=away, links=links))


@pytest.mark.parametrize(
    "chain",
    [
        chain("signal", "motor", "turn"), chain("wind", "windmill", "pull"), chain("light", "mixer", "heat"),
        chain("knock", "flashlight", "light"), chain("heat", "kettle", "wind"),
    ],
    ids=named,
)  # fmt: skip
def test_a_target_out_of_reach_is_not_set_off(chain: Chain) -> None:
    assert not sets_off(without_effect(chain.scene()))


def test_what_the_cause_does_to_the_target_by_itself_does_not_count() -> None:
    scene = chain("light", "mixer", "heat").scene()
    straight = replace(scene.design.part_by_id[scene.trigger], x=1.9, y=1.3, angle=0.0)  # through where the mixer is
    parts = tuple(straight if spec.id == scene.trigger else spec for spec in scene.design.parts)
    through = scene._replace(design=replace(scene.design, parts=parts))
    assert lit(through.design, scene.target) and lit(without(through.design, scene.middle), scene.target)
    assert not sets_off(through)


def lit(design: Design, candle: int) -> bool:
    machine = ran(design)
    return machine.parts[candle]["lit"] == 1.0


def ran(design: Design) -> Machine:
    machine = Machine(design)
    for _ in range(round(SECONDS * design.world.tick_rate)):
        machine.tick()
    return machine


@pytest.mark.parametrize("chain", [chain for chain in CHAINS if chain.gives == "blast"], ids=named)
def test_what_gives_a_blast_has_exploded(chain: Chain) -> None:
    scene = chain.scene()
    exploded = [{event.part for event in ran(design).events if event.what == "exploded"}
                for design in (scene.design, without(scene.design, scene.trigger))]  # fmt: skip
    assert scene.middle in exploded[0] and scene.middle not in exploded[1]


def test_a_chain_without_one_of_its_parts_has_no_link_to_it() -> None:
    scene = chain("signal", "motor", "turn").scene()
    rest = without(scene.design, scene.middle)
    assert len(rest.parts) == len(scene.design.parts) - 1
    assert len(scene.design.links) == 2 and not rest.links
    assert without(scene.design, scene.design.links[0].id).links == scene.design.links[1:]

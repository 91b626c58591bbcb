"""The work of a tick in a machine of twice as many parts: no function does four times as much, as one does that goes
through all parts or links for each of them.
"""

from __future__ import annotations

import pytest

from sandbox.authoring.demonstrations.demonstration import Demonstration, of_kind
from sandbox.machine.link_ends import LinkEnds
from sandbox.parts import KINDS, LINKS
from sandbox.parts.world import Running, RunningLink
from tests.tools.growth import lines_of, steep

# One kind of each family that looks for others: by links, by light, by heat, with blades, by number or letter, by
# smell and by sound.
FAMILIES = (
    "gate", "release_hook", "lamp", "photocell", "candle", "burner", "scissors", "shears", "teleporter", "vacuum",
    "classic_detonator", "butterfly", "cat", "fish_bowl", "bell",
)  # fmt: skip
FEW = 20  # copies of each
TICKS = 110
# Times as many lines for twice as many parts: a grid has fewer neighbours at its rim, and who takes turns is found by
# halving. What makes up less than such a share of all may be done but once.
STEEP, LEAST = 2.75, 0.002


def scenes(*names: str) -> list[Demonstration]:
    return [of_kind((KINDS | LINKS)[name]) for name in names]


def test_no_function_does_four_times_as_much_for_twice_as_many_parts() -> None:
    halls = scenes(*FAMILIES, "fuse")
    few, many = (lines_of(halls, copies, TICKS) for copies in (FEW, 2 * FEW))
    assert steep(few, many, STEEP, LEAST) == {}


def test_a_search_through_all_links_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def search(self: LinkEnds, run: Running) -> list[RunningLink]:
        ends = {link.id: link for links in self._by_part.values() for link in links.values()}
        return [link for link in ends.values() if run in (link.a, link.b)]

    monkeypatch.setattr(LinkEnds, "at", search)
    few, many = (lines_of(scenes("gate"), copies, TICKS) for copies in (FEW, 2 * FEW))
    assert any("test_growth" in name for name in steep(few, many, STEEP, LEAST))

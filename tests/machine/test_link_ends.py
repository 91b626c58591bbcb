"""The links of a part are found without the others, as long as they are there."""

from __future__ import annotations

from tests.parts.rig import Rig


def test_a_part_has_the_links_that_end_at_it_or_run_over_it_in_id_order() -> None:
    rig = Rig()
    wheel = rig.add("pulley", 1.0, 2.0)
    loads = [rig.add("weight", x, 1.0) for x in (0.8, 1.2)]
    over = rig.link("rope", loads[0], "ring", loads[1], "ring", via=(wheel,))
    under = rig.link("rope", loads[0], "ring", rig.add("crate", 0.8, 0.4), "middle")
    machine = rig.machine

    def links_at(part: int) -> list[int]:
        return [link.id for link in machine.links_at(machine.parts[part])]

    assert links_at(wheel) == links_at(loads[1]) == [over]
    assert links_at(loads[0]) == [over, under]
    before = machine.links_at(machine.parts[loads[0]])
    machine.remove(over)
    machine.tick()
    assert links_at(wheel) == [] and links_at(loads[0]) == [under]
    assert [link.id for link in before] == [over, under], "who goes through them may remove them"


def test_a_link_leaves_with_any_of_its_parts() -> None:
    rig = Rig()
    wheel = rig.add("pulley", 1.0, 2.0)
    loads = [rig.add("weight", x, 1.0) for x in (0.8, 1.2)]
    rig.link("rope", loads[0], "ring", loads[1], "ring", via=(wheel,))
    machine = rig.machine
    machine.remove(wheel)
    machine.tick()
    assert not machine.links and machine.links_at(machine.parts[loads[0]]) == []

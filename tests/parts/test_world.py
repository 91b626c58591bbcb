"""The page for authors of parts is complete, and the machine keeps what it promises there."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import pytest

from sandbox import parts
from sandbox.machine.machine import Machine
from sandbox.parts.world import RunningMachine
from tests.parts.rig import Rig

MEMBERS = [name for name in vars(RunningMachine) if not name.startswith("_")]


def asked_of_machine(source: str) -> set[str]:
    """Return the attributes of anything called `machine` in a text."""
    return {
        node.attr
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "machine"
    }


@pytest.mark.parametrize("name", MEMBERS)
def test_each_member_is_explained_and_the_machine_has_it(name: str) -> None:
    assert inspect.getdoc(vars(RunningMachine)[name])
    assert hasattr(Rig().machine, name)


def test_parts_use_all_of_the_page_and_nothing_else() -> None:
    folder = Path(parts.__file__).parent
    used = set().union(*(asked_of_machine(path.read_text("utf-8")) for path in folder.rglob("*.py")))
    assert used == set(MEMBERS)
    assert asked_of_machine("machine.space.add(joint)") - set(MEMBERS) == {"space"}


def test_joints_are_added_and_removed_with_their_part() -> None:
    rig = Rig()
    seesaw = rig.add("seesaw", 1.0, 1.0)
    machine: Machine = rig.machine
    run = machine.parts[seesaw]
    before = list(run.joints)
    assert before and set(before) <= set(machine.space.constraints)
    machine.remove_joints(run, before[0])
    assert run.joints == before[1:] and before[0] not in machine.space.constraints
    machine.add_joints(run, before[0])
    assert run.joints == [*before[1:], before[0]] and before[0] in machine.space.constraints
    machine.remove(seesaw)
    rig.run(0.1)
    assert not set(before) & set(machine.space.constraints)

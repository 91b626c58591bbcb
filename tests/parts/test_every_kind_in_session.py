"""The whole life of each kind in a session, by commands alone; another process must find the same hashes."""

from __future__ import annotations

import random  # noqa: TID251  (generates input; nothing random reaches a session)
from collections.abc import Iterator

import pytest

from sandbox import parts
from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.design.design import Design, PartSpec
from sandbox.errors import Refused
from sandbox.parts.kind import Kind, LinkKind, Property
from tests.support import OtherProcess, Tape, some_props

FLOOR = PartSpec(1, "floor", 1.5, 0.0, props={"width": 6.0})


@pytest.fixture(scope="module")
def other() -> Iterator[OtherProcess]:
    process = OtherProcess()
    yield process
    process.close()


def value_of(chance: random.Random, kind: Kind | LinkKind, prop: Property) -> c.Value:
    """Some value of a property that fits, other than its default."""
    for _ in range(1000):
        value = some_props(chance, kind).get(prop.name, prop.default)
        if value != prop.default and prop.refuse(value) is None:
            return value
    raise AssertionError(f"{kind.name} has no other value of {prop.name}")


def neighbours(session: Session, kind: Kind | LinkKind) -> list[c.AnyCommand]:
    """Something to tie each port of the last part to, placed beside it, with the link."""
    found: list[c.AnyCommand] = []
    spec = session.design.parts[-1]
    next_id = session.design.next_id
    for port in parts.blueprint(spec).ports:
        for link in parts.LINKS.values():
            if port.type not in link.ends:
                continue
            wanted = link.ends[1] if link.ends[0] == port.type else link.ends[0]
            for there in parts.KINDS:
                ends = [p.name for p in parts.blueprint(PartSpec(1, there, 0.0, 0.0)).ports if p.type == wanted]
                if ends and there != spec.kind:
                    found += [c.Place(there, 2.4, 1.6), c.Connect(link.name, spec.id, port.name, next_id, ends[0])]
                    next_id += 2
                    break
            break
    return found


def life(kind: Kind, session: Session, chance: random.Random) -> list[str]:
    """All that can be done to a part; the names of the commands that came through."""
    done: list[str] = []

    def do(command: c.AnyCommand) -> bool:
        try:
            changed = session.do(command)
        except Refused as refused:
            assert str(refused)
            return False
        if changed:
            done.append(type(command).__name__)
        session.advance(1)
        return changed

    def run(*live: c.AnyCommand) -> None:
        assert do(c.Start())
        session.advance(40)
        for command in live:
            do(command)
            session.advance(10)
        session.advance(40)
        assert do(c.Stop())

    assert do(c.Place(kind.name, 1.0, 0.8))
    part = session.design.parts[-1].id
    assert do(c.Move(part, 1.1, 0.9, 0.25 if kind.turns else 0.0, kind.flips))
    if kind.resizes:
        size = {name: value_of(chance, kind, prop) for name in kind.resizes if (prop := kind.property(name))}
        assert do(c.Resize(part, 1.15, 0.9, size))
    for prop in kind.properties:
        if prop.name not in kind.resizes:
            values = (value_of(chance, kind, prop) for _ in range(100))  # a track of many points may not be a short one
            assert any(do(c.Configure(part, prop.name, value)) for value in values)
    for command in neighbours(session, kind):
        assert do(command)
    run(c.Press(part), c.Grab(part, 1.1, 0.9), c.Drag(1.4, 1.2), c.Release())
    assert do(c.Delete(part))
    assert do(c.Undo())
    assert do(c.Undo())
    assert do(c.Redo())
    run()
    return done


def may_have_ports(kind: Kind) -> bool:
    """Whether it has ports as it is, or with one of its switches the other way: shears have them if they are loose."""
    switched = [{entry.name: not entry.default} for entry in kind.properties if isinstance(entry.default, bool)]
    return any(parts.blueprint(PartSpec(1, kind.name, 0.0, 0.0, props=props)).ports for props in ({}, *switched))


@pytest.mark.parametrize("kind", parts.KINDS.values(), ids=lambda kind: kind.name)
def test_it_lives_the_same_life_in_another_process(other: OtherProcess, kind: Kind) -> None:
    design, tape = Design(parts=(FLOOR,), next_id=2), Tape()
    session = Session(design, log=tape)
    done = life(kind, session, random.Random(kind.name))
    session.flush()
    assert ("Resize" in done, "Connect" in done) == (bool(kind.resizes), may_have_ports(kind))
    digests, end_hash, _ = other.replay(design, tape.commands, session.tick)
    assert len(digests) > 150 * 16
    assert (digests, end_hash) == (tape.digests.hex(), session.end_hash().hex())


def test_a_part_that_is_configured_otherwise_is_told_apart(other: OtherProcess) -> None:
    """The negative control: one command changed in one number."""
    design, tape = Design(parts=(FLOOR,), next_id=2), Tape()
    session = Session(design, log=tape)
    life(parts.KINDS["custom_ball"], session, random.Random(1))
    session.flush()
    changed = [(tick, packed) for tick, packed in tape.commands]
    tick, packed = changed[1]
    move = c.unpack(packed)
    assert isinstance(move, c.Move)
    changed[1] = tick, c.pack(c.Move(move.part, move.x, move.y + 1e-9, move.angle, move.flip))
    assert other.replay(design, changed, session.tick)[0] != tape.digests.hex()

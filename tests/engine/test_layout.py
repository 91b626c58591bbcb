"""The places in the engine's structs are those that a C compiler gives their fields, whatever size addresses have."""

from __future__ import annotations

import ctypes as c
import struct

import pytest

from sandbox.engine import joint_ties, readout
from sandbox.engine.layout import HERE, StructLayout, addresses_in, layout_of


def structs_with(address: type) -> tuple[type, type, type, type]:
    """Those of `chipmunk_structs.h`, for addresses of a type: a body, a space as far as its lists, a list, a joint."""
    four_bytes, pair, frame = c.c_uint32, 2 * c.c_double, 6 * c.c_double

    class Body(c.Structure):
        _fields_ = [
            ("velocity_func", address), ("position_func", address), ("m", c.c_double), ("m_inv", c.c_double),
            ("i", c.c_double), ("i_inv", c.c_double), ("cog", pair), ("p", pair), ("v", pair), ("f", pair),
            ("a", c.c_double), ("w", c.c_double), ("t", c.c_double), ("transform", frame), ("userData", address),
            ("v_bias", pair), ("w_bias", c.c_double), ("space", address), ("shapeList", address),
            ("arbiterList", address), ("constraintList", address), ("root", address), ("next", address),
            ("idleTime", c.c_double),
        ]  # fmt: skip

    class Space(c.Structure):
        _fields_ = [
            ("iterations", c.c_int), ("gravity", pair), ("damping", c.c_double), ("idle", c.c_double),
            ("sleep", c.c_double), ("slop", c.c_double), ("bias", c.c_double), ("persistence", four_bytes),
            ("userData", address), ("stamp", four_bytes), ("curr_dt", c.c_double), ("dynamicBodies", address),
        ]  # fmt: skip

    class List(c.Structure):
        _fields_ = [("num", c.c_int), ("max", c.c_int), ("arr", address)]

    class SlideJoint(c.Structure):
        _fields_ = [
            ("klass", address), ("space", address), ("a", address), ("b", address), ("next_a", address),
            ("next_b", address), ("maxForce", c.c_double), ("errorBias", c.c_double), ("maxBias", c.c_double),
            ("collideBodies", c.c_bool), ("preSolve", address), ("postSolve", address), ("userData", address),
            ("anchorA", pair), ("anchorB", pair), ("min", c.c_double), ("max", c.c_double),
        ]  # fmt: skip

    return Body, Space, List, SlideJoint


@pytest.mark.parametrize("address", [c.c_uint32, c.c_uint64])
def test_the_places_are_those_of_the_c_structs(address: type) -> None:
    body, space, list_, joint = structs_with(address)
    size = c.sizeof(address)
    assert layout_of(size) == StructLayout(
        size,
        body.m.offset // 8,
        body.root.offset,
        c.sizeof(body) // 8,
        space.curr_dt.offset // 8,
        space.dynamicBodies.offset,
        c.sizeof(list_) // size,
        joint.maxForce.offset // 8,
        joint.anchorA.offset // 8,
        c.sizeof(joint) // 8,
    )


def test_the_engine_here_is_laid_out_so() -> None:
    assert readout._LISTED and joint_ties._LAID_OUT


@pytest.mark.parametrize("place", ["group", "last_dt", "bounds", "anchors"])
def test_another_place_is_noticed_before_anything_is_read_there(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: what does not stand where it should makes the checks say no, and is not taken for an address."""
    wrong = HERE._replace(**{place: getattr(HERE, place) + (8 if place == "group" else 1)})
    for module in (readout, joint_ties):
        monkeypatch.setattr(module, "HERE", wrong)
    monkeypatch.setattr(readout, "ASLEEP", wrong.group // 8)
    monkeypatch.setattr(joint_ties, "_BOUNDS", slice(wrong.bounds, wrong.bounds + 3))
    monkeypatch.setattr(joint_ties, "_TIES_AND_DISTANCES", slice(wrong.anchors, wrong.anchors + 6))
    assert not (readout._laid_out() and readout._listed() and joint_ties._laid_out())


def test_addresses_are_read_one_after_the_other() -> None:
    assert addresses_in(struct.pack("3P", 1, 2, 3)).tolist() == [1, 2, 3]

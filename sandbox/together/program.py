"""The comparison of two machines' programs: only what computes the same bits can be in one session."""

from __future__ import annotations

from sandbox.recording import arithmetic_classes, fingerprint
from sandbox.recording.plain_text import one_line
from sandbox.together.messages import Program


def here() -> Program:
    """Return what this process computes with."""
    now = fingerprint.current()
    return Program(now.code, now.engine, now.arithmetic)


def edits_alike(host: Program, guest: Program) -> bool:
    """Tell whether two programs edit alike, though they may compute other bits: they have the same code."""
    return host.code == guest.code


def difference(host: Program, guest: Program) -> str:
    """Say why two programs can't be in one session, by name, and what to do; empty if they can."""
    if host.code != guest.code:
        return (
            f"the host's simulation code is {host.code[:12]}, and the guest's is {one_line(guest.code, 12)}: install "
            "the same version of the program on both sides"
        )
    if host.arithmetic != guest.arithmetic:
        names = (arithmetic_classes.name_of(host.arithmetic), _named(guest.arithmetic))
        return (
            f"the two machines do not compute the same bits: the host's class of arithmetic is '{names[0]}', the "
            f"guest's '{names[1]}'. With the portable engine they do: run  sandbox engine build  on both sides; or the "
            "host lets you in to edit only, with --editors"
        )
    if host.engine != guest.engine:
        return (
            f"the host's engine is {host.engine}, and the guest's is {one_line(guest.engine, 80)}: install the same "
            "one on both sides, or run  sandbox engine build  on both"
        )
    return ""


def _named(arithmetic: str) -> str:
    return one_line(arithmetic_classes.name_of(arithmetic), 80)

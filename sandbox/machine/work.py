"""The work of the engine, part by part, for those who only look: what moves, what it touches, and what holds it."""

from __future__ import annotations

from collections import Counter

import pymunk

from sandbox.engine.readout import contacts_of
from sandbox.machine.machine import Machine


def part_work(machine: Machine) -> Counter[int]:
    """Count what the engine has to do in a step for each part and link that is awake, by its id.

    That is one for each body that moves, one for each contact of such a body, and one for each of the joints of its
    part. What sleeps costs next to nothing and is not counted; a link counts while it holds anything that is awake.
    """
    work = Counter[int]()
    for run in machine.parts.values():
        awake = [body for body in run.bodies if _is_awake(body)]
        if awake:
            work[run.id] += len(awake) + sum(len(contacts_of(body)) for body in awake) + len(run.joints)
    for link in machine.links.values():
        joints = sum(1 for joint in link.joints if _is_awake(joint.a) or _is_awake(joint.b))
        if joints:
            work[link.id] += joints
    return work


def _is_awake(body: pymunk.Body) -> bool:
    return body.space is not None and body.body_type == pymunk.Body.DYNAMIC and not body.is_sleeping

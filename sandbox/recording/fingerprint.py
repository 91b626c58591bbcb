"""The names of all that a run's bits depend on: the simulation code, the engine build, and the arithmetic.

The same recording gives the same bits wherever these three agree. Where the machine differs (operating system,
Python, C library) is told beside them, for people: by itself it proves nothing.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import itertools
import os
import platform
import re
import struct
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import pymunk
from pymunk import _chipmunk

import sandbox
from sandbox.recording.plain_text import printable

PACKAGE = Path(str(sandbox.__file__)).resolve().parent
# Everything that decides how a session goes on, and all of parts/; what only reads, writes, draws or explains is left
# out. `rules_of` reads this and the next from the sources of old commits: both stay literals, under these names.
_MODULES = (
    "errors", "geometry", "engine", "readout", "values", "conditions/__init__", "conditions/around", "conditions/base",
    "conditions/changes", "conditions/places", "design", "guard", "contacts", "rows", "hand", "building", "removals",
    "assembly", "machine", "goals", "design_history", "commands_base", "commands_links", "commands_building",
    "commands_author", "commands_time", "commands_live", "commands", "session", "commands/__init__", "design/__init__",
    "engine/__init__", "machine/__init__", "design/objectives", "design/scenes/__init__", "design/scenes/scene",
    "design/scenes/indoors", "design/scenes/outdoors", "design/conditions/containers", "design/conditions/nearness",
    "design/world", "machine/sleep_watch", "design/groups", "commands/grouping", "machine/overlaps",
    "design/no_build", "machine/alarms", "machine/sightlines", "machine/signals", "machine/power", "machine/obstacles",
    "engine/shape_queries", "engine/callbacks", "engine/joint_ties", "machine/joining", "machine/joined_shapes",
    "reading/__init__", "reading/nearest", "machine/link_ends", "design/differences", "commands/names",
    "engine/layout", "engine/arrays", "engine/plain_arrays", "engine/plain_functions",
    "machine/answers", "engine/knock_watch", "design/open_puzzle",
)  # fmt: skip
# Each module that has moved, as "machine/machine.py": "machine.py": where it stands, and the name that it keeps in
# digests (where it stood first). A line stays for good: `verify.old_run` looks in both places.
MOVED: dict[str, str] = {
    "design/design.py": "design.py",
    "design/geometry.py": "geometry.py",
    "engine/engine.py": "engine.py",
    "engine/readout.py": "readout.py",
    "machine/machine.py": "machine.py",
    "machine/guard.py": "guard.py",
    "machine/contacts.py": "contacts.py",
    "machine/goals.py": "goals.py",
    "commands/commands.py": "commands.py",
    "commands/session.py": "session.py",
    "design/design_history.py": "design_history.py",
    "design/values.py": "values.py",
    "machine/assembly.py": "assembly.py",
    "machine/building.py": "building.py",
    "machine/hand.py": "hand.py",
    "machine/removals.py": "removals.py",
    "machine/rows.py": "rows.py",
    "design/conditions/base.py": "conditions/base.py",
    "design/conditions/condition.py": "conditions/base.py",
    "design/conditions/__init__.py": "conditions/__init__.py",
    "design/conditions/changes.py": "conditions/changes.py",
    "design/conditions/around.py": "conditions/around.py",
    "design/conditions/places.py": "conditions/places.py",
    "commands/base.py": "commands_base.py",
    "commands/command.py": "commands_base.py",
    "commands/building.py": "commands_building.py",
    "commands/links.py": "commands_links.py",
    "commands/author.py": "commands_author.py",
    "commands/live.py": "commands_live.py",
    "commands/time.py": "commands_time.py",
    "commands/control.py": "commands_time.py",
    "recording/reader.py": "recording.py",
    "recording/recording.py": "recording.py",
    "parts/kind.py": "parts/base.py",
    "parts/gearing.py": "parts/shafts.py",
    "parts/launchers/launchers.py": "parts/launchers.py",
    "parts/launchers/pinball.py": "parts/pinball.py",
    "parts/launchers/spring_board.py": "parts/spring_board.py",
    "parts/ropes/ropes.py": "parts/ropes.py",
    "parts/ropes/rope_lines.py": "parts/rope_lines.py",
    "parts/ropes/rope_path.py": "parts/rope_path.py",
    "parts/ropes/rope_solver.py": "parts/rope_solver.py",
    "parts/ropes/reeving.py": "parts/reeving.py",
    "parts/ropes/hoisting.py": "parts/hoisting.py",
    "parts/classics/classics.py": "parts/classics.py",
    "parts/classics/actors.py": "parts/classic_actors.py",
    "parts/classics/explosives.py": "parts/classic_bang.py",
    "parts/classics/bang.py": "parts/classic_bang.py",
    "parts/explosives.py": "parts/bang.py",
    "parts/bang/explosives.py": "parts/bang.py",
    "parts/bang/bombs.py": "parts/bang/volatile.py",
    "parts/classics/rules.py": "parts/classic_rules.py",
    "parts/classics/sharp.py": "parts/classic_sharp.py",
    "parts/air/blowers.py": "parts/air.py",
    "parts/air/balloon.py": "parts/balloon.py",
    "parts/air/wind.py": "parts/wind.py",
    "parts/air/airship.py": "parts/fluids/airship.py",
    "parts/drawing.py": "parts/outlines.py",
    "parts/electric/button.py": "parts/electric.py",
    "parts/electric/display.py": "parts/signals/display.py",
    "parts/electric/logic.py": "parts/signals/logic.py",
    "parts/electric/reports.py": "parts/signals/reports.py",
    "parts/electric/switches.py": "parts/signals/switches.py",
    "parts/electric/timer.py": "parts/signals/timer.py",
    "parts/electric/power/appliances.py": "parts/power/appliances.py",
    "parts/electric/power/generator.py": "parts/power/generator.py",
    "parts/electric/power/pulling.py": "parts/power/pulling.py",
    "parts/electric/power/solar.py": "parts/power/solar.py",
    "parts/electric/power/sources.py": "parts/power/sources.py",
    "parts/electric/power/__init__.py": "parts/power/__init__.py",
    "parts/light/ray_sources.py": "parts/light/sources.py",
    "parts/bang/dynamite.py": "parts/bang.py",
    "parts/classics/classic_actors.py": "parts/classic_actors.py",
    "parts/classics/classic_explosives.py": "parts/classic_bang.py",
    "parts/classics/classic_sharp.py": "parts/classic_sharp.py",
    "parts/blocks/blocks.py": "parts/blocks.py",
    "parts/blocks/containers.py": "parts/containers.py",
    "parts/blocks/freeform.py": "parts/freeform.py",
    "parts/turning/turning.py": "parts/turning.py",
    "parts/turning/gearing.py": "parts/shafts.py",
    "parts/turning/conveyors.py": "parts/conveyors.py",
    "parts/joints/joints.py": "parts/joints.py",
    "parts/joints/hinges.py": "parts/hinges.py",
    "parts/joints/blades.py": "parts/blades.py",
    "parts/slopes/slopes.py": "parts/slopes.py",
    "parts/slopes/tracks.py": "parts/tracks.py",
}
_ANGLES = 6000  # glibc with and without FMA differ in 7 of 10,000 sines and cosines: some differ here
_STEPS = 100
_TICK = 1 / 240
MAX_ENV = 400  # characters
_LARGE = 1e16  # above 2^53: the numbers next to it are 2 away


class Fingerprint(NamedTuple):
    """All that the bits of a run depend on: simulation code, engine, arithmetic. `env` is never compared.

    `code` is the digest of all simulation code. `uses` are the names of what a session uses, in order, each with the
    digest of its code (see `used_code`); it is known at the end of a session, and in no recording of an older program.
    """

    code: str
    engine: str
    arithmetic: str
    env: str
    uses: tuple[tuple[str, str], ...] = ()

    def to_plain(self) -> list[Any]:
        """Return the fingerprint as the array that files hold."""
        return [*self[:4], {name: bytes.fromhex(digest) for name, digest in self.uses}][: 5 if self.uses else 4]

    def to_json(self) -> dict[str, Any]:
        """Return the fingerprint as an object for JSON."""
        plain = self._asdict()
        return {**plain, "uses": dict(self.uses)} if self.uses else {name: plain[name] for name in self._fields[:4]}


def current(root: Path | None = None) -> Fingerprint:
    """The fingerprint of this process now.

    The processor's float mode is looked at on each call: a library that is loaded later, as a graphics driver may be,
    can switch it. The rest is worked out once for each mode, in about 10 ms.

    Args:
        root: the package folder whose code is meant; this one unless given.
    """
    return Fingerprint(code(root), engine(), arithmetic(), env())


class Rules(NamedTuple):
    """The modules that decide how a session goes on, by name without `.py`, and those that have moved."""

    modules: tuple[str, ...] = _MODULES
    moved: dict[str, str] = MOVED

    def name_of(self, path: str) -> str | None:
        """Return the name that digests know a source file by, or None if it has no say in how a session goes on.

        Args:
            path: where it stands, from the package folder.
        """
        name = self.moved.get(path, path)
        inside = name.endswith(".py") and (name.removesuffix(".py") in self.modules or name.startswith("parts/"))
        return name if inside else None


@functools.lru_cache(maxsize=64)
def rules_of(source: bytes) -> Rules | None:
    """Read the rules of another version of this module from its source; None if it is no such thing."""
    rules = Rules()
    try:
        for node in ast.parse(source).body:
            target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
            if isinstance(target, ast.Name) and target.id == "_MODULES":
                rules = rules._replace(modules=ast.literal_eval(node.value), moved={})  # type: ignore[attr-defined]
            elif isinstance(target, ast.Name) and target.id == "MOVED":
                rules = rules._replace(moved=ast.literal_eval(node.value))  # type: ignore[attr-defined]
    except (SyntaxError, ValueError):
        return None
    return rules


def sources(folder: Path) -> list[tuple[str, Path]]:
    """List the files below a package folder that decide how a session goes on, each with its name in digests."""
    named = ((Rules().name_of(file.relative_to(folder).as_posix()), file) for file in folder.rglob("*.py"))
    return sorted((name, file) for name, file in named if name is not None)


@functools.lru_cache(maxsize=8)
def code(root: Path | None = None) -> str:
    """Return the digest of the simulation's sources, by name and content."""
    return digest((name, file.read_bytes()) for name, file in sources(root or PACKAGE))


def digest(files: Iterable[tuple[str, bytes]]) -> str:
    """Return the digest of sources by name and content; line ends do not count (a checkout may change them)."""
    state = hashlib.blake2b(digest_size=16)
    for name, source in sorted(files):
        source = source.replace(b"\r\n", b"\n")
        state.update(struct.pack("<2Q", len(name), len(source)) + name.encode() + source)
    return state.hexdigest()


@functools.lru_cache(maxsize=1)
def engine() -> str:
    """pymunk's version and the digest of its compiled library (what it says about the engine inside is out of date).

    Each compiler makes another file of the portable engine, and all of them compute the same: the digest is then that
    of the version of its mathematics.
    """
    compiled = engine_file().read_bytes()
    identity = portable_version(compiled) or compiled
    return f"pymunk {pymunk.version} {hashlib.blake2b(identity, digest_size=16).hexdigest()}"


def engine_file() -> Path:
    """Return the compiled library of the engine in use."""
    return Path(str(_chipmunk.__file__))


def portable_version(compiled: bytes) -> bytes | None:
    """Return the version of the portable mathematics in a compiled engine, as `portable_math.h` puts it there."""
    version = re.search(rb"contraption-sandbox portable_math [0-9]+(?=\0)", compiled)
    return version[0] if version is not None else None


def arithmetic() -> str:
    """Return the digest of what this process computes: sine, cosine, exp and pow as the engine calls them, float modes.

    The C library chooses its code by processor, so this differs between machines that look alike, and it decides
    whether two runs can be equal bit for bit.
    """
    modes = _probe_modes()
    return _computed(struct.pack(f"<{len(modes)}d", *modes))


@functools.lru_cache(maxsize=4)
def _computed(modes: bytes) -> str:
    """Compute the digest of `arithmetic` under a float mode, which is known by the results that it gives.

    Once for each mode is enough, because the C library chooses its code for sine and cosine when it is loaded.
    """
    seen = [*_probe_rotation(), *_probe_scene(), *struct.unpack(f"<{len(modes) // 8}d", modes)]
    return hashlib.blake2b(struct.pack(f"<{len(seen)}d", *seen), digest_size=16).hexdigest()


def _probe_rotation() -> list[float]:
    body = pymunk.Body(1, 1)
    angle = 0.5
    seen: list[float] = []
    for _ in range(_ANGLES):
        angle = (angle * 1.37 + 0.611) % 6.28
        body.angle = angle
        rotation = body.rotation_vector
        seen += (rotation.x, rotation.y)
    return seen


def _probe_scene() -> list[float]:
    """Spinning boxes on springs (exp) in air (pow), falling on a floor (the solver, with its multiply-adds)."""
    space = pymunk.Space()
    space.gravity = (0.3, -9.81)
    space.damping = 0.937
    floor = pymunk.Segment(space.static_body, (-5, 0), (5, 0.1), 0.02)
    floor.friction = 0.7
    space.add(floor)
    bodies = []
    for index in range(4):
        body = pymunk.Body(1.3, 0.11)
        body.position = (0.31 * index, 0.27 + 0.13 * index)
        body.angular_velocity = 3.7 - index
        box = pymunk.Poly.create_box(body, (0.25, 0.21), 0.003)
        box.friction, box.elasticity = 0.6, 0.3
        space.add(body, box)
        bodies.append(body)
    for left, right in itertools.pairwise(bodies):
        space.add(pymunk.DampedSpring(left, right, (0.05, 0.02), (-0.04, 0.01), 0.3, 41.0, 0.83))
        space.add(pymunk.DampedRotarySpring(left, right, 0.1, 0.7, 0.09))
    for _ in range(_STEPS):
        space.step(_TICK)
    return [number for body in bodies for number in (*body.position, body.angle, *body.velocity, body.angular_velocity)]


def _probe_modes() -> list[float]:
    """Test whether tiny numbers are kept and which way is rounding, from a list that no compiler works out before.

    A Python that was compiled for wider registers (x87) rounds twice, whatever its engine does. What it adds up stands
    in the list only there, since the digests of the known classes are without it.
    """
    tiny, unit, half_ulp, third = [2.2250738585072014e-308, 1.0, 1.1102230246251565e-16, 0.3333333333333333]
    modes = [tiny / 4, tiny * 0.75 - tiny / 2, unit + half_ulp, -unit - half_ulp, unit + 3 * half_ulp, third * third]
    summed = _LARGE + 2.9999  # rounded to 64 bits it is _LARGE + 3, and that becomes _LARGE + 4
    return modes if summed == _LARGE + 2.0 else [*modes, summed]


@functools.lru_cache(maxsize=1)
def env() -> str:
    """Describe the machine and the interpreter for people; it is never compared."""
    libc = " ".join(part for part in platform.libc_ver() if part) or "another C library"
    python = f"{sys.implementation.name} {platform.python_version()}"
    description = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, {libc}, {python}"
    return printable(description, MAX_ENV - 3)

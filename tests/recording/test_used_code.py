"""The code that recordings use: each change of a kind is seen in those that have it, and in no other."""

from __future__ import annotations

import ast
import functools
import sys
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType

import pytest

from sandbox import parts
from sandbox.authoring.demonstrations import demonstration
from sandbox.commands import commands as c
from sandbox.commands.driver import Driver
from sandbox.commands.session import Session
from sandbox.design.conditions import CONDITIONS, All, Gone, Held, Inside
from sandbox.design.design import Design, Goal, PartSpec
from sandbox.recording import fingerprint, used_code
from sandbox.recording.code_graph import CodeGraph, Name, sources
from sandbox.recording.reader import read
from sandbox.recording.recorder import Recorder
from sandbox.recording.recording import Recording, describe
from sandbox.recording.used_code import CORE, ROOTS, UsedCode, in_command, in_design, used_by
from tests import frames
from tests.support import HERE

FILES = sources(fingerprint.PACKAGE)
REPLAYS = fingerprint.PACKAGE.parent / "replays"
ALL = [
    *(f"part:{kind}" for kind in parts.KINDS), *(f"link:{kind}" for kind in parts.LINKS),
    *(f"goal:{condition}" for condition in CONDITIONS),
]  # fmt: skip
# Kinds whose code is that of others, too, without being derived from them: they show or hold them by their classes.
BUILT_OF = {
    "part:dispenser": {
        "part:tennis_ball",
        "part:soccer_ball",
        "part:baseball",
        "part:petanque_boule",
        "part:pool_ball",
    },
    "part:butterfly": {"part:flower"},
    "part:classic_balloon": {"part:balloon"},
    "part:classic_butterfly": {"part:butterfly", "part:flower"},
    "part:classic_cactus": {"part:cactus"},
    "part:classic_dynamite": {"part:dynamite"},
    "part:classic_walker": {"part:walker"},
    # Conditions that an author turns into each other know each other.
    "goal:inside": {"goal:count", "goal:contained", "goal:count_contained"},
    "goal:count": {"goal:inside", "goal:contained", "goal:count_contained"},
    "goal:count_contained": {"goal:contained"},
    "goal:state": {"goal:tally", "goal:link_state"},
    "goal:tally": {"goal:state", "goal:link_state"},
    "goal:link_state": {"goal:state", "goal:tally"},
}


# -- what a recording uses


def test_a_level_uses_its_kinds_and_the_conditions_of_its_goals() -> None:
    goal = Goal("g", All((Gone(1), Held(1.0, Inside(2, 0, 0, 1, 1)))))
    level = Design(parts=(PartSpec(1, "ramp", 1, 1), PartSpec(2, "pool_ball", 1, 2)), goals=(goal,), stock={"crate": 2})
    assert set(in_design(level)) == {
        CORE, "part:ramp", "part:pool_ball", "goal:all", "goal:gone", "goal:held", "goal:inside",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("command", "used"),
    [
        (c.Place("crate", 0.5, 0.5), {"part:crate"}),
        (c.Connect("rope", 1, "end", 2, "end"), {"link:rope"}),
        (c.Paste((PartSpec(1, "gear", 0, 0), PartSpec(2, "motor", 0, 0))), {"part:gear", "part:motor"}),
        (c.Together((c.Place("crate", 0, 0), c.Place("ramp", 0, 0))), {"part:crate", "part:ramp"}),
        (c.SetGoals((Goal("g", Held(1.0, Gone(1))),)), {"goal:held", "goal:gone"}),
        (c.SetStock({"crate": 2}), set()),
        (c.Press(3), set()),
        (c.Undo(), set()),
    ],
)
def test_a_command_can_bring_in_more(command: c.AnyCommand, used: set[str]) -> None:
    assert set(in_command(command)) == used


def test_no_part_comes_into_being_but_by_the_level_and_commands() -> None:
    """What a kind throws or breaks into are bodies of its part: else its code would have to be counted, too."""
    makers = set()
    for path, source in FILES.items():
        for node in ast.walk(ast.parse(source)):
            called = node.func if isinstance(node, ast.Call) else None
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            if name in ("Running", "RunningLink") and not path.startswith("parts/world"):
                makers.add(path)
            assert name not in ("PartSpec", "Link") or not path.startswith("parts/") or path == "parts/__init__.py"
    assert makers == {"machine/building.py"}


# -- in the file


def test_the_end_of_a_recording_says_which_code_it_used(tmp_path: Path) -> None:
    frames.small_session(tmp_path / "a.replay")
    recording = read(tmp_path / "a.replay")
    assert recording.end is not None and not recording.head.fingerprint.uses
    assert dict(recording.end.fingerprint.uses) == {name: used_code.here().digest(name) for name in used_by(recording)}
    assert "part:tennis_ball" in used_by(recording), "a command has placed it"
    assert next(describe(recording))["fingerprint"].keys() == {"code", "engine", "arithmetic", "env"}


def test_a_recorder_claims_nothing_about_the_code_of_another_program(tmp_path: Path) -> None:
    level = frames.small_level()
    recorder = Recorder(tmp_path / "a.replay", level, 0, HERE._replace(code="0" * 32))
    recorder.close(Session(level, 0, recorder), "end")
    end = read(tmp_path / "a.replay").end
    assert end is not None and end.fingerprint.uses == ()


# -- each kind changed in turn


def changed_class(name: str) -> dict[str, bytes]:
    """The sources, with one more number in the class that is behind a name."""
    cls = used_code._class_of(name)
    assert cls is not None
    path = f"{cls.__module__.removeprefix('sandbox.').replace('.', '/')}.py"
    source = FILES[path]
    (node,) = (
        node for node in ast.parse(source).body if isinstance(node, ast.ClassDef) and node.name == cls.__qualname__
    )
    lines = source.splitlines(keepends=True)
    assert node.end_lineno is not None
    lines.insert(node.end_lineno, b"    another_number = 1\n")
    return {**FILES, path: b"".join(lines)}


def derived(name: str) -> set[str]:
    """A kind, those whose classes are derived from its class, as Python sees them, and those that are built of it."""
    cls = used_code._class_of(name)
    assert cls is not None
    heirs = {other for other in ALL if issubclass(used_code._class_of(other) or object, cls)}
    return heirs | {whole for whole, pieces in BUILT_OF.items() if name in pieces}


@functools.cache
def recordings() -> dict[str, Recording]:
    return {path.relative_to(REPLAYS).as_posix(): read(path) for path in sorted(REPLAYS.rglob("*.replay"))}


def named_in(recording: Recording) -> set[str]:
    """The kinds that the plain text of a recording names, apart from what waits in the stock and in hints."""
    head, *lines = describe(recording)
    level = head["level"]
    goals = [*level.get("goals", ()), *level.get("fails", ())]
    plain = [level.get("parts", ()), level.get("links", ()), *(line for line in lines if "do" in line)]
    return words(plain, "kind") | words(goals, "is") | words(plain, "is")


def words(plain: object, key: str) -> set[str]:
    inner: list[object] = []
    if isinstance(plain, dict):
        inner = list(plain.values())
    elif isinstance(plain, list | tuple):
        inner = list(plain)
    own = {str(plain[key])} if isinstance(plain, dict) and key in plain else set()
    return own.union(*(words(value, key) for value in inner))


def test_a_change_of_each_kind_is_seen_in_the_recordings_that_use_it_and_in_no_other() -> None:
    now = {name: used_code.here().digest(name) for name in (CORE, *ALL)}
    reached = {name: used_code.here().of(name) for name in now}
    used = {file: used_by(recording) for file, recording in recordings().items()}
    texts = {file: named_in(recording) for file, recording in recordings().items()}
    assert len(used) >= 100
    for kind in ALL:
        then = UsedCode(changed_class(kind))
        # No name has changed, so each kind reaches what it has reached; it is to be quick.
        then.of = reached.__getitem__  # type: ignore[method-assign]
        changed = {name for name, digest in now.items() if then.digest(name) != digest}
        assert changed == derived(kind), kind
        seen = {file for file, names in used.items() if names & changed}
        own = {name.partition(":")[2] for name in changed}
        assert seen == {file for file, named in texts.items() if named & own}, kind


@pytest.mark.parametrize(
    ("path", "old", "new", "used"),
    [
        ("machine/machine.py", b"cpSpaceStep", b"cpSpaceStep2", {CORE}),
        ("engine/readout.py", b"_LISTED =", b"_LISTED = 1 *", {CORE}),
        ("commands/session.py", b"HASHES_EVERY = 60", b"HASHES_EVERY = 61", {CORE}),
        ("parts/kind.py", b"class Hit(", b"class Hit(object, ", {CORE}),
        ("parts/drawing.py", b"TURN = ", b"TURN = 1.0 * ", None),
        (
            "parts/air/wind.py",
            b"ticks: float = 1.0) -> None",
            b"ticks: float = 2.0) -> None",
            {"part:rocket_bottle"},
        ),
    ],
)
def test_what_kinds_have_in_common_is_seen_in_all_of_them(
    path: str, old: bytes, new: bytes, used: set[str] | None
) -> None:
    assert old in FILES[path]
    then = UsedCode({**FILES, path: FILES[path].replace(old, new)})
    changed = {name for name in (CORE, *ALL) if then.digest(name) != used_code.here().digest(name)}
    assert (changed >= used and changed != {CORE, *ALL}) if used is not None else len(changed) > 30
    assert (CORE in changed) == (used == {CORE})


# -- nothing runs that does not count


@functools.cache
def definitions_by_line(path: str) -> list[tuple[int, int, str]]:
    """The first and last line of each definition of a file, with its name."""
    found = []
    for node in ast.parse(FILES[path]).body:
        name = getattr(node, "name", None)
        if name is None:
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            name = next((target.id for target in targets if isinstance(target, ast.Name)), "")
        decorators = getattr(node, "decorator_list", [])
        found.append((min([node.lineno, *(one.lineno for one in decorators)]), node.end_lineno or 0, name))
    return found


def definition_of(code: CodeType) -> Name | None:
    """The definition that a function belongs to; None if it is not of the simulation."""
    file = Path(code.co_filename)
    if not file.is_relative_to(fingerprint.PACKAGE):
        return None
    path = file.relative_to(fingerprint.PACKAGE).as_posix()
    if path not in FILES or code.co_name == "<module>":
        return None
    name = next(name for first, last, name in definitions_by_line(path) if first <= code.co_firstlineno <= last)
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", "."), name


def run_by(action: Callable[[], object]) -> set[Name]:
    """The definitions whose functions run in an action."""
    codes: set[CodeType] = set()

    def note(frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            codes.add(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        action()
    finally:
        sys.setprofile(before)
    return {name for name in map(definition_of, codes) if name is not None}


def counted(used: set[str] | frozenset[str]) -> set[Name]:
    return set().union(*(used_code.here().of(name) for name in used))


@pytest.mark.parametrize("name", [*(name for name, kind in parts.KINDS.items() if not kind.for_imports), *parts.LINKS])
def test_what_runs_in_the_demonstration_of_each_kind_counts(name: str) -> None:
    scene = demonstration.of_kind(parts.KINDS.get(name) or parts.LINKS[name])
    parts._blueprint.cache_clear()  # it would not run again

    def run() -> None:
        session = Session(parts.check(scene.design), 0)
        session.do(c.Start())
        session.advance(100)
        if scene.pressed:
            session.do(c.Press(scene.pressed))
        session.advance(260)
        session.do(c.Stop())

    ran = run_by(run)
    assert len(ran) > 40 and sorted(ran - counted(set(in_design(scene.design)))) == []


@pytest.mark.parametrize("file", ["gears.replay", "quarry/grand-machine.replay", "demolition.replay"])
def test_what_runs_in_a_recording_counts(file: str) -> None:
    recording = recordings()[file]

    def run() -> None:
        session = Session(recording.head.design, recording.head.seed)
        for _ in Driver(session, recording.commands, lambda *refused: None).steps(min(recording.ticks, 2400)):
            pass

    ran = run_by(run)
    assert len(ran) > 60 and sorted(ran - counted(used_by(recording))) == []


def test_an_import_that_is_not_followed_would_be_noticed() -> None:
    """The control of the tests above: without what a rope reaches, what runs with one is more than what counts."""
    scene = demonstration.of_kind(parts.LINKS["rope"])

    def run() -> None:
        session = Session(scene.design, 0)
        session.do(c.Start())
        session.advance(60)

    missing = run_by(run) - counted(set(in_design(scene.design)) - {"link:rope"})
    assert any(module.startswith("parts.ropes") for module, _ in missing)


def test_the_roots_and_the_cut_tables_are_there() -> None:
    """A renamed table would no longer be cut, and each kind would count as used by all."""
    from sandbox.recording.code_graph import _CUT

    graph = CodeGraph(FILES)
    assert [name for name in (*ROOTS, *_CUT) if name not in graph] == []


def test_kinds_hold_nothing_that_their_class_does_not_say() -> None:
    """A kind that is made with arguments would have code that its class does not reach."""
    kinds = (*parts.KINDS.values(), *parts.LINKS.values())
    assert [kind.name for kind in kinds if vars(kind)] == []

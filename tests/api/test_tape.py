"""Recording any pymunk program: what is in the file, what is compared, and what is refused."""

from __future__ import annotations

import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pymunk
import pytest

import sandbox
from sandbox.recording import code_graph, fingerprint, reader, used_code
from sandbox.verify import judgement
from sandbox.verify import verify as verifying
from sandbox.worlds import factories
from sandbox.worlds.program import COUNTS

HERE = "tests.api.test_tape"


class Juggler:
    """Three balls on a floor; one more falls on each "throw", and the world is won with five."""

    def __init__(self, speed: float = 0.0) -> None:
        self.space = pymunk.Space()
        self.space.gravity = (0, -10)
        self.space.add(pymunk.Segment(self.space.static_body, (-5, 0), (5, 0), 0.1))
        for number in range(3):
            self.throw(float(number), speed)

    def throw(self, x: float, speed: float) -> None:
        body = pymunk.Body(1, 0.1)
        body.position, body.velocity = (x, 1), (0, speed)
        self.space.add(body, pymunk.Circle(body, 0.2))

    def do(self, name: str, x: float, speed: float = 0.0) -> None:
        if name != "throw":
            raise ValueError(f"no input is called {name}")
        self.throw(x, speed)

    def state(self) -> Iterator[float]:
        yield 100.0 + len(self.space.bodies)

    @property
    def outcome(self) -> str:
        return "won" if len(self.space.bodies) > 4 else "open"


def make(speed: float = 0.0) -> Juggler:
    return Juggler(speed)


def make_space() -> pymunk.Space:
    return Juggler().space


def thrown(path: Path, *speeds: float) -> Path:
    """A recording with a throw on each tenth tick."""
    with sandbox.record(path, make, 0.5, dt=1 / 100) as tape:
        for number, speed in enumerate(speeds):
            tape.step(steps=10)
            tape.do("throw", -1 - number, speed)
        tape.step(steps=100)
        tape.note("that was all")
    return path


def test_a_recording_of_any_program_is_verified_tick_by_tick(tmp_path: Path) -> None:
    path = thrown(tmp_path / "x.replay", 1.0, 2.0)
    report = sandbox.verify(path, worlds=[make])
    assert (report.verdict, report.compared) == ("pass", 120)
    recording = reader.read(path, worlds=True)
    assert [(tick, command.to_array()) for tick, command in recording.commands] == [
        (10, ["input", "throw", [-1, 1.0]]),
        (20, ["input", "throw", [-2, 2.0]]),
    ]
    assert [(mark.tick, mark.what) for mark in recording.marks] == [(21, "won"), (120, "note")]
    ticks = recording.states.ticks
    assert {0, 21, 100, 120} <= set(ticks), "at the start, at marks, each second, at the end"
    assert len(ticks) > 4, "and where bodies are knocked"
    (*_, (_, last)) = recording.states
    assert last.ids.tolist() == [0, 1, 2, 3, 4, 5], "bodies are numbered as they were added"
    assert last.states.tolist() == [6, 0, 105], f"{COUNTS}, and what the world says of itself"


def test_the_state_at_a_note_is_kept_and_compared(tmp_path: Path) -> None:
    path = tmp_path / "x.replay"
    with sandbox.record(path, make_space(), factory=make_space) as tape:
        tape.step(steps=7)
        tape.note("here")
        tape.step(steps=7)
    assert 7 in reader.read(path, worlds=True).states.ticks
    report = sandbox.verify(path, worlds=[make_space])
    assert (report.verdict, report.compared) == ("pass", 14)


def test_a_change_of_what_runs_worlds_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recording = reader.read(thrown(tmp_path / "x.replay", 1.0), worlds=True)
    files = code_graph.sources(fingerprint.PACKAGE)
    named = []
    with factories.naming([make]):
        for text in (b"state.update(more)", b"state.update(more[:])"):
            changed = files["worlds/space_rows.py"].replace(b"state.update(more)", text)
            code = used_code.UsedCode({**files, "worlds/space_rows.py": changed})
            monkeypatch.setattr(used_code, "here", lambda code=code: code)
            named.append(judgement.changed_code(recording))
    assert named == [(), ("worlds",)]


def test_a_function_of_a_notebook_is_refused_with_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "__main__", types.ModuleType("__main__"))
    monkeypatch.setattr(make_space, "__module__", "__main__")
    with pytest.raises(sandbox.Refused, match=r"make_space is typed in a notebook .* put it into a file"):
        sandbox.record(tmp_path / "x.replay", make_space)


def test_a_space_alone_is_a_world(tmp_path: Path) -> None:
    path = tmp_path / "x.replay"
    with sandbox.record(path, make_space(), factory=make_space) as tape:
        tape.step(1 / 30, steps=20)
        tape.step(1 / 60, steps=20)
        with pytest.raises(sandbox.Refused, match="has no `do"):
            tape.do("throw", 1.0)
    assert sandbox.verify(path, worlds=[f"{HERE}:make_space"]).verdict == "pass"


def test_one_without_a_factory_is_made_by_the_only_one_that_is_named(tmp_path: Path) -> None:
    path = tmp_path / "x.replay"
    with sandbox.record(path, make_space()) as tape:
        tape.step(steps=20)
    assert sandbox.verify(path, worlds=[make_space]).verdict == "pass"
    assert "several are named" in sandbox.verify(path, worlds=[make_space, make]).reason


def test_another_world_is_another_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = thrown(tmp_path / "x.replay", 1.0)
    monkeypatch.setattr(Juggler, "throw", lambda self, x, speed: None)
    monkeypatch.setattr(verifying, "fresh_runs", lambda path: (b"", b""))
    report = sandbox.verify(path, worlds=[make])
    assert report.exit == 1
    assert report.first_bad_tick == 0
    assert "only in the recording: body 1, body 2, body 3" in "\n".join(report.explanation)


@pytest.mark.parametrize(
    "worlds, said",
    [((), "--world tests.api.test_tape:make"), ((make_space,), "name that one too"), (("no:such",), "imported")],
)
def test_nobody_has_named_its_factory(worlds: tuple[Any, ...], said: str, tmp_path: Path) -> None:
    report = sandbox.verify(thrown(tmp_path / "x.replay"), worlds=worlds)
    assert (report.verdict, report.exit) == ("refused", 2)
    assert said in report.reason


def test_what_the_world_raises_is_where_it_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = thrown(tmp_path / "x.replay", 1.0)

    def fail(self: Juggler) -> Iterator[float]:
        if len(self.space.bodies) > 3:
            raise ZeroDivisionError("four")
        yield 103.0

    monkeypatch.setattr(Juggler, "state", fail)
    monkeypatch.setattr(verifying, "fresh_runs", lambda path: (b"", b""))
    report = sandbox.verify(path, worlds=[make])
    assert report.first_bad_tick == 10
    assert "ZeroDivisionError: four (test_tape.py, line " in report.explanation[0]


def test_a_program_that_ends_early_leaves_a_cut_recording(tmp_path: Path) -> None:
    path = tmp_path / "x.replay"
    with pytest.raises(ValueError, match="called sing"), sandbox.record(path, make) as tape:
        tape.step(steps=70)
        tape.do("sing", 1)
    assert reader.read(path, worlds=True).cut
    assert sandbox.verify(path, worlds=[make]).verdict != "pass"


# -- what may not be done


def test_what_is_no_input_may_not_change_the_world(tmp_path: Path) -> None:
    with (
        pytest.raises(sandbox.Refused, match=r"after tick 5 body 2 was moved by something"),
        sandbox.record(tmp_path / "x.replay", make) as tape,
    ):
        tape.step(steps=5)
        list(tape.space.bodies)[1].velocity = (1, 0)
        tape.step()


_CALLS = [0]


def make_by_chance() -> Juggler:
    _CALLS[0] += 1
    return Juggler(speed=_CALLS[0])


def make_once() -> pymunk.Space:
    return _ONCE


_ONCE = pymunk.Space()


def make_threaded() -> pymunk.Space:
    space = pymunk.Space(threaded=True)
    space.threads = 2
    return space


@pytest.mark.parametrize(
    "world, said",
    [
        (make_by_chance, "make_by_chance does not make the same world twice: body 1 differs"),
        (make_once, "returns the same space each time"),
        (make_threaded, "solved in 2 threads"),
        (lambda: Juggler(), "can't be found by its name"),
        (dict, "makes a dict, which has no pymunk space"),
        (7, "a int is no world"),
    ],
)
def test_a_world_that_can_not_be_run_twice_is_refused(world: Any, said: str, tmp_path: Path) -> None:
    with pytest.raises(sandbox.Refused) as refused:
        sandbox.record(tmp_path / "x.replay", world)
    assert said in str(refused.value)
    assert not (tmp_path / "x.replay").exists()


@pytest.mark.parametrize(
    "value, said",
    [({1: 2}, "dict"), (float("nan"), "finite"), ([[[[[1]]]]], "list"), (2**70, "64 bits"), ("x" * 9999, "9999")],
)
def test_a_value_that_a_file_can_not_hold_is_refused(value: Any, said: str, tmp_path: Path) -> None:
    with sandbox.record(tmp_path / "x.replay", make) as tape:
        with pytest.raises(sandbox.Refused) as refused:
            tape.do("throw", value)
        assert "the input throw" in str(refused.value)
        assert said in str(refused.value)
        tape.step()


class Bursting(Juggler):
    """Adds twenty bodies within a step, as callbacks of collisions do: in a set they would hardly be in this order."""

    def step(self, dt: float) -> None:
        if len(self.space.bodies) == 3:
            self.space._locked = True
            for x in range(20):
                self.throw(8.0 + x % 7 + x, 0.0)
            self.space._locked = False
        self.space.step(dt)


def test_bodies_added_within_a_step_come_in_the_order_of_asking(tmp_path: Path) -> None:
    with sandbox.record(tmp_path / "x.replay", Bursting) as tape:
        tape.step(steps=2)
    (*_, (_, last)) = reader.read(tmp_path / "x.replay", worlds=True).states
    assert last.rows[:, 0].tolist() == [0, 0, 1, 2, *(8 + x % 7 + x for x in range(20))]


def test_other_commands_say_that_it_has_no_level(tmp_path: Path) -> None:
    path = thrown(tmp_path / "x.replay")
    with pytest.raises(sandbox.BadFile, match="has no level"):
        sandbox.replay(path)

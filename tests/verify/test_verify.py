"""Verdicts: what is equal passes, and every way of not being equal has its name, its sentence and its exit code."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sandbox import parts
from sandbox.commands import commands as c
from sandbox.commands.session import Session, Snapshot
from sandbox.design.design import Design
from sandbox.errors import BadFile
from sandbox.recording import fingerprint
from sandbox.recording.fingerprint import Fingerprint
from sandbox.recording.reader import parse, read
from sandbox.recording.recorder import Recorder
from sandbox.verify import compare
from sandbox.verify.verify import Report, Verdict, exit_of, find, rerun, verify, verify_many, worst_exit
from tests import frames
from tests.support import HERE, Tape, copy_of_package, pile, random_session

TREE = fingerprint.PACKAGE.parent


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three recordings: the small one, a pile of bodies, and a session of random commands."""
    made = tmp_path_factory.mktemp("replays")
    frames.small_session(made / "small.replay")
    record(made / "pile.replay", pile(60), [(0, c.Start()), (100, c.Grab(5, 0.8, 0.5)), (140, c.Drag(1.2, 1.4))], 700)
    design, session, tape, _ = random_session(6, 150, enough=lambda tape: len(tape.digests) > 200 * 8)
    record(
        made / "random.replay", design, [(tick, c.unpack(packed)) for tick, packed in tape.commands], session.tick + 9
    )
    return made


def record(
    path: Path, design: Design, given: list[tuple[int, c.AnyCommand]], end: int, taken: Fingerprint | None = None
) -> Path:
    recorder = Recorder(path, design, 0, taken or fingerprint.current())
    session = Session(design, 0, recorder)
    for tick, command in given:
        session.advance(tick - session.tick)
        session.do(command)
    session.advance(end - session.tick)
    recorder.close(session, "end")
    return path


def tampered(folder: Path, tmp_path: Path, change: Any, name: str = "small.replay") -> Path:
    """A recording whose frames were changed, with right checks, counts and digest."""
    told = frames.split((folder / name).read_bytes())
    (tmp_path / "tampered.replay").write_bytes(frames.seal(change(told) or told))
    return tmp_path / "tampered.replay"


def python(script: str, *arguments: object, tree: Path = TREE, **environment: str) -> Any:
    """What a script prints as JSON in another process, with the package from `tree`."""
    search = os.pathsep.join([str(tree), str(Path(frames.__file__).parents[1])])
    done = subprocess.run(
        [sys.executable, "-P", "-c", script, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": search, **environment},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


VERIFY = """
import sys, json
from sandbox.verify.verify import verify
report = verify(sys.argv[1])
print(json.dumps([report.as_json(), report.explanation]))
"""


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    return copy_of_package(tmp_path)


def change(file: Path, old: str, new: str) -> None:
    source = file.read_text("utf-8")
    assert source.count(old) == 1, f"{old!r} stands {source.count(old)} times in {file.name}"
    file.write_text(source.replace(old, new), "utf-8")


def change_ball(package: Path, **numbers: float) -> None:
    """Give the soccer ball other numbers in a copy of the package."""
    ball = parts.KINDS["soccer_ball"]
    values = {name: getattr(ball, name) for name in ("radius", "mass", "friction", "restitution")}
    old, new = (" = " + ", ".join(map(str, some.values())) for some in (values, values | numbers))
    change(package / "parts" / "balls.py", old, new)


# -- pass


@pytest.mark.parametrize("name", ["small", "pile", "random"])
def test_what_is_equal_passes(folder: Path, name: str) -> None:
    path = folder / f"{name}.replay"
    report, found = verify(path), read(path)
    assert (report.verdict, report.exit, report.first_bad_tick) == (Verdict.PASS, 0, None)
    assert report.compared == found.hashed > 200 and report.ticks == found.ticks
    assert found.end is not None and report.end_hash == found.end.hash.hex()
    assert report.reason == f"equal on every tick, {found.hashed} ticks in all"
    assert report.explanation == ()


def test_the_json_object_is_the_documented_one(folder: Path) -> None:
    plain = json.loads(json.dumps(verify(folder / "small.replay").as_json()))
    keys = ["file", "verdict", "exit", "ticks", "compared", "end_hash", "first_bad_tick", "reason"]
    assert list(plain) == [*keys, "explanation", "difference"]
    assert plain["verdict"] == "pass" and plain["file"].endswith("small.replay")


@pytest.mark.usefixtures("no_fresh_processes")
def test_a_report_comes_back_from_json(folder: Path, tmp_path: Path) -> None:
    for path in (folder / "small.replay", tampered(folder, tmp_path, dropped_drag)):
        report = verify(path)
        assert Report.from_json(json.loads(json.dumps(report.as_json()))) == report
    assert report.difference is not None and report.difference.growth


def test_eight_processes_with_eight_hash_seeds_say_the_same(folder: Path) -> None:
    script = """
import sys, json
from sandbox.verify.verify import verify_many
print(json.dumps([report.as_json() for report in verify_many([sys.argv[1]])]))
"""
    here = [report.as_json() for report in verify_many([folder])]
    assert {plain["verdict"] for plain in here} == {"pass"}
    for seed in range(8):
        assert python(script, folder, PYTHONHASHSEED=str(seed)) == here


@pytest.mark.parametrize("mode", ["off", "every 7 ticks"])
def test_the_garbage_collector_has_no_say(folder: Path, mode: str) -> None:
    script = """
import gc, sys, json
from sandbox.verify import verify
if sys.argv[2] == "off":
    gc.disable()
else:
    verify.rerun.__defaults__ = (None, 7)
report = verify.verify(sys.argv[1], progress=lambda done, total: gc.collect() if gc.isenabled() else 0)
print(json.dumps(report.as_json()))
"""
    report = python(script, folder / "small.replay", mode)
    assert report == verify(folder / "small.replay").as_json()


def test_a_session_that_was_watched_passes(tmp_path: Path) -> None:
    """A window reads poses on some ticks, saves a copy now and then, and looks at the goals."""
    design = pile(12)
    recorder = Recorder(tmp_path / "a.replay", design, 0, fingerprint.current())
    session = Session(design, 0, recorder)
    session.do(c.Start())
    for tick in range(1, 1500):
        session.advance(1)
        assert session.machine is not None
        if tick % 3 == 0:
            session.machine.read_rows()
        if tick in (200, 700):
            session.do(c.Grab(6, 1.0, 0.5))
        if tick in (230, 790):
            session.do(c.Drag(1.5, 1.0))
        if tick in (333, 800):
            session.do(c.Release())
        if tick % 500 == 0:
            recorder.save_copy(tmp_path / f"{tick}.replay", session)
    recorder.close(session, "closed")
    assert {report.verdict for report in verify_many([tmp_path])} == {Verdict.PASS}


def test_progress_is_told_and_time_without_a_machine_is_free(tmp_path: Path) -> None:
    given: list[tuple[int, c.AnyCommand]] = [(2**40, c.Start()), (2**40 + 5000, c.Stop())]
    path = record(tmp_path / "a.replay", frames.small_level(), given, 2**52)
    told: list[tuple[int, int]] = []
    began = time.perf_counter()
    report = verify(path, progress=lambda done, total: told.append((done, total)))
    assert time.perf_counter() - began < 5
    assert report.verdict is Verdict.PASS and report.compared == 5000
    assert told[0] == (2**40, 2**52) and told[1] == (2**40 + 2400, 2**52) and told[-1] == (2**52, 2**52)


def test_another_machine_that_finds_the_same_is_a_pass_that_says_so(tmp_path: Path) -> None:
    taken = fingerprint.current()._replace(engine=f"pymunk 6.11.1 {'e' * 32}", code="0" * 32)
    path = record(tmp_path / "a.replay", pile(2), [(0, c.Start())], 100, taken)
    report = verify(path)
    assert report.verdict is Verdict.PASS and report.reason.endswith("(although another engine made it)")


# -- cut, and nothing to compare


def test_a_session_that_did_not_finish_is_cut(tmp_path: Path) -> None:
    frames.small_session(tmp_path / "a.replay", close=False)
    report = verify(tmp_path / "a.replay")
    assert (report.verdict, report.exit) == (Verdict.CUT, 1)
    assert report.compared == 150 + 60  # of 150 ticks up to Stop, and 70 of which 10 still waited
    assert "did not finish" in report.reason and f"{report.compared} ticks" in report.reason
    assert verify(tmp_path / "a.replay", allow_cut=True).exit == 0


def test_cut_at_every_frame_is_cut_never_pass(folder: Path, tmp_path: Path) -> None:
    data = (folder / "small.replay").read_bytes()
    pieces = frames.raw(data)
    for count in range(1, len(pieces)):
        (tmp_path / "a.replay").write_bytes(frames.MAGIC + b"".join(pieces[:count]))
        report = verify(tmp_path / "a.replay")
        assert (report.verdict, report.exit) == (Verdict.CUT, 1), (count, report)


@pytest.mark.usefixtures("no_fresh_processes")
def test_a_cut_that_is_wrong_before_it_is_no_cut(folder: Path, tmp_path: Path) -> None:
    def spoil(told: list[Any]) -> list[Any]:
        hashes = told[frames.first(told, "hash")]
        hashes[2] = hashes[2][:80] + bytes(8) + hashes[2][88:]
        return told[:-1]

    report = verify(tampered(folder, tmp_path, spoil), allow_cut=True)
    assert (report.verdict, report.exit, report.first_bad_tick) == (Verdict.RECORDER_MISMATCH, 1, 51)


def test_a_session_in_which_nothing_ran_never_passes(tmp_path: Path) -> None:
    path = record(tmp_path / "a.replay", frames.small_level(), [(3, c.Place("crate", 1.0, 1.0))], 500)
    report = verify(path)
    assert (report.verdict, report.exit, report.compared) == (Verdict.REFUSED, 2, 0)
    assert "nothing ran" in report.reason
    started = record(tmp_path / "b.replay", frames.small_level(), [(3, c.Start()), (3, c.Stop())], 500)
    assert verify(started).verdict is Verdict.REFUSED


# -- recordings that tell of something else than what happens


def wrong_last_hash(told: list[Any]) -> None:
    frame = told[frames.last(told, "hash")]
    frame[2] = frame[2][:-1] + bytes([frame[2][-1] ^ 1])


def wrong_end_hash(told: list[Any]) -> None:
    told[-1][6] = bytes(8)


def dropped_drag(told: list[Any]) -> None:
    del told[next(i for i, frame in enumerate(told) if frame[0] == "do" and frame[2][0][0] == "drag")]


def dropped_edit(told: list[Any]) -> None:
    del told[next(i for i, frame in enumerate(told) if frame[0] == "do" and frame[2][0][0] == "place")]


def doubled_stop(told: list[Any]) -> None:
    at = next(i for i, frame in enumerate(told) if frame[0] == "do" and frame[2][0][0] == "stop")
    told.insert(at, told[at])


def added_move(told: list[Any]) -> None:
    at = frames.first(told, "do")
    told.insert(at, ["do", 2, [["move", 2, 0.5, 0.5, 0.3, False]]])  # where it stands already


def another_position(told: list[Any]) -> None:
    told[0][2]["parts"][1]["x"] += 1e-12


def test_of_two_states_on_a_tick_a_file_may_hold_the_second_only(tmp_path: Path) -> None:
    """As that of a guest who came after the first: it is compared with either, and with nothing else."""
    given = [(0, c.Start()), (100, c.Stop()), (100, c.Start())]
    path = record(tmp_path / "two.replay", pile(3), given, 170)
    told = frames.split(path.read_bytes())
    ended, begun = (at for at, frame in enumerate(told) if frame[0] == "state" and frame[1] == 100)
    assert told[begun][3] and told[begun][8] != told[ended][8], "whole, and another one"
    del told[ended]
    path.write_bytes(frames.seal(told))
    assert verify(path).verdict == Verdict.PASS
    (late,) = (at for at, frame in enumerate(told) if frame[0] == "state" and frame[1] == 170)
    told[begun - 1][3:] = told[late][3:]
    path.write_bytes(frames.seal(told))
    comparison = compare.Comparison(read(path))
    comparison.run(None)
    assert (comparison.bad_tick, comparison.what[:27]) == (100, "the recorded state differs,")


def lost_mark(told: list[Any]) -> None:
    del told[frames.first(told, "mark")]


def early_mark(told: list[Any]) -> None:
    told[frames.first(told, "mark")][1] -= 1


def false_mark(told: list[Any]) -> None:
    told.insert(-1, ["mark", told[-1][1], "lost", ""])


def another_state(told: list[Any]) -> None:
    one, other = (i for i, frame in enumerate(told) if frame[0] == "state" and frame[3])
    told[one][8:] = told[other][8:]


@pytest.mark.parametrize(
    ("spoil", "tick", "sentence"),
    [
        (wrong_last_hash, 370, "its hash differs"),
        (wrong_end_hash, 370, "the end hash differs, though no tick before it does"),
        (dropped_drag, 96, "its hash differs"),
        (dropped_edit, 40, "the recorded state differs"),
        (doubled_stop, 190, "the command stop is refused now: the machine is not running"),
        (added_move, 2, "the command move 2 0.5 0.5 0.3 False changes nothing now"),
        (another_position, 40, "the recorded state differs"),
        (lost_mark, None, "won is found now, but not recorded"),
        (early_mark, 88, "won is recorded, but not found now"),
        (false_mark, 370, "lost is recorded, but not found now"),
        (another_state, 40, "the recorded state differs"),
    ],
)
@pytest.mark.usefixtures("no_fresh_processes")
def test_a_tampered_recording_is_a_recorder_mismatch(
    folder: Path, tmp_path: Path, spoil: Any, tick: int | None, sentence: str
) -> None:
    """`tick`: the first bad one; None: the one on which it was won."""
    report = verify(tampered(folder, tmp_path, spoil))
    assert (report.verdict, report.exit) == (Verdict.RECORDER_MISMATCH, 1), report
    assert sentence in report.reason and "code, engine and arithmetic are the recording's" in report.reason
    assert report.first_bad_tick == (read(folder / "small.replay").marks[0].tick if tick is None else tick)
    assert f"tick {report.first_bad_tick} of 370" in report.reason


@pytest.mark.usefixtures("no_fresh_processes")
def test_a_difference_that_leaves_no_trace_is_said_to_heal(folder: Path, tmp_path: Path) -> None:
    def wrong_third_hash(told: list[Any]) -> None:
        frame = told[frames.first(told, "hash")]
        frame[2] = frame[2][:16] + bytes(8) + frame[2][24:]

    report = verify(tampered(folder, tmp_path, wrong_third_hash))
    assert report.difference is not None and report.first_bad_tick == 43
    assert report.difference.healed_tick == 44
    assert "it heals: from tick 44 (0.183 s) on every tick is as recorded" in report.explanation
    dropped = verify(tampered(folder, tmp_path, dropped_drag)).difference
    assert dropped is not None and dropped.healed_tick == 191, "the next run begins with the same level"
    for lasting in (wrong_last_hash, wrong_end_hash):
        report = verify(tampered(folder, tmp_path, lasting))
        assert report.difference is not None and report.difference.healed_tick is None
        assert not any("heals" in line for line in report.explanation)


@pytest.mark.usefixtures("no_fresh_processes")
def test_the_explanation_of_a_dropped_command(folder: Path, tmp_path: Path) -> None:
    """Which bodies, by how much, since when, after which commands, and what became of it."""
    report = verify(tampered(folder, tmp_path, dropped_drag))
    told = "\n".join(report.explanation)
    assert report.compared == 55 and report.first_bad_tick == 96
    assert "first bad tick 96 (0.400 s): its hash differs; 55 ticks before it are equal" in told
    assert "tick 40 start; tick 90 grab 2 0.5 0.3 (the last 3 of 5)" in told
    assert "what differs at tick 100 (0.417 s), the first state recorded at or after it:" in told
    assert "of 5 bodies" in told and "part 2 (Crate): position " in told and "units in the last place" in told
    assert "part 1 (Floor): position" not in told  # it did not move in either
    assert "visible (over 1 mm) in the state at tick 100 (0.417 s): part 2 (Crate) by " in told
    assert "over a micrometre in the state at tick 100 (0.417 s): part 2 (Crate) by " in told
    assert "greatest of the 7 recorded states from there on: tick 190" in told
    won = read(folder / "small.replay").marks[0].tick
    assert f"outcome: then won at tick {won}" in told and f"; now won at tick {won}" in told
    assert "code: the same" in told and "arithmetic: the same" in told


@pytest.mark.usefixtures("no_fresh_processes")
def test_an_explanation_when_no_state_follows(folder: Path, tmp_path: Path) -> None:
    def spoil(told: list[Any]) -> list[Any]:
        wrong_last_hash(told)
        return [frame for frame in told if frame[0] != "state"]

    assert "which bodies differ is not known" in "\n".join(verify(tampered(folder, tmp_path, spoil)).explanation)


def test_units_in_the_last_place() -> None:
    one = 0.1
    assert compare.ulps(one, one) == 0
    assert compare.ulps(one, float(np.nextafter(one, 1))) == 1
    assert compare.ulps(0.0, -0.0) == 0
    assert compare.ulps(5e-324, -5e-324) == 2
    assert compare.ulps(-1.0, float(np.nextafter(-1.0, -2))) == 1
    assert compare.ulps(-1e308, 1e308) > 2**62


# -- programs that have changed


def test_a_changed_part_number_is_named_changed(folder: Path, tmp_path: Path, copied: Path) -> None:
    path = folder / "small.replay"
    report, told = python(VERIFY, path, tree=copied.parent)
    assert report["verdict"] == "pass" and not told  # the copy itself is no change

    change_ball(copied, restitution=0.77)
    report, told = python(VERIFY, path, tree=copied.parent)
    assert (report["verdict"], report["exit"]) == ("changed", 1)
    assert "the code of Soccer ball has changed since" in report["reason"]
    assert f"if that is meant: sandbox bless {path} --reason TEXT; if not" in report["reason"]
    assert report["reason"].endswith(f"sandbox verify --report out.html {path}")
    assert report["first_bad_tick"] == report["compared"] + 41 > 60
    assert any("part 3 (Soccer ball)" in line for line in told)
    code = next(line for line in told if line.startswith("code"))
    assert code == "code: another in 1 of the 6 things that it uses: Soccer ball"
    assert "engine: the same" in told and "arithmetic: the same" in told


def test_a_part_that_is_built_otherwise_differs_from_its_start(folder: Path, copied: Path) -> None:
    change_ball(copied, radius=0.2)
    report, told = python(VERIFY, folder / "small.replay", tree=copied.parent)
    assert report["verdict"] == "changed"
    assert any("visible (over 1 mm)" in line for line in told)


@pytest.mark.parametrize("number", ['hash("a word") % 1000', "(id(self) >> 4) % 1000"])
def test_a_program_that_can_not_repeat_itself_is_nondeterministic(folder: Path, copied: Path, number: str) -> None:
    step = "            step(engine, dt)\n"
    gust = (
        "            if self.ticks == 50:\n"
        f"                self.parts[2].bodies[0].velocity += (1e-9 * ({number}), 0)\n"
    )
    change(copied / "machine" / "machine.py", step, gust + step)
    report, told = python(VERIFY, folder / "small.replay", tree=copied.parent)
    assert (report["verdict"], report["exit"]) == ("nondeterministic", 1)
    assert "two fresh processes disagree from tick 91 on" in report["reason"]
    assert report["first_bad_tick"] == 91 and told


def test_what_depends_on_earlier_runs_is_nondeterministic(folder: Path, copied: Path) -> None:
    """Fresh processes agree with the file; only a process that has run something before does not."""
    change(
        copied / "machine" / "machine.py",
        "            step(engine, dt)\n",
        "            Machine.steps = getattr(Machine, 'steps', 0) + 1\n"
        "            step(engine, dt)\n"
        "            if Machine.steps > 250:\n"
        "                self.parts[2].bodies[0].velocity += (1e-9, 0)\n",
    )
    script = """
import sys, json
from sandbox.verify.verify import verify
print(json.dumps([verify(sys.argv[1]).as_json() for _ in range(2)]))
"""
    once, again = python(script, folder / "small.replay", tree=copied.parent)
    assert once["verdict"] == "pass"
    assert again["verdict"] == "nondeterministic" and "two fresh processes agree, but not with" in again["reason"]


# -- machines that calculate otherwise


@pytest.mark.usefixtures("no_fresh_processes")
@pytest.mark.parametrize("part", ["engine", "arithmetic"])
def test_another_engine_or_arithmetic_is_drift(folder: Path, tmp_path: Path, part: str) -> None:
    def spoil(told: list[Any]) -> None:
        told[0][4][HERE._fields.index(part)] = getattr(HERE, part)
        wrong_last_hash(told)

    report = verify(tampered(folder, tmp_path, spoil))
    assert (report.verdict, report.exit) == (Verdict.DRIFT, 3)
    assert f"the {part} of the recording's machine was another" in report.reason
    assert any(line.startswith(f"{part}: was {getattr(HERE, part)}, is ") for line in report.explanation)


@pytest.mark.usefixtures("no_fresh_processes")
def test_an_arithmetic_that_changed_while_recording_is_drift(folder: Path, tmp_path: Path) -> None:
    def spoil(told: list[Any]) -> None:
        told[-1][8][2] = HERE.arithmetic
        wrong_last_hash(told)

    report = verify(tampered(folder, tmp_path, spoil))
    assert report.verdict is Verdict.DRIFT
    assert "the arithmetic changed while it was being recorded" in report.explanation[-1]


def test_a_processor_without_fused_multiply_add_drifts(folder: Path) -> None:
    """A real one: the C library's other code for sine and cosine."""
    masked = {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-AVX512F"}
    probe = "import json; from sandbox.recording import fingerprint; print(json.dumps(fingerprint.arithmetic()))"
    if python(probe, **masked) == fingerprint.arithmetic():
        pytest.skip("this processor or C library has one code for sine and cosine only")
    report, told = python(VERIFY, folder / "pile.replay", **masked)
    assert (report["verdict"], report["exit"]) == ("drift", 3)
    assert "the arithmetic of the recording's machine was another" in report["reason"]
    assert 0 < report["first_bad_tick"] == report["compared"] + 1
    assert "code: the same" in told and "engine: the same" in told


# -- many files


def test_exit_codes() -> None:
    assert [exit_of(verdict) for verdict in Verdict] == [0, 1, 1, 1, 1, 1, 1, 3, 0, 2]
    assert exit_of(Verdict.CUT, allow_cut=True) == 0 and exit_of(Verdict.CHANGED, allow_cut=True) == 1
    assert [worst_exit(codes) for codes in ([], [0], [0, 3], [3, 2, 0], [2, 1, 3])] == [0, 0, 3, 2, 1]


def test_directories_are_searched_in_order(tmp_path: Path) -> None:
    for name in ("b.replay", "a/z.replay", "a/y.replay", "a/notes.txt", "c/deep/x.replay"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    (tmp_path / "folder.replay").mkdir()
    found = [path.relative_to(tmp_path).as_posix() for path in find([tmp_path, tmp_path / "b.replay"])]
    assert found == ["a/y.replay", "a/z.replay", "b.replay", "c/deep/x.replay"]
    assert find([tmp_path / "nowhere.replay"]) == [tmp_path / "nowhere.replay"]  # it gets its own report


def test_a_directory_without_recordings_is_an_error(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("nothing\n")
    with pytest.raises(BadFile, match=r"there is no recording .* nothing was verified"):
        verify_many([folder, tmp_path])


# -- speed


def test_comparing_costs_next_to_nothing(tmp_path: Path) -> None:
    """Against the same session with nobody listening; in turns, so that a busy machine slows both."""
    design = pile(60)
    path = record(tmp_path / "a.replay", design, [(0, c.Start())], 1500)
    recording = parse(path.read_bytes())

    def bare() -> None:
        session = Session(design)
        session.do(c.Start())
        session.advance(1500)

    ratios = []
    for _ in range(5):
        times = []
        for act in (bare, lambda: compare.Comparison(recording).run(None)):
            began = time.process_time()
            act()
            times.append(time.process_time() - began)
        ratios.append(times[1] / times[0])
    assert sorted(ratios)[2] < 1.2


def test_a_quick_answer_needs_no_window() -> None:
    script = """
import sys, json
from sandbox.verify import verify
print(json.dumps([name for name in ("pyglet", "imgui_bundle", "subprocess", "multiprocessing") if name in sys.modules]))
"""
    assert python(script) == []


def test_rerun_goes_through_the_same_door(folder: Path) -> None:
    recording, tape = read(folder / "random.replay"), Tape()
    session = Session(recording.head.design, recording.head.seed, tape)
    refused: list[str] = []
    rerun(recording, session, lambda tick, why: refused.append(why))
    assert not refused and session.tick == recording.ticks
    assert [(tick, c.unpack(packed)) for tick, packed in tape.commands] == recording.commands


class _Older(Recorder):
    """A recorder of a session by a program that told states less often: those in between never came."""

    def state(self, tick: int, snapshot: Snapshot) -> None:
        if tick != 240:
            super().state(tick, snapshot)


def older_session(path: Path, *given: c.AnyCommand) -> Path:
    """A recording whose only state of its last tick is that after the commands on it."""
    recorder = _Older(path, pile(4), 0, fingerprint.current())
    session = Session(pile(4), 0, recorder)
    session.do(c.Start())
    session.advance(240)
    for command in given:
        session.do(command)
    snapshot = session.snapshot()
    assert snapshot is not None
    Recorder.state(recorder, 240, snapshot)
    recorder.close(session, "end")
    return path


def test_a_state_of_an_older_program_after_the_commands_on_its_tick_is_compared_then(tmp_path: Path) -> None:
    path = older_session(tmp_path / "older.replay", c.Grab(5, 0.8, 0.5), c.Drag(1.2, 1.4))
    assert {0, 240} <= set(read(path).states.ticks)
    report = verify(path)
    assert (report.verdict, report.compared) == (Verdict.PASS, 240)
    told = frames.split(path.read_bytes())
    (late,) = (frame for frame in told if frame[0] == "state" and frame[1] == 240)
    late[2:] = next(frame for frame in told if frame[0] == "state" and frame[1] == 0)[2:]
    path.write_bytes(frames.seal(told))
    comparison = compare.Comparison(read(path))
    comparison.run(None)
    assert (comparison.bad_tick, comparison.what[:27]) == (240, "the recorded state differs,")

"""Every kind of damage and change that we know, in one table: the verdict, the exit code and the sentence it gives.

SANDBOX_TABLE=controls.txt writes the table to a file.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sandbox.commands.session import Session
from sandbox.recording import fingerprint, recording
from sandbox.recording.recorder import Recorder
from sandbox.tasks.limits import Limits
from sandbox.verify import verifier, verify
from sandbox.verify.verdicts import Report
from tests import frames
from tests.recording import test_hostile_files as hostile
from tests.support import HERE, copy_of_package
from tests.verify import test_verify as tampering

Told = list[Any]
MASKED = {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-AVX512F"}

# -- changes of a file: what, on its bytes or its frames


def bytes_(change: Callable[[bytes], bytes]) -> Callable[[Path], None]:
    return lambda path: path.write_bytes(change(path.read_bytes())) and None


def told(change: Callable[[Told], object]) -> Callable[[Path], None]:
    def seal(path: Path) -> None:
        frames_ = frames.split(path.read_bytes())
        changed = change(frames_)
        path.write_bytes(frames.seal(changed if isinstance(changed, list) else frames_))

    return seal


def foreign(field: int, at: int = 0) -> Callable[[Told], None]:
    def change(told_: Told) -> None:
        for frame, place in ((told_[0], 4), (told_[-1], 8)):
            if frame is told_[at]:
                frame[place][field] = HERE[field]
        tampering.wrong_last_hash(told_)

    return change


def other_code(told_: Told) -> None:
    told_[-1][8][4]["part:crate"] = bytes(8)


def older_program(told_: Told) -> None:
    """It knew the digest of the whole code only."""
    told_[-1][8] = told_[-1][8][:4]
    told_[0][4][0] = told_[-1][8][0] = "0" * 32


def flipped(data: bytes) -> bytes:
    return data[:900] + bytes([data[900] ^ 1]) + data[901:]


def swapped(data: bytes) -> bytes:
    pieces = frames.raw(data)
    pieces[3], pieces[4] = pieces[4], pieces[3]
    return bytes(frames.MAGIC + b"".join(pieces))


def without_one(data: bytes) -> bytes:
    pieces = frames.raw(data)
    return bytes(frames.MAGIC + b"".join(pieces[:4] + pieces[5:]))


def never_started(path: Path) -> None:
    design = frames.small_level()
    recorder = Recorder(path, design, 0, fingerprint.current())
    recorder.close(Session(design, 0, recorder), "end")


def endless(told_: Told) -> Told:
    last = frames.last(told_, "hash")
    end = ["end", 9_000_370, 0, 0, 0, 0, bytes(8), "", told_[0][4], b""]
    return [*told_[: last + 1], ["rest", 371, 9_000_000], end]


def too_large(path: Path) -> None:
    os.truncate(path, recording.MAX_FILE + 1)


def broken_rule(name: str) -> Callable[[Path], None]:
    return told(hostile.SEALED[name][0])


# name: change, verdict, exit code, what the sentence says
FILES: dict[str, tuple[Callable[[Path], None], str, int, str]] = {
    "nothing is changed": (lambda path: None, "pass", 0, "equal on every tick, 220 ticks in all"),
    "other code, and equal": (told(other_code), "pass", 0, "equal on every tick, 220 ticks in all$"),
    "an older program, and equal": (told(older_program), "pass", 0, "equal on every tick, 220 ticks in all$"),
    "other code": (told(lambda t: other_code(t) or tampering.wrong_last_hash(t)), "changed", 1, "code of Crate has"),
    "other code and another engine": (
        told(lambda t: other_code(t) or foreign(1)(t)), "undecided", 1, "Crate has changed since, and the engine of",
    ),
    "other code and another arithmetic": (
        told(lambda t: other_code(t) or foreign(2)(t)), "undecided", 1, "verify it on a machine of a class that it",
    ),
    "an older program on another arithmetic": (
        told(lambda t: older_program(t) or foreign(2)(t)), "undecided", 1, "verify it on a machine of a class that it",
    ),
    "the last byte is missing": (bytes_(lambda data: data[:-1]), "cut", 1, "ends within a frame"),
    "the end is missing": (told(lambda t: t[:-1]), "cut", 1, "has no end"),
    "a power cut left zeros": (bytes_(lambda data: data[:-40] + bytes(60)), "cut", 1, "only zeros from byte"),
    "cut, and wrong before it": (
        told(lambda t: tampering.wrong_last_hash(t) or t[:-1]), "recorder-mismatch", 1, "its hash differs",
    ),
    "the hash of the last tick": (told(tampering.wrong_last_hash), "recorder-mismatch", 1, "its hash differs"),
    "the end hash": (told(tampering.wrong_end_hash), "recorder-mismatch", 1, "the end hash differs, though no tick"),
    "a command is dropped": (told(tampering.dropped_drag), "recorder-mismatch", 1, "its hash differs"),
    "an edit is dropped": (told(tampering.dropped_edit), "recorder-mismatch", 1, "the recorded state differs"),
    "a command is doubled": (told(tampering.doubled_stop), "recorder-mismatch", 1, "is refused now"),
    "a command is added": (told(tampering.added_move), "recorder-mismatch", 1, "changes nothing now"),
    "a part is moved by 1 pm": (told(tampering.another_position), "recorder-mismatch", 1, "the recorded state differs"),
    "a mark is lost": (told(tampering.lost_mark), "recorder-mismatch", 1, "won is found now, but not recorded"),
    "a mark is early": (told(tampering.early_mark), "recorder-mismatch", 1, "won is recorded, but not found now"),
    "a mark is invented": (told(tampering.false_mark), "recorder-mismatch", 1, "lost is recorded, but not found now"),
    "a state is another": (told(tampering.another_state), "recorder-mismatch", 1, "the recorded state differs"),
    "another engine": (told(foreign(1)), "drift", 3, "the engine of the recording's machine was another"),
    "another arithmetic": (told(foreign(2)), "drift", 3, "the arithmetic of the recording's machine was another"),
    "another arithmetic at the end": (told(foreign(2, -1)), "drift", 3, "the arithmetic of the recording's machine"),
    "an older program": (
        told(lambda t: older_program(t) or tampering.wrong_last_hash(t)), "changed", 1,
        "the simulation's code is not the one that recorded it",
    ),
    "nothing ran": (never_started, "refused", 2, "nothing ran in this session, so there is nothing to compare"),
    "a bit is flipped": (bytes_(flipped), "refused", 2, "this frame fails its check"),
    "two frames are swapped": (bytes_(swapped), "refused", 2, "this frame fails its check"),
    "a frame is removed": (bytes_(without_one), "refused", 2, "this frame fails its check"),
    "bytes follow the end": (bytes_(lambda data: data + b"more"), "refused", 2, "damaged at byte"),
    "an empty file": (bytes_(lambda data: b""), "refused", 2, "is empty"),
    "a text": (bytes_(lambda data: b"hello\n"), "refused", 2, "is not a recording"),
    "a newer format": (bytes_(lambda data: data.replace(b"replay/3", b"replay/4", 1)), "refused", 2, "of the format"),
    "the first format": (bytes_(lambda data: data.replace(b"replay/3", b"replay/1", 1)), "refused", 2, "no longer"),
    "over 256 MB": (too_large, "refused", 2, "a recording holds up to 256 MB"),
    "a folder": (lambda path: path.unlink() or path.mkdir(), "refused", 2, "Is a directory"),
    "no such file": (lambda path: path.unlink(), "refused", 2, "No such file"),
    "hours of work": (told(endless), "refused", 2, "took more than 1 s of processor time"),
    "a state that is a bomb": (told(hostile.STATES["a bomb"][0]), "refused", 2, "another size than it announces"),
    **{
        name: (broken_rule(name), "refused", 2, hostile.SEALED[name][1])
        for name in (
            "257 commands on a tick", "too many running ticks", "ticks backwards", "an unknown kind", "a part at nan",
            "a command with inf", "too many parts", "values nested far too deep", "an unknown part", "True for 1",
            "an extension type", "a text too long", "a hash frame removed", "another tick rate",
        )
    },
}  # fmt: skip


# -- changes of the program

CODE: dict[str, tuple[str, str, str, str, str]] = {
    "a part bounces otherwise": (
        "parts/balls.py", "0.11, 0.43, 0.5, 0.87", "0.11, 0.43, 0.5, 0.6", "changed",
        "the code of Soccer ball has changed since",
    ),
    "an order of addresses gets in": (
        "machine/machine.py", "            step(engine, dt)\n",
        "            step(engine, dt)\n            if self.ticks == 50:\n"
        "                self.parts[2].bodies[0].velocity += (1e-9 * ((id(self) >> 4) % 1000), 0)\n",
        "nondeterministic", "two fresh processes disagree from tick",
    ),
    "an order of names gets in": (
        "machine/machine.py", "            step(engine, dt)\n",
        "            step(engine, dt)\n            if self.ticks == 50:\n"
        "                self.parts[2].bodies[0].velocity += (1e-9 * (hash('a word') % 1000), 0)\n",
        "nondeterministic", "two fresh processes disagree from tick",
    ),
}  # fmt: skip


def say(path: Path, tree: Path, **environment: str) -> Report:
    """The report of the program in a tree."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", "sandbox", "verify", "--json", str(path)],
        env={**os.environ, "PYTHONPATH": str(tree), **environment}, capture_output=True, text=True,
    )  # fmt: skip
    assert "Traceback" not in done.stderr, done.stderr
    report = Report.from_json(json.loads(done.stdout))
    assert report.exit == done.returncode
    return report


@pytest.fixture(scope="module")
def rows() -> list[tuple[str, Report]]:
    """The rows of the table, as the tests below find them."""
    return []


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("good") / "a.replay"
    frames.small_session(path)
    return path.read_bytes()


# Two fresh processes run a file with such a verdict again.
RUN_AGAIN = {"changed", "undecided", "recorder-mismatch", "drift"}


@pytest.mark.usefixtures("forked_starts", "no_fresh_processes")
def test_every_damage_has_its_verdict(good: bytes, tmp_path: Path, rows: list[tuple[str, Report]]) -> None:
    """The first file of each verdict gets its fresh processes; this one runs the others again in their place."""
    paths: dict[str, Path] = {}
    reports: dict[str, Report] = {}
    whole_way: list[Path] = []
    before: set[str] = set()
    for name, (change, expected, *_) in FILES.items():
        paths[name] = tmp_path / f"{name}.replay"
        paths[name].write_bytes(good)
        change(paths[name])
        if expected in RUN_AGAIN and expected in before:
            reports[str(paths[name])] = verify.verify(paths[name])
        else:
            whole_way.append(paths[name])
        before.add(expected)
    reports |= {report.file: report for report in verifier.verify_all(whole_way, 2, limits=Limits(seconds=1))}
    for name, (_, verdict, code, sentence) in FILES.items():
        report = reports[str(paths[name])]
        assert (str(report.verdict), report.exit) == (verdict, code), (name, report)
        assert re.search(sentence, report.reason), (name, report.reason)
        assert report.reason.isprintable() and len(report.reason) < 800
        rows.append((name, report))


@pytest.mark.parametrize("name", CODE)
def test_every_change_of_the_program_has_its_verdict(
    good: bytes, tmp_path: Path, name: str, rows: list[tuple[str, Report]]
) -> None:
    file, old, new, verdict, sentence = CODE[name]
    source = copy_of_package(tmp_path) / file
    text = source.read_text("utf-8")
    assert text.count(old) == 1
    source.write_text(text.replace(old, new), "utf-8")
    (tmp_path / "a.replay").write_bytes(good)
    report = say(tmp_path / "a.replay", tmp_path / "tree")
    assert (str(report.verdict), report.exit) == (verdict, 1) and sentence in report.reason
    rows.append((name, report))


def test_another_processor_is_drift_by_name(tmp_path: Path, rows: list[tuple[str, Report]]) -> None:
    """The C library's other code for sine and cosine, on scenes that part and on one that does not."""
    probe = "from sandbox.recording import fingerprint; print(fingerprint.arithmetic())"
    env = {**os.environ, "PYTHONPATH": str(tampering.TREE), **MASKED}
    there = subprocess.run([sys.executable, "-P", "-c", probe], env=env, capture_output=True, text=True, check=True)
    if there.stdout.strip() == fingerprint.arithmetic():
        pytest.skip("this processor or C library has one code for sine and cosine only")
    tampering.record(tmp_path / "pile.replay", tampering.pile(60), [(0, tampering.c.Start())], 700)
    tampering.record(tmp_path / "ball.replay", tampering.pile(1), [(0, tampering.c.Start())], 60)
    parts, stays = (say(tmp_path / f"{name}.replay", tampering.TREE, **MASKED) for name in ("pile", "ball"))
    assert (str(parts.verdict), parts.exit) == ("drift", 3)
    assert "the arithmetic of the recording's machine was another" in parts.reason
    assert parts.difference is not None and parts.difference.changed == ("arithmetic",)
    assert (str(stays.verdict), stays.exit) == ("pass", 0) and "although another arithmetic made it" in stays.reason
    rows += [("a processor without FMA", parts), ("a processor without FMA, one ball", stays)]


def test_the_table_is_complete(rows: list[tuple[str, Report]]) -> None:
    if len(rows) < len(FILES) + len(CODE):
        pytest.skip("the other tests of this file did not run in this process")
    assert {str(report.verdict) for _, report in rows} >= {
        "pass", "cut", "changed", "recorder-mismatch", "nondeterministic", "undecided", "drift", "refused",
    }  # fmt: skip
    assert sum(report.verdict != "pass" for _, report in rows) >= 30
    width = max(len(name) for name, _ in rows)
    lines = [f"{name:<{width}}  {report.verdict:<17} {report.exit}  {report.reason}" for name, report in rows]
    print("\n".join(lines))
    if "SANDBOX_TABLE" in os.environ:
        Path(os.environ["SANDBOX_TABLE"]).write_text("\n".join(lines) + "\n", "utf-8")

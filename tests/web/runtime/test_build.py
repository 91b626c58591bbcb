"""The runtime is made with clang and tried in node: recordings end there in the bits that they hold, on every tick.

The tests look at what `sandbox web build` has made of this state of the program, and make nothing themselves.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from sandbox.errors import Refused
from sandbox.recording import fingerprint
from sandbox.web.engine import tools
from sandbox.web.runtime import build, node
from tests import frames

REPLAYS = Path(__file__).parents[3] / "replays"
MOST = 8_000_000  # bytes of all files as a server sends them


@pytest.fixture(scope="module")
def runtime() -> Path:
    if tools.NODE.path is None:
        pytest.skip("not installed: nodejs")
    runtime = build.ready()
    if runtime is None:
        pytest.skip("run  sandbox web build  first (clang-22 lld-22 nodejs npm)")
    return runtime


def test_it_is_of_the_portable_class_runs_this_code_and_is_small(runtime: Path) -> None:
    manifest = json.loads((runtime / build.MANIFEST).read_text("utf-8"))
    assert (manifest["class"], manifest["code"]) == ("portable", fingerprint.code())
    assert sum(each["gzipped"] for each in manifest["files"].values()) <= MOST
    assert build.build() == runtime, "it is not made twice"
    assert not build.is_built(runtime, "another state of the program")


def test_recordings_pass_there_and_one_flipped_hash_is_named_by_its_tick(runtime: Path, tmp_path: Path) -> None:
    flipped, nothing = tmp_path / "flipped.replay", tmp_path / "nothing.replay"
    flipped.write_bytes(frames.with_another_hash(REPLAYS / "drop.replay", 420))
    nothing.write_bytes(b"no recording")
    files = [REPLAYS / "drop.replay", REPLAYS / "gears.replay", flipped, nothing]
    reports = {path.stem: plain for path, plain in node.verified(runtime, files)}
    assert [reports[name]["verdict"] for name in ("drop", "gears", "nothing")] == ["pass", "pass", "refused"]
    assert reports["flipped"]["verdict"] in ("recorder-mismatch", "changed")
    assert reports["flipped"]["first_bad_tick"] == 420
    assert reports["flipped"]["reason"].startswith("tick 420 of 907 (1.750 s) is the first that differs")


def test_only_the_newest_runtimes_and_those_in_use_are_kept(tmp_path: Path) -> None:
    day = 24 * 3600
    for number in range(7):
        for name in (f"runtime-{number}", f".runtime-{number}.broken-off"):
            (tmp_path / name).mkdir()
            os.utime(tmp_path / name, (number * day, number * day))
    (tmp_path / "pieces").mkdir()
    os.utime(tmp_path / "runtime-1", (5.5 * day, 5.5 * day))
    for number in (7, 8, 9):
        (tmp_path / f"runtime-{number}").mkdir()
        os.utime(tmp_path / f"runtime-{number}", (6.2 * day, 6.2 * day))
    build.tidy(tmp_path)
    kept = [".runtime-6.broken-off", "pieces", "runtime-1", *(f"runtime-{n}" for n in range(6, 10))]
    assert sorted(path.name for path in tmp_path.iterdir()) == kept
    os.utime(tmp_path / "runtime-1", (5 * day, 5 * day))
    build.tidy(tmp_path)
    assert not (tmp_path / "runtime-1").is_dir(), "the control: nothing says that it is in use"


def test_whoever_is_given_a_runtime_is_using_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "runtime-1"
    place.mkdir()
    monkeypatch.setattr(build, "_usual_place", lambda wanted: place)
    monkeypatch.setattr(build, "is_built", lambda folder, wanted: folder == place)
    monkeypatch.setattr(build.parcel, "core_sources", dict)
    for find in (build.ready, build.build):
        os.utime(place, (1, 1))
        assert find() == place and place.stat().st_mtime > 1


def test_another_engine_is_refused_by_the_class_that_it_computes_in(
    runtime: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control of the trial that ends each making: what the engine computes is asked, not what it is called."""
    monkeypatch.setattr(node, "facts", lambda made: {"class": "Linux with musl", "code": fingerprint.code()})
    with pytest.raises(Refused, match=r"computes otherwise \(Linux with musl\)"):
        build._tried(runtime)

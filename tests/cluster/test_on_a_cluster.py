"""Recordings and levels on a real cluster of this machine: the same answers, and nothing that is left behind."""

from __future__ import annotations

import contextlib
import functools
import itertools
import os
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sandbox.cluster import checking, connection, keys
from sandbox.cluster.address import ClusterAddress
from sandbox.cluster.searching import ClusterWorkers
from sandbox.cluster.verifying import verify_all
from sandbox.errors import Refused
from sandbox.levels import levels, library, solution_files
from sandbox.recording import fingerprint
from sandbox.tasks.limits import USUAL, Limits
from sandbox.tasks.progress import unseen
from sandbox.trials.checks.check import CheckPlan, check
from sandbox.trials.checks.kept_results import KeptResults, Results, Unmeasured
from sandbox.trials.search.search import Plan, Search
from sandbox.verify import verifier
from sandbox.verify.verdicts import Report, Verdict, find
from tests import frames
from tests.clusters import WatchedCluster, listening, require_dask, until, watched_cluster
from tests.tools import cluster_kills
from tests.trials.search.puzzles import DROP, level

require_dask()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WatchedCluster]:
    with watched_cluster(tmp_path_factory.mktemp("cluster"), 2) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("good")
    frames.small_session(folder / "0.replay")
    for number in range(1, 8):
        (folder / f"{number}.replay").write_bytes((folder / "0.replay").read_bytes())
    return folder


def endless(good: Path, folder: Path) -> Path:
    """A small recording of eleven hours."""
    split = frames.split((good / "0.replay").read_bytes())
    end = ["end", 9_000_370, 0, 0, 0, 0, bytes(8), "", split[0][4], b""]
    path = folder / "endless.replay"
    path.write_bytes(frames.seal([*split[: frames.last(split, "hash") + 1], ["rest", 371, 9_000_000], end]))
    return path


@pytest.fixture
def hostile(good: Path, tmp_path: Path) -> Path:
    """Everything that is not as it should be, between good recordings."""
    data = (good / "0.replay").read_bytes()
    split = frames.split(data)
    split[-1][6] = bytes(8)
    (tmp_path / "wrong-end.replay").write_bytes(frames.seal(split))
    (tmp_path / "cut.replay").write_bytes(data[:-1])
    (tmp_path / "empty.replay").write_bytes(b"")
    (tmp_path / "flipped.replay").write_bytes(data[:300] + bytes([data[300] ^ 4]) + data[301:])
    (tmp_path / "noise.replay").write_bytes(bytes((7 * n * n + n // 3) % 256 for n in range(5000)))
    floor = split[0][2]["parts"][0]
    split[0][2]["parts"] += [{**floor, "id": number, "x": 0.001 * number} for number in range(10, 8000)]
    split[0][2]["next_id"] = 8000
    (tmp_path / "large.replay").write_bytes(frames.seal(split))
    endless(good, tmp_path)
    for path in good.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    return tmp_path


@contextlib.contextmanager
def frozen(pid: int) -> Iterator[None]:
    """Let a process do nothing meanwhile."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def verdicts_of(reports: Iterable[Report]) -> Counter[Verdict]:
    return Counter(report.verdict for report in reports)


def plain(reports: list[Report]) -> dict[str, dict[str, Any]]:
    assert len({report.file for report in reports}) == len(reports), "each file has one answer"
    return {report.file: report.as_json() for report in reports}


def test_hostile_files_get_the_same_verdicts_and_no_worker_is_restarted(cluster: WatchedCluster, hostile: Path) -> None:
    files, before = [*find([hostile]), Path("missing.replay")], cluster.worker_pids()
    # To say whether the code has changed since takes 72 MB; what is too large is stopped by less, and takes a second.
    few = {path: Limits(1, 256) if path.stem in ("wrong-end", "endless") else Limits(2, 80) for path in files}
    there, here_ = {}, {}
    for limits in dict.fromkeys(few.values()):
        some = [path for path in files if few[path] == limits]
        there |= plain(list(verify_all(cluster.place, some, limits=limits)))
        here_ |= plain(list(verifier.verify_all(some, 2, limits=limits)))
    assert there == here_
    verdicts = {Path(name).stem: row["verdict"] for name, row in there.items()}
    assert len(verdicts) == 16 and list(verdicts.values()).count("pass") == 8
    assert verdicts["wrong-end"] == "recorder-mismatch" and verdicts["cut"] == "cut"
    assert cluster.worker_pids() == before and len(before) == 2


def test_nothing_listens_but_on_the_address_that_was_named(cluster: WatchedCluster) -> None:
    assert listening(cluster.pids()) == {"0100007F"}
    with socket.socket() as careless:
        careless.bind(("", 0))
        careless.listen()
        assert "00000000" in listening([os.getpid()]), "it would be seen"


def test_an_ended_command_leaves_no_child_behind(cluster: WatchedCluster, good: Path, tmp_path: Path) -> None:
    files = [*find([good]), endless(good, tmp_path), tmp_path / "endless2.replay"]
    files[-1].write_bytes(files[-2].read_bytes())
    reports = verify_all(cluster.place, files)
    for _ in range(8):
        next(reports)
    until(lambda: len(cluster.children()) == 2)
    reports.close()
    assert cluster.children() == []


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_command_that_is_broken_off_leaves_no_child_behind(
    cluster: WatchedCluster, good: Path, tmp_path: Path, how: signal.Signals
) -> None:
    line = [sys.executable, "-m", "sandbox", "verify", "--cluster", cluster.place.address]
    # Tests that were started in the background of a shell ignore Ctrl+C, and so would what they start.
    hears = functools.partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    asking = subprocess.Popen([*line, str(endless(good, tmp_path))], preexec_fn=hears)
    until(cluster.children)
    time.sleep(0.5)  # so that it is at work
    assert len(cluster.children()) == 1
    asking.send_signal(how)
    assert asking.wait() == (130 if how == signal.SIGINT else -signal.SIGKILL)
    until(lambda: cluster.children() == [])


def test_a_killed_child_costs_at_most_its_own_answer(
    cluster: WatchedCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line of the table that `python -m tests.tools.cluster_kills` makes."""
    monkeypatch.setattr(cluster_kills, "ALIVE", 1.0)
    after = cluster_kills.killed(cluster, cluster_kills.copies(tmp_path / "replays", 6), "child", 0.5)
    assert after.is_good, after
    assert not after._replace(twice=1).is_good and not after._replace(children=1).is_good
    assert not after._replace(files=7).is_good


def test_a_killed_worker_costs_no_answer(cluster: WatchedCluster, good: Path, tmp_path: Path) -> None:
    last = endless(good, tmp_path)
    reports = verify_all(cluster.place, [last, *find([good])], limits=Limits(seconds=2))
    first = next(reports)
    os.kill(cluster.worker_pids()[0], signal.SIGKILL)
    verdicts = {Path(report.file).stem: report.verdict for report in [first, *reports]}
    assert verdicts.pop("endless") is Verdict.REFUSED
    assert len(verdicts) == 8 and set(verdicts.values()) == {Verdict.PASS}
    until(lambda: len(cluster.worker_pids()) == 2)  # its nanny has started another one, for the next tests


def test_a_worker_that_does_not_move_is_not_waited_for(
    cluster: WatchedCluster, good: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "STALE", 3.0)
    with frozen(cluster.worker_pids()[0]):
        assert verdicts_of(verify_all(cluster.place, find([good]))) == {Verdict.PASS: 8}


def test_a_scheduler_that_does_not_answer_is_lost_and_may_come_back(
    cluster: WatchedCluster, good: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reports = verify_all(cluster.place, [*find([good]), endless(good, tmp_path)])
    assert verdicts_of(itertools.islice(reports, 8)) == {Verdict.PASS: 8}
    until(cluster.children)
    with frozen(cluster.scheduler.pid), monkeypatch.context() as impatient:
        impatient.setattr(connection, "SILENCE", 2.0)
        with pytest.raises(Refused, match="the scheduler of the cluster was lost"):
            next(reports)
    until(lambda: cluster.children() == [])
    assert verdicts_of(verify_all(cluster.place, find([good]))) == {Verdict.PASS: 8}


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets a process hide what its processor can do")
def test_a_worker_of_another_class_of_arithmetic_is_named(
    cluster: WatchedCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as older:
        older.setenv("GLIBC_TUNABLES", "glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-AVX512F")
        asked = "from sandbox.recording import fingerprint; print(fingerprint.arithmetic())"
        there = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout.strip()
        here = fingerprint.arithmetic()
        if there == here:
            pytest.skip("this processor or C library has one code for sine and cosine only")
        cluster.add_worker()
    cluster.wait_for_workers()
    notes: list[str] = []
    ClusterWorkers(cluster.place, level(DROP), USUAL, notes.append).close()
    other = cluster.workers.pop()
    other.terminate()
    other.wait()
    (note,) = notes
    assert note.endswith(f"is not used: its class of arithmetic is {there[:8]}, here it is {here[:8]}")


def test_the_command_prints_the_same(cluster: WatchedCluster, good: Path) -> None:
    line = [sys.executable, "-m", "sandbox", "verify", "--json", good]
    outputs = [
        subprocess.run([*line, *more], capture_output=True, check=True, timeout=300)
        for more in (["--jobs", "2"], ["--cluster", cluster.place.address])
    ]
    assert outputs[0].stdout == outputs[1].stdout
    # A sign of life comes after two seconds, on a busy machine.
    assert outputs[1].stderr.replace(b"note: verifying 8 recordings ...\n", b"") == b""


def test_other_code_is_refused_by_name(cluster: WatchedCluster, good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = fingerprint.current()
    monkeypatch.setattr(fingerprint, "current", lambda: here._replace(code="0" * 32))
    notes: list[str] = []
    with pytest.raises(Refused, match="no worker of this cluster can be used"):
        list(verify_all(cluster.place, find([good]), note=notes.append))
    assert len(notes) == 2
    assert all(f"its simulation code is {here.code[:8]}, here it is 00000000" in note for note in notes)


def test_a_search_has_the_same_answer_as_on_one_process(cluster: WatchedCluster) -> None:
    search = Search(level(DROP), Plan(110, seconds=2.0))
    alone = search.run()
    there = Search(level(DROP), Plan(110, seconds=2.0))
    assert there.run(workers=ClusterWorkers(cluster.place, there.level, USUAL, lambda note: None)) == alone
    assert alone.wins and cluster.children() == []


def test_a_check_finds_all_that_a_cluster_has_measured(cluster: WatchedCluster, tmp_path: Path) -> None:
    path = next(path for path in library.bundled_levels() if path.stem == "drop")
    solving, _ = solution_files.read_solution(path, None)
    design, plan, notes = levels.read(path), CheckPlan(margins=False), list[str]()
    entry, results = checking.LevelCheck(design, solving, plan), Results(tmp_path / "results")
    with pytest.raises(Unmeasured):
        check(design, solving, plan=plan, results=KeptResults(results.folder))
    checking.measure(cluster.place, [entry], results, unseen, notes.append)
    assert check(design, solving, plan=plan, results=KeptResults(results.folder)) == check(design, solving, plan=plan)
    files = sorted((tmp_path / "results").iterdir())
    checking.measure(
        ClusterAddress("tcp://127.0.0.1:1", insecure=True), [entry], results, unseen, notes.append
    )  # asks nobody
    assert files == sorted((tmp_path / "results").iterdir()) and len(files) >= 3 and not notes


def test_progress_of_a_single_recording_comes_from_afar(cluster: WatchedCluster, good: Path, tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    path = endless(good, tmp_path)
    (report,) = verify_all(
        cluster.place, [path], limits=Limits(seconds=1), progress=lambda done, total: seen.append((done, total))
    )
    assert report.verdict is Verdict.REFUSED and seen and seen == sorted(seen)


# -- encrypted, and with a scheduler that is lost


def test_strangers_are_turned_away_and_a_lost_scheduler_is_an_answer(good: Path, tmp_path: Path) -> None:
    certificate, key = keys.write(tmp_path / "ours")
    strange, strange_key = keys.write(tmp_path / "strange")
    with watched_cluster(tmp_path / "cluster", 1, certificate, certificate, key) as cluster:
        address = cluster.place.address
        with pytest.raises(Refused, match="no scheduler answers there"):
            list(verify_all(ClusterAddress(address, strange, strange, strange_key), find([good])))
        reports = verify_all(cluster.place, [*find([good]), endless(good, tmp_path)])
        assert verdicts_of(itertools.islice(reports, 8)) == {Verdict.PASS: 8}
        until(cluster.children)
        pids = cluster.children()
        cluster.scheduler.kill()
        with pytest.raises(Refused, match="the scheduler of the cluster was lost"):
            next(reports)
        until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids))

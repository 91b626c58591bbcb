"""Many recordings on many processes: all are told, as they finish; limits hold, and a dead worker is one refusal."""

import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sandbox.tasks import child
from sandbox.tasks.limits import Limits
from sandbox.verify import junit
from sandbox.verify.verdicts import Report, Verdict, find, worst_exit
from sandbox.verify.verifier import verify_all
from tests import frames

pytestmark = pytest.mark.usefixtures("forked_starts")
WITHOUT_LIMITS = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows has no such limits of a process, and no signals"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two good recordings, one that differs, one cut, and something else."""
    made = tmp_path / "replays"
    made.mkdir()
    frames.small_session(made / "one.replay")
    (made / "two.replay").write_bytes((made / "one.replay").read_bytes())
    told = frames.split((made / "one.replay").read_bytes())
    told[-1][6] = bytes(8)
    (made / "wrong.replay").write_bytes(frames.seal(told))
    (made / "cut.replay").write_bytes((made / "one.replay").read_bytes()[:-1])
    (made / "text.replay").write_text("nothing\n")
    return made


EXPECTED = {"one": "pass", "two": "pass", "wrong": "recorder-mismatch", "cut": "cut", "text": "refused"}


@pytest.mark.parametrize("jobs", [1, 2, 8])
def test_every_file_gets_its_report(folder: Path, jobs: int) -> None:
    reports = list(verify_all([*find([folder]), Path("missing.replay")], jobs))
    assert {Path(report.file).stem: str(report.verdict) for report in reports} == {**EXPECTED, "missing": "refused"}
    assert all(isinstance(report, Report) for report in reports)
    assert worst_exit(report.exit for report in reports) == 1
    assert all(report.seconds >= 0 for report in reports) and any(report.seconds for report in reports)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux takes any bytes for a name")
def test_a_file_named_beyond_text_comes_back_as_it_was(folder: Path) -> None:
    strange = folder / os.fsdecode(b"\xff\xfe\xc3\xa4 \n.replay")
    (folder / "one.replay").rename(strange)
    (report,) = verify_all([strange])
    assert report.file == str(strange) and report.verdict is Verdict.PASS


@WITHOUT_LIMITS
def test_what_takes_too_long_is_refused_and_the_others_go_on(folder: Path) -> None:
    """A small file can ask for any amount of work: here eleven hours of a pile."""
    told = frames.split((folder / "one.replay").read_bytes())
    last = frames.last(told, "hash")
    told = [*told[: last + 1], ["rest", 371, 9_000_000], ["end", 9_000_370, 0, 0, 0, 0, bytes(8), "", told[0][4], b""]]
    (folder / "a.replay").write_bytes(frames.seal(told))
    reports = {Path(report.file).stem: report for report in verify_all(find([folder]), 1, limits=Limits(seconds=2))}
    assert reports["a"].verdict is Verdict.REFUSED and reports["a"].exit == 2
    assert "it took more than 2 s of processor time and was stopped; --max-seconds allows more" in reports["a"].reason
    del reports["a"]
    assert {name: str(report.verdict) for name, report in reports.items()} == EXPECTED


@WITHOUT_LIMITS
def test_what_needs_too_much_memory_is_refused(folder: Path, tmp_path: Path) -> None:
    told = frames.split((folder / "one.replay").read_bytes())
    floor = told[0][2]["parts"][0]
    told[0][2]["parts"] += [{**floor, "id": number, "x": 0.001 * number} for number in range(10, 8000)]
    told[0][2]["next_id"] = 8000
    (tmp_path / "large.replay").write_bytes(frames.seal(told))
    least = Limits(megabytes=80)
    (report,) = verify_all([tmp_path / "large.replay"], limits=least)
    assert report.verdict is Verdict.REFUSED
    assert report.reason == "it needed more than 80 MB of memory and was stopped; --max-memory allows more"
    (report,) = verify_all([folder / "one.replay"], limits=least)
    assert report.verdict is Verdict.PASS


@WITHOUT_LIMITS
def test_a_worker_does_not_grow(folder: Path) -> None:
    """Two hundred files in one worker, against twenty: what it keeps of each is nothing."""
    script = """
import json, resource, sys
from sandbox.verify.orders import Verify
from sandbox.verify.verify_worker import carry_out
peaks = []
for count in (20, 200):
    for _ in range(count):
        assert carry_out(Verify(sys.argv[1]), None).exit == 0
    peaks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
print(json.dumps(peaks))
"""
    done = subprocess.run(
        [sys.executable, "-P", "-c", script, str(folder / "one.replay")],
        env=child.environment(), capture_output=True, text=True, check=True,
    )  # fmt: skip
    few, many = json.loads(done.stdout)
    assert many - few < 4096  # kB


@WITHOUT_LIMITS
def test_a_limit_that_is_lower_already_stays() -> None:
    script = """
import resource
from sandbox.tasks.limits import limit_memory
resource.setrlimit(resource.RLIMIT_DATA, (2**29, 2**29))
limit_memory(4096)
assert resource.getrlimit(resource.RLIMIT_DATA) == (2**29, 2**29)
"""
    import resource

    subprocess.run([sys.executable, "-P", "-c", script], env=child.environment(), check=True)
    assert resource.getrlimit(resource.RLIMIT_DATA)[0] != 2**29  # nothing of it reaches this process


def test_a_worker_keeps_the_memory_that_it_will_need_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MALLOC_TRIM_THRESHOLD_", "65536")
    monkeypatch.setenv("ANYTHING_ELSE", "stays")
    environment = child.environment()
    assert "MALLOC_TRIM_THRESHOLD_" not in environment and environment["ANYTHING_ELSE"] == "stays"


# -- for CI servers


def test_junit_counts_what_differs_and_what_could_not_be_read(folder: Path) -> None:
    reports = sorted(verify_all(find([folder])))
    root = ElementTree.fromstring(junit.xml(reports, 1.25))
    (suite,) = root
    assert {name: suite.get(name) for name in ("tests", "failures", "errors", "time")} == {
        "tests": "5", "failures": "2", "errors": "1", "time": "1.250",
    }  # fmt: skip
    cases = {case.get("name"): case for case in suite}
    assert cases["wrong.replay"].find("failure").get("type") == "recorder-mismatch"  # type: ignore[union-attr]
    assert "outcome: then" in cases["wrong.replay"].find("failure").text  # type: ignore[union-attr,operator]
    assert cases["text.replay"].find("error") is not None
    assert cases["one.replay"].find("failure") is None and cases["one.replay"].find("error") is None
    assert cases["one.replay"].get("classname") == str(folder)


def test_junit_holds_no_character_that_xml_forbids() -> None:
    report = Report("a\x00\x1b\udcff.replay", Verdict.REFUSED, 2, 0, 0, None, None, "says <&\x07 \"'>")
    (case,) = ElementTree.fromstring(junit.xml([report], 0.0))[0]
    assert case.get("name") == "a???.replay"
    assert case[0].get("message") == "says <&? \"'>"

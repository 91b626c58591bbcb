"""The page is whole in itself, shows a row for each recording, and both runs of each difference as far as known."""

import base64
import hashlib
import os
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sandbox.errors import Refused
from sandbox.recording import fingerprint, reader
from sandbox.verify import former, old_code
from sandbox.verify import page as page_module
from sandbox.verify.page import PLACE, PagePlayer, RunPair, html_page
from sandbox.verify.verdicts import refusal
from sandbox.verify.verify import verify
from tests import frames
from tests.support import copy_of_package
from tests.web.page.unpacking import unpacked


@pytest.fixture
def reports(tmp_path: Path) -> list[Any]:
    """One that passes, one in whose file the crate is dragged elsewhere, and one that can't be read."""
    frames.small_session(tmp_path / "good.replay")
    told = frames.split((tmp_path / "good.replay").read_bytes())
    drag = next(frame for frame in told if frame[0] == "do" and frame[2][0][0] == "drag")
    drag[2][0][1] += 0.1
    (tmp_path / "bad.replay").write_bytes(frames.seal(told))
    broken = refusal("</script><b>.replay", "is <not> a recording")
    return [verify(tmp_path / "good.replay"), verify(tmp_path / "bad.replay"), broken]


class Seen:
    """A player that keeps the pairs of runs that it is given, and shows "film" for each."""

    def __init__(self) -> None:
        self.pairs: list[RunPair] = []
        self.player = PagePlayer(f"<p>{PLACE}</p>", script="'sha256-player'", style="'sha256-style'", film=self._film)

    def _film(self, pair: RunPair) -> str:
        self.pairs.append(pair)
        return "film"


def runs_of(report: Any, was: Path | None = None) -> tuple[str, RunPair]:
    """The page of one report, and the two runs in it."""
    seen = Seen()
    page = html_page([report], lambda: seen.player, was)
    (pair,) = seen.pairs
    return page, pair


def test_the_page_is_whole_and_names_every_recording(reports: list[Any]) -> None:
    page = html_page(reports, lambda: Seen().player)
    tags: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            tags.append(tag)
            assert not {"src", "href"} & {name for name, value in attrs if not (value or "").startswith("#")}

    Reader().feed(page)
    assert tags.count("tr") == 1 + 3 and tags.count("svg") == 3 and tags.count("button") == 1
    assert "http:" not in page and "url(" not in page
    assert page.count("1 of 3 pass") == 2
    assert "&lt;/script&gt;&lt;b&gt;.replay" in page and "is &lt;not&gt; a recording" in page
    assert "part 2 (Crate): position" in page


def test_the_player_is_in_the_page_once_and_the_rule_names_its_scripts(reports: list[Any]) -> None:
    page = html_page([reports[1]] * 3, lambda: Seen().player)
    assert page.count("\\u003cp>") == 1 and page.count('type="text/plain" id="film-') == 3
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', page)
    for tag in ("script", "style"):
        (own,) = re.findall(f"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        assert f"'sha256-{base64.b64encode(hashlib.sha256(own.encode()).digest()).decode()}'" in policy
    assert policy.startswith("default-src 'none'") and "'sha256-player'" in policy and "'sha256-style'" in policy


def test_without_a_difference_there_is_only_the_summary(reports: list[Any]) -> None:
    page = html_page([reports[0]], lambda: Seen().player)
    assert "1 of 1 pass" in page and "<script" not in page and "script-src 'none'" in page


def test_what_would_make_the_page_too_large_is_told_in_words(
    reports: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_module, "_MOST_FILMED", 5)
    page = html_page([reports[1]] * 3, lambda: Seen().player)
    assert page.count('id="film-') == 2 and page.count("this page would become too large") == 1


def test_without_the_program_that_recorded_it_the_file_s_states_are_shown(reports: list[Any]) -> None:
    page, pair = runs_of(reports[1])
    assert "known only where the file holds a state" in page
    bad = reports[1].first_bad_tick
    before = [index for index, tick in enumerate(pair.ticks) if tick < bad]
    known = [index for index in range(len(pair.ticks)) if not np.isnan(pair.then[index]).any()]
    assert before and np.array_equal(pair.then[before], pair.now[before])
    held = {tick for tick, _ in reader.read(reports[1].file).states if bad <= tick <= pair.ticks[-1]}
    assert {pair.ticks[index] for index in known if index not in before} == held and 190 in held
    assert pair.first_part == 2 and max(pair.shifts) == pytest.approx(0.142, abs=0.001)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository of its own with this package in its history."""
    if shutil.which("git") is None:
        pytest.skip("there is no git here")
    copy_of_package(tmp_path)
    who = ["-c", "user.name=A", "-c", "user.email=a@b.c", "-c", "core.autocrlf=false"]
    for command in (["init", "-q"], ["add", "."], [*who, "commit", "-q", "-m", "first"]):
        subprocess.run(["git", *command], cwd=tmp_path / "tree", check=True)
    return tmp_path / "tree"


def test_the_program_that_recorded_it_is_found_in_the_history(checkout: Path, tmp_path: Path) -> None:
    """The ball bounces otherwise now: both runs are shown in full, and part only after it has bounced."""
    frames.small_session(tmp_path / "small.replay")
    balls = checkout / "sandbox" / "parts" / "balls.py"
    source = balls.read_text("utf-8")
    balls.write_text(source.replace("0.11, 0.43, 0.5, 0.87", "0.11, 0.43, 0.5, 0.6"), "utf-8")
    assert balls.read_text("utf-8") != source
    done = subprocess.run(
        [sys.executable, "-P", "-m", "sandbox", "verify", "small.replay", "--report", "out.html"],
        cwd=tmp_path, capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": str(checkout), "XDG_CACHE_HOME": str(tmp_path / "cache")},
    )  # fmt: skip
    assert done.returncode == 1 and done.stdout.startswith("changed"), done.stderr
    page = (tmp_path / "out.html").read_text("utf-8")
    assert "found in the history" in page and "A shift of a millimetre shows on tick " in page
    (head,) = (unpacked(text) for text in re.findall(r'id="film-0">(.*?)</script>', page))
    ghost = head["chapters"][0]["ghost"]
    assert ghost["known"] is None, "the recorded run is known on every tick"
    assert ghost["partsAt"] > head["chapters"][0]["tick"] and ghost["part"]
    assert ghost["apart"][0] == 0.0 < ghost["apart"][-1]


@pytest.fixture(scope="module")
def former_program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a program whose soccer balls bounce less, and a recording of it."""
    folder = tmp_path_factory.mktemp("former")
    copy_of_package(folder)
    balls = folder / "tree" / "sandbox" / "parts" / "balls.py"
    source = balls.read_text("utf-8")
    balls.write_text(source.replace("0.11, 0.43, 0.5, 0.87", "0.11, 0.43, 0.5, 0.6"), "utf-8")
    assert balls.read_text("utf-8") != source
    script = "import sys; from pathlib import Path; from tests import frames; frames.small_session(Path(sys.argv[1]))"
    search = os.pathsep.join((str(folder / "tree"), str(fingerprint.PACKAGE.parent)))
    command = [sys.executable, "-P", "-c", script, str(folder / "small.replay")]
    subprocess.run(command, env={**os.environ, "PYTHONPATH": search}, check=True)
    return folder


@pytest.mark.usefixtures("no_history")
def test_without_a_history_the_film_begins_a_second_before_the_first_bad_tick(former_program: Path) -> None:
    report = verify(former_program / "small.replay")
    assert report.first_bad_tick is not None
    _, pair = runs_of(report)
    assert pair.ticks[0] == 44, "the first frame of the run, which starts on tick 40"
    assert not np.isnan(pair.then[[tick < report.first_bad_tick for tick in pair.ticks]]).any()
    assert np.isnan(pair.then).any(), "what is not recorded is not made up; the page says so"


@pytest.fixture
def no_history(monkeypatch: pytest.MonkeyPatch) -> None:
    """No program is found by its code, as where there is no checkout."""
    monkeypatch.setattr(old_code, "package_of", lambda code: None)


@pytest.mark.usefixtures("no_history")
@pytest.mark.parametrize("form", ["folder", "environment", "wheel"])
def test_the_program_that_is_named_plays_the_recorded_run(former_program: Path, form: str, tmp_path: Path) -> None:
    named = former_program / "tree"
    if form == "environment":
        (tmp_path / "lib" / "python3.11").mkdir(parents=True)
        (tmp_path / "lib" / "python3.11" / "site-packages").symlink_to(named)
        named = tmp_path
    elif form == "wheel":
        named = Path(shutil.make_archive(str(tmp_path / "old"), "zip", named)).rename(tmp_path / "old.whl")
    with former.program_in(str(named)) as package:
        page, pair = runs_of(verify(former_program / "small.replay"), package)
    assert "that of the program that you have named" in page
    assert not np.isnan(pair.then).any()
    assert not np.array_equal(pair.then, pair.now)


@pytest.mark.usefixtures("no_history")
def test_another_program_that_is_named_is_no_proof(former_program: Path) -> None:
    page, _ = runs_of(verify(former_program / "small.replay"), former_program / "nothing")
    assert "The program that you have named does not run it as it was recorded." in page


@pytest.mark.parametrize(
    ("name", "said"), [("nowhere", "no revision"), (".", "--was .: "), ("no.whl", "--was no.whl: ")]
)
def test_what_names_no_program_is_refused(
    name: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Refused, match=said), former.program_in(name):
        pass


def test_what_the_history_does_not_hold_is_not_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    old_code.package_of.cache_clear()
    assert old_code.package_of("0" * 32) is None
    assert old_code.package_of(fingerprint.code()) == fingerprint.PACKAGE.parent

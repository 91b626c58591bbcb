"""The page is whole in itself, shows a row for each recording, and both runs of each difference as far as known."""

import base64
import json
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
from sandbox.recording import fingerprint
from sandbox.verify import former, old_code
from sandbox.verify.page import html_page
from sandbox.verify.verdicts import refusal
from sandbox.verify.verify import verify
from tests import frames
from tests.support import copy_of_package


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


def films(page: str) -> Any:
    (data,) = re.findall(r'<script type="application/json" id="films">(.*?)</script>', page, re.DOTALL)
    return json.loads(data)


def poses(film: Any, which: str) -> Any:
    return np.frombuffer(base64.b64decode(film[which]), "<f4").reshape(len(film["ticks"]), len(film["parts"]), 3)


def test_the_page_is_whole_and_names_every_recording(reports: list[Any]) -> None:
    page = html_page(reports)
    tags: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            tags.append(tag)
            assert not {"src", "href"} & {name for name, value in attrs if not (value or "").startswith("#")}

    Reader().feed(page)
    assert tags.count("tr") == 1 + 3 and tags.count("svg") == 3 and tags.count("canvas") == 1
    assert "http" not in page and "url(" not in page and "<!--" not in page.replace("<!DOCTYPE", "")
    assert page.count("1 of 3 pass") == 2
    assert "&lt;/script&gt;&lt;b&gt;.replay" in page and "is &lt;not&gt; a recording" in page
    assert "part 2 (Crate): position" in page


def test_without_the_program_that_recorded_it_the_file_s_states_are_shown(reports: list[Any]) -> None:
    page = html_page(reports)
    assert "known only where the file holds a state" in page
    film = films(page)["1"]
    ticks, then, now = film["ticks"], poses(film, "then"), poses(film, "now")
    bad = reports[1].first_bad_tick
    before = [index for index, tick in enumerate(ticks) if tick < bad]
    known = [index for index in range(len(ticks)) if not np.isnan(then[index]).any()]
    assert before and np.array_equal(then[before], now[before])
    assert [ticks[index] for index in known if index not in before] == [min(ticks, key=lambda tick: abs(tick - 190))]
    assert len(film["outlines"]) == len(film["parts"]) and film["outlines"][0]


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
    film = films(page)["0"]
    then, now = poses(film, "then"), poses(film, "now")
    assert not np.isnan(then).any()
    bad = json.loads(
        subprocess.run(
            [sys.executable, "-P", "-m", "sandbox", "verify", "small.replay", "--json"],
            cwd=tmp_path, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(checkout)},
        ).stdout
    )["first_bad_tick"]  # fmt: skip
    equal = [bool(np.array_equal(one, other)) for one, other in zip(then, now, strict=True)]
    assert all(equal[index] for index, tick in enumerate(film["ticks"]) if tick < bad) and not all(equal)


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
    film = films(html_page([report]))["0"]
    ticks, then = film["ticks"], poses(film, "then")
    assert ticks[0] == 44, "the first frame of the run, which starts on tick 40"
    assert not np.isnan(then[[tick < report.first_bad_tick for tick in ticks]]).any()
    assert np.isnan(then).any(), "what is not recorded is not made up; the page says so"


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
        page = html_page([verify(former_program / "small.replay")], package)
    assert "that of the program that you have named" in page
    film = films(page)["0"]
    assert not np.isnan(poses(film, "then")).any()
    assert not np.array_equal(poses(film, "then"), poses(film, "now"))


@pytest.mark.usefixtures("no_history")
def test_another_program_that_is_named_is_no_proof(former_program: Path) -> None:
    page = html_page([verify(former_program / "small.replay")], Path(former_program / "nothing"))
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

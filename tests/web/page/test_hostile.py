"""Ten hostile recordings and levels: each becomes a page that runs nothing of theirs, or is refused in one line.

What a browser does with such pages is seen where one is installed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sandbox.commands.commands import Start
from sandbox.design.design import Design, PartSpec
from sandbox.errors import BadFile
from sandbox.render.pictures import film_plan
from sandbox.render.pictures.film_plan import Script
from sandbox.tasks.progress import unseen
from sandbox.web.page import make
from sandbox.web.page.chapters import Cut
from sandbox.web.page.make import PageOptions
from sandbox.web.tab import verdict
from sandbox.web.tab.verdict import TabVerification
from tests import chromium, frames
from tests.chromium import Browser

REPLAYS = Path(__file__).parents[3] / "replays"
GEARS, DROP = REPLAYS / "gears.replay", REPLAYS / "drop.replay"
SHORT = PageOptions(cut=Cut(end=0.1))
MARKUP = "</script><script>window.hacked=1</script><img src=https://x.invalid/ onerror='window.hacked=1'>"
CLOSING = "--></textarea></title></style><!--DATA--><!--SCRIPT-->"
LONG = "W" * 4096
ODD = "\u202eevil\u2066\ud7ff\u0000\u001b[2J\uffff"


def texts(text: str) -> Callable[[Design], Design]:
    """A design in which every text is this one."""

    def change(design: Design) -> Design:
        goals = tuple(replace(goal, text=text) for goal in design.goals)
        return replace(design, title=text, text=text, goals=goals, fails=goals, insight=text)

    return change


HOSTILE = {
    "markup in every text": texts(MARKUP),
    "what ends a block of the page": texts(CLOSING),
    "names of four kilobytes": texts(LONG),
    "signs that turn and hide text": texts(ODD),
    "a goal that is a number for JavaScript": texts("__proto__"),
}


def script_of(change: Callable[[Design], Design]) -> Script:
    script = film_plan.read(GEARS)
    return script._replace(design=change(script.design))


@pytest.mark.parametrize("name", HOSTILE)
def test_a_page_of_hostile_texts_has_no_markup_of_theirs(name: str) -> None:
    page = make.page(script_of(HOSTILE[name]), SHORT, unseen)
    assert page.count("<script") == 2 and "<img" not in page and "x.invalid" not in page.partition("</title>")[2]


def test_a_heap_of_parts_is_a_page_that_a_browser_can_hold() -> None:
    """(20,000 of them take seven seconds, and 0.7 MB.)"""
    parts = tuple(PartSpec(number, "peg_wood", 0.1, 0.1) for number in range(1, 2001))
    design = replace(film_plan.read(GEARS).design, parts=parts, links=(), goals=(), stock=None, next_id=2001)
    page = make.page(Script(design, 0, [(0, Start())], 1, False, "many"), PageOptions(), unseen)
    assert 100_000 < len(page) < 2_000_000


@pytest.mark.parametrize("content", [b"", b"\x00" * 4096, DROP.read_bytes()[:200], b"<html>" * 1000])
def test_what_is_no_recording_is_refused_in_one_line(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "x.replay").write_bytes(content)
    with pytest.raises(BadFile) as refused:
        make.write(tmp_path / "x.replay", tmp_path / "x.html", PageOptions(), unseen)
    assert "\n" not in str(refused.value) and not (tmp_path / "x.html").exists()


def test_a_forged_end_makes_a_page_whose_button_names_it(tmp_path: Path) -> None:
    """The film shows what runs here; what the file claims of its end is compared by the button alone."""
    forged, genuine = tmp_path / "forged.replay", tmp_path / "genuine.replay"
    told = frames.split(DROP.read_bytes())
    genuine.write_bytes(frames.seal(told, mend=False))
    end = told[frames.last(told, "end")]
    end[6] = bytes([end[6][0] ^ 1]) + end[6][1:]
    forged.write_bytes(frames.seal(told, mend=False))
    make.write(forged, tmp_path / "forged.html", SHORT, unseen)
    assert verdict_on(genuine)["verdict"] == "pass"
    report = verdict_on(forged)
    assert report["verdict"] not in ("pass", None) and report["exit"] != 0
    assert "end" in report["reason"]


def verdict_on(recording: Path) -> dict[str, Any]:
    """What the button of a page says of a recording, with two fresh runs if it asks for them."""
    verification = TabVerification(str(recording))
    runs = (verdict.fresh(str(recording)),) * 2 if verification.compare(lambda done, total: None) else ()
    report: dict[str, Any] = json.loads(verification.report(*runs))
    return report


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if chromium.PROGRAM is None:
        pytest.skip(chromium.WHY_NOT)
    with chromium.browser() as started:
        started.size(320, 640)
        yield started


@pytest.mark.parametrize("name", HOSTILE)
def test_in_a_browser_nothing_runs_nothing_is_asked_for_and_the_page_can_be_used(
    name: str, browser: Browser, tmp_path: Path
) -> None:
    path = tmp_path / "hostile.html"
    path.write_text(make.page(script_of(HOSTILE[name]), SHORT, unseen), "utf-8")
    browser.open(path)
    assert browser.evaluate("[typeof window.hacked, document.images.length, document.scripts.length]") == [
        "undefined", 0, 2,
    ]  # fmt: skip
    assert len(browser.requests) == 1 and browser.errors == []
    browser.key(".", 190)
    assert browser.evaluate("player.chapter.find(player.time)[0]") == 1
    assert browser.evaluate("document.documentElement.scrollWidth <= innerWidth")

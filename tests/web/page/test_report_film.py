"""The report of `verify` shows both runs of a difference in the player of the pages, and asks for nothing."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from sandbox.verify.page import html_page
from sandbox.verify.verdicts import Report
from sandbox.verify.verify import verify
from sandbox.web.page import report_film
from tests import chromium, frames
from tests.web.page.unpacking import unpacked


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """Of a recording in whose file the crate is dragged elsewhere."""
    path = tmp_path_factory.mktemp("report") / "bad.replay"
    frames.small_session(path)
    told = frames.split(path.read_bytes())
    drag = next(frame for frame in told if frame[0] == "do" and frame[2][0][0] == "drag")
    drag[2][0][1] += 0.1
    path.write_bytes(frames.seal(told))
    return verify(path)


@pytest.fixture(scope="module")
def page(report: Report) -> str:
    return html_page([report, report], report_film.player)


def films(page: str) -> list[dict[str, Any]]:
    return [unpacked(text) for text in re.findall(r'type="text/plain" id="film-\d+">(.*?)</script>', page)]


def test_a_film_has_the_first_difference_marked(report: Report, page: str) -> None:
    film, _ = films(page)
    (chapter,) = film["chapters"]
    ghost = chapter["ghost"]
    assert (ghost["partsAt"], ghost["part"]) == (report.first_bad_tick, 2)
    assert [mark[0] for mark in chapter["happened"] if mark[1] == "parted"] == [report.first_bad_tick]
    assert ghost["known"][-1] == 190 and len(ghost["known"]) < chapter["frames"]
    assert max(ghost["apart"]) == pytest.approx(142, abs=1), "mm in the state that the file holds"
    assert film["waves"] == [], "a report is silent"


def test_two_films_share_one_player(page: str) -> None:
    assert len(films(page)) == 2
    assert page.count("class Player") == 1 and len(page) < 250_000


@pytest.mark.skipif(chromium.PROGRAM is None, reason=chromium.WHY_NOT)
def test_the_report_plays_in_a_browser_and_asks_for_nothing(page: str, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text(page, "utf-8")
    inside = "document.querySelector('iframe').contentDocument.getElementById('%s')"
    with chromium.browser() as browser:
        browser.size(320, 480)
        browser.open(path, ready=f"/tick/.test({inside % 'clock'}?.textContent)")
        assert "They part at" in browser.evaluate(f"{inside % 'ghost'}.textContent")
        assert browser.evaluate(f"{inside % 'name'}.textContent") == "Crate"
        browser.evaluate(f"{inside % 'time'}.value = 1e6; {inside % 'time'}.dispatchEvent(new Event('input'))")
        browser.wait(f"{inside % 'ghost'}.textContent.includes('Nothing is recorded here')")
        browser.evaluate("document.querySelectorAll('[data-film]')[1].click()")
        browser.wait(
            f"document.querySelectorAll('iframe').length === 1 && /tick/.test({inside % 'clock'}?.textContent)"
        )
        assert browser.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert [url for url in browser.requests if not url.startswith((path.as_uri(), "about:"))] == []
        assert browser.errors == []
        # What the rule of content does not name does not run: neither in the page, nor in the player's frame.
        path.write_text(page.replace("class Player", "class Another"), "utf-8")
        browser.open(path, ready="document.querySelector('iframe')?.contentDocument?.readyState === 'complete'")
        browser.wait("document.querySelector('iframe').contentDocument.getElementById('clock') !== null")
        assert browser.evaluate(f"{inside % 'clock'}.textContent") == ""
        assert any("Content Security Policy" in error for error in browser.errors)

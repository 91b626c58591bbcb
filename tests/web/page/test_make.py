"""A page is one file that asks for nothing, shows texts as texts, and holds what was asked for."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sandbox.commands.commands import Start, Stop
from sandbox.errors import BadFile, Refused
from sandbox.levels import library
from sandbox.render.pictures import film_plan
from sandbox.render.pictures.film_plan import Script
from sandbox.tasks.progress import unseen
from sandbox.web.page import make
from sandbox.web.page.chapters import MOST_STILLS, Cut, PageChapter, plan
from sandbox.web.page.make import PageOptions
from tests.web.page.unpacking import unpacked

DEMOLITION = Path(__file__).parents[3] / "replays" / "demolition.replay"
SHORT = PageOptions(cut=Cut(end=0.1))


def head_of(page: str) -> dict[str, Any]:
    """What a page is told in words."""
    found = re.search(r'id="recording">([^<&]*)<', page)
    assert found is not None
    return unpacked(found[1])


def with_title(title: str) -> Script:
    script = film_plan.read(DEMOLITION)
    return script._replace(design=replace(script.design, title=title, text=title))


def test_a_page_has_one_script_and_one_style_and_names_them_by_hash() -> None:
    page = make.page(with_title("Demolition"), SHORT, unseen)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None and policy[1].startswith("default-src 'none'; ")
    for element in ("script", "style"):
        (text,) = re.findall(rf"<{element}>(.*?)</{element}>", page, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{element}-src 'sha256-{digest}'" in policy[1]
        assert "import " not in text.replace("import.", "") or element == "style"
    assert not re.search(r"""\b(src|href|action)\s*=|url\(|@import|https?:""", page)


@pytest.mark.parametrize("title", ["<script>alert(1)</script>", "--><!--DATA-->", "\"'><img src=x onerror=alert(1)>"])
def test_markup_in_a_title_stays_text(title: str) -> None:
    page = make.page(with_title(title), SHORT, unseen)
    assert page.count("<script") == 2 and "<img" not in page and "onerror=" not in page.partition("</title>")[2]
    assert head_of(page)["title"] == title


def test_a_page_holds_each_run_and_the_steps_before_it() -> None:
    script = film_plan.read(DEMOLITION)
    twice = script._replace(
        commands=[*script.commands, (script.ticks, Stop()), (script.ticks, Start())], ticks=script.ticks + 30
    )
    chapters = plan(twice, 60, Cut())
    assert [chapter.number for chapter in chapters] == [0, 0, 0, 0, 0, 1, 2]
    first, last = chapters[-2:]
    assert [shot.tick for shot in last.shots] == [script.ticks + tick for tick in (0, 4, 8, 12, 16, 20, 24, 28, 30)]
    assert first.shots[-1].commands == len(script.commands), "the last picture comes before the Stop"
    assert [chapter.text for chapter in chapters[:2]] == ["At the beginning", "Place domino"]


def test_of_many_steps_some_are_shown_and_always_the_last_before_a_run() -> None:
    script = film_plan.read(DEMOLITION)
    place = script.commands[0]
    many = [*[place] * (3 * MOST_STILLS), *script.commands]
    chapters = plan(script._replace(commands=many), 60, Cut())
    stills = [chapter.shots[0].commands for chapter in chapters if not chapter.number]
    assert len(stills) <= MOST_STILLS + 1
    assert stills[-1] == next(index for index, (_, command) in enumerate(many) if isinstance(command, Start))


@pytest.mark.parametrize(
    ("cut", "fps", "said"),
    [
        (Cut(run=9), 60, "there is no run 9"),
        (Cut(begin=2.0, end=1.0), 60, "--from comes before --to"),
        (Cut(begin=float("nan")), 60, "nan"),
        (Cut(), 0, "0 pictures a second"),
        (Cut(begin=99.0), 60, "--from comes before --to"),
    ],
)
def test_what_does_not_fit_is_refused(cut: Cut, fps: int, said: str) -> None:
    with pytest.raises(Refused, match=said):
        plan(film_plan.read(DEMOLITION), fps, cut)


def test_too_long_a_run_is_refused_with_advice() -> None:
    script = film_plan.read(library.find("drop"))
    with pytest.raises(Refused, match="--fps"):
        plan(script, 240, Cut(end=1000.0))


def test_a_level_is_shown_as_it_runs_by_itself() -> None:
    (chapter,) = plan(film_plan.read(library.find("drop")), 60, Cut(end=0.5))
    assert isinstance(chapter, PageChapter) and chapter.number == 1 and len(chapter.shots) == 31


def test_where_it_can_not_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="no folder"):
        make.write(DEMOLITION, tmp_path / "no" / "x.html", SHORT, unseen)


def test_too_much_for_a_browser_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make, "MOST_UNPACKED", 100)
    with pytest.raises(Refused, match="choose a piece"):
        make.page(film_plan.read(DEMOLITION), SHORT, unseen)

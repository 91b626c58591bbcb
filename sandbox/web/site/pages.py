"""The texts of a site's pages: the overview of all chapters, and the page of a level.

All texts of levels are escaped. The pages load only their own site's style, script and pictures.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from sandbox import __version__
from sandbox.editing.stock_names import name_of_item
from sandbox.render.colours import PALETTES
from sandbox.web.page.themes import ink_rules
from sandbox.web.site.pictures import SIZE, SUFFIX
from sandbox.web.site.plan import INDEX, LEVELS, PICTURES, PLAY, SOLUTIONS, WAY_BACK, SiteChapter, SiteLevel

_POLICY = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'"
_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<link rel="stylesheet" href="{way}site.css">
<script src="{way}site.js"></script>
</head>
<body>
<a class="skip" href="#main">To the content</a>
<header>
  {heading}
  <label>Theme <select id="theme">{themes}</select></label>
</header>
<main id="main">
{body}
</main>
<footer>
<p class="faint">Made by contraption sandbox {version}. What you have solved is kept in this browser only.</p>
</footer>
</body>
</html>
"""


def overview(title: str, chapters: Sequence[SiteChapter]) -> str:
    """Return the overview: each chapter with a card for each of its levels."""
    anchors = "".join(
        f'<li><a href="#chapter-{number}">{escape(chapter.title)}</a> '
        f'<span class="faint" data-count="{number}"></span></li>'
        for number, chapter in enumerate(chapters, 1)
    )  # fmt: skip
    sections = "\n".join(_chapter(number, chapter) for number, chapter in enumerate(chapters, 1))
    body = f'<nav aria-label="Chapters"><ol>{anchors}</ol></nav>\n<p id="progress" role="status"></p>\n{sections}'
    return _page(title, f"<h1>{escape(title)}</h1>", body, "")


def _chapter(number: int, chapter: SiteChapter) -> str:
    cards = "\n".join(_card(level) for level in chapter.levels)
    return (
        f'<section id="chapter-{number}" data-chapter="{number}" aria-labelledby="title-{number}">'
        f'<h2 id="title-{number}">{escape(chapter.title)}</h2><ul class="cards">{cards}</ul></section>'
    )


def _card(level: SiteLevel) -> str:
    return (
        f'<li data-level="{escape(level.name)}"><a href="{level.address(LEVELS)}">{_picture(level, "", "")}'
        f'<span class="title">{escape(level.design.title)}</span></a><span class="state"></span></li>'
    )


def level_page(
    level: SiteLevel, chapter: str, before: SiteLevel | None, after: SiteLevel | None, playable: bool = False
) -> str:  # fmt: skip
    """Return the page of a level: what it asks for, what there is to do it with, and its solution behind "show me".

    Args:
        before, after: its neighbours in the order of the site.
        playable: the site has a page in which it is played.
    """
    design = level.design
    goals = "".join(f"<li>{escape(goal.text)}</li>" for goal in design.goals)
    body = [
        f"<h1>{escape(design.title)}</h1>",
        _picture(level, WAY_BACK, f"The level {design.title}, before anything is added"),
        *(f"<p>{escape(line)}</p>" for line in design.text.splitlines() if line.strip()),
        f"<h2>Goals</h2><ul>{goals}</ul>" if goals else "<p>It has no goal: build what you like.</p>",
        f'<p><a class="strong" href="{WAY_BACK}{level.address(PLAY)}">Play it here</a></p>' if playable else "",
        _stock(level),
        f'<p><button id="solved" data-level="{escape(level.name)}" aria-pressed="false">I have solved it</button></p>',
        _solution(level),
        _neighbours(before, after),
    ]
    heading = (
        f'<nav aria-label="Way back"><a href="{WAY_BACK}{INDEX}">All levels</a> <span>{escape(chapter)}</span></nav>'
    )
    return _page(design.title, heading, "\n".join(filter(None, body)), WAY_BACK)


def _stock(level: SiteLevel) -> str:
    design = level.design
    if design.stock is None:
        return ""
    items = "".join(
        f"<li>{item.count} \u00d7 {escape(name_of_item(design, name))}</li>"
        for name, item in design.stock_items.items()
    )
    return f"<h2>What you have</h2><ul>{items}</ul>" if items else ""


def _solution(level: SiteLevel) -> str:
    if level.recording is None:
        return '<p class="faint">No solution of it is recorded here.</p>'
    insight = f"<p>{escape(level.design.insight)}</p>" if level.design.insight else ""
    return (
        f'<details id="solution"><summary>Show me how it is solved</summary>{insight}'
        f'<p><a class="strong" href="{WAY_BACK}{level.address(SOLUTIONS)}">Watch the run of a solution</a></p>'
        "</details>"
    )


def _neighbours(before: SiteLevel | None, after: SiteLevel | None) -> str:
    links = [
        f'<a rel="{rel}" href="{WAY_BACK}{level.address(LEVELS)}">{words}: {escape(level.design.title)}</a>'
        for rel, words, level in (("prev", "Before", before), ("next", "Next", after))
        if level is not None
    ]
    return f'<nav class="neighbours" aria-label="Other levels">{" ".join(links)}</nav>' if links else ""


def _picture(level: SiteLevel, way: str, words: str) -> str:
    width, height = SIZE
    return (
        f'<img src="{way}{level.address(PICTURES, SUFFIX)}" width="{width}" height="{height}" loading="lazy" '
        f'alt="{escape(words)}">'
    )


def _page(title: str, heading: str, body: str, way: str) -> str:
    themes = "".join(f'<option value="{name}">{escape(palette.title)}</option>' for name, palette in PALETTES.items())
    return _PAGE.format(
        policy=_POLICY, title=escape(title), way=way, heading=heading, themes=themes, body=body, version=__version__
    )


def style(rules: str) -> str:
    """Return the style of a site: the colours of each theme, and then these rules."""
    lines = []
    for name, palette in PALETTES.items():
        scheme = "dark" if palette.dark else "light"
        lines.append(f':root[data-theme="{name}"] {{ color-scheme: {scheme}; {ink_rules(palette)} }}')
    return "\n".join((*lines, rules))

"""The pages of the manual, and the search for words in them."""

from __future__ import annotations

import re

import pytest

from sandbox.errors import Refused
from sandbox.manual import manual

# What players, authors and testers look for, and where it is: the same for both readers, here and in the window.
SOUGHT = [
    # players
    ("undo", "play", "Undo"),
    ("forecast", "play", "The forecast"),
    ("sound", "play", "Sound"),
    ("video", "play", "Films and pictures"),
    ("rotate", "play", "Place, turn, align"),
    ("rope", "play", "Ropes, belts, wires: join parts"),
    ("stars", "play", "Solved levels and stars"),
    ("keyboard", "keys", "Keys: keyboard and mouse"),
    ("wind", "play", "Knock, weight, pull, signal, wind, light: what sets a part off"),
    # authors
    ("condition", "format", "Conditions"),
    ("hint", "format", "Hints: the solution"),
    ("par", "format", "Par: stars"),
    ("shortcut", "levels", "Search for solutions and shortcuts"),
    ("text editor", "levels", "Make a level with a text editor"),
    # testers
    ("CI", "testing", "In continuous integration (CI)"),
    ("exit code", "testing", "Verdicts and exit codes"),
    ("hash", "determinism", "What a recording holds: commands and hashes"),
    ("drift", "testing", "Why did it drift? Machines of another class"),
    ("approve", "testing", "Approve an intended change"),
    ("cluster", "cluster", "Cluster"),
    ("folder", "files", "Files and folders"),
]


@pytest.mark.parametrize(("typed", "topic", "title"), SOUGHT)
def test_the_section_that_is_about_a_word_comes_first(typed: str, topic: str, title: str) -> None:
    found = manual.search(typed)[0].section
    assert (found.topic, found.title) == (topic, title)


def test_other_endings_and_beginnings_of_a_word_are_found() -> None:
    first = [manual.search(typed)[0].section for typed in ("rope", "ropes", "Rope", "rop")]
    assert len(set(first)) == 1


def test_all_words_have_to_be_there() -> None:
    assert manual.search("xylophone") == []
    assert manual.search("rope xylophone") == []
    assert manual.search("") == []
    for hit in manual.search("junit pytest")[:5]:
        assert "junit" in hit.section.text.lower() and "pytest" in (hit.section.text + hit.section.title).lower()


def test_a_word_is_no_short_form_of_longer_ones_where_it_stands_itself() -> None:
    for hit in manual.search("wind")[:2]:
        assert re.search(r"\bwind\b", hit.section.title + hit.section.text), hit.section.title
    assert "window" in manual.search("window")[0].section.title
    assert manual.search("windo")[0].section == manual.search("window")[0].section, "while it is being typed"


def test_a_hit_shows_a_line_with_the_word() -> None:
    assert "pre-commit" in manual.search("pre-commit")[0].line


@pytest.mark.parametrize(
    "typed", ["rope", "exit code", "goal", "F1", "level", "sandbox", "array", "id", "SANDBOX_DATA"]
)
def test_a_hit_shows_a_sentence_without_signs_of_markdown(typed: str) -> None:
    for hit in manual.search(typed):
        assert not hit.line.startswith(("|", "#", "<")) and "](" not in hit.line and "<kbd>" not in hit.line
        assert "`" not in hit.line and "**" not in hit.line, hit.line


def test_a_link_of_a_page_leads_to_a_place_of_the_manual_or_elsewhere() -> None:
    assert manual.leads_to("play", "testing.md#in-pytest") == ("testing", "in-pytest")
    assert manual.leads_to("play", "#undo") == ("play", "undo")
    assert manual.leads_to("play", "keys.md") == ("keys", "")
    assert manual.leads_to("code", "../errors.py") is None
    assert manual.leads_to("cluster", "https://www.dask.org") is None


def test_a_page_is_cut_at_its_headings_but_not_within_code() -> None:
    text = "# Title\n\nIntro.\n\n```sh\n# a comment\n```\n\n## `A` and <kbd>B</kbd>\n\nBody.\n"
    first, second = manual.cut("page", text)
    assert (first.title, first.depth, "# a comment" in first.text) == ("Title", 1, True)
    assert (second.title, second.anchor, second.text) == ("A and B", "a-and-b", "Body.")


def test_an_unknown_page_gets_the_nearest_name_or_a_section() -> None:
    with pytest.raises(Refused, match="is 'testing' meant"):
        manual.text("tsting")
    with pytest.raises(Refused, match="'GitLab' in `sandbox help testing`"):
        manual.text("gitlab")
    with pytest.raises(Refused, match="`sandbox help` lists them"):
        manual.text("xylophone")

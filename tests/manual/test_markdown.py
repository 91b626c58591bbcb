"""The blocks of a page of the manual: all that the pages use is understood, and no signs are left over."""

from __future__ import annotations

import re

import pytest

from sandbox.manual import manual, markdown
from sandbox.manual.markdown import Block, Code, Heading, Item, Paragraph, PictureBlock, Table, TextSpan

_SIGNS = re.compile(r"[`<>\\]|\*\*|\]\(|!\[|\*\w|\w\*|__|~~|https?://")
_AT_THE_BEGINNING = re.compile(r"^(?:#+|[|>*+-]|\d+\.)(?: |$)|^---")


def leftovers(text: str) -> list[str]:
    """What a reader would see of Markdown itself."""
    blocks = markdown.parse(text)
    shown = [span.text for span in markdown.words(blocks) if span.style not in ("code", "key")]
    begun = [block.spans[0].text for block in all_of(blocks) if isinstance(block, Paragraph)]
    return [*filter(_SIGNS.search, shown), *filter(_AT_THE_BEGINNING.search, begun)]


def all_of(blocks: tuple[Block, ...]) -> list[Block]:
    """Blocks with those in the items of lists."""
    return [*blocks, *(inner for block in blocks if isinstance(block, Item) for inner in all_of(block.blocks))]


@pytest.mark.parametrize("topic", manual.TOPICS)
def test_nothing_of_a_page_is_left_over_as_signs(topic: str) -> None:
    assert leftovers(manual.text(topic)) == []


@pytest.mark.parametrize(
    "text",
    [
        "a > b",
        "a ~~b~~",
        "see https://example.org",
        "a `b",
        "<b>a</b>",
        "a **b",
        "> so",
        "####### a",
        "--- a",
        "+ a",
        "| a | b |",
        "[a] (b) ![c",
        "__a__",
    ],
)
def test_what_is_not_understood_is_caught(text: str) -> None:
    assert leftovers(text) != []


@pytest.mark.parametrize("topic", manual.TOPICS)
def test_every_word_of_a_page_is_in_a_block(topic: str) -> None:
    blocks = manual.blocks(topic)
    shown = [span.text for span in markdown.words(blocks)]
    shown += [block.text for block in all_of(blocks) if isinstance(block, Code)]
    text = re.sub(r"^ *<!--.*?-->$|</?kbd>|\]\([^)\s]+\)|^ *```\w*$", " ", manual.text(topic), flags=re.MULTILINE)
    assert sorted(re.findall("[a-z]{3,}", " ".join(shown))) == sorted(re.findall("[a-z]{3,}", text))


@pytest.mark.parametrize("topic", manual.TOPICS)
def test_the_headings_are_those_of_the_sections(topic: str) -> None:
    headings = ["".join(s.text for s in b.spans) for b in manual.blocks(topic) if isinstance(b, Heading)]
    assert headings == [section.title for section in manual.sections(topic)]


def test_text_in_its_styles() -> None:
    (paragraph,) = markdown.parse("Press <kbd>Ctrl+\\[</kbd>, **or `a b`**\nsee [*the* `x`](y.md#z) of *it*.")
    assert paragraph == Paragraph(
        (
            TextSpan("Press "),
            TextSpan("Ctrl+[", "key"),
            TextSpan(", "),
            TextSpan("or ", "bold"),
            TextSpan("a b", "code"),
            TextSpan(" see "),
            TextSpan("the", "italic", "y.md#z"),
            TextSpan(" ", "text", "y.md#z"),
            TextSpan("x", "code", "y.md#z"),
            TextSpan(" of "),
            TextSpan("it", "italic"),
            TextSpan("."),
        )
    )


def test_a_list_holds_blocks_and_lists() -> None:
    text = "1. One\n   goes on:\n\n   ```sh\n   # a comment\n     indented\n   ```\n\n2. Two\n   - inner\n\nAfter."
    first, second, after = markdown.parse(text)
    assert first == Item("1.", (Paragraph((TextSpan("One goes on:"),)), Code("# a comment\n  indented")))
    assert second == Item("2.", (Paragraph((TextSpan("Two"),)), Item("\N{BULLET}", (Paragraph((TextSpan("inner"),)),))))
    assert after == Paragraph((TextSpan("After."),))


def test_a_table_its_empty_cells_and_its_escaped_bars() -> None:
    (table,) = markdown.parse("| a | `b` |\n|---|:-:|\n| x \\| y | |\n")
    assert table == Table(((TextSpan("a"),), (TextSpan("b", "code"),)), (((TextSpan("x | y"),), ()),))


def test_pictures_remarks_and_headings() -> None:
    assert markdown.parse("# `A` b\n\n<!-- run -->\n![What is\nseen](../x.png)\n") == (
        Heading(1, (TextSpan("A", "code"), TextSpan(" b"))),
        PictureBlock("What is seen", "../x.png"),
    )

"""Where the words of a page stand, measured with letters that are all as wide as they are high: half a size."""

from __future__ import annotations

from itertools import pairwise

import pytest

from sandbox.manual import manual, markdown
from sandbox.manual.markdown import Block, Item, Style, Table
from sandbox.window.help import page_layout
from sandbox.window.help.page_layout import PageLayout


def measure(style: Style, size: float, text: str) -> float:
    return len(text) * size / 2


def laid(text: str, width: float = 400.0, scale: float = 1.0) -> PageLayout:
    return page_layout.lay_out(markdown.parse(text), width, scale, measure)


def lines(layout: PageLayout) -> list[str]:
    """The text of each line, from the top down."""
    found: dict[float, list[tuple[float, str]]] = {}
    for row in layout.rows:
        for piece in row.pieces:
            found.setdefault(piece.y, []).append((piece.x, piece.text))
    return [" ".join(text for _, text in sorted(found[y])) for y in sorted(found)]


@pytest.mark.parametrize("topic", manual.TOPICS)
@pytest.mark.parametrize(("width", "scale"), [(950.0, 1.0), (330.0, 1.0), (1100.0, 2.0), (120.0, 1.0)])
def test_nothing_of_a_page_leaves_its_column_or_lies_over_something_else(
    topic: str, width: float, scale: float
) -> None:
    layout = page_layout.lay_out(manual.blocks(topic), width, scale, measure)
    bottom = 0.0
    for row in layout.rows:
        assert row.top >= bottom and row.bottom >= row.top
        bottom = row.bottom
        for piece in row.pieces:
            assert row.top <= piece.y < row.bottom
            cut_to_one = len(piece.text) == 1
            assert piece.x >= 0.0 and (piece.x + piece.width <= width + 1.0 or cut_to_one), piece.text
        places = sorted((piece.y, piece.x, piece.width) for piece in row.pieces)
        for (y, x, wide), (other_y, other_x, _) in pairwise(places):
            assert y != other_y or x + wide <= other_x + 0.5
    assert bottom <= layout.height


@pytest.mark.parametrize("topic", manual.TOPICS)
def test_every_word_of_a_page_is_set_at_every_width(topic: str) -> None:
    for width in (5000.0, 600.0, 300.0):
        layout = page_layout.lay_out(manual.blocks(topic), width, 1.0, measure)
        shown = "".join("".join(piece.text for row in layout.rows for piece in row.pieces).split())
        for span in markdown.words(without_first_headings(manual.blocks(topic))):
            assert all(word in shown for word in span.text.split()), span


def without_first_headings(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """Blocks without the headings of the first columns of tables, which a narrow table leaves out."""
    return tuple(
        block._replace(head=block.head[1:])
        if isinstance(block, Table)
        else block._replace(blocks=without_first_headings(block.blocks))
        if isinstance(block, Item)
        else block
        for block in blocks
    )


def test_text_wraps_between_words_and_a_long_word_is_cut() -> None:
    assert lines(laid("aaaa bbbb cccc", 80.0)) == ["aaaa bbbb", "cccc"]
    assert lines(laid("a" * 12 + " b", 80.0)) == ["a" * 9, "aaa b"]


def test_what_no_blank_parts_stays_on_a_line() -> None:
    assert lines(laid("aaaa bbbb (<kbd>F1</kbd>).", 110.0)) == ["aaaa bbbb", "( F1 )."]


def test_a_link_over_two_lines_is_one_link() -> None:
    layout = laid("aaaa [bbbb cccc](x.md) dddd [e](y.md)", 80.0)
    assert [link.target for link in layout.links] == ["x.md", "y.md"]
    assert layout.links[0].bottom - layout.links[0].top > 2 * page_layout.TEXT


def test_two_links_to_one_place_are_two() -> None:
    assert len(laid("[a](x.md)\n\n[b](x.md)").links) == 2
    assert len(laid("[a](x.md) and [b](x.md)").links) == 2


def test_code_keeps_its_lines_and_blanks_and_wraps_with_an_indent() -> None:
    assert page_layout.wrapped("ab", 8) == ["ab"]
    assert page_layout.wrapped("  one two three four", 14) == ["  one two", "      three", "      four"]
    assert page_layout.wrapped("x" * 20, 8) == ["x" * 8, "x" * 8, "x" * 4]
    assert lines(laid("```\nfor a\n  b   c\n```")) == ["for a", "  b   c"]


def test_code_that_nearly_fits_gets_smaller_letters_and_no_longer_line_leaves_its_box() -> None:
    code = "```\n" + "x" * 50 + "\n```"
    for width, expected in ((400.0, 1), (370.0, 1), (300.0, 2)):
        (row,) = laid(code, width).rows
        assert len(row.pieces) == expected
        assert all(piece.x + piece.width <= row.boxes[0].x1 for piece in row.pieces)


def test_a_table_gets_columns_where_they_fit_and_else_one_line_for_each_cell() -> None:
    table = "| name | what |\n|---|---|\n| `aaaa` | some words |\n| `b` | |\n"
    assert lines(laid(table, 400.0)) == ["name what", "aaaa some words", "b"]
    assert lines(laid(table, 100.0)) == ["aaaa", "what: some", "words", "b"]


def test_a_narrow_column_keeps_its_width_beside_a_wide_one() -> None:
    first = "| name | what |\n|---|---|\n| two words | " + "many words " * 20 + "|\n"
    assert lines(laid(first, 400.0))[1].startswith("two words many")


def test_only_what_is_visible_is_drawn() -> None:
    layout = laid("\n\n".join(f"word{n}" for n in range(100)))
    rows = layout.visible(500.0, 700.0)
    assert 0 < len(rows) < 15
    assert rows[0].top <= 500.0 <= rows[0].bottom and rows[-1].top <= 700.0
    assert len(layout.visible(0.0, layout.height)) == len(layout.rows)


def test_the_section_at_a_height() -> None:
    layout = laid("# A\n\ntext\n\n## B\n\ntext\n")
    assert len(layout.headings) == 2
    assert [layout.section_at(y) for y in (0.0, layout.headings[1] - 1.0, layout.headings[1], 9999.0)] == [0, 0, 1, 1]

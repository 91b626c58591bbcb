"""What the author's view offers for an open puzzle: aims with texts of their own, and a clue that keeps its piece."""

from __future__ import annotations

from msgspec.structs import replace

from sandbox.commands.commands import Author, Together, edit
from sandbox.design.design import Design, Hint, Par
from sandbox.design.open_puzzle import Clues, PuzzleAim
from sandbox.editing.authoring import puzzles
from sandbox.parts import KINDS, LINKS
from tests.contraptions import Builder
from tests.for_each import for_each

CRATE, BALL, ROPE = Hint("", "crate", 1.0, 1.0), Hint("", "tennis_ball", 2.0, 1.0), Hint("", "crate", 3.0, 1.0)


def puzzle() -> Design:
    """A level in its author's hands, with three hints, of which a clue shows the ball's."""
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)
    level = replace(b.design(), stock={"crate": 2, "tennis_ball": 1, "rope": 1}, open=True, par=Par(seconds=7.5))
    return edit(replace(level, hints=(CRATE, BALL, ROPE), clues=Clues(piece=2)), Author())


def test_the_aims_to_add_have_the_figures_of_the_author_s_way() -> None:
    few, cheap, quick, chain, families, *odd = puzzles.aims_to_add(puzzle())
    price = 2 * KINDS["crate"].price + KINDS["tennis_ball"].price
    assert (few.text, few.pieces) == ("With 3 pieces or fewer", 3)
    assert (cheap.text, cheap.price) == (f"For {price} coins or less", price)
    assert (quick.text, quick.seconds) == ("In 7.5 s", 7.5)
    assert chain.chain > 0 and families.families > 0
    titles = [KINDS["crate"].title, KINDS["tennis_ball"].title, LINKS["rope"].title]
    assert [aim.text for aim in odd] == [f"Without the {title.lower()}" for title in titles]


def test_what_is_aimed_at_already_is_not_offered_again() -> None:
    design = replace(puzzle(), aims=(PuzzleAim("Quick!", seconds=3.0), PuzzleAim("No balls", without=("tennis_ball",))))
    offered = puzzles.aims_to_add(design)
    assert not any(aim.seconds or aim.without == ("tennis_ball",) for aim in offered)
    assert len(offered) == len(puzzles.aims_to_add(puzzle())) - 2


def test_a_text_that_nobody_wrote_follows_the_limits_and_another_stays() -> None:
    aim = PuzzleAim("With 3 pieces or fewer", pieces=3)
    assert puzzles.limited(aim, "pieces", 1.0).text == "With 1 piece or fewer"
    both = puzzles.without(puzzles.limited(aim, "seconds", 2.5), ["rope"])
    assert both.text == "Without the rope, with 3 pieces or fewer, in 2.5 s"
    own = replace(aim, text="Hardly anything")
    assert puzzles.limited(own, "pieces", 2.0) == replace(own, pieces=2)


@for_each(
    [
        ((BALL, CRATE, ROPE), 1),
        ((BALL, ROPE), 1),
        ((CRATE, ROPE), 0),
        ((CRATE, replace(BALL, text="There"), ROPE), 2),
        ((CRATE, BALL, ROPE, CRATE), 2),
        ((), 0),
    ]
)
def test_a_clue_keeps_its_piece_when_the_hints_change(hints: tuple[Hint, ...], piece: int) -> None:
    after = edit(puzzle(), Together(puzzles.hint_edits(puzzle(), hints)))
    assert after.hints == hints and after.clues == (Clues(piece=piece) if piece else None)


def test_hints_of_a_level_without_clues_are_replaced_by_one_edit() -> None:
    assert len(puzzles.hint_edits(replace(puzzle(), clues=None), (CRATE,))) == 1

"""Several players in one session: a hand for each, and undo steps with an owner."""

from __future__ import annotations

import pytest

from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.design.design import Design, PartSpec
from sandbox.errors import Refused
from tests.support import Tape

FREE = Design(
    parts=(
        PartSpec(1, "floor", 2.0, 0.0, props={"width": 6.0}),
        PartSpec(2, "crate", 1.0, 0.5),
        PartSpec(3, "bowling_ball", 2.0, 0.5),
    ),
    next_id=4,
)


def shared(design: Design = FREE, tape: Tape | None = None) -> Session:
    """A session with a host, Ann (1) and Bo (2)."""
    session = Session(design, log=tape)
    for player, name in enumerate(("Host", "Ann", "Bo")):
        session.do(c.Join(name, player=player))
    return session


# -- coming in


def test_a_player_has_a_name_of_his_own_and_edits_nothing_before() -> None:
    session = Session(FREE)
    with pytest.raises(Refused, match="player 1 has not joined this session; join first"):
        session.do(c.Move(2, 1.5, 0.5, player=1))
    for name in ("", "  ", "x" * 41, "A\nB", "A\N{RIGHT-TO-LEFT OVERRIDE}B"):
        with pytest.raises(Refused, match="1 to 40 printable characters"):
            session.do(c.Join(name, player=1))
    assert session.do(c.Join("Ann", player=1)) and session.do(c.Move(2, 1.5, 0.5, player=1))
    with pytest.raises(Refused, match="another player is called Ann"):
        session.do(c.Join("Ann", player=2))
    assert not session.do(c.Join("Ann", player=1)), "it would change nothing"
    assert session.do(c.Join("Anna", player=1))
    assert (session.players, session.name_of(1), session.name_of(2)) == ({1: "Anna"}, "Anna", "player 2")


def test_from_then_on_no_id_is_given_twice() -> None:
    session = Session(FREE)
    session.do(c.Place("crate", 3.0, 1.0))
    session.do(c.Undo())
    assert session.design.next_id == 4
    session.do(c.Join("Ann", player=1))
    session.do(c.Place("crate", 3.0, 1.0, player=1))
    assert session.design.parts[-1].id == 5
    session.do(c.Undo(player=1))
    session.do(c.Author())
    session.do(c.TryOut())
    session.do(c.Place("crate", 3.0, 1.0))
    session.do(c.Author())
    assert session.design.next_id == 7
    session.do(c.Place("crate", 3.0, 1.0))
    assert session.design.parts[-1].id == 7


# -- hands


def test_each_player_has_a_hand() -> None:
    session = Session(FREE)
    session.do(c.Start())
    machine = session.machine
    assert machine is not None
    session.do(c.Grab(2, 1.0, 0.5, player=1))
    session.do(c.Grab(3, 2.0, 0.5))
    assert [(held.player, held.part) for held in machine.held] == [(0, 3), (1, 2)]
    with pytest.raises(Refused, match="the hand already holds something"):
        session.do(c.Grab(3, 2.0, 0.5, player=1))
    with pytest.raises(Refused, match="the hand holds nothing"):
        session.do(c.Drag(0.0, 1.0, player=2))
    session.do(c.Grab(2, 1.0, 0.5, player=2))
    session.do(c.Drag(1.0, 1.5, player=1))
    session.do(c.Drag(2.0, 2.0))
    assert not session.do(c.Drag(1.0, 1.5, player=1)), "it is there already"
    session.do(c.Release(player=2))
    assert machine.grip_of(machine.held[1]) == pytest.approx((1.0, 0.5)), "the crate does not follow at once"
    session.advance(240)
    assert machine.grip_of(machine.held[1]) == pytest.approx((1.0, 1.5), abs=0.03)
    rows = machine.read_rows()
    assert rows[machine.row_of[2, 0], 1] > 1.2 and rows[machine.row_of[3, 0], 1] > 1.7
    assert (machine.hand_of(1), machine.hand_of(0), machine.hand_of(2)) == ((1.0, 1.5), (2.0, 2.0), None)
    session.do(c.Release(player=1))
    session.advance(240)
    assert machine.read_rows()[machine.row_of[2, 0], 1] < 0.6
    assert (machine.held_by(0), machine.held_by(1)) == (3, None)


def test_the_first_hand_has_the_same_bits_whoever_else_is_there() -> None:
    """Another hand that pulls at something far away changes no bit of what the first one does, nor of its state."""
    tapes = []
    for others in (False, True):
        tape = Tape()
        session = Session(FREE, log=tape)
        session.do(c.Start())
        session.do(c.Grab(2, 1.0, 0.5))
        if others:
            session.do(c.Grab(3, 2.0, 0.5, player=1))
        for step in range(20):
            session.do(c.Drag(1.0 - 0.02 * step, 0.6 + 0.02 * step))
            session.advance(3)
        snapshot = session.snapshot()
        assert snapshot is not None
        tapes.append((snapshot.ids.tolist(), snapshot.rows[[0, 1, -1]].tolist()))
    assert tapes[0] == tapes[1]


def test_a_part_that_goes_falls_out_of_all_hands() -> None:
    design = Design(parts=(PartSpec(1, "floor", 2.0, 0.0), PartSpec(2, "crate", 1.0, 0.5)), next_id=3)
    session = Session(design)
    session.do(c.Start())
    machine = session.machine
    assert machine is not None
    for player in (2, 0, 1):
        session.do(c.Grab(2, 1.0, 0.5, player=player))
    assert [held.player for held in machine.held] == [0, 1, 2]
    machine.remove(2)
    session.advance(1)
    assert machine.held == ()
    with pytest.raises(Refused, match="the hand holds nothing"):
        session.do(c.Release(player=1))


# -- undo


def test_each_player_takes_back_his_own_last_step() -> None:
    session = shared()
    session.do(c.Move(2, 1.5, 0.5, player=1))
    session.do(c.Place("crate", 3.0, 1.0, player=2))
    session.do(c.Move(3, 2.5, 0.5))
    session.do(c.Undo(player=1))
    design = session.design
    assert (design.part_by_id[2].x, design.part_by_id[3].x, 4 in design.part_by_id) == (1.0, 2.5, True)
    session.do(c.Undo(player=2))
    assert session.design.parts == (FREE.parts[0], FREE.parts[1], session.design.part_by_id[3])
    session.do(c.Redo(player=1))
    session.do(c.Redo(player=2))
    assert session.design.parts[:3] == (FREE.parts[0], design.part_by_id[2].__class__(2, "crate", 1.5, 0.5),
                                        design.part_by_id[3])  # fmt: skip
    assert session.design.part_by_id[4].x == 3.0, "with the id that it had"
    session.do(c.Undo())
    assert session.design.part_by_id[3].x == 2.0
    assert not session.can_undo(0) and session.can_undo(1) and session.can_redo(0)
    with pytest.raises(Refused, match="there is nothing to undo"):
        session.do(c.Undo())


def test_what_was_undone_before_others_came_can_be_made_again() -> None:
    session = Session(FREE)
    session.do(c.Place("crate", 3.0, 1.0))
    session.do(c.Undo())
    session.do(c.Join("Ann", player=1))
    session.do(c.Place("crate", 2.5, 1.0, player=1))
    session.do(c.Redo())
    assert [(spec.id, spec.x) for spec in session.design.parts[3:]] == [(4, 3.0), (5, 2.5)]
    session.do(c.Move(-1, 3.5, 1.0))
    assert session.design.part_by_id[4].x == 3.5, "with the name that it had"
    session.do(c.Place("crate", 1.5, 1.0))
    assert session.design.parts[-1].id == 6


def test_an_edit_drops_what_its_own_player_could_redo() -> None:
    session = shared()
    session.do(c.Move(2, 1.5, 0.5, player=1))
    session.do(c.Move(3, 2.5, 0.5, player=2))
    session.do(c.Undo(player=1))
    session.do(c.Undo(player=2))
    session.do(c.Place("crate", 3.0, 1.0, player=2))
    assert session.can_redo(1) and not session.can_redo(2)
    session.do(c.Redo(player=1))
    assert session.design.part_by_id[2].x == 1.5


def test_a_step_stays_where_another_has_touched_the_same_since() -> None:
    session = shared()
    session.do(c.Move(2, 1.5, 0.5, player=1))
    session.do(c.Lock(2, player=2))
    assert session.why_not(c.Undo(player=1)) == "Bo has changed part 2 (Crate) since; your step can't be undone"
    session.do(c.Undo(player=2))
    session.do(c.Undo(player=1))
    assert session.design.part_by_id[2].x == 1.0
    session.do(c.Move(2, 1.2, 0.5, player=2))
    assert session.why_not(c.Redo(player=1)) == "Bo has changed part 2 (Crate) since; your step can't be made again"
    session.do(c.SetWorld.of(session.design.world, air=0.5))
    session.do(c.SetWorld.of(session.design.world, air=0.7, gravity_y=-1.0))
    assert session.why_not(c.Undo(player=2)) is None
    session.do(c.Undo())
    session.do(c.SetWorld.of(session.design.world, air=0.2))
    session.do(c.SetWorld.of(session.design.world, gravity_y=-2.0))
    session.do(c.Join("Cy", player=3))
    session.do(c.SetWorld(player=3))
    assert session.why_not(c.Undo()) == "Cy has changed the level's world since; your step can't be undone"


def test_a_step_stays_where_something_of_another_hangs_on_it() -> None:
    session = shared()
    session.do(c.Place("crate", 3.0, 1.0, player=1))
    session.do(c.Connect("rope", 2, "middle", 4, "middle", player=2))
    assert session.why_not(c.Undo(player=1)) == "link 5 (a rope) needs part 4 (Crate); your step can't be undone"
    session.do(c.Undo(player=2))
    session.do(c.Undo(player=1))
    assert session.design.parts == FREE.parts


def test_a_step_stays_where_the_stock_would_not_reach() -> None:
    design = Design(parts=(PartSpec(1, "floor", 2.0, 0.0, fixed=True),), stock={"crate": 1}, next_id=2)
    session = shared(design)
    session.do(c.Place("crate", 1.0, 1.0, player=1))
    session.do(c.Delete(2, player=1))
    session.do(c.Place("crate", 2.0, 1.0, player=2))
    why = "no crate is left in the stock of this level; your step can't be undone"
    assert session.why_not(c.Undo(player=1)) == why
    session.do(c.Undo(player=2))
    session.do(c.Undo(player=1))
    assert session.design.parts[-1].id == 2


def test_a_group_goes_back_as_a_whole_or_not_at_all() -> None:
    session = shared()
    session.do(c.Group((2, 3), player=1))
    session.do(c.Place("crate", 3.0, 1.0, player=2))
    session.do(c.Group((2, 3, 4), player=2))
    assert "Bo has changed" in str(session.why_not(c.Undo(player=1)))
    session.do(c.Undo(player=2))
    session.do(c.Undo(player=1))
    assert [spec.group for spec in session.design.parts] == [0, 0, 0, 0]

"""What an author had placed in the last try can be had again in the next one, as far as the level still has it."""

from __future__ import annotations

from msgspec.structs import replace

from sandbox.commands.commands import (
    AnyCommand,
    Author,
    Connect,
    Delete,
    Group,
    Layer,
    Lock,
    Move,
    Place,
    SetStock,
    Start,
    Stop,
    Together,
    TryOut,
    Undo,
)
from sandbox.commands.session import Session
from sandbox.design.design import Design, StockItem
from sandbox.workspace import tryout
from sandbox.workspace.past.history import History
from tests.contraptions import Builder

PLANK = StockItem("floor", 2, "Plank", {"width": 0.5}, resizes=("width",))


class Bench:
    """A session with its history, as a workspace keeps them."""

    def __init__(self, design: Design) -> None:
        self.session, self.history = Session(design), History(design)

    def do(self, *given: AnyCommand) -> None:
        for command in given:
            assert self.session.do(command), command
            self.history.command(self.session, command)

    def run(self, ticks: int) -> None:
        self.do(Start())
        for _ in range(ticks):
            self.session.advance()
            self.history.note(self.session)
        self.do(Stop())

    def back(self) -> tryout.PutBack:
        last = tryout.before(self.history)
        assert last is not None
        return tryout.put_back(last, self.session.design)

    def placed(self) -> list[object]:
        """What is the player's, whatever its id."""
        design = self.session.design
        mine = [replace(spec, id=0) for spec in design.parts if not spec.fixed]
        return mine + [(link.kind, link.a.port, link.b.port) for link in design.links if not link.fixed]


def level() -> Design:
    """A floor, an anchor, and an old crate that the player may move; another one, a rope and planks in the stock."""
    b = Builder()
    for kind, x, y in (("floor", 2.0, 0.05), ("anchor", 1.0, 2.0), ("crate", 3.5, 0.25)):
        b.part(kind, x, y)
    parts = tuple(replace(spec, fixed=spec.id != 3) for spec in b.design().parts)
    return replace(b.design(), parts=parts, stock={"crate": 2, "rope": 1, "plank": PLANK}, author=False)


def a_try(bench: Bench) -> list[object]:
    """Parts placed, resized, tied, brought forward, locked; the old crate moved; and a run in between."""
    bench.do(Author(), TryOut(), Place("crate", 1.0, 0.5))
    crate = bench.session.design.parts[-1].id
    bench.run(20)
    bench.do(
        Place("floor", 2.0, 1.0, 0.1, props={"width": 0.8}, item="plank"), Layer(crate + 1, 2), Lock(crate + 1),
        Connect("rope", 2, "hook", crate, "middle"), Move(3, 3.2, 0.25),
    )  # fmt: skip
    placed = bench.placed()
    bench.do(Author())
    return placed


def test_the_next_try_can_begin_with_what_the_last_one_ended_with() -> None:
    bench = Bench(level())
    placed = a_try(bench)
    assert len(placed) == 4
    bench.do(TryOut())
    assert bench.placed() != placed
    back = bench.back()
    assert (back.parts, back.refused) == (3, ())
    bench.do(Together(back.edits))
    assert bench.placed() == placed
    assert bench.back().edits == (), "it is there already"
    bench.do(Undo())
    assert bench.back().edits == back.edits


def test_what_was_grouped_in_a_try_comes_back_as_a_group() -> None:
    bench = Bench(level())
    bench.do(Author(), TryOut(), Place("crate", 1.0, 0.5))
    crate = bench.session.design.parts[-1].id
    bench.do(Group((3, crate)), Author(), TryOut())
    back = bench.back()
    assert [type(edit) for edit in back.edits] == [Place, Group]
    bench.do(Together(back.edits))
    assert [spec.group for spec in bench.session.design.parts] == [0, 0, 1, 1]
    assert bench.back().edits == (), "they are a group already"


def test_after_changes_of_the_level_comes_back_what_still_fits() -> None:
    bench = Bench(level())
    a_try(bench)
    bench.do(
        SetStock({"crate": 2, "rope": 1}), Place("domino", 0.3, 0.2), Delete(2), TryOut(), Place("crate", 2.0, 1.5)
    )
    back = bench.back()
    assert back.parts == 1, "the old crate is where it was moved to"
    assert len(back.refused) == 2
    assert "no crate is left" in back.refused[0]
    bench.do(Together(back.edits))
    assert bench.session.design.part_by_id[3].x == 3.2
    assert any(spec.kind == "domino" for spec in bench.session.design.parts)


def test_what_the_author_has_moved_since_is_left_where_it_is() -> None:
    bench = Bench(level())
    bench.do(Author(), TryOut(), Place("crate", 1.0, 0.5), Author(), Move(3, 0.5, 0.25), TryOut())
    assert bench.back().edits == (Place("crate", 1.0, 0.5),)


def test_it_is_always_the_last_try_and_without_one_there_is_nothing() -> None:
    bench = Bench(level())
    assert tryout.before(bench.history) is None
    bench.do(Author(), TryOut())
    assert tryout.before(bench.history) is None, "this one has not ended"
    bench.do(Place("crate", 1.0, 0.5), Author(), TryOut(), Place("crate", 2.0, 0.5), Author(), TryOut())
    assert bench.back().edits == (Place("crate", 2.0, 0.5),)
    bench.do(Author(), TryOut())
    assert bench.back().edits == ()


def test_a_try_that_won_is_kept_with_its_commands_from_its_beginning_on() -> None:
    bench = Bench(level())
    bench.do(Author(), TryOut(), Place("crate", 2.0, 1.5), Author())
    bench.session.advance(100)
    bench.do(TryOut(), Place("crate", 1.0, 0.5))
    bench.run(20)
    bench.do(Start())
    solved = tryout.solved(bench.session, bench.history)
    assert solved is not None
    assert solved.commands == ((0, Place("crate", 1.0, 0.5)), (0, Start()), (20, Stop()), (20, Start()))
    assert solved.level == replace(level(), next_id=solved.level.next_id)
    bench.do(Stop(), Author())
    assert tryout.solved(bench.session, bench.history) is None, "nothing is tried out any more"


def test_without_a_stock_properties_come_back_too() -> None:
    bench = Bench(replace(level(), stock=None))
    bench.do(Author(), TryOut(), Place("domino", 1.0, 0.2, props={"colour": "blue"}), Author(), TryOut())
    bench.do(Together(bench.back().edits))
    assert bench.session.design.parts[-1].props["colour"] == "blue"

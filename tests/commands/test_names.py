"""Whose a command is, and names for what has no id yet: how they are written, and what they stand for."""

from __future__ import annotations

from pathlib import Path

import msgpack
import pytest
from msgspec.structs import replace

from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.design.design import Design, PartSpec
from sandbox.errors import BadFile, Refused
from sandbox.recording.framing import Stream, unpack
from tests.support import Tape

REPLAYS = Path(__file__).parents[2] / "replays"
FREE = Design(parts=(PartSpec(1, "floor", 1.0, 0.0), PartSpec(2, "crate", 1.0, 0.5)), next_id=3)


def joined(*players: int, tape: Tape | None = None) -> Session:
    session = Session(FREE, log=tape)
    for player in players:
        session.do(c.Join(f"Player {player}", player=player))
    return session


# -- how they are written


@pytest.mark.parametrize(
    ("command", "plain", "fields"),
    [
        (c.Press(7), ["press", 7], {}),
        (c.Press(7, player=1), ["by", 1, ["press", 7]], {"player": 1}),
        (c.Undo(player=2), ["by", 2, ["undo"]], {"player": 2}),
        (c.Delete(-4, player=2), ["by", 2, ["delete", -4]], {"player": 2}),
        (
            c.Connect("rope", -1, "top", 5, "knot", number=2),
            ["by", 0, ["connect", "rope", -1, "top", 5, "knot", {}], 2],
            {"number": 2},
        ),
        (
            c.Together((c.Move(-3, 1.0, 2.0), c.Delete(2)), player=3, number=9),
            ["by", 3, ["together", [["move", -3, 1.0, 2.0, 0.0, False], ["delete", 2]]], 9],
            {"player": 3, "number": 9},
        ),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, c.Command) else "",
)
def test_a_player_is_written_around_the_command_and_player_0_not_at_all(
    command: c.AnyCommand, plain: list[object], fields: dict[str, int]
) -> None:
    assert c.to_plain(command) == plain
    assert c.unpack(c.pack(command)) == command == c.from_plain(plain)
    line = c.to_json(5, command)
    assert {name: line[name] for name in ("player", "number") if name in line} == fields
    assert c.from_json(line, "line 1") == (5, command)


def test_the_commands_of_recordings_are_packed_to_the_bytes_that_are_there() -> None:
    seen = 0
    for path in sorted(REPLAYS.rglob("*.replay")):
        for _, frame in Stream(path.read_bytes()):
            fields = unpack(frame)
            if fields[0] == "do":
                assert [msgpack.packb(plain) for plain in fields[2]] == [c.pack(c.from_plain(p)) for p in fields[2]]
                seen += len(fields[2])
    assert seen > 300


@pytest.mark.parametrize(
    ("plain", "says"),
    [
        (["by", 1], "is written"),
        (["by", 1, ["press", 7], 2, 3], "is written"),
        (["by", 1, ["by", 1, ["press", 7]]], "is written"),
        (["by", 16, ["press", 7]], "the player of a command is 16; it is a whole number from 0 to 15"),
        (["by", -1, ["press", 7]], "the player of a command is -1"),
        (["by", True, ["press", 7]], "the player of a command is True"),
        (["by", 1, ["press", 7], "5"], "the number of a command is '5'"),
        (["by", 1, ["jump"]], "unknown command 'jump'"),
        (["press", 7, 1, 0], "at most length 2, got 4"),
        (["together", [["delete", 2, 1, 0]]], "at most length 2, got 4"),
        (["connect", "rope", 0, "top", 5, "knot"], "an id is a whole number from 1, not 0"),
        (["group", [1, 0]], "an id is a whole number from 1, not 0"),
        (["together", [["delete", 0]]], "an id is a whole number from 1, not 0"),
    ],
)
def test_refuses_what_names_no_player(plain: list[object], says: str) -> None:
    with pytest.raises(BadFile, match=says):
        c.from_plain(plain)
    with pytest.raises(BadFile):
        c.from_json({"tick": 0, "do": "press", "part": 7, "player": "Ann"}, "line 1")


# -- what they stand for


def test_a_name_is_what_its_player_made_as_that_number_whoever_placed_before() -> None:
    tape = Tape()
    session = joined(0, 1, 2, tape=tape)
    session.do(c.Place("crate", 2.0, 1.0, player=2))
    session.do(c.Place("crate", 3.0, 1.0, player=1, number=1))
    session.do(c.Move(-1, 3.5, 1.0, player=1))
    assert session.design.part_by_id[4].x == 3.5
    session.do(c.Move(-1, 2.5, 1.0, player=2))
    assert session.design.part_by_id[3].x == 2.5
    assert (session.names.id_of(1, 1), session.names.id_of(2, 1), session.names.last(1)) == (4, 3, 1)
    assert c.unpack(tape.commands[-1][1]) == c.Move(3, 2.5, 1.0, player=2), "the log has ids only"


def test_a_refused_command_uses_up_its_numbers_so_no_name_slips() -> None:
    session = joined(0, 1)
    with pytest.raises(Refused):
        session.do(c.Place("crate", 2.0, 2e6, player=1, number=1))
    session.do(c.Place("crate", 2.0, 1.0, player=1, number=2))
    with pytest.raises(Refused, match="what you made as number 1 is not there"):
        session.do(c.Delete(-1, player=1))
    assert session.why_not(c.Delete(-1, player=1)) == "what you made as number 1 is not there"
    session.do(c.Delete(-2, player=1))
    with pytest.raises(Refused, match="part 3 does not exist"):
        session.do(c.Move(-2, 1.0, 1.0, player=1))
    with pytest.raises(Refused, match="number 2 has been given before; number what is made from 3 on"):
        session.do(c.Place("crate", 2.0, 1.0, player=1, number=2))


def test_edits_together_and_groups_may_name_what_the_same_step_makes() -> None:
    session = joined(0, 1)
    two = c.Together(
        (
            c.Place("crate", 2.0, 1.0),
            c.Place("crate", 3.0, 1.0),
            c.Connect("rope", -5, "middle", -6, "middle"),
            c.Group((-5, -6)),
            c.Configure(-7, "slack", 0.2),
        ),
        player=1,
        number=5,
    )
    assert two.makes == 3
    session.do(two)
    design = session.design
    assert [spec.group for spec in design.parts[2:]] == [1, 1]
    assert design.link_by_id[5].parts == (3, 4) and design.link_by_id[5].props == {"slack": 0.2}
    session.do(c.Paste((PartSpec(1, "crate", 0.0, 2.0), PartSpec(9, "crate", 0.5, 2.0)), player=1))
    session.do(c.Delete(-9, player=1))
    assert [spec.id for spec in session.design.parts] == [1, 2, 3, 4, 6]


def test_a_name_of_somebody_alone_is_never_another_part_that_has_got_the_same_id() -> None:
    session = Session(FREE)
    session.do(c.Place("crate", 2.0, 1.0))
    session.do(c.Undo())
    session.do(c.Place("crate", 3.0, 1.0))
    assert session.design.next_id == 4, "who builds alone gets the id again"
    with pytest.raises(Refused, match="what you made as number 1 is not there"):
        session.do(c.Delete(-1))
    session.do(c.Delete(-2))


def test_a_replay_of_the_log_knows_the_same_names() -> None:
    tape = Tape()
    session = joined(0, 1, tape=tape)
    session.do(c.Place("crate", 2.0, 1.0, player=1, number=4))
    again = Session(FREE)
    for _, packed in tape.commands:
        again.do(c.unpack(packed))
    assert again.names.id_of(1, 4) == 3 and again.players == session.players
    command = c.Delete(-4, player=1)
    assert again.do(command) and session.do(command)
    assert again.end_hash() == session.end_hash()
    assert replace(command, player=0) != command

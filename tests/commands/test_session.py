"""The gate, the tick, undo, the log: a session is a pure function of a design and the commands per tick."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox.commands import commands as c
from sandbox.commands.session import MAX_COMMANDS_A_TICK, MAX_RUNNING_TICKS, MAX_TICK, Session
from sandbox.design.design import Beyond, Design, Goal, Inside, PartSpec, World, new_design
from sandbox.errors import Refused
from tests.support import OtherProcess, Tape, pile, random_session, replay

BALL = Design(
    parts=(PartSpec(1, "tennis_ball", 1.0, 2.0),),
    goals=(Goal("Fall below half a metre", Beyond(1, "y", "less", 0.5)),),
    next_id=2,
)


def test_time_while_nothing_runs_is_one_addition() -> None:
    session = Session(BALL)
    session.advance(2**50)
    assert session.tick == 2**50
    assert session.running_ticks == 0


def test_a_run_leaves_the_design_as_it_was() -> None:
    session = Session(BALL)
    session.do(c.Start())
    session.advance(100)
    assert session.machine is not None
    assert session.machine.read_rows()[0, 1] < 2.0
    session.do(c.Stop())
    assert session.design == BALL
    assert not session.running


def test_the_same_design_always_gives_the_same_run() -> None:
    session, tape = Session(pile(20)), Tape()
    session.log = tape
    for _ in range(2):
        session.do(c.Start())
        session.advance(300)
        session.do(c.Stop())
    half = len(tape.digests) // 2
    assert half == 300 * 8
    assert tape.digests[:half] == tape.digests[half:]


def test_commands_are_logged_before_they_are_applied() -> None:
    class Stops(Tape):
        def command(self, tick: int, packed: bytes) -> None:
            super().command(tick, packed)
            raise OSError("disk full")

    tape = Stops()
    session = Session(BALL, log=tape)
    with pytest.raises(OSError, match="disk full"):
        session.do(c.Place("crate", 1.0, 1.0))
    assert tape.commands
    assert session.design == BALL


def test_a_decoded_command_is_logged_with_its_bytes_and_taken_as_it_is() -> None:
    tapes = []
    for decoded in (False, True):
        tape = Tape()
        session = Session(pile(3), 0, tape)
        for command in (c.Start(), c.Grab(5, 0.8, 0.5), c.Drag(1, 1.4), c.Drag(1.0, 1.4)):  # the last changes nothing
            packed = c.pack(c.from_plain(c.to_plain(command)))
            session.do(c.unpack(packed), packed) if decoded else session.do(command)
            session.advance(10)
        with pytest.raises(Refused):
            session.do(c.unpack(packed := c.pack(c.Place("crate", 1.0, 1.0))), packed if decoded else None)
        session.flush()
        tapes.append(tape)
    assert tapes[0].commands == tapes[1].commands and len(tapes[0].commands) == 3
    assert tapes[0].digests == tapes[1].digests


def test_a_numbered_part_is_logged_by_its_id_whoever_has_decoded_the_command() -> None:
    session = Session(pile(1), 0, tape := Tape())
    session.do(c.Place("crate", 1.0, 1.0, number=7))
    move = c.Move(-7, 2.0, 1.0)
    session.do(move, c.pack(move))
    assert c.unpack(tape.commands[-1][1]) == c.Move(session.design.next_id - 1, 2.0, 1.0)


def test_what_is_refused_or_changes_nothing_is_not_logged() -> None:
    tape = Tape()
    session = Session(BALL, log=tape)
    assert not session.do(c.Move(1, 1.0, 2.0))
    with pytest.raises(Refused):
        session.do(c.Move(5, 1.0, 2.0))
    assert session.why_not(c.Move(5, 1.0, 2.0)) == "part 5 does not exist"
    assert session.why_not(c.Move(1, 1.5, 2.0)) is None
    assert tape.commands == []
    assert not session.can_undo()


@pytest.mark.parametrize(
    ("running", "command", "says"),
    [
        (True, c.Place("crate", 0.0, 0.0), "stop it to edit"),
        (True, c.Undo(), "stop it to edit"),
        (True, c.Start(), "already running"),
        (True, c.Press(1), "can't be pressed"),
        (True, c.Press(9), "part 9 is not there"),
        (True, c.Grab(9, 0.0, 0.0), "part 9 is not there"),
        (True, c.Drag(0.0, 0.0), "the hand holds nothing"),
        (True, c.Release(), "the hand holds nothing"),
        (False, c.Stop(), "not running"),
        (False, c.Press(1), "not running"),
        (False, c.Undo(), "nothing to undo"),
        (False, c.Redo(), "nothing to redo"),
    ],
)
def test_says_why_not(running: bool, command: c.AnyCommand, says: str) -> None:
    session = Session(BALL)
    if running:
        session.do(c.Start())
    with pytest.raises(Refused, match=says):
        session.do(command)


def test_a_level_may_forbid_the_hand() -> None:
    session = Session(Design(parts=BALL.parts, allow=(), next_id=2))
    session.do(c.Start())
    with pytest.raises(Refused, match="does not let you grab"):
        session.do(c.Grab(1, 1.0, 2.0))
    with pytest.raises(Refused, match="does not let you press"):
        session.do(c.Press(1))


def test_what_has_popped_and_left_is_gone_and_can_be_neither_grabbed_nor_pressed() -> None:
    """Its part goes on for a while, with nothing of it in the machine."""
    arc = PartSpec(3, "quarter_arc_large", 1.77, 1.5)
    balloon = PartSpec(6, "classic_balloon", 2.0, 1.25, angle=2.47, props={"pops_at": 0.02})
    session = Session(Design(parts=(arc, balloon), next_id=7, world=World(gravity_x=95.0)))
    session.do(c.Start())
    machine = session.machine
    assert machine is not None and machine.grabbable(6) and not machine.grabbable(3) and not machine.grabbable(9)
    session.advance(373)
    assert 6 in machine.parts and not machine.grabbable(6)
    with pytest.raises(Refused, match=r"part 6 \(Classic balloon\) is gone"):
        session.do(c.Grab(6, 27.7, -0.1))
    with pytest.raises(Refused, match=r"part 3 .* is fixed in place"):
        session.do(c.Grab(3, 1.77, 1.5))


def test_the_pieces_of_what_has_gone_off_can_be_grabbed_and_not_pressed_once_they_are_gone() -> None:
    session = Session(Design(parts=(PartSpec(1, "classic_dynamite", 1.0, 1.0),), next_id=2))
    session.do(c.Start())
    session.do(c.Press(1))
    session.advance(240)
    machine = session.machine
    assert machine is not None and machine.grabbable(1)
    session.do(c.Grab(1, 1.0, 1.0))
    session.do(c.Release())
    for index in range(1, 14):
        machine.take_back(machine.parts[1], index)
    with pytest.raises(Refused, match="is gone"):
        session.do(c.Press(1))


def test_no_more_than_256_commands_fit_on_a_tick() -> None:
    session = Session(BALL)
    for index in range(MAX_COMMANDS_A_TICK):
        session.do(c.Move(1, 1.0, 2.0 + 0.001 * (index + 1)))
    with pytest.raises(Refused, match="256 commands on one tick"):
        session.do(c.Undo())
    session.advance(1)
    session.do(c.Undo())


def test_trying_out_is_a_players_session_and_the_way_back_loses_nothing() -> None:
    level = Design(parts=(PartSpec(1, "crate", 1.0, 0.5, fixed=True),), stock={"crate": 1}, next_id=2)
    session = Session(level)
    session.do(c.Author())
    session.do(c.Move(1, 2.0, 0.5))
    session.do(c.Move(1, 2.5, 0.5))
    session.do(c.Undo())
    authored = session.design
    session.do(c.TryOut())
    assert session.trying_out and not session.can_undo() and not session.can_redo()
    with pytest.raises(Refused, match="belongs to the level"):
        session.do(c.Move(1, 1.0, 0.5))
    session.do(c.Place("crate", 1.0, 1.0))
    with pytest.raises(Refused, match="no crate is left"):
        session.do(c.Place("crate", 1.5, 1.0))
    assert session.document == authored
    played = session.end_hash()
    session.do(c.Undo())
    with pytest.raises(Refused, match="nothing to undo"):
        session.do(c.Undo())
    session.do(c.Redo())
    assert session.end_hash() == played
    session.do(c.Start())
    with pytest.raises(Refused, match="stop it to edit"):
        session.do(c.Author())
    session.advance(10)
    session.do(c.Stop())
    session.do(c.Author())
    assert session.design == authored and not session.trying_out
    session.do(c.Redo())
    assert session.design.part_by_id[1].x == 2.5
    for _ in range(3):
        session.do(c.Undo())
    assert session.design == level and session.by_author


def test_what_the_author_goes_back_to_is_in_the_end_hash() -> None:
    ends = set()
    for x in (2.0, 3.0):
        session = Session(BALL)
        for command in (c.Author(), c.SetTexts("Level"), c.Move(1, x, 2.0), c.TryOut(), c.Move(1, 1.0, 2.0)):
            session.do(command)
        ends.add(session.end_hash())
    assert len(ends) == 2


def test_undo_and_redo_walk_through_the_designs() -> None:
    session = Session(BALL)
    seen = [session.design]
    for x in (1.1, 1.2, 1.3):
        session.do(c.Move(1, x, 2.0))
        seen.append(session.design)
    for design in reversed(seen[:-1]):
        session.do(c.Undo())
        assert session.design == design
    session.do(c.Redo())
    assert session.design == seen[1]
    session.do(c.Place("crate", 2.0, 1.0))
    assert not session.can_redo()
    session.do(c.Undo())
    session.do(c.Place("crate", 2.0, 1.5))
    assert session.design.parts[-1].id == 2  # undone parts give their ids back: the branch never happened


def test_winning_is_marked_once_and_stays() -> None:
    tape = Tape()
    session = Session(BALL, log=tape)
    session.advance(7)
    session.do(c.Start())
    session.advance(300)
    assert session.outcome == "won"
    # 1.5 m of free fall take sqrt(3 / 9.81) s = 0.553 s = 132.7 ticks
    assert session.won_tick == pytest.approx(7 + 133, abs=1)
    assert tape.marks == [(session.won_tick, "won")]


def test_once_a_run_is_won_its_goals_stay_met_whatever_falls_on() -> None:
    ball, passing = PartSpec(1, "tennis_ball", 1.0, 2.0), Goal("The ball passes by.", Inside(1, 0.0, 1.0, 2.0, 1.5))
    session = Session(Design(parts=(ball,), goals=(passing,), next_id=2))
    session.do(c.Start())
    assert not session.goals[0].met
    session.advance(240)
    assert session.outcome == "won" and session.machine is not None
    assert session.machine.motion(1)[1] < 0.0, "it is far below now"
    assert session.goals[0].met and session.goals[0].share == 1.0


def test_every_running_tick_has_a_hash() -> None:
    tape = Tape()
    session = Session(BALL, log=tape)
    session.advance(50)
    session.do(c.Start())
    session.advance(130)
    session.do(c.Stop())
    session.advance(20)
    session.do(c.Start())
    session.advance(10)
    session.flush()
    assert tape.first_ticks == [51, 111, 171, 201]
    assert len(tape.digests) == 8 * 140


def test_states_are_told_at_the_start_each_second_at_a_win_and_at_the_end() -> None:
    tape = Tape()
    session = Session(BALL, log=tape)
    session.do(c.Start())
    session.advance(2500)
    session.do(c.Stop())
    assert [tick for tick, _ in tape.states] == [0, 134, 240, 480, 720, 960, 1200, 1440, 1680, 1920, 2160, 2400, 2500]


def test_looking_changes_nothing() -> None:
    blind, watched = Session(pile(12)), Session(pile(12))
    for session in (blind, watched):
        session.do(c.Start())
    for _ in range(200):
        blind.advance(1)
        watched.advance(1)
        watched.machine.read_rows()  # type: ignore[union-attr]
        watched.snapshot()
        watched.take_events()
        watched.why_not(c.Grab(5, 1.0, 1.0))
        watched.why_not(c.Stop())
        assert blind.end_hash() == watched.end_hash()


def test_the_end_hash_sees_the_design_and_the_machine() -> None:
    one, two = Session(BALL), Session(BALL)
    assert one.end_hash() == two.end_hash()
    two.do(c.Move(1, 1.0, 2.5))
    assert one.end_hash() != two.end_hash()
    one.do(c.Start())
    before = one.end_hash()
    one.advance(1)
    assert one.end_hash() != before


@pytest.fixture(scope="module")
def other() -> OtherProcess:  # type: ignore[misc]
    process = OtherProcess()
    yield process
    process.close()


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 2**32))
def test_random_sessions_replay_to_the_same_hash_on_every_tick_in_another_process(
    other: OtherProcess, seed: int
) -> None:
    design, session, tape, _ = random_session(seed, 120)
    digests, end_hash, outcome = other.replay(design, tape.commands, session.tick)
    assert digests == tape.digests.hex()
    assert end_hash == session.end_hash().hex()
    assert outcome == session.outcome


def test_long_random_sessions(other: OtherProcess) -> None:
    """Hundreds of edits, runs, stops, undos, grabs, presses and refusals in one session; and in shorter ones of three
    players, which cost less than to let that one grow, until each command there is has been carried out."""
    missing = set(c.COMMANDS.values())
    for seed in range(2033, 2133):
        steps, most, players = (800, 500, 1) if seed == 2033 else (300, 0, 3)
        design, session, tape, said = random_session(
            seed, steps, enough=lambda tape, most=most: len(tape.commands) > most, authoring=0.4, players=players
        )
        assert said["applied"] > most and said["refused"] > most // 5
        missing -= {type(c.unpack(packed)) for _, packed in tape.commands}
        digests, end_hash, _ = other.replay(design, tape.commands, session.tick)
        assert digests == tape.digests.hex()
        assert end_hash == session.end_hash().hex()
        if not missing:
            break
    assert not missing


def test_a_dropped_command_is_noticed(other: OtherProcess) -> None:
    """The negative control of the two tests above."""
    design, session, tape, _ = random_session(7, 200)
    places = [i for i, (_, packed) in enumerate(tape.commands) if isinstance(c.unpack(packed), c.Start)]
    changed = tape.commands[: places[0]] + tape.commands[places[0] + 1 :]
    try:
        found, _ = replay(design, changed, session.tick)
    except Refused:
        return  # a later command no longer fits: noticed at the gate
    assert found.digests != tape.digests


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 60))
def test_however_a_design_was_edited_together_it_runs_the_same(seed: int, steps: int) -> None:
    """A detour of random edits, all undone again, or the finished design given at once."""
    design, session, _, _ = random_session(seed, steps)
    if session.running:
        session.do(c.Stop())
    straight = Session(session.design)
    detour = Session(session.design)
    steps_taken = [c.Place("crate", 0.5 * step, 3.0) for step in range(5)]
    for command in ([] if session.design.free else [c.Author()]) + steps_taken:
        detour.do(command)
    while detour.can_undo():
        detour.do(c.Undo())
    session.advance(1)
    tapes = []
    for one in (session, straight, detour):
        tape = Tape()
        one.log = tape
        one.do(c.Start())
        one.advance(120)
        one.flush()
        tapes.append(bytes(tape.digests))
    assert tapes[0] == tapes[1] == tapes[2]
    assert len(tapes[0]) == 8 * 120
    assert design.next_id <= session.design.next_id


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (c.Place("crate", float("nan"), 1.0), "x is not a finite number"),
        (c.Place("crate", 1.0, 2e6), "y is 2e.06; numbers go from -1e.06 to 1e.06"),
        (c.Place("\ud800", 1.0, 1.0), "kind holds half a character"),
        (c.Configure(1, "width", 10**30), "value is 1000000000000000000000000000000"),
        (c.Configure(1, "width", None), "at `value`"),  # type: ignore[arg-type]
        (c.Delete(0), "an id is a whole number from 1, not 0"),
    ],
    ids=repr,
)
def test_what_no_recording_could_hold_is_refused_by_the_gate_and_by_the_question(
    command: c.AnyCommand, says: str
) -> None:
    tape = Tape()
    session = Session(BALL, log=tape)
    with pytest.raises(Refused, match=says) as refused:
        session.do(command)
    assert session.why_not(command) == str(refused.value)
    assert tape.commands == []
    assert session.design == BALL


def test_a_session_ends_before_its_ticks_outgrow_a_recording() -> None:
    session = Session(BALL)
    session.advance(MAX_TICK - MAX_RUNNING_TICKS)
    assert session.why_not(c.Start()) is None
    session.advance(1)
    with pytest.raises(Refused, match="has gone on for too long"):
        session.do(c.Start())


def test_designs_that_wait_for_undo_hold_nothing_but_themselves() -> None:
    """Indexes of a level with thousands of parts, kept for each edit, would fill the memory within an hour."""
    session = Session(BALL)
    for x in (1.1, 1.2, 1.3):
        session.do(c.Move(1, x, 2.0))
    for command in (c.Undo(), c.Undo(), c.Redo()):
        session.do(command)
        assert session.why_not(c.Delete(1)) is not None  # looks the part up
    waiting = [*session.past, *session.future]
    assert len(waiting) == 3
    assert [vars(design) for design in waiting] == [{}, {}, {}]
    assert vars(session.design), "the one in use keeps its indexes"


def test_each_run_is_judged_anew_and_the_first_win_is_remembered() -> None:
    tape = Tape()
    session = Session(BALL, log=tape)
    session.do(c.Start())
    session.advance(300)
    first = session.won_tick
    assert session.outcome == "won" and first is not None
    session.do(c.Stop())
    session.do(c.Start())
    assert session.outcome == "open"
    session.advance(300)
    assert session.outcome == "won" and session.won_tick == first
    assert tape.marks == [(first, "won"), (300 + first, "won")]


def test_a_state_is_told_once_a_tick() -> None:
    tape = Tape()
    session = Session(BALL, log=tape)
    session.do(c.Start())
    session.advance(240)
    session.flush()
    session.do(c.Stop())
    assert [tick for tick, _ in tape.states] == [0, 134, 240]


def test_the_longest_run_is_stopped_and_time_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandbox.commands.session.MAX_RUNNING_TICKS", 150)
    tape = Tape()
    session = Session(BALL, log=tape)
    session.do(c.Start())
    session.advance(500)
    assert (session.tick, session.running, session.running_ticks) == (500, False, 180)  # on a whole block of hashes
    assert len(tape.digests) == 8 * 180
    with pytest.raises(Refused, match="run for too long"):
        session.do(c.Start())


def test_a_new_design_is_as_a_session_holds_it() -> None:
    """Else one that nobody has touched would count as changed."""
    assert Session(new_design()).design == new_design()

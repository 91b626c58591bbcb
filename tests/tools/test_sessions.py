"""Generated sessions over the whole catalogue: a few of the day, played in two processes, and what must be noticed."""

from __future__ import annotations

import datetime
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sandbox import parts
from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.design.design import Design, PartSpec
from tests.support import replay
from tests.tools.sessions.generator import SHOWN, Player, kinds_of, play
from tests.tools.sessions.working import Working

ROOT = Path(__file__).parents[2]
SESSIONS, COMMANDS = 3, 80
PLANTED = {"Orders": "planted_order", "Collects": "planted_garbage"}


def sessions(*arguments: str) -> tuple[int, dict[str, Any]]:
    """The exit code and what there is to say of some generated sessions."""
    command = [sys.executable, "-m", "tests.tools.sessions", "--json", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    said: dict[str, Any] = json.loads(done.stdout)
    return done.returncode, said


def test_the_sessions_of_the_day_have_the_same_hashes_in_another_process() -> None:
    first = 10_000 + SESSIONS * datetime.datetime.now(datetime.UTC).date().timetuple().tm_yday
    print(f"python -m tests.tools.sessions --first {first} --sessions {SESSIONS} --commands {COMMANDS}")
    code, said = sessions("--first", str(first), "--sessions", str(SESSIONS), "--commands", str(COMMANDS))
    assert (code, said["failures"]) == (0, {})
    assert said["sessions"] == SESSIONS and said["commands"] >= SESSIONS * COMMANDS and said["ticks"] > 200 * SESSIONS
    shown = {name for seed in range(first, first + SESSIONS) for name in kinds_of(seed)}
    assert all(said["kinds"][name][0] for name in shown), "it was in the machine"


def played_by_several(seed: int) -> tuple[Player, int]:
    """A session of several players, and the greatest number of hands that held something at once."""
    player, held = Player(seed), 0
    look = player.working.look

    def look_at_hands(session: Session) -> None:
        nonlocal held
        look(session)
        if session.machine is not None:
            held = max(held, sum(session.machine.held_by(one) is not None for one in range(4)))

    player.working.look = look_at_hands  # type: ignore[method-assign]
    play(seed, 60, player)
    return player, held


def players_of(player: Player) -> set[int]:
    given = [c.unpack(packed) for _, packed in player.tape.commands]
    return {command.player for command in given if command.verb != "join"}


def test_several_play_in_some_sessions_with_a_hand_each() -> None:
    """What a session does depends on all kinds that there are, so the first one in which all do something, and two
    hands hold something at once, is taken."""
    sessions_played = (played_by_several(seed) for seed in range(7, 27))
    player = next(player for player, held in sessions_played if held >= 2 and len(players_of(player)) >= 3)
    tape, session = replay(player.design, player.tape.commands, player.session.tick)
    assert tape.digests == player.tape.digests and session.end_hash() == player.session.end_hash()


@pytest.mark.parametrize("fault", PLANTED)
def test_a_kind_that_goes_otherwise_in_each_process_is_caught(fault: str) -> None:
    """The negative control: one looks at the order of a set, the other at what was collected."""
    code, said = sessions("--sessions", "1", "--commands", "20", "--kinds", PLANTED[fault], "--plant", fault)
    assert code == 1 and "hashes differ" in said["failures"]["0"]


def test_each_kind_has_its_turn() -> None:
    names = [*parts.KINDS, *parts.LINKS]
    for first in (0, 42, 1000):
        seeds = range(first, first + 2 * len(names) // SHOWN + 1)
        assert {name for seed in seeds for name in kinds_of(seed)} == set(names)


@pytest.mark.parametrize(
    ("kind", "works"), [("motor", {"running": True}), ("crate", {}), ("floor", {}), ("outlet", {}), ("bell", {})]
)
def test_only_what_does_something_has_come_to_work(kind: str, works: dict[str, Any]) -> None:
    """Each part alone in the air does nothing that it is for, but a crate: that falls."""
    session, notes = Session(Design(parts=(PartSpec(1, kind, 2.0, 1.5, props=works),), next_id=2)), Working()
    session.do(c.Start())
    notes.look(session)
    session.advance(60)
    notes.look(session)
    assert notes.placed == {kind}
    assert notes.worked == ({kind} if kind == "crate" else set())
    if kind == "bell":
        session.do(c.Press(1))
        session.advance(240)
        notes.look(session)
        assert notes.worked == {kind}

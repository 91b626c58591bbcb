"""When which bar is played: one after another without a gap, with more voices in a lively run, until the win."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from sandbox.sound import music
from sandbox.sound.music_voice import MusicVoice
from sandbox.sound.waveforms import SoundName
from sandbox.workspace.clock import NS
from tests.sound.test_mixer import Room, drop

FULL = 100 * 100


def test_bars_follow_each_other_at_their_length_and_begin_anew_after_the_last() -> None:
    voice, began, bars = MusicVoice(), [], []
    seconds = music.bar_seconds("harbour")
    for frame in range(round(60 * seconds * (music.BARS + 2))):
        now = frame * NS // 60
        orders = voice.frame(now, "harbour", 0, False, FULL)
        assert not orders.stop
        began += [now / NS for _ in orders.play]
        bars += [order.effect.take for order in orders.play]
    assert bars == [*range(music.BARS), 0, 1]
    assert began[-1] == pytest.approx((len(began) - 1) * seconds, abs=0.02), "no bar drifts"


def test_what_comes_next_is_prepared_once_and_again_when_more_happens() -> None:
    voice = MusicVoice()
    (order,) = voice.frame(0, "mill", 0, False, FULL).play
    assert order.effect == SoundName("music", "mill", "bar", 0, 0) and order.gain == 1.0
    quiet = voice.frame(NS // 60, "mill", 0, False, FULL)
    assert quiet.play == () and quiet.prepare == ()
    livelier = voice.frame(NS // 30, "mill", 3, False, FULL)
    assert livelier.prepare == (SoundName("music", "mill", "bar", 3, 1),)


def test_a_win_ends_the_piece_with_its_cadence_and_then_it_is_silent_until_the_run_is_over() -> None:
    voice = MusicVoice()
    (first,) = voice.frame(0, "rink", 2, False, FULL).play
    end = voice.frame(NS, "rink", 2, True, FULL)
    assert end.stop == (first.voice,) and [order.effect.other for order in end.play] == ["win"]
    for frame in range(300):
        assert voice.frame(NS + frame * NS // 60, "rink", 2, True, FULL) == ((), (), ())
    stopped = voice.frame(8 * NS, "rink", 0, False, FULL)
    again = stopped.play or voice.frame(8 * NS + 1, "rink", 0, False, FULL).play
    assert [(order.effect.other, order.effect.take) for order in again] == [("bar", 0)]


def test_another_scene_ends_the_piece_and_silence_plays_nothing() -> None:
    voice = MusicVoice()
    (first,) = voice.frame(0, "rink", 0, False, FULL).play
    assert voice.frame(NS, "", 0, False, FULL) == ((), (first.voice,), ())
    assert voice.frame(2 * NS, "", 0, True, FULL) == ((), (), ())


def test_after_a_stall_of_the_window_the_next_bar_begins_at_once() -> None:
    voice = MusicVoice()
    voice.frame(0, "mill", 0, False, FULL)
    (late,) = voice.frame(100 * NS, "mill", 0, False, FULL).play
    assert late.effect.take == 1
    assert voice.frame(100 * NS + NS, "mill", 0, False, FULL).play == ()


def test_the_mixer_adds_voices_while_a_machine_runs_and_none_of_it_changes_the_run(tmp_path: Path) -> None:
    ends = []
    for volume in (0, 50):
        room = Room(tmp_path / str(volume))
        room.sounds.music = volume
        room.open(replace(drop(), scene="mill"))
        room.pass_(0.2)
        room.workspace.control.run()
        room.pass_(3.0)
        played = [order.effect for order in room.ear.orders if order.effect.kind == "music"]
        assert [effect.level for effect in played if effect.other == "bar"][:1] == ([0] if volume else [])
        assert [effect.other for effect in played][-1:] == (["win"] if volume else [])
        machine = room.workspace.document.session.machine
        assert machine is not None
        ends.append((machine.ticks, machine.digest()))
        room.workspace.close()
    assert ends[0] == ends[1]

"""Sounds ordered ahead of their time are played when it has come: once, at the volume of that moment, or not at all."""

from __future__ import annotations

import pytest

from sandbox.sound.cue_sheet import LATE, Cue, CuePlayer, CueSheet
from sandbox.sound.speaker import Order
from sandbox.sound.waveforms import SoundName
from tests.sound.test_mixer import Ear

BANG = Order(1, SoundName("cue", "bang"), 0.5, 1.0, -0.2)
HUM = Order(2, SoundName("hum", "fan"), 0.4, 1.0, 0.0)


@pytest.fixture
def sheet() -> CueSheet:
    """A bang after one second; a hum after two, which is stopped half a second later."""
    sheet = CueSheet()
    for sheet.now, order in ((1.0, BANG), (2.0, HUM)):
        sheet.play(order)
    sheet.now = 2.5
    sheet.stop(HUM.voice)
    return sheet


def test_a_sheet_notes_what_is_ordered_and_when(sheet: CueSheet) -> None:
    assert sheet.cues == [Cue(1.0, BANG), Cue(2.0, HUM), Cue(2.5, HUM.voice)]


def test_each_sound_is_played_once_when_it_is_due(sheet: CueSheet) -> None:
    ear = Ear()
    player = CuePlayer(sheet, ear)
    counts = []
    for seconds in (0.0, 0.99, 1.01, 1.5, 2.0, 2.4):
        player.go_on(seconds, 100)
        counts.append(len(ear.orders))
    assert counts == [0, 0, 1, 1, 2, 2] and not ear.stopped
    assert [order._replace(voice=0) for order in ear.orders] == [BANG._replace(voice=0), HUM._replace(voice=0)]
    player.go_on(2.6, 100)
    assert ear.stopped == [ear.orders[1].voice], "the voice that was told to stop, by the loudspeaker's number of it"


def test_the_volume_is_that_of_the_moment(sheet: CueSheet) -> None:
    ear = Ear()
    player = CuePlayer(sheet, ear)
    player.go_on(1.0, 50)
    player.go_on(2.0, 100)
    assert [order.gain for order in ear.orders] == [pytest.approx(0.5 * 0.25), pytest.approx(0.4)]


def test_without_sound_nothing_is_played_and_what_still_sounds_is_stopped(sheet: CueSheet) -> None:
    ear = Ear()
    player = CuePlayer(sheet, ear)
    player.go_on(1.0, 100)
    player.go_on(1.1, 0)
    assert ear.stopped == [ear.orders[0].voice]
    player.go_on(2.0, 0)
    player.go_on(2.1, 100)
    assert len(ear.orders) == 1, "what was not heard then is not heard now"


def test_sounds_missed_in_a_stall_are_left_out(sheet: CueSheet) -> None:
    ear = Ear()
    CuePlayer(sheet, ear).go_on(2.0 + LATE / 2, 100)
    assert [order.effect for order in ear.orders] == [HUM.effect]


def test_rewound_it_plays_everything_again_by_new_numbers(sheet: CueSheet) -> None:
    ear = Ear()
    player = CuePlayer(sheet, ear)
    player.go_on(1.0, 100)
    player.rewind()
    assert ear.stopped == [ear.orders[0].voice]
    player.go_on(1.0, 100)
    assert [order.effect for order in ear.orders] == [BANG.effect] * 2
    assert ear.orders[0].voice != ear.orders[1].voice

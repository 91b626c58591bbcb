"""The pieces of music: one for each scene, as plain values that `music` turns into waves.

A piece is a form of eight bars over one chord each, and a melody in degrees of its scale. A word of a melody is one
note: a degree from 1 to 7 or `.` for a rest, `'` an octave higher, `,` an octave lower, and a length of one beat that
`-` makes a beat longer, `+` half a beat longer, and `/` half as long. All pieces were written for this program.
"""

from __future__ import annotations

from typing import NamedTuple

MAJOR = (0, 2, 4, 5, 7, 9, 11)  # semitones above the tonic
MINOR = (0, 2, 3, 5, 7, 8, 10)
DORIAN = (0, 2, 3, 5, 7, 9, 10)
MIXOLYDIAN = (0, 2, 4, 5, 7, 9, 10)


class MelodyNote(NamedTuple):
    """A note of a melody; `step` counts degrees of the scale from the tonic, 0 is the tonic, None a rest."""

    step: int | None
    at: float  # beats from the beginning of the bar
    beats: float


class MusicPiece(NamedTuple):
    """The music of one scene."""

    tempo: int  # beats a minute
    beats: int  # of a bar
    tonic: int  # number of the key in MIDI: 60 is the middle C
    scale: tuple[int, ...]
    chords: tuple[int, ...]  # the degree from 1 on which the chord of each bar is built
    melody: tuple[str, ...]  # of each bar
    figure: tuple[int, ...]  # the tones of the chord that are broken up, two for each beat; from 0, 3 is the octave
    lead: str  # names of `instruments`
    chimes: str
    pad: str

    @property
    def bar_seconds(self) -> float:
        return self.beats * 60.0 / self.tempo

    def notes(self, bar: int) -> tuple[MelodyNote, ...]:
        """Return the melody of a bar, counted from 0."""
        notes, at = [], 0.0
        for word in self.melody[bar].split():
            note = _note(word, at)
            notes.append(note)
            at += note.beats
        return tuple(notes)

    def chord(self, bar: int) -> tuple[int, int, int]:
        """Return the three steps of the scale that sound together in a bar."""
        root = self.chords[bar] - 1
        return root, root + 2, root + 4

    def key(self, step: int) -> int:
        """Return the number in MIDI of a step of the scale."""
        octave, degree = divmod(step, len(self.scale))
        return self.tonic + 12 * octave + self.scale[degree]


def _note(word: str, at: float) -> MelodyNote:
    octave = 7 * (word.count("'") - word.count(","))
    beats = (1.0 + word.count("-") + 0.5 * word.count("+")) * (0.5 if "/" in word else 1.0)
    return MelodyNote(None if word[0] == "." else int(word[0]) - 1 + octave, at, beats)


_WALTZ = (0, 1, 2, 1, 2, 1)
_ROLLING = (0, 2, 1, 2, 3, 2)
_MARCH = (0, 2, 1, 2, 0, 2, 1, 2)
_CLIMBING = (0, 1, 2, 3, 2, 1, 2, 1)

PIECES: dict[str, MusicPiece] = {
    "paper": MusicPiece(
        96, 3, 60, MAJOR, (1, 6, 4, 5, 1, 6, 5, 1),
        ("3 5 1'", "1'- 6", "6 4 6", "5--", "3 5 1'", "3'- 1'", "2' 7 5", "1'--"),
        _WALTZ, "music box", "music box", "strings",
    ),
    "playroom": MusicPiece(
        112, 4, 65, MAJOR, (1, 4, 1, 5, 1, 4, 5, 1),
        ("1/ 3/ 5 5 3", "6 4/ 6/ 1'-", "5/ 3/ 1 3/ 5/ 3", "2- 5-",
         "1/ 3/ 5 5 3", "6 1' 6 4", "5/ 4/ 2 7, 2", "1- 1'-"),
        _CLIMBING, "marimba", "music box", "flute",
    ),
    "circus": MusicPiece(
        150, 3, 58, MAJOR, (1, 1, 5, 5, 2, 5, 5, 1),
        ("5 3 5", "1'- 5", "7 5 7", "2'- 5", "4' 2' 6", "5 7 2'", "7 2' 7", "1'--"),
        _WALTZ, "accordion", "music box", "accordion",
    ),
    "mill": MusicPiece(
        84, 4, 62, MINOR, (1, 7, 1, 5, 1, 3, 7, 1),
        ("1+ 2/ 3 5", "4 2/ 7,/ 2-", "3+ 4/ 5 1'", "7- 5-", "1'+ 7/ 5 3", "5 3/ 5/ 7-", "4/ 5/ 4 2 7,", "1---"),
        _MARCH, "flute", "lute", "strings",
    ),
    "greenhouse": MusicPiece(
        90, 3, 67, MAJOR, (1, 5, 6, 3, 4, 1, 5, 1),
        ("5- 3", "2- 5", "1'- 6", "5 3 7", "6 4 1'", "5- 3", "2 4 7,", "1--"),
        _ROLLING, "flute", "lute", "strings",
    ),
    "laboratory": MusicPiece(
        104, 4, 64, DORIAN, (1, 4, 1, 4, 7, 4, 5, 1),
        ("1/ 3/ 5/ 1'/ 7 5", "6 4/ 6/ 4-", "1/ 3/ 5/ 7/ 1' 5", "6+ 4/ 1'-",
         "2'/ 7/ 4 2' 7", "6/ 4/ 1' 6-", "5 7/ 5/ 2-", "1---"),
        _CLIMBING, "marimba", "bells", "strings",
    ),
    "rink": MusicPiece(
        132, 3, 57, MAJOR, (1, 5, 6, 4, 1, 5, 5, 1),
        ("3- 5", "2- 7,", "1 3 6", "6- 4", "5 1' 3'", "2'- 7", "5 7 2'", "1'--"),
        _WALTZ, "music box", "bells", "strings",
    ),
    "harbour": MusicPiece(
        116, 3, 62, MAJOR, (1, 4, 1, 5, 1, 4, 5, 1),
        ("1 3 5", "6- 4", "5 3 1", "2--", "3 5 1'", "1'- 6", "7 5 2", "1--"),
        _ROLLING, "accordion", "lute", "accordion",
    ),
    "quarry": MusicPiece(
        92, 4, 60, MINOR, (1, 1, 4, 1, 6, 3, 7, 1),
        ("1 1/ 3/ 5-", "3/ 4/ 5 3 1", "4 6/ 4/ 1'-", "5- 3-",
         "6 1'/ 6/ 3-", "7 5/ 3/ 7-", "2'/ 7/ 4 2 7,", "1---"),
        _MARCH, "lute", "marimba", "strings",
    ),
    "signalbox": MusicPiece(
        120, 4, 58, MIXOLYDIAN, (1, 7, 4, 1, 1, 7, 4, 1),
        ("5 5/ 6/ 1'-", "2'/ 1'/ 7 4-", "6 4/ 6/ 1' 6", "5---",
         "3' 3'/ 2'/ 1'-", "2' 7/ 4/ 7-", "6/ 4/ 1 4 6", "1'---"),
        _MARCH, "accordion", "marimba", "flute",
    ),
    "lighthouse": MusicPiece(
        72, 3, 64, MINOR, (1, 6, 3, 7, 1, 6, 7, 1),
        ("1 3 5", "6- 3", "5- 7", "4- 2", "3 5 1'", "1'- 6", "7 4 2", "1--"),
        _ROLLING, "bells", "lute", "strings",
    ),
}  # fmt: skip

"""The factories of the worlds."""

from mygame import arrows as arrows_program
from mygame import breakout as breakout_program
from mygame import flipper as flipper_program
from mygame.played import Played


def arrows():
    return Played(arrows_program)


def breakout():
    return Played(breakout_program)


def flipper():
    return Played(flipper_program)

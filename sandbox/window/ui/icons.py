"""The icons of the interface, by name. Using one needs no window."""

from __future__ import annotations

from sandbox.design.conditions import Condition
from sandbox.design.conditions.condition import Form
from sandbox.design.design import conditions


class Icon:
    """Code points of Font Awesome 6 Free Solid."""

    PLAY, PAUSE, STEP, STOP = "\uf04b", "\uf04c", "\uf051", "\uf04d"
    UNDO, REDO, CLONE, TRASH = "\uf3e5", "\uf064", "\uf24d", "\uf1f8"
    TURN_LEFT, TURN_RIGHT = "\uf2ea", "\uf2f9"
    CUT, COPY, PASTE, FLIP = "\uf0c4", "\uf0c5", "\uf0ea", "\uf07e"
    SNAP, GRID, ZOOM_IN, ZOOM_OUT, FIT = "\uf076", "\uf84c", "\uf00e", "\uf010", "\uf065"
    NEW, OPEN, SAVE, LEVELS, FILM, QUIT = "\uf15b", "\uf07c", "\uf0c7", "\uf279", "\uf008", "\uf2f5"
    FOLDER, UP, HOME, FILE = "\uf07b", "\uf062", "\uf015", "\uf15c"
    SEARCH, CLOSE, CHECK, RESET = "\uf002", "\uf00d", "\uf00c", "\uf0e2"
    DONE, FAILED, INFO, WARNING = "\uf058", "\uf057", "\uf05a", "\uf071"
    HINT, NEXT, REPEAT, PARTS, PART = "\uf0eb", "\uf061", "\uf363", "\uf1b3", "\uf12e"
    GOALS, LINK, UNLINK, LOCK, CLOCK, KEYS = "\uf140", "\uf0c1", "\uf127", "\uf023", "\uf017", "\uf11c"
    WORLD, POINTER, PRESS, SLIDERS, EDIT = "\uf0ac", "\uf245", "\uf25a", "\uf1de", "\uf7d9"
    SLOWER, FASTER = "\uf04a", "\uf04e"
    STEP_BACK, MARK_BACK, MARK_ON, SEEK, STEP_START, NOW = "\uf048", "\uf0d9", "\uf0da", "\uf050", "\uf049", "\uf35a"
    RESUME, BRANCH, BOOKMARK, GHOST, PLOT = "\uf1da", "\uf126", "\uf02e", "\uf6e2", "\uf201"
    BURST, BLAST, ROCKET, FLAG, BOLT, HAND, FLAME = "\uf666", "\uf1e2", "\uf135", "\uf024", "\uf0e7", "\uf256", "\uf06d"
    PLUG, BURNT, BROKEN, EATEN, BELL, DOOR = "\uf1e6", "\uf7e4", "\ue4e9", "\uf2e7", "\uf0f3", "\uf52b"
    LEFT_WORLD, SKULL, DIFFERS, HAMMER, SCISSORS = "\uf08b", "\uf54c", "\uf53e", "\uf6e3", "\uf0c4"
    FLIP_OVER, FRONT, BACK, STAR, HISTORY = "\uf07d", "\uf2d2", "\uf2d0", "\uf005", "\uf1da"
    CALENDAR, LEFT, LIST = "\uf073", "\uf060", "\uf03a"
    CONTAINER, CONTAINERS = "\uf49e", "\uf468"
    GROUP, UNGROUP = "\uf247", "\uf248"
    FILTER, BEFORE, BEHIND = "\uf0b0", "\uf2f6", "\uf2f5"
    CAMERA, FORECAST = "\uf030", "\uf4d7"
    LEFTWARDS, RIGHTWARDS = "\uf100", "\uf101"
    REGION, RULER, MOVED, FLAG, GIVE, PROOF = "\uf5cb", "\uf545", "\uf0b2", "\uf024", "\uf4c0", "\uf058"
    HELP, ALIGN_LEFT, ALIGN_MIDDLE, ALIGN_RIGHT = "\uf059", "\uf036", "\uf037", "\uf038"
    ALIGN_TOP, ALIGN_CENTRE, ALIGN_BOTTOM, SPREAD, SPREAD_UP = "\ue4c2", "\uf7a4", "\ue4b8", "\ue4ba", "\uf338"
    SOUND, MUTED, LOUDER, QUIETER, MUSIC = "\uf028", "\uf6a9", "\uf028", "\uf027", "\uf001"
    RESIDENT, TRACK, INVENT = "\uf118", "\uf55b", "\uf568"


def of_form(form: Form) -> str:
    """Return the letter that draws the icon of a form of conditions."""
    return str(getattr(Icon, form.icon))


def of_condition(condition: Condition) -> str:
    """Return the icon of the first simple condition within one."""
    forms = [inner.form for inner in conditions(condition) if inner.form is not None]
    return of_form(forms[0]) if forms else Icon.GOALS

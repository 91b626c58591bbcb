"""A deterministic contraption sandbox: build, run, record, replay, prove.

Everything rests on one idea: a session is a pure function of (level, commands per tick).
Windows, clocks, sound and pictures only look at it.
"""

__version__ = "0.1.0"

"""Causes: which part of a machine set off which other, read from a run of its own that is exactly the recorded one."""

"""Searches that run beside the window: the green zone of a part, near misses of a failed try, shortcuts of a level."""

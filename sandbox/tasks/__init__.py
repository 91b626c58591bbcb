"""Processes that work for this one: their start, their limits, their end, and the reason why one died."""

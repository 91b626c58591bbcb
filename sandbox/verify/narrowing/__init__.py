"""Narrow a difference down: to the commit that brought it, and to the fewest commands, parts and ticks that show it."""

"""Differences between machines: what each finds, and how the host deals with it."""

"""The events of a window: its mouse, its keys, and what comes from the desktop."""

"""Pyglet's windows on X11 with changes: keys of all layouts, and no wait for another program."""

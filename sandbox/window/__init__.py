"""The window: everything that draws, listens to mouse and keys, or makes sound. It only looks at a session.

pyglet reads its options from the environment when it is first imported, so what must hold for every part of the
window is said here, before that can happen. (`PYGLET_HEADLESS=true` is the caller's choice: it must be set before
any import of `pyglet.gl` or `pyglet.window`, which open a shadow window at once.)
"""

import os

# pyglet checks for errors after each GL call unless told otherwise, which doubles the cost of a frame. Tests turn
# the check on.
os.environ.setdefault("PYGLET_DEBUG_GL", "false")

"""Draw a design, a machine and its past with OpenGL. Knows the document and no interface.

pyglet reads its options from the environment when it is first imported, so what must hold for all that draws is
set here, before that can happen. (`PYGLET_HEADLESS=true` is the caller's choice: it must be set before any
import of `pyglet.gl` or `pyglet.window`, which open a shadow window at once.)
"""

import os

# pyglet checks for errors after each GL call unless told otherwise, which doubles the cost of a frame. Tests turn
# the check on.
os.environ.setdefault("PYGLET_DEBUG_GL", "false")

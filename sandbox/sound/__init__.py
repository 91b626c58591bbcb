"""Turn the events and motions of a machine into sound. Imports the workspace and below, and never draws."""

import os

# pyglet reads its options when it is first imported, which may be here; see `sandbox.render`.
os.environ.setdefault("PYGLET_DEBUG_GL", "false")

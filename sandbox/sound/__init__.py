"""Turn what happens in a machine into sound. Imports the workspace and below, and never draws."""

import sandbox.render  # noqa: F401  (sets pyglet's options)

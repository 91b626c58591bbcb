"""The desktop window: panels, dialogs, actions, widgets. It only looks at a session, and nothing below it knows it."""

import sandbox.render  # noqa: F401  (sets pyglet's options)

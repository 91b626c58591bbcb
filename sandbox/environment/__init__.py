"""Levels as tasks for learning programs, by the interface of Gymnasium (https://gymnasium.farama.org).

Importing this package registers the environment. Gymnasium imports by itself what stands before the colon of a name, so
`gymnasium.make("sandbox.environment:Contraption-v0", level="drop")` needs no other import.
"""

try:
    import gymnasium
except ImportError:
    raise ImportError("Gymnasium is not installed: pip install 'gymnasium>=1.2,<2'") from None

ID = "Contraption-v0"

if ID not in gymnasium.registry:
    gymnasium.register(ID, entry_point="sandbox.environment.contraption:ContraptionEnv")

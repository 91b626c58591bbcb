"""Help for authors of levels: levels written as scripts, and the magnitudes of every part.

A script begins with `from sandbox.authoring import Level, when`.
"""

from sandbox.authoring.script_level import ScriptLevel as Level
from sandbox.authoring.when import when

__all__ = ["Level", "when"]

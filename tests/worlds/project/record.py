"""Record the three programs, with inputs that a player could have given."""

import sys
import warnings

import pytest_contraption
from mygame import worlds


def main(names):
    with pytest_contraption.program():  # whatever else this project calls `sandbox`
        import sandbox

        if "arrows" in names:
            with sandbox.record("arrows.replay", worlds.arrows) as tape:
                tape.do("mouse", 400, 300)
                for power in (20, 60):
                    tape.do("press", 1)
                    tape.step(steps=power)
                    tape.do("release", 1)
                    tape.step(steps=60)
        if "breakout" in names:
            with sandbox.record("breakout.replay", worlds.breakout) as tape:
                for key in ("left", "right", "right", "left"):
                    tape.do("down", key)
                    tape.step(steps=20)
                    tape.do("up", key)
                    tape.step(steps=30)
        if "flipper" in names:
            with sandbox.record("flipper.replay", worlds.flipper) as tape:
                for _ in range(5):
                    tape.do("down", "b")
                    tape.step(steps=25)
                    tape.do("down", "j")
                    tape.do("down", "f")
                    tape.step(steps=25)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main(sys.argv[1:])

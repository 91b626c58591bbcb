"""A child process that measures kinds of parts for `table`: its orders are their names."""

from __future__ import annotations

from sandbox.authoring.magnitudes import Magnitudes, measure
from sandbox.parts import KINDS
from sandbox.tasks.serving import Teller, serve


def carry_out(name: str, teller: Teller) -> Magnitudes:
    """Measure one kind."""
    return measure(KINDS[name])


if __name__ == "__main__":
    serve(carry_out, str)

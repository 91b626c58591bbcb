"""A child process that verifies one recording after the other, within limits.

It keeps nothing between two recordings: each has its own session and its own Space.
"""

from __future__ import annotations

from sandbox.tasks.serving import Teller, serve
from sandbox.verify import verify
from sandbox.verify.orders import RerunOrder, Verify
from sandbox.verify.verdicts import Report


def carry_out(order: Verify | RerunOrder, teller: Teller) -> Report | bytes:
    """Carry out an order."""
    if isinstance(order, RerunOrder):
        return verify.rerun_here(order.file)
    return verify.verify(order.file, order.allow_cut, teller.progress if order.progress else None)


if __name__ == "__main__":
    serve(carry_out, Verify | RerunOrder)

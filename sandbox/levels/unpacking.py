"""A child process that unpacks what was shared: whoever has pasted it need not wait while its solution is run."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from sandbox.levels import sharing
from sandbox.tasks.serving import Teller, serve


class Unpack(Struct, frozen=True):
    """An order to unpack a shared text; `folder` and `data` are as in `sharing.unpack`."""

    text: str
    folder: str
    data: str


class UnpackedFiles(Struct, frozen=True):
    """The files of what was shared, and the sentence about its solution, without its full stop; empty without one."""

    title: str
    level: str
    solution: str | None
    text: str


def carry_out(order: Unpack, teller: Teller) -> UnpackedFiles:
    """Unpack a text."""
    files = sharing.unpack(sharing.from_text(order.text), Path(order.folder), Path(order.data))
    solution = str(files.solution) if files.solution is not None else None
    return UnpackedFiles(files.title, str(files.level), solution, files.proof.text if files.proof is not None else "")


if __name__ == "__main__":
    serve(carry_out, Unpack)

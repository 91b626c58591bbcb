"""An older version of the program reads recordings of this one, however this one writes states."""

from __future__ import annotations

from pathlib import Path

from sandbox.recording import fingerprint, reader
from sandbox.tasks import child
from sandbox.verify.narrowing.old_program import OldProgram

DROP = child.ROOT / "replays" / "drop.replay"


def test_it_runs_a_copy_without_states_which_ends_in_the_same() -> None:
    with OldProgram(fingerprint.PACKAGE.parent) as program:
        copy = reader.read(program._plain_copy(DROP))
        assert not len(copy.states) and copy.commands == reader.read(DROP).commands
        here = reader.read(DROP).seen_from(fingerprint.arithmetic())
        assert here.end is not None
        ran = program.run(DROP, here.ticks)
        assert (ran.failure, ran.end_hash) == ("", here.end.hash.hex())
    assert not Path(program._folder.name).exists()

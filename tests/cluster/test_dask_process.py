"""The processes of a cluster end on Ctrl+C as every command does: with 130, and without a traceback."""

from __future__ import annotations

import os
import signal
import subprocess

import pytest

from sandbox.tasks import child
from tests.clusters import listening, require_dask, until

require_dask()


@pytest.mark.parametrize("role", ["scheduler", "worker"])
def test_ctrl_c_ends_it_quietly_even_before_it_has_reached_the_others(role: str) -> None:
    process = subprocess.Popen(
        child.command("-m", "sandbox", "cluster", role, "tls://127.0.0.1:9"), env=child.environment(),
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    until(lambda: listening([process.pid]))
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130 and b"Traceback" not in said, said


def test_it_starts_nothing_but_the_programs_of_a_cluster() -> None:
    ran = child.run("-m", "sandbox.cluster.dask_process", "pip", "--version")
    assert ran.returncode == 1 and b"pip is no program of a cluster" in ran.stderr

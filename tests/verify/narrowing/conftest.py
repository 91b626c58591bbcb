"""The history that several tests search: its fourth commit changes what a recording ends in."""

from __future__ import annotations

import shutil

import pytest

from tests import frames
from tests.support import copy_of_package, livelier_ball
from tests.verify.narrowing.planted import PlantedHistory

CULPRIT = "Let the ball bounce less"


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> PlantedHistory:
    """Five commits; the fourth lets the ball of the recording bounce otherwise."""
    if shutil.which("git") is None:
        pytest.skip("there is no git here")
    folder = tmp_path_factory.mktemp("history")
    history = PlantedHistory(copy_of_package(folder).parent, folder / "small.replay")
    history.begin()
    frames.small_session(history.recording)
    history.remark(1)
    history.remark(2)
    livelier_ball(history.package)
    history.commit(CULPRIT)
    history.remark(3)
    return history

"""What a session in turns keeps of its turns, while not everybody has agreed about them."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.recording import fingerprint
from sandbox.recording.recorder import Recorder
from sandbox.together import joint_session
from sandbox.together.joint_session import JointSession
from tests.support import pile


@pytest.fixture
def joint(tmp_path: Path) -> JointSession:
    """A session of which twenty turns have been run."""
    design = pile(3)
    joint = JointSession(Session(design), Recorder(tmp_path / "a.replay", design, 0, fingerprint.current()))
    joint.give(c.Start())
    for _ in range(20):
        joint.run(4)
    return joint


def test_digests_are_those_from_a_turn_on(joint: JointSession) -> None:
    first, digests = joint.digests(0)
    assert first == 0 and len(digests) == 20
    assert joint.digests(17) == (17, digests[17:])
    assert joint.digests(20) == (20, ())
    joint.forget(5)
    assert joint.digests(0) == (5, digests[5:]), "what is forgotten is not told"
    joint.forget(20)
    assert joint.digests(0) == (20, ())


def test_states_take_a_bounded_place_and_the_oldest_go_first(
    joint: JointSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = joint._kept // 20
    monkeypatch.setattr(joint_session, "_MOST_KEPT", 8 * size)

    def with_states() -> list[int]:
        return [trace.number for trace in joint._traces if trace.states]

    joint.run(4)
    assert with_states() == list(range(13, 21))
    joint.forget(10)
    joint.run(4)
    assert with_states() == list(range(14, 22)) and joint._kept == 8 * size
    joint.forget(16)
    assert with_states() == list(range(16, 22)) and joint._kept == 6 * size
    for _ in range(3):
        joint.run(4)
    assert with_states() == list(range(17, 25))

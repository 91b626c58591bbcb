"""`sandbox engine` as people call it."""

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from sandbox.cli.engine import engine
from sandbox.errors import Refused
from sandbox.recording import fingerprint
from sandbox.recording.arithmetic_classes import name_of
from sandbox.verify import engine_build


def call(*arguments: str) -> str:
    result = CliRunner().invoke(engine, arguments, catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout


@pytest.fixture
def wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What a build leaves; pip installs nothing while it is there."""
    path = tmp_path / "pymunk-7.3.1-cp311-cp311-linux_x86_64.whl"
    path.write_bytes(b"wheel")

    @contextlib.contextmanager
    def built() -> Iterator[engine_build.BuiltEngine]:
        yield engine_build.BuiltEngine(path, 33)

    monkeypatch.setattr(engine_build, "built", built)
    monkeypatch.setattr(engine_build, "install", lambda wheel: path.with_name("installed").write_text(wheel.name))
    return path


def test_it_shows_the_engine_and_its_class() -> None:
    plain = json.loads(call("--json"))
    here = fingerprint.current()
    assert (plain["engine"], plain["arithmetic"]) == (here.engine, here.arithmetic)
    assert plain["class"] == name_of(here.arithmetic) and Path(plain["file"]).is_file()
    first, second, *_ = call().splitlines()
    assert first.startswith("engine: pymunk 7.3.1, ") and plain["class"] in second


def test_an_engine_of_no_known_class_is_shown_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fingerprint, "arithmetic", lambda: "0123456789abcdef" * 2)
    monkeypatch.setattr(fingerprint, "portable_version", lambda compiled: b"1")
    lines = call().splitlines()
    assert "unnamed class 01234567" in lines[1] and "has no name" in lines[2]
    assert lines[3].endswith("it does not compute so in this process: build it again.")


def test_a_build_is_installed(wheel: Path) -> None:
    lines = call("build").splitlines()
    assert lines[0].startswith("built and checked: 33 compiler commands")
    assert lines[1].startswith("installed: ") and wheel.with_name("installed").read_text() == wheel.name


def test_a_wheel_is_left_for_others_instead(wheel: Path, tmp_path: Path) -> None:
    lines = call("build", "--wheel", str(tmp_path / "wheels")).splitlines()
    (kept,) = (tmp_path / "wheels").iterdir()
    assert f"pip install --no-deps --force-reinstall {kept}" in lines[1]
    assert not wheel.with_name("installed").exists()


def test_what_refuses_the_build_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_build, "has_compiler", lambda: False)
    with pytest.raises(Refused, match="building the engine needs a C compiler"):
        call("build")


def test_the_stock_engine_is_put_back(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    monkeypatch.setattr(engine_build, "_pip", lambda *arguments, env=None: calls.append(arguments))
    assert call("stock").startswith("installed: ")
    (arguments,) = calls
    assert {"--only-binary", "--force-reinstall", engine_build.pinned()} <= set(arguments)

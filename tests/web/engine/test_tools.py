"""Programs of others are found, run, and named with their package where they are missing or fail."""

from __future__ import annotations

import pytest

from sandbox.errors import Refused
from sandbox.web.engine import tools
from sandbox.web.engine.tools import Tool

ECHO, SH, NONE = (
    Tool(("echo",), "coreutils"),
    Tool(("no-such-shell", "sh"), "dash"),
    Tool(("no-such-clang",), "clang-22"),
)


def test_what_a_program_prints_is_returned_and_comes_line_by_line() -> None:
    assert tools.run(ECHO, "a", "b") == "a b\n"
    assert list(tools.lines(SH, "-c", "echo 1; echo 2")) == ["1\n", "2\n"]


def test_a_failure_is_told_by_its_last_error() -> None:
    script = "echo fine >&2; echo 'error: no such thing' >&2; echo done >&2; exit 3"
    for run in (tools.run, lambda *line: list(tools.lines(*line))):
        with pytest.raises(Refused, match="no-such-shell failed: error: no such thing"):
            run(SH, "-c", script)


def test_a_missing_program_is_named_with_its_package() -> None:
    with pytest.raises(Refused, match="making it needs no-such-clang: run  sudo apt-get install clang-22 "):
        tools.check([ECHO, NONE], "making it")

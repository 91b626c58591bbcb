"""Sentences about processes that were ended: what has happened, to what, and what to do."""

from __future__ import annotations

import pytest

from sandbox.tasks.endings import too_slow, why_ended
from sandbox.tasks.limits import Limits

WITH, WITHOUT = Limits(20, 512), Limits(20, 0)
DIED = "was ended by signal SIGSEGV"


def test_an_option_is_named_only_where_there_is_one() -> None:
    assert too_slow("show a.toml", 20) == (
        "show a.toml took more than 20 s of processor time and was stopped; --max-seconds allows more"
    )
    assert too_slow("show a.toml", 20, optional=False).endswith("and was stopped")


@pytest.mark.parametrize(
    ("limits", "optional", "rest"),
    [
        (
            WITH,
            True,
            "it probably needed more than 512 MB of memory; allow more by --max-memory, and if that does not help, "
            "please report this as a bug",
        ),
        (
            WITH,
            False,
            "it probably needed more than 512 MB of memory; if it needs little, please report this as a bug",
        ),
        (
            WITHOUT,
            False,
            "either no memory was left, or it is broken; if there was memory, please report this as a bug",
        ),
    ],
)
def test_a_death_is_told_with_its_likely_cause(limits: Limits, optional: bool, rest: str) -> None:
    assert why_ended("show a.toml", limits, False, DIED, optional) == f"show a.toml {DIED}: {rest}"


def test_time_goes_before_what_the_system_says() -> None:
    assert why_ended("it", WITH, True, "was ended by signal SIGXCPU") == too_slow("it", 20)

"""One test for many cases of one rule, each of which takes less than starting a test does."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable
from typing import Any

import pytest


def for_each(
    cases: Iterable[Any], name: Callable[[Any], str] = str
) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Make one test of a check that takes a case; it fails with all cases that failed, by their names.

    The values of a case that is a tuple are passed one by one.
    """

    def one_test(check: Callable[..., None]) -> Callable[[], None]:
        def test() -> None:
            checked, failures = 0, []
            for case in cases:
                checked += 1
                try:
                    check(*case if isinstance(case, tuple) else (case,))
                except Exception as error:
                    line = traceback.extract_tb(error.__traceback__)[1].lineno  # [0] is the call above
                    failures.append(f"{name(case)} (line {line}): {type(error).__name__}: {error}")
            assert checked, "there is nothing to check"
            if failures:
                pytest.fail("\n".join((f"{len(failures)} of {checked} failed:", *failures)), pytrace=False)

        # (`functools.wraps` would tell pytest of the case, which it would take for a fixture.)
        test.__name__, test.__qualname__ = check.__name__, check.__qualname__
        test.__module__, test.__doc__ = check.__module__, check.__doc__
        return test

    return one_test

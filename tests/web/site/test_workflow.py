"""The workflow that publishes the site names each action by the hash of a commit, and lets only one job publish."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

WORKFLOW = Path(__file__).parents[3] / ".github/workflows/site.yml"
PINNED = re.compile(r"[\w-]+/[\w-]+@[0-9a-f]{40}")


def steps(text: str) -> list[dict[str, Any]]:
    return [step for job in yaml.safe_load(text)["jobs"].values() for step in job["steps"]]


def loose(text: str) -> list[str]:
    """The actions that are not named by a hash."""
    return [step["uses"] for step in steps(text) if "uses" in step and not PINNED.fullmatch(step["uses"])]


def test_every_action_is_pinned_and_one_that_is_not_is_seen() -> None:
    text = WORKFLOW.read_text("utf-8")
    assert loose(text) == []
    assert loose(re.sub(r"checkout@\w+", "checkout@v4", text)) == ["actions/checkout@v4"]


def test_the_job_that_runs_the_program_may_not_publish() -> None:
    plain = yaml.safe_load(WORKFLOW.read_text("utf-8"))
    assert plain["permissions"] == {"contents": "read"}
    assert "permissions" not in plain["jobs"]["make"]
    assert plain["jobs"]["publish"]["permissions"] == {"pages": "write", "id-token": "write"}
    assert any("sandbox site -o public" in step.get("run", "") for step in steps(WORKFLOW.read_text("utf-8")))

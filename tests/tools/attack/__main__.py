"""The command line of the attack, see the package."""

from __future__ import annotations

import itertools
import json
import random  # noqa: TID251  (seeded)
import re
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import click

from tests.tools.attack.doors import COMMANDS, DOORS, suffix_of
from tests.tools.attack.forms import FORMS
from tests.tools.attack.hunt import BATCH, STILL, Child, Fault, command_lines, reduced, run_command
from tests.tools.attack.planted import FAULTS, plant

EACH = 2  # files of one signature that are reduced and kept


class Attack:
    """A hunt of one or more children, with its findings by signature."""

    def __init__(
        self, seed: int, minutes: float, out: Path, share: float, planted: list[str], doors: list[str]
    ) -> None:
        self.seed, self.out, self.share, self.planted, self.doors = seed, out, share, planted, doors
        self.began = time.monotonic()
        self.ends = self.began + 60 * minutes
        self.still = 3.0 if planted else STILL
        self.files: Counter[str] = Counter()
        self.findings: dict[str, dict[str, Any]] = {}
        self._lock = threading.Lock()
        self._batches = itertools.count()
        out.mkdir(parents=True, exist_ok=True)

    def run(self, jobs: int) -> None:
        threads = [threading.Thread(target=self._hunt) for _ in range(jobs)]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            threads[0].join(60)
            print(self.line(), file=sys.stderr, flush=True)
            for thread in threads:
                thread.join(0)

    def _hunt(self) -> None:
        child, reducer = Child(self.planted, self.still), Child(self.planted, self.still)
        in_files = in_commands = 0.0  # s
        try:
            while time.monotonic() < self.ends:
                began = time.monotonic()
                with self._lock:
                    batch = next(self._batches)
                if self.share and in_commands <= self.share * (in_files + in_commands) and not self.planted:
                    self._command(batch)
                    in_commands += time.monotonic() - began
                    continue
                door = self.doors[batch % len(self.doors)]
                seeds = [f"{self.seed}:{door}:{batch}:{number}" for number in range(BATCH if not self.planted else 30)]
                for seed, fault in child.give(door, seeds):
                    self._found(door, seed, fault, reducer)
                self.files[door] += len(seeds)
                in_files += time.monotonic() - began
        finally:
            child.close()
            reducer.close()

    def _command(self, batch: int) -> None:
        chance = random.Random(f"{self.seed}:command:{batch}")
        form = chance.choice([form for form, lines in COMMANDS.items() for _ in lines])
        line = chance.choice(command_lines(form))
        seed = f"{self.seed}:{form}:{batch}"
        data = FORMS[form].make(seed)
        fault = run_command(line, form, data)
        self.files["sandbox " + line[0]] += 1
        if fault is not None:
            self._keep(fault, " ".join(("sandbox", *line)), seed, FORMS[form].suffix, lambda: data)

    def _found(self, door: str, seed: str, fault: Fault, reducer: Child) -> None:
        self._keep(fault, door, seed, suffix_of(door), lambda: reduced(reducer, door, seed, fault))

    def _keep(self, fault: Fault, where: str, seed: str, suffix: str, make: Any) -> None:
        """Count a finding; the first files of each signature are reduced and kept."""
        with self._lock:
            finding = self.findings.setdefault(
                fault.signature, {"signature": fault.signature, "count": 0, "where": where, "files": []}
            )
            finding["count"] += 1
            if len(finding["files"]) >= EACH:
                return
            name = re.sub(r"[^A-Za-z0-9_.]+", "-", f"{fault.signature}-{finding['count']}")[:100]
            path = self.out / f"{name}{suffix}"
            finding["files"].append(str(path))
        data = make()
        path.write_bytes(data)
        again = f"python -m tests.tools.attack --again {path} --door '{where}'" if where in DOORS else where
        text = f"{fault.signature}\n{where}, seed {seed}, {len(data)} bytes\n{again}\n\n{fault.text}\n"
        path.with_name(f"{name}.txt").write_text(text, "utf-8", "replace")
        print(f"FOUND {fault.signature} ({where}): {path}", file=sys.stderr, flush=True)

    def line(self) -> str:
        """How far it is."""
        minutes = (time.monotonic() - self.began) / 60
        commands = sum(count for name, count in self.files.items() if name.startswith("sandbox "))
        files = sum(self.files.values()) - commands
        found = sum(finding["count"] for finding in self.findings.values())
        return (
            f"{minutes:.1f} min: {files} files to readers, {commands} to command lines, {found} findings "
            f"of {len(self.findings)} kinds"
        )


@click.command()
@click.option("--minutes", type=float, default=1.0, help="How long it goes on; default: 1.")
@click.option("--seed", type=int, default=1, help="Other files.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, help="Processes at a time.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("attack"), help="Where findings are kept.")
@click.option(
    "--commands", "share", type=click.FloatRange(0, 1), default=0.2, help="The share of time for command lines."
)
@click.option(
    "--plant", "planted", multiple=True, type=click.Choice(list(FAULTS)), help="Only ways in with this fault."
)
@click.option("--door", "doors", multiple=True, help="Only this way in; repeatable.")
@click.option("--again", type=click.Path(path_type=Path), help="Give this file to --door once more.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def main(
    minutes: float, seed: int, jobs: int, out: Path, share: float, planted: tuple[str, ...], doors: tuple[str, ...],
    again: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Give changed files to everything that reads files, and keep what goes wrong. Exits with 1 if anything does."""
    plant(planted)
    if again is not None:
        child = Child(planted)
        fault = child.give_file(doors[0], again.read_bytes())
        child.close()
        print(f"{fault.signature}\n{fault.text}" if fault is not None else "nothing is wrong with how it went")
        sys.exit(1 if fault is not None else 0)
    attack = Attack(seed, minutes, out, share, list(planted), list(planted or doors or DOORS))
    attack.run(jobs)
    findings = sorted(attack.findings.values(), key=lambda finding: -finding["count"])
    (out / "INDEX.md").write_text(
        "\n".join(
            [f"# {attack.line()}", "", *(f"- {one['count']} x {one['signature']} ({one['where']})" for one in findings)]
        )
        + "\n"
    )
    if as_json:
        print(json.dumps({"files": dict(attack.files), "findings": findings}))
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()

"""Random levels under random hands: ``python -m tests.soak --seeds 0:10000 --minutes 30 --wild``.

Each session is a function of its seed. They run in child processes; one that ends in an exception, hangs, kills its
process, has numbers that are not finite or goes otherwise when it is played again is reduced by itself to a small
level with commands, with which ``sandbox run LEVEL --commands FILE`` fails in the same way.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from sandbox import levels, parts
from sandbox.design import from_plain
from sandbox.errors import BadFile
from tests.soak.cases import PERTURB, ROOT, Case, Played, Player, Reducer, Signature, size

BATCH = 10  # sessions of one fork
LINE_EVERY = 30.0  # s


class Soak:
    """What all the players have come to."""

    def __init__(self, seeds: range, wild: bool, out: Path | None, seconds: float, patience: float, plant: str | None):
        self.wild, self.out, self.seconds, self.patience, self.plant = wild, out, seconds, patience, plant
        self._seeds: Iterator[int] = iter(seeds)
        self._lock = threading.Lock()
        self.stop = threading.Event()
        self.began = time.monotonic()
        self.numbers: Counter[str] = Counter()
        self.kinds: set[str] = set()
        self.events: set[str] = set()
        self.failures: dict[Signature, dict[str, Any]] = {}
        self.crashed: BaseException | None = None

    def work(self, number: int) -> None:
        """One player's life: batch after batch of seeds."""
        player = Player(2 * number, self.plant)
        again = Player(2 * number + 1, self.plant, perturb=False)  # where what was recorded is played once more
        try:
            while not self.stop.is_set():
                with self._lock:
                    batch = list(islice(self._seeds, BATCH))
                if not batch:
                    return
                self._batch(batch, player, again)
        except BaseException as error:
            self.crashed = error
            self.stop.set()
        finally:
            player.close()
            again.close()

    def _batch(self, batch: list[int], player: Player, again: Player) -> None:
        while batch and not self.stop.is_set():
            order = {"seeds": batch, "wild": self.wild, "seconds": self.seconds}
            for played in player.play(order):
                assert played.seed is not None
                batch = batch[batch.index(played.seed) + 1 :]
                if played.said is not None:
                    self._count(played.said)
                    played = self._replayed(played, again)
                if played.failure is not None:
                    self._failed(played, player)

    def _count(self, said: dict[str, Any]) -> None:
        with self._lock:
            self.numbers.update(sessions=1, ticks=said["ticks"], done=said["done"], refused=said["refused"])
            self.kinds |= set(said["kinds"])
            self.events |= set(said["events"])

    def _replayed(self, played: Played, again: Player) -> Played:
        """The same, or how it fails in that its steps give other bits in another process."""
        assert played.said is not None
        digests = played.said["digests"]
        if digests is None:
            return played
        other = again.one(_without_marks(played.case), self.seconds)
        self.numbers["replayed"] += 1
        if other is None or other.said is None:
            where = other.failure if other is not None else "a level that can't be read"
            return played._replace(
                failure=Signature("otherwise", f"a replay: {where}"), text=other.text if other else ""
            )
        if other.said["digests"] == digests:
            return played
        pairs = zip(re.findall(".{16}", digests), re.findall(".{16}", other.said["digests"]))
        first = next((tick for tick, (one, two) in enumerate(pairs) if one != two), "the end")
        return played._replace(failure=Signature("otherwise", "a replay"), text=f"hashes differ from tick {first} on")

    def _failed(self, played: Played, player: Player) -> None:
        """Count a failure; the first of its signature is made smaller and written down."""
        signature = played.failure
        assert signature is not None
        with self._lock:
            self.numbers["failed"] += 1
            known = self.failures.get(signature)
            if known is not None:
                known["count"] += 1
                known["seeds"].append(played.seed)
                return
            failure = {"signature": str(signature), "count": 1, "seeds": [played.seed], "text": played.text}
            self.failures[signature] = failure
        reducer = Reducer(player, signature, self.seconds, self.patience)
        reduced = None if signature.what == "otherwise" else reducer.reduce(played.case)
        case, text = reduced or (played.case, played.text)
        failure |= {"size": size(case), "parts": [part["kind"] for part in case.level.get("parts", [])],
                    "text": text, "alone": reduced is not None, "tries": reducer.tries}  # fmt: skip
        if self.out is not None:
            failure["level"] = str(self._write(played.seed, signature, case, failure))

    def _write(self, seed: int | None, signature: Signature, case: Case, failure: dict[str, Any]) -> Path:
        assert self.out is not None
        self.out.mkdir(parents=True, exist_ok=True)
        path = self.out / f"{seed}-{re.sub(r'[^A-Za-z0-9_.]+', '-', str(signature))[:80]}.toml"
        try:
            path.write_text(levels.dumps(parts.check(from_plain(case.level))), encoding="utf-8")
        except BadFile as error:  # a planted kind, that only a player knows
            path.write_text(f"# {error}\n# {json.dumps(case.level)}\n", encoding="utf-8")
        script = path.with_suffix(".jsonl")
        script.write_text(case.lines(), encoding="utf-8")
        failure["run"] = f"python -m sandbox run {path} --commands {script}"
        failure["runs"] = "no" if self.plant else _fails(path, script, self.seconds, {})
        if failure["runs"] == "no" and not self.plant:
            failure["run"] = f"MALLOC_PERTURB_={PERTURB} " + failure["run"]
            failure["runs"] = _fails(path, script, self.seconds, {"MALLOC_PERTURB_": PERTURB})
        path.with_suffix(".txt").write_text(
            f"{signature}\nseed {seed}{' --wild' if self.wild else ''}; {failure['size']}\n{failure['run']}\n"
            f"  fails: {failure['runs']}\npython -m tests.soak --again {path}\n\n{failure['text']}",
            encoding="utf-8",
        )
        return path

    def line(self) -> str:
        """How far it is."""
        seconds = time.monotonic() - self.began
        sessions = self.numbers["sessions"] + self.numbers["failed"]
        failures = "; ".join(f"{failure['count']} × {name}" for name, failure in list(self.failures.items()))
        return f"{sessions} sessions in {seconds:.0f} s ({sessions / seconds:.1f} a second), {failures or 'no failure'}"

    def as_json(self) -> dict[str, Any]:
        everything = set(parts.KINDS) | set(parts.LINKS)
        events = {"left"} | {event for kind in parts.KINDS.values() for event in kind.cues}
        return {
            **{name: self.numbers[name] for name in ("sessions", "failed", "ticks", "done", "refused", "replayed")},
            "seconds": round(time.monotonic() - self.began, 1),
            "kinds": len(self.kinds & everything),
            "missing_kinds": sorted(everything - self.kinds),
            "events": sorted(self.events),
            "missing_events": sorted(events - self.events),
            "failures": list(self.failures.values()),
        }


def _without_marks(case: Case) -> Case:
    """Without its collections of garbage: they must make no difference."""
    return case._replace(steps=[step for step in case.steps if "line" not in step])


def _fails(path: Path, script: Path, seconds: float, environment: dict[str, str]) -> str:
    """How ``sandbox run`` ends with a level and commands."""
    arguments = [sys.executable, "-X", "faulthandler", "-m", "sandbox", "run", str(path), "--commands", str(script)]
    try:
        done = subprocess.run(
            arguments,
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=30 + 4 * seconds,
            env={**os.environ, **environment},
        )
    except subprocess.TimeoutExpired:
        return "it does not come to an end"
    if done.returncode < 0:
        return f"signal {-done.returncode}"
    last = (done.stderr.strip().splitlines() or ["no"])[-1]
    return f"exit code {done.returncode}: {last:.120}" if done.returncode else "no"


def again(path: Path, seconds: float, plant: str | None) -> int:
    """Play a level with the commands beside it, collections of garbage included."""
    steps = [json.loads(line) for line in path.with_suffix(".jsonl").read_text("utf-8").splitlines()]
    end = steps.pop()["tick"]
    from sandbox.design import to_plain

    player = Player(0, plant)
    played = player.one(Case(to_plain(levels.read(path)), steps, end), seconds)
    player.close()
    if played is None or played.failure is None:
        print("it does not fail")
        return 0
    print(played.text)
    print(played.failure)
    return 1


def _seeds(context: click.Context, param: click.Parameter, value: str) -> range:
    first, _, last = value.partition(":")
    try:
        return range(int(first), int(last) if last else int(first) + 1)
    except ValueError:
        raise click.BadParameter(f"{value!r} is neither a seed nor two of them such as 0:1000") from None


@click.command(help=__doc__)
@click.option("--seeds", default="0:1000", callback=_seeds, metavar="A:B", help="From A up to but not including B.")
@click.option("--minutes", type=float, default=60.0, help="Begin no more sessions after so long.")
@click.option("--wild", is_flag=True, help="Everything at and beyond its bounds; without it: more as people build.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, help="Processes that play.")
@click.option("--out", type=click.Path(path_type=Path), help="Where the reduced failures go.")
@click.option("--seconds", type=float, default=5.0, help="Processor time after which 60 ticks are a hang.")
@click.option("--patience", type=float, default=120.0, help="Seconds to spend on reducing one failure.")
@click.option("--plant", metavar="MODULE", help="A module of the tests that plants a fault, to see it noticed.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
@click.option("--again", "level", type=click.Path(path_type=Path), help="Only play a reduced failure again.")
def main(seeds: range, minutes: float, wild: bool, jobs: int, out: Path | None, seconds: float, patience: float,
         plant: str | None, as_json: bool, level: Path | None) -> None:  # fmt: skip
    if level is not None:
        sys.exit(again(level, seconds, plant))
    soak = Soak(seeds, wild, out.resolve() if out else None, seconds, patience, plant)
    threads = [threading.Thread(target=soak.work, args=(number,), daemon=True) for number in range(jobs)]
    for thread in threads:
        thread.start()
    try:
        watch(soak, threads, minutes)
    except KeyboardInterrupt:
        soak.stop.set()
    for thread in threads:
        thread.join(patience + 60)
    if soak.crashed is not None:
        raise soak.crashed
    told = soak.as_json()
    if as_json:
        print(json.dumps(told, indent=1))
    else:
        summary(soak, told)
    sys.exit(1 if soak.failures else 0)


def watch(soak: Soak, threads: list[threading.Thread], minutes: float) -> None:
    """Tell how far it is until the players are done: on a terminal all the time, otherwise a line now and then."""
    console = Console(stderr=True)
    told = soak.began
    with console.status("") as status:
        while any(thread.is_alive() for thread in threads):
            threads[0].join(0.5)
            if time.monotonic() - soak.began > 60 * minutes:
                soak.stop.set()
            if console.is_terminal:
                status.update(soak.line())
            elif time.monotonic() - told >= LINE_EVERY:
                told = time.monotonic()
                print(soak.line(), file=sys.stderr, flush=True)


def summary(soak: Soak, told: dict[str, Any]) -> None:
    print(soak.line())
    print(
        f"{told['ticks']} ticks; {told['done']} commands carried out, {told['refused']} refused; "
        f"{told['replayed']} sessions played again"
    )
    print(f"{told['kinds']} kinds of parts and links; never seen: {', '.join(told['missing_kinds']) or 'none'}")
    print(f"{len(told['events'])} events; never seen: {', '.join(told['missing_events']) or 'none'}")
    for failure in told["failures"]:
        print(f"\n{failure['count']} × {failure['signature']}: seeds {', '.join(map(str, failure['seeds'][:8]))}")
        print(f"  {failure.get('size', 'not reduced')}; {failure.get('run', '')} ({failure.get('runs')})")


if __name__ == "__main__":
    main()

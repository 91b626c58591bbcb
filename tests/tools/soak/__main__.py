"""Random levels under random hands: ``python -m tests.tools.soak --seeds 0:10000 --minutes 30 --wild``.

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
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

import click
from rich.console import Console

from sandbox import parts
from sandbox.design.design import from_plain, to_plain
from sandbox.levels import levels
from sandbox.verify.narrowing.cases import Case
from tests.tools.soak import planted
from tests.tools.soak.cases import PERTURB, ROOT, Played, Player, Signature, alike, lines_of, reduce, without_marks

BATCH = 10  # sessions of one fork
LINE_EVERY = 30.0  # s


class Soak:
    """What all the players have come to."""

    def __init__(self, seeds: list[int], out: Path, **options: Any) -> None:
        self.wild: bool = options["wild"]
        self.seconds: float = options["seconds"]
        self.patience: float = options["patience"]
        self.each: int = options["each"]
        self.fail_fast: bool = options["fail_fast"]
        self.plant: str | None = options["plant"]
        self.out = out
        self._seeds: Iterator[int] = iter(seeds)
        self._lock = threading.Lock()
        self.stop = threading.Event()
        self.began = time.monotonic()
        self.numbers: Counter[str] = Counter()
        self.cpu: list[float] = []  # s of each session that came to its end
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
                    self._replayed(played, player, again)
                else:
                    played = played._replace(before=order["seeds"][: order["seeds"].index(played.seed) + 1])
                    self._failed(played, alike(player, played.failure, self.seconds))

    def _count(self, said: dict[str, Any]) -> None:
        with self._lock:
            self.numbers.update(sessions=1, ticks=said["ticks"], done=said["done"], refused=said["refused"])
            self.cpu.append(said["cpu"])
            self.kinds |= set(said["kinds"])
            self.events |= set(said["events"])

    def _replayed(self, played: Played, player: Player, again: Player) -> None:
        """Play what was recorded once more, in another process: it must give the same bits."""
        assert played.said is not None
        if played.said["digests"] is None:
            return
        self.numbers["replayed"] += 1
        other = again.one(without_marks(played.case), self.seconds)
        text = _difference(played, other)
        if text is not None:
            failed = played._replace(failure=Signature("otherwise", "a replay"), text=text)
            self._failed(failed, lambda case: _differs(case, player, again, self.seconds))

    def _failed(self, played: Played, fails: Callable[[Case], Played | None]) -> None:
        """Count a failure; the first of its signature are made smaller and written down."""
        signature = played.failure
        assert signature is not None
        with self._lock:
            self.numbers["failed"] += 1
            failure = self.failures.setdefault(
                signature, {"signature": str(signature), "count": 0, "seeds": [], "reduced": []}
            )
            failure["count"] += 1
            failure["seeds"].append(played.seed)
            if failure["count"] > self.each:
                return
        alone = reduce(played.case, fails, self.patience)
        case, text = alone.case or played.case, alone.text
        if alone.case is None:
            text = f"not reduced: it does not fail when it is played again\n{played.text}"
        kinds = {name: [item["kind"] for item in case.level.get(name, [])] for name in ("parts", "links")}
        reduced = {"seed": played.seed, **kinds, "steps": len(case.steps), "tries": alone.tries, "text": text}
        self._write(signature, case, reduced)
        if alone.case is None:  # it takes what those before it have left in the same process
            before = ",".join(map(str, played.before))
            reduced["again"] = f"python -m tests.tools.soak {'--wild ' if self.wild else ''}--seeds {before}"
        with self._lock:
            failure["reduced"].append(reduced)
            self._write_index()
        if self.fail_fast:
            self.stop.set()

    def _write(self, signature: Signature, case: Case, reduced: dict[str, Any]) -> None:
        """A level, commands and a text, beside each other; how to play them is added to what was reduced."""
        path = self.out / f"{reduced['seed']}-{re.sub(r'[^A-Za-z0-9_.]+', '-', str(signature))[:80]}.toml"
        path.write_text(levels.dumps(parts.check(from_plain(case.level))), encoding="utf-8")
        script = path.with_suffix(".jsonl")
        script.write_text(lines_of(case), encoding="utf-8")
        again = f"python -m tests.tools.soak --again {path}" + (f" --plant {self.plant}" if self.plant else "")
        reduced |= {"level": str(path), "again": again, "run": None}
        for environment in ({}, {"MALLOC_PERTURB_": PERTURB}):
            how = None if self.plant else _fails(path, script, self.seconds, environment)
            if how is not None:
                set_ = "".join(f"{name}={value} " for name, value in environment.items())
                reduced["run"] = f"{set_}python -m sandbox run {path} --commands {script}"
                reduced["runs"] = how
                break
        path.with_suffix(".txt").write_text(
            f"{signature}\nseed {reduced['seed']}{' --wild' if self.wild else ''}: {_size(reduced)}\n{again}\n"
            f"{reduced['run'] or 'sandbox run alone does not show it'}\n\n{reduced['text']}",
            encoding="utf-8",
        )

    def _write_index(self) -> None:
        lines = []
        for failure in self.failures.values():
            seeds = ", ".join(map(str, failure["seeds"][:12]))
            lines.append(f"- {failure['count']} x {failure['signature']} (seeds {seeds})")
            lines += [f"  - {Path(one['level']).name}: {_size(one)}" for one in failure["reduced"]]
        text = f"# {self.line()}\n\n" + "\n".join(lines) + "\n"
        (self.out / "INDEX.md").write_text(text, encoding="utf-8")

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
            "cpu": {"all": sum(self.cpu), "median": median(self.cpu or [0.0]), "most": max(self.cpu, default=0.0)},
            "kinds": len(self.kinds & everything),
            "missing_kinds": sorted(everything - self.kinds),
            "events": sorted(self.events),
            "missing_events": sorted(events - self.events),
            "failures": list(self.failures.values()),
        }


def _difference(played: Played, other: Played | None) -> str | None:
    """How a session differs from what was recorded of it, as a sentence; None if it does not."""
    if other is None or other.said is None:
        return "its recorded steps can't be played" if other is None else f"a replay fails: {other.text}"
    assert played.said is not None
    if other.said["digests"] == played.said["digests"]:
        return None
    pairs = zip(re.findall(".{16}", played.said["digests"]), re.findall(".{16}", other.said["digests"]))
    first = next((tick for tick, (a, b) in enumerate(pairs) if a != b), None)
    return f"hashes differ from running tick {first} on" if first is not None else "one goes on for longer"


def _differs(case: Case, player: Player, again: Player, seconds: float) -> Played | None:
    """How a case goes, if it goes otherwise in another process, without its collections of garbage."""
    played = player.one(case, seconds)
    if played is None or played.said is None:
        return None
    text = _difference(played, again.one(without_marks(case), seconds))
    return played._replace(text=text) if text is not None else None


def _size(reduced: dict[str, Any]) -> str:
    """What there is left of a case, in words."""
    kinds = ", ".join([*reduced["parts"], *reduced["links"]][:12]) or "nothing"
    count = f"{len(reduced['parts'])} parts, {len(reduced['links'])} links, {reduced['steps']} steps"
    lines = reduced["text"].strip().splitlines() or [""]
    said = next((line for line in lines if line.startswith("Fatal")), lines[-1].strip())
    return f"{count} ({kinds}); {said:.150}"


def _fails(path: Path, script: Path, seconds: float, environment: dict[str, str]) -> str | None:
    """How ``sandbox run`` fails with a level and commands; None if it does not."""
    arguments = [sys.executable, "-m", "sandbox", "run", str(path), "--commands", str(script)]
    environment = {**os.environ, **environment, "PYTHONPATH": str(ROOT)}
    try:
        done = subprocess.run(arguments, cwd=ROOT, capture_output=True, text=True, timeout=4 * seconds, env=environment)
    except subprocess.TimeoutExpired:
        return "it does not come to an end"
    if done.returncode < 0:
        return f"signal {-done.returncode}"
    return f"exit code {done.returncode}: {done.stderr.strip().splitlines()[-1]:.120}" if done.returncode else None


def again(path: Path, seconds: float, plant: str | None) -> int:
    """Play a level with the commands beside it, collections of garbage included."""
    steps = [json.loads(line) for line in path.with_suffix(".jsonl").read_text("utf-8").splitlines()]
    end = steps.pop()["tick"]
    player = Player(0, plant)
    played = player.one(Case(to_plain(levels.read(path)), steps, end), seconds, "NotFinite" in path.name)
    player.close()
    if played is None or played.failure is None:
        print("it does not fail")
        return 0
    print(played.text)
    print(played.failure)
    return 1


def _seeds(context: click.Context, param: click.Parameter, value: str) -> list[int]:
    seeds: list[int] = []
    try:
        for item in value.split(","):
            first, _, end = item.partition(":")
            seeds += range(int(first), int(end) if end else int(first) + 1)
    except ValueError:
        raise click.BadParameter(f"{value!r} is not one such as 0:1000 or 3,14,15") from None
    return seeds


@click.command(help=__doc__)
@click.option("--seeds", default="0:1000", callback=_seeds, metavar="A:B", help="From A up to but not including B.")
@click.option("--minutes", type=float, default=60.0, help="Begin no more sessions after so long.")
@click.option("--wild", is_flag=True, help="Everything at and beyond its bounds; without it: more as people build.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, help="Processes that play.")
@click.option("--out", type=click.Path(path_type=Path), help="Where the reduced failures go; default: a new folder.")
@click.option("--seconds", type=float, default=5.0, help="Processor time after which 60 ticks are a hang.")
@click.option("--patience", type=float, default=120.0, help="Seconds to spend on reducing one failure.")
@click.option("--each", type=int, default=1, help="How many failures of one signature to reduce.")
@click.option("--fail-fast", is_flag=True, help="Stop at the first failure.")
@click.option("--plant", metavar="FAULT", help="A fault of `tests.tools.soak.planted`, to see it noticed.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
@click.option("--again", "level", type=click.Path(path_type=Path), help="Only play a reduced failure again.")
def main(
    seeds: list[int], minutes: float, jobs: int, out: Path | None, as_json: bool, level: Path | None, **options: Any
) -> None:
    if options["plant"] is not None:
        planted.plant(options["plant"])
    if level is not None:
        sys.exit(again(level, options["seconds"], options["plant"]))
    folder = (out or Path(tempfile.mkdtemp(prefix="soak-"))).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    soak = Soak(seeds, folder, **options)
    threads = [threading.Thread(target=soak.work, args=(number,), daemon=True) for number in range(jobs)]
    for thread in threads:
        thread.start()
    try:
        watch(soak, threads, minutes)
    except KeyboardInterrupt:
        soak.stop.set()
    for thread in threads:
        thread.join(options["patience"] + 60)
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
            time.sleep(0.2)
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
    cpu = {name: f"{seconds:.2f} s" for name, seconds in told["cpu"].items()}
    print(f"processor time: {cpu['all']}; of one session: {cpu['median']} in the middle, {cpu['most']} at most")
    print(f"{told['kinds']} kinds of parts and links; never seen: {', '.join(told['missing_kinds']) or 'none'}")
    print(f"{len(told['events'])} events; never seen: {', '.join(told['missing_events']) or 'none'}")
    for failure in told["failures"]:
        print(f"\n{failure['count']} × {failure['signature']}: seeds {', '.join(map(str, failure['seeds'][:8]))}")
        for reduced in failure["reduced"]:
            print(f"  {_size(reduced)}\n  {reduced['run'] or reduced['again']}")


if __name__ == "__main__":
    main()

"""Measure sessions of two over a bad network: `python -m tests.tools.bad_link --seconds 60 --loss 0.01`.

Two network namespaces are joined by TUN devices that delay packets and lose some: so it is the system's own TCP, with
encryption, that gets along with it. That takes root on Linux; elsewhere the way leads through a proxy that delays, and
the report says so. Besides a session from its beginning to its end there are:

    --late-join 10             join a session of ten minutes (in --runs), and come back after a lost connection
    --fault body|digest        1e-12 m/s more for one body of the guest; or one bit of a digest that changes on the way
    --other no-fma|arm64       the guest's processor has no FMA (glibc is told so), or is 64-bit ARM (qemu-user)
    --engine FOLDER            both use the portable engine of that folder (`pip install --target FOLDER` of its wheel);
                               without it they use the stock engine, and the host does not let the guest in

--other arm64 needs --arm64 FOLDER, which `python -m tests.tools.bad_link.arm64 FOLDER` makes.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from sandbox.levels import levels
from sandbox.together.invitation import parse
from tests.support import pile
from tests.together.bad_network import Way, bad_network
from tests.tools.bad_link.namespaces import ADDRESSES, joined_namespaces, may_join_namespaces
from tests.tools.bad_link.sides import host_commands
from tests.tools.engine_matrix import OLDER, ROOT

_FAULTS = {"body": "wrong", "digest": "lied"}


class Side(NamedTuple):
    """What runs one side of a session: the command line of its Python, and its environment."""

    python: tuple[str, ...]
    environment: dict[str, str]

    def command(self, *arguments: str) -> list[str]:
        return [*self.python, "-P", "-m", *arguments]


def sides(other: str, engine: Path | None, arm64: Path | None) -> tuple[Side, Side]:
    """Return the host's side, and the guest's."""

    def environment(*folders: Path | None) -> dict[str, str]:
        return {**os.environ, "PYTHONPATH": os.pathsep.join(str(folder) for folder in folders if folder is not None)}

    host = Side((sys.executable,), environment(engine, ROOT))
    if other == "no-fma":
        return host, Side(host.python, {**host.environment, **OLDER})
    if other == "arm64":
        if arm64 is None:
            raise SystemExit("--other arm64 needs --arm64 FOLDER")
        root = arm64 / "root"
        python = ("qemu-aarch64-static", "-L", str(root), str(next((root / "usr" / "bin").glob("python3.1?"))))
        portable = arm64 / "portable" if engine is not None else None
        return host, Side(python, environment(portable, ROOT, arm64 / "site"))
    return host, host


def started(command: list[str], environment: dict[str, str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, text=True, env=environment
    )


def first_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def hosting(options: argparse.Namespace, folder: Path, address: str) -> list[str]:
    """Return the arguments of a host."""
    record = str(folder / "host.replay")
    if options.late_join:
        return [
            "tests.tools.bad_link.sides",
            "host",
            address,
            str(options.bodies),
            str(options.late_join),
            str(options.runs),
            record,
        ]
    level, moves = folder / "pile.toml", folder / "host.jsonl"
    levels.write(level, pile(options.bodies, 4.0))
    moves.write_text("".join(json.dumps(line) + "\n" for line in host_commands(options.seconds)))
    arguments = ["sandbox", "host", str(level), "--wait", "1", "--commands", str(moves), "--listen", address]
    return [*arguments, "--seconds", str(options.seconds), "--record", record]


def meet(
    host: subprocess.Popen[str], guest: Side, enter: list[str], line: str, options: argparse.Namespace, record: Path
) -> dict[str, Any]:
    """Let a guest join, and return what both have seen."""
    what = "late" if options.late_join else _FAULTS.get(options.fault, "play")
    command = [*enter, *guest.command("tests.tools.bad_link.sides", what, line, str(record))]
    limit = options.seconds + 60 * options.late_join + 120
    ran = subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=limit, env=guest.environment)
    report: dict[str, Any] = json.loads(ran.stdout)
    if report["seconds"]:
        rest, _ = host.communicate(timeout=60)
        lines = [text for text in rest.splitlines() if options.late_join and text.startswith("{")]
        report.update(json.loads(lines[-1]) if lines else {})
    return report


def measure(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Let two be in a session, and report how it was."""
    way = Way(options.delay, options.jitter, options.loss)
    own, other = sides(options.other, options.engine, options.arm64)
    record = folder / "guest.replay"
    if may_join_namespaces():
        with joined_namespaces(way) as (one, two, link):
            host = started([*one.enter, *own.command(*hosting(options, folder, ADDRESSES[0]))], own.environment)
            try:
                report = meet(host, other, two.enter, first_line(host), options, record)
            finally:
                host.kill()
            report["way"] = "TCP and TLS through two namespaces"
            carried = link.bytes
    else:
        host = started(own.command(*hosting(options, folder, "127.0.0.1")), own.environment)
        try:
            invitation = parse(first_line(host))
            with bad_network(invitation.port, way) as proxy:
                report = meet(host, other, [], invitation._replace(port=proxy.port).line, options, record)
        finally:
            host.kill()
        report["way"] = "a proxy that delays, because namespaces are not allowed here"
        carried = [proxy.bytes[1], proxy.bytes[0]]
    if report["seconds"]:
        report["kB/s down, up"] = [round(count / report["seconds"] / 1000, 1) for count in carried]
    return report


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--bodies", type=int, default=100)
    parser.add_argument("--delay", type=float, default=0.05, help="one way, in seconds")
    parser.add_argument("--jitter", type=float, default=0.02)
    parser.add_argument("--loss", type=float, default=0.01)
    parser.add_argument("--late-join", type=float, default=0, metavar="MINUTES")
    parser.add_argument("--runs", type=int, default=1, help="of --late-join: times that the machine was started so far")
    parser.add_argument("--fault", choices=sorted(_FAULTS))
    parser.add_argument("--other", choices=("no-fma", "arm64"), default="")
    parser.add_argument("--engine", type=Path, metavar="FOLDER")
    parser.add_argument("--arm64", type=Path, metavar="FOLDER")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report = measure(options, Path(folder))
        for name, value in report.items():
            print(f"{name}: {value:.4g}" if isinstance(value, float) else f"{name}: {value}", flush=True)
        files = [str(file) for file in sorted(Path(folder).glob("*.replay"), reverse=True)]
        own, _ = sides("", options.engine, None)
        for command in (
            ("verify",) if options.late_join or options.fault == "body" or len(files) < 2 else ("verify", "diff")
        ):
            subprocess.run(own.command("sandbox", command, *files), stderr=subprocess.DEVNULL, env=own.environment)


if __name__ == "__main__":
    main()

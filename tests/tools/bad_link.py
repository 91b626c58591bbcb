"""Measure a session of two over a bad network: `python -m tests.tools.bad_link --seconds 60 --loss 0.01`.

Two network namespaces are joined by TUN devices that delay packets and lose some: so it is the system's own TCP, with
encryption, that gets along with it. (The kernels of small machines have no netem.) That takes root on Linux; elsewhere
the way leads through a proxy that delays, and the report says so.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import heapq
import json
import os
import random  # noqa: TID251  (of the network)
import select
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from sandbox.commands import commands as c
from sandbox.levels import levels
from sandbox.together import certificate, program
from sandbox.together.guest import JointGuest
from sandbox.together.invitation import parse
from sandbox.together.wire import GuestWire
from tests.support import pile
from tests.together.bad_network import Way, bad_network

_TUNSETIFF, _TUN, _NO_HEADER = 0x400454CA, 0x0001, 0x1000
_ADDRESSES = ("10.209.77.1", "10.209.77.2")  # in the two namespaces, which nobody else sees


class Namespace:
    """A network of its own that has nothing but one end of a link."""

    def __init__(self, name: str, address: str) -> None:
        self.holder = subprocess.Popen(["unshare", "-n", "sleep", "1000"])
        time.sleep(0.3)
        self.fd = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
        fcntl.ioctl(self.fd, _TUNSETIFF, struct.pack("16sH", name.encode(), _TUN | _NO_HEADER))
        subprocess.run(["ip", "link", "set", name, "netns", str(self.holder.pid)], check=True)
        for command in (f"addr add {address}/24 dev {name}", f"link set {name} up", "link set lo up"):
            subprocess.run([*self.enter, "ip", *command.split()], check=True)

    @property
    def enter(self) -> list[str]:
        """The beginning of a command line that is carried out within."""
        return ["nsenter", "-t", str(self.holder.pid), "-n"]

    def close(self) -> None:
        os.close(self.fd)
        self.holder.kill()
        self.holder.wait()


class Link:
    """Carries packets between two namespaces, late, and not all of them."""

    def __init__(self, ends: tuple[Namespace, Namespace], way: Way) -> None:
        self._fds = [end.fd for end in ends]
        self._way = way
        self._chance = random.Random(1)
        self.bytes = [0, 0]  # from each end
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._carry, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        self._thread.join(5)

    def _carry(self) -> None:
        under_way: list[tuple[float, int, int, bytes]] = []
        count, last = 0, [0.0, 0.0]
        while not self._stop.is_set():
            wait = max(0.0, under_way[0][0] - time.monotonic()) if under_way else 0.1
            ready, _, _ = select.select(self._fds, [], [], min(wait, 0.1))
            now = time.monotonic()
            for side, fd in enumerate(self._fds):
                if fd not in ready:
                    continue
                packet = os.read(fd, 65536)
                self.bytes[side] += len(packet)
                if self._chance.random() >= self._way.loss:
                    late = self._way.delay + self._chance.uniform(-1, 1) * self._way.jitter
                    last[side] = max(last[side], now + late)  # none overtakes another
                    count += 1
                    heapq.heappush(under_way, (last[side], count, self._fds[1 - side], packet))
            while under_way and under_way[0][0] <= time.monotonic():
                with contextlib.suppress(OSError):
                    _, _, to, packet = heapq.heappop(under_way)
                    os.write(to, packet)


@contextlib.contextmanager
def joined_namespaces(way: Way) -> Iterator[tuple[Namespace, Namespace, Link]]:
    """Two namespaces with a bad link between them."""
    with contextlib.ExitStack() as stack:
        ends = []
        for number, address in enumerate(_ADDRESSES):
            ends.append(Namespace(f"sandbox{os.getpid() % 10000}{number}", address))
            stack.callback(ends[-1].close)
        link = Link((ends[0], ends[1]), way)
        stack.callback(link.close)
        yield ends[0], ends[1], link


def may_join_namespaces() -> bool:
    """Whether this system lets us."""
    try:
        return os.geteuid() == 0 and not subprocess.run(["unshare", "-n", "true"], timeout=5).returncode
    except (OSError, subprocess.SubprocessError, AttributeError):
        return False


def host_commands(seconds: float) -> list[dict[str, object]]:
    """A host who starts the machine and stirs it all the time."""
    swings = [
        {"tick": tick, "do": "drag", "x": 0.3 + tick % 480 / 150, "y": 0.6 + tick % 300 / 400}
        for tick in range(24, int(seconds * 240) - 20, 4)
    ]
    return [{"tick": 2, "do": "start"}, {"tick": 20, "do": "grab", "part": 4, "x": 0.5, "y": 0.4}, *swings]


def be_guest(line: str, record: Path) -> None:
    """Stir as well, and print how long it takes until one's own commands are seen."""
    invitation = parse(line)
    tls = certificate.for_guest() if invitation.fingerprint else None
    guest = JointGuest(GuestWire(invitation, "Ann", program.here(), tls), record)
    asked: dict[int, float] = {}
    seen: list[float] = []
    next_at, count, began = 0.0, 0, 0.0
    while not guest.over:
        now = time.monotonic()
        guest.advance(now)
        if guest.joint is not None and guest.joint.session.running and not guest.over:
            began = began or now
            waiting = {wish.number for wish in guest.unanswered}
            seen += [now - asked.pop(number) for number in [*asked] if number not in waiting]
            if now >= next_at:
                next_at, count = max(now, next_at) + 1 / 60, count + 1
                command = c.Drag(0.3 + count % 200 / 60, 0.5 + count % 90 / 120) if count > 1 else c.Grab(9, 2.0, 1.0)
                asked[guest.do(command)] = now
        guest.hear(guest.call.wait(min(guest.wait(now), max(0.0, next_at - time.monotonic()))), time.monotonic())
    stalls, stalled = guest.stalls
    print(json.dumps({
        "over": guest.over, "seconds": time.monotonic() - began, "seen": len(seen),
        "median_ms": 1000 * statistics.median(seen), "p95_ms": 1000 * statistics.quantiles(seen, n=20)[18],
        "stalls": stalls, "stalled_s": stalled, "cpu_s": time.process_time(),
        "declined": sum(line.startswith("not done") for line in guest.news),
    }))  # fmt: skip


def started(command: list[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)


def first_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def measure(seconds: float, bodies: int, way: Way, folder: Path) -> dict[str, object]:
    """Let two be in a session, and report how it was."""
    level, moves = folder / "pile.toml", folder / "host.jsonl"
    levels.write(level, pile(bodies, 4.0))
    moves.write_text("".join(json.dumps(line) + "\n" for line in host_commands(seconds)))
    python, files = [sys.executable, "-m"], [str(folder / f"{side}.replay") for side in ("host", "guest")]
    hosting = [*python, "sandbox", "host", str(level), "--wait", "1", "--commands", str(moves)]
    hosting += ["--seconds", str(seconds), "--record", files[0]]

    def finish(host: subprocess.Popen[str], guests: list[str], line: str) -> dict[str, object]:
        me = [*python, "tests.tools.bad_link", "--guest", line, "--record", files[1]]
        told = subprocess.run([*guests, *me], stdout=subprocess.PIPE, text=True, timeout=seconds + 120)
        host.communicate(timeout=60)
        return dict(json.loads(told.stdout))

    if may_join_namespaces():
        with joined_namespaces(way) as (one, other, link):
            host = started([*one.enter, *hosting, "--listen", _ADDRESSES[0]])
            report = finish(host, other.enter, first_line(host))
            report["way"] = "TCP and TLS through two namespaces"
            carried = link.bytes
    else:
        host = started(hosting)
        invitation = parse(first_line(host))
        with bad_network(invitation.port, way) as proxy:
            report = finish(host, [], invitation._replace(port=proxy.port).line)
            report["way"] = "a proxy that delays, because namespaces are not allowed here"
            carried = [proxy.bytes[1], proxy.bytes[0]]
    took = float(str(report["seconds"]))
    report["kB/s down, up"] = [round(count / took / 1000, 1) for count in carried]
    return report


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--bodies", type=int, default=100)
    parser.add_argument("--delay", type=float, default=0.05, help="one way, in seconds")
    parser.add_argument("--jitter", type=float, default=0.02)
    parser.add_argument("--loss", type=float, default=0.01)
    parser.add_argument("--guest", help=argparse.SUPPRESS)
    parser.add_argument("--record", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.guest:
        be_guest(options.guest, options.record)
        return
    with tempfile.TemporaryDirectory() as folder:
        report = measure(
            options.seconds, options.bodies, Way(options.delay, options.jitter, options.loss), Path(folder)
        )
        for name, value in report.items():
            print(f"{name}: {value:.4g}" if isinstance(value, float) else f"{name}: {value}")
        files = [f"{folder}/host.replay", f"{folder}/guest.replay"]
        for command in ("verify", "diff"):
            subprocess.run([sys.executable, "-m", "sandbox", command, *files], stderr=subprocess.DEVNULL)


if __name__ == "__main__":
    main()

"""Two network namespaces that are joined by a link which delays packets and loses some, with the system's own TCP.

The kernels of small machines have no netem, so each namespace has a TUN device, and packets go through this process.
"""

from __future__ import annotations

import contextlib
import fcntl
import heapq
import os
import random  # noqa: TID251  (of the network)
import select
import struct
import subprocess
import threading
import time
from collections.abc import Iterator

from tests.together.bad_network import Way

_TUNSETIFF, _TUN, _NO_HEADER = 0x400454CA, 0x0001, 0x1000
ADDRESSES = ("10.209.77.1", "10.209.77.2")  # in the two namespaces, which nobody else sees


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
        for number, address in enumerate(ADDRESSES):
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

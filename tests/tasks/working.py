"""A child process of the tests, which does whatever may happen to one that carries out tasks; and whether it runs."""

import os
import sys
import time
from pathlib import Path
from typing import Any

from sandbox.errors import Refused
from sandbox.tasks.serving import Teller, serve

SAID = b"printed by a library, while the answers go elsewhere\n"


def carry_out(order: tuple[str, Any], teller: Teller) -> Any:
    """Do what an order names."""
    what, value = order
    match what:
        case "echo":
            return value
        case "pid":
            return os.getpid()
        case "signal":
            os.kill(os.getpid(), value)
        case "exit":
            os._exit(value)
        case "refuse":
            raise Refused(value)
        case "fail":
            raise ValueError(value)
        case "nest":
            return carry_out(order, teller)
        case "eat":
            return len(bytearray(value * 2**20))
        case "spin":
            while True:
                pass
        case "work":
            end = time.process_time() + value
            while time.process_time() < end:
                pass
        case "sleep":
            time.sleep(value)
        case "print":
            os.write(1, SAID)
            print("and by Python", flush=True)
        case "flood":
            for number in range(value):
                teller.progress(number, value, "flooding" * 100, [number] * 10)
        case "count":
            count = 0
            while not (teller.stopped or teller.superseded):
                count += 1
                teller.progress(count, 0.0, "counting")
                time.sleep(0.01)
            return count
        case "stopped":
            return teller.stopped
        case "dribble":  # as if the system took a few bytes at a time
            write = os.write
            os.write = lambda file, data: write(file, bytes(data[:7]))
            teller.progress(1.0, 1.0, "dribbling" * 100)
        case "environment":
            return os.environ.get(value), os.nice(0), sys.argv[1:]
        case "write":
            time.sleep(0.5)
            with open(value, "w") as file:
                file.write("done")
    return what


def runs(pid: int) -> bool:
    """Whether a process runs; one that has ended may still wait for its parent."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def ends(pid: int) -> bool:
    """Whether a process ends within a generous time."""
    deadline = time.monotonic() + 60
    while runs(pid):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


if __name__ == "__main__":
    serve(carry_out, tuple[str, Any], stays="stays" in sys.argv)

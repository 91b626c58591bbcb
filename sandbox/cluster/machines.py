"""The machines of a cluster that a command uses, with what they run; those that don't compute as we do are left out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from sandbox.cluster.jobs import PROTOCOL, Identity
from sandbox.recording.fingerprint import Fingerprint


class ClusterMachine:
    """A worker of the cluster: how many batches it runs at a time, its class of arithmetic, and how many it has now."""

    def __init__(self, address: str, threads: int, arithmetic: str) -> None:
        self.address, self.threads, self.arithmetic = address, threads, arithmetic
        self.busy = 0


class Counts(NamedTuple):
    """The numbers of machines that are used, of the batches that they run at a time, and of classes of arithmetic."""

    machines: int
    slots: int
    classes: int


class Machines:
    """All machines that are known, by address.

    Args:
        here: the fingerprint of this program; a machine with other simulation code or another engine is not used.
        alike: use only those of our class of arithmetic.
        note: takes a sentence about each machine that is not used.
    """

    def __init__(self, here: Fingerprint, alike: bool, note: Callable[[str], object]) -> None:
        self._here, self._alike, self._note = here, alike, note
        self._used: dict[str, ClusterMachine] = {}
        self._refused: set[str] = set()
        self._present: dict[str, int] = {}

    @property
    def used(self) -> Iterable[ClusterMachine]:
        """The machines that are used, in the order in which they came."""
        return self._used.values()

    @property
    def classes(self) -> set[str]:
        """The classes of arithmetic that there are."""
        return {machine.arithmetic for machine in self._used.values()}

    @property
    def counts(self) -> Counts:
        return Counts(len(self._used), sum(machine.threads for machine in self._used.values()), len(self.classes))

    def seen(self, present: dict[str, int]) -> list[str]:
        """Take notice of who is there; return the addresses of machines that were used and are lost."""
        self._present = present
        lost = [address for address in self._used if address not in present]
        for address in lost:
            del self._used[address]
        return lost

    def unknown(self) -> bool:
        """Tell whether a machine is there that has not said who it is."""
        return any(address not in self._used and address not in self._refused for address in self._present)

    def identified(self, identities: dict[str, Identity | str]) -> None:
        """Use the machines that compute as we do, and say why the others are not used."""
        for address, identity in identities.items():
            if address not in self._present:
                continue
            reason = identity if isinstance(identity, str) else self._reason_against(identity)
            if reason:
                self.refuse(address, reason)
            elif not isinstance(identity, str):
                arithmetic = identity.fingerprint.arithmetic
                self._used[address] = ClusterMachine(address, self._present[address], arithmetic)

    def refuse(self, address: str, reason: str) -> None:
        """Use a machine no more."""
        self._used.pop(address, None)
        self._refused.add(address)
        self._note(f"the worker {address} is not used: {reason}")

    def _reason_against(self, identity: Identity) -> str:
        remote, local = identity.fingerprint, self._here
        if identity.protocol != PROTOCOL or remote.code != local.code:
            return (
                f"its simulation code is {remote.code[:8]}, here it is {local.code[:8]}; install the same version there"
            )
        if remote.engine != local.engine:
            return f"its engine is {remote.engine}, here it is {local.engine}; install the same one there"
        if self._alike and remote.arithmetic != local.arithmetic:
            return f"its class of arithmetic is {remote.arithmetic[:8]}, here it is {local.arithmetic[:8]}"
        return ""

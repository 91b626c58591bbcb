"""What only the host of a shared session decides: what guests may do, and who is to leave."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandbox.together.host import JointHost
    from sandbox.together.race.race_host import RaceHost
    from sandbox.together.seats import AskedFor


class HostControls:
    """The switches of a host. Without one, all of them are off and do nothing."""

    def __init__(self, host: Callable[[], JointHost | None], race: Callable[[], RaceHost | None]) -> None:
        """`host` returns the host of the session that is open here, if there is one, and `race` that of a race."""
        self._host, self._race = host, race

    @property
    def _either(self) -> JointHost | RaceHost | None:
        return self._host() or self._race()

    @property
    def guests_start(self) -> bool:
        """True if guests may start and stop the machine themselves."""
        host = self._host()
        return host is not None and host.rights.start

    @guests_start.setter
    def guests_start(self, may: bool) -> None:
        host = self._host()
        if host is not None and may != host.rights.start:
            host.rights = host.rights._replace(start=may)
            host.announce(_allowed("start and stop the machine", may))

    @property
    def guests_author(self) -> bool:
        """True if guests may edit the level as its authors."""
        host = self._host()
        return host is not None and host.rights.author

    @guests_author.setter
    def guests_author(self, may: bool) -> None:
        host = self._host()
        if host is not None and may != host.rights.author:
            host.rights = host.rights._replace(author=may)
            host.announce(_allowed("edit the level as its authors", may))

    @property
    def editors(self) -> bool:
        """True if guests may come in to edit only whose machines compute other bits than this one."""
        host = self._host()
        return host is not None and host.rights.editors

    @editors.setter
    def editors(self, may: bool) -> None:
        host = self._host()
        if host is not None and may != host.rights.editors:
            host.rights = host.rights._replace(editors=may)
            let_in = "are let in to edit only" if may else "are let in no longer; who is here stays"
            host.announce(f"guests whose machines compute other bits {let_in}")

    def show_speed(self, speed: float) -> None:
        """Show the speed that the host has chosen to all."""
        host = self._host()
        if host is not None and speed != host.speed:
            host.speed = speed
            how = f"{speed:g} times as fast as" if speed != 1 else "as fast as"
            host.announce(f"{host.name} lets time pass {how} in the world")

    @property
    def guests(self) -> dict[int, str]:
        """The names of the guests who are there or may come back, by their players."""
        host = self._either
        return {} if host is None else {seat.player: seat.name for seat in host.guests}

    def take_requests(self) -> list[AskedFor]:
        """Return what guests would like the host to do, and forget it."""
        host = self._host()
        if host is None:
            return []
        requests = list(host.requests)
        host.requests.clear()
        return requests

    def send_away(self, player: int) -> None:
        """Ask a guest to leave: he is not let in again under his name, nor anybody by the line that he knows."""
        host = self._either
        seat = next((seat for seat in host.guests if seat.player == player), None) if host is not None else None
        if host is not None and seat is not None:
            host.send_away(seat)

    @property
    def barred(self) -> list[str]:
        """The names of those whom the host has asked to leave, and who are not let in."""
        host = self._either
        return [] if host is None else list(host.admission.barred)

    def allow(self, name: str) -> None:
        """Let somebody in again who was asked to leave."""
        host = self._either
        if host is not None:
            host.admission.allow(name)


def _allowed(what: str, may: bool) -> str:
    return f"guests may {what} now" if may else f"only the host may {what} now"

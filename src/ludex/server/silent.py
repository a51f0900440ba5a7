"""Those who have come and not yet said what they want. They cost nothing to whoever sends them, so there are only so
many of one address and so many in all: where one more comes, the one that has been silent longest goes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable
from ipaddress import ip_address, ip_network


class Silent:
    def __init__(self, of_one: int, in_all: int) -> None:
        self.of_one, self.in_all = of_one, in_all
        self._all: dict[Hashable, tuple[str, Callable[[], None]]] = {}  # the oldest first
        self._of: defaultdict[str, dict[Hashable, None]] = defaultdict(dict)

    def __len__(self) -> int:
        return len(self._all)

    def add(self, one: Hashable, address: str, leave: Callable[[], None]) -> None:
        """One more, who is told to leave where others need the room. Without an address it counts for no single one."""
        if address and len(self._of[address]) >= self.of_one:
            self._send_away(next(iter(self._of[address])))
        if len(self._all) >= self.in_all:
            self._send_away(next(iter(self._all)))
        self._all[one] = address, leave
        self._of[address][one] = None

    def remove(self, one: Hashable) -> None:
        """They have said what they want, or are gone."""
        address, _ = self._all.pop(one, ("", None))
        self._of[address].pop(one, None)
        if not self._of[address]:
            del self._of[address]

    def _send_away(self, one: Hashable) -> None:
        _, leave = self._all[one]
        self.remove(one)
        leave()


def network_of(host: str) -> str:
    """Who comes from an address, as far as the net tells: of the newer ones the half by which a house or a machine is
    known, since whoever has it has all the others that begin with it."""
    try:
        given = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if given.version == 4:
        return host
    return str(given.ipv4_mapped or ip_network((int(given) >> 64 << 64, 64)))


def is_here(host: str) -> bool:
    """Is it an address of this machine for itself? An older one may be told as a newer one."""
    try:
        given = ip_address(host)
    except ValueError:
        return False
    return bool((getattr(given, "ipv4_mapped", None) or given).is_loopback)

"""Addresses: encrypted ones, or this machine alone; and the sentences for everything else."""

import sys
from pathlib import Path

import pytest

from sandbox import cli
from sandbox.cluster import connection, keys, launch
from sandbox.cluster.address import ClusterAddress, check_address, security
from sandbox.cluster.address import require_dask as demand_dask
from sandbox.errors import Refused
from tests.clusters import require_dask


@pytest.mark.parametrize(
    "address", ["tls://127.0.0.1:8786", "tls://[::1]:8786", "tls://localhost:1", "tls://192.0.2.7:8786", "tls://box:1"]
)
def test_what_nobody_else_can_listen_to_is_allowed(address: str) -> None:
    check_address(address)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:8786", "tcp://[::1]:8786", "tcp://localhost:1"])
def test_what_any_user_of_this_computer_reaches_takes_a_word_that_says_so(address: str) -> None:
    with pytest.raises(Refused, match=r"each user of this computer .* use tls://.* or add --insecure-any-user"):
        check_address(address)
    check_address(address, insecure=True)


@pytest.mark.parametrize("address", ["tcp://192.0.2.7:8786", "tcp://0.0.0.0:8786", "tcp://box:8786", "tcp://[::]:1"])
def test_without_encryption_no_other_machine_is_reached(address: str) -> None:
    for insecure in (False, True):
        with pytest.raises(Refused, match="neither encrypted nor does it ask for a certificate"):
            check_address(address, insecure)


@pytest.mark.parametrize(
    "address",
    ["", "box", "box:8786", "http://box:8786", "inproc://1/2", "tls://box", "tls://:1", "tls://b:x", "tls://b:1/x"],
)
def test_anything_else_is_no_address(address: str) -> None:
    with pytest.raises(Refused, match="is no address of a cluster"):
        check_address(address)


def test_without_dask_its_packages_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(Refused, match=r"pip install 'distributed[^ ]*'"):
        demand_dask()


def test_encryption_needs_its_three_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    require_dask()
    import dask

    certificate, key = keys.write(tmp_path / "keys")
    with pytest.raises(Refused, match="tls:// needs --tls-ca-file FILE, or DASK_DISTRIBUTED__COMM__TLS__CA_FILE"):
        security(ClusterAddress("tls://box:1", cert=certificate))
    assert key.stat().st_mode & 0o077 == 0, "nobody else may read it"
    assert security(ClusterAddress("tls://box:1", certificate, certificate, key)) is not None
    assert security(ClusterAddress("tcp://127.0.0.1:1")) is None
    with pytest.raises(Refused, match=r"none\.pem: can't be read"):
        security(ClusterAddress("tls://box:1", certificate, certificate, tmp_path / "none.pem"))
    with pytest.raises(Refused, match="no certificates that fit"):
        security(ClusterAddress("tls://box:1", certificate, certificate, certificate))
    files = {"ca-file": certificate, "client.cert": certificate, "client.key": key}
    with dask.config.set({f"distributed.comm.tls.{name}": str(file) for name, file in files.items()}):
        assert security(ClusterAddress("tls://box:1")) is not None
    with pytest.raises(Refused, match="is there already"):
        keys.write(tmp_path / "keys")


def test_what_is_started_listens_where_it_is_told_and_nowhere_unsafe() -> None:
    require_dask()
    line = launch.scheduler_line(ClusterAddress("tls://127.0.0.1:8786"))
    assert line[line.index("--host") + 1] == "127.0.0.1" and line[line.index("--port") + 1] == "8786"
    assert line[line.index("--protocol") + 1] == "tls" and str(keys.own_folder() / "key.pem") in line
    line = launch.worker_line(ClusterAddress("tls://127.0.0.1:8786"), "127.0.0.1", 1)
    assert line[line.index("--host") + 1] == "127.0.0.1" and line[line.index("--protocol") + 1] == "tls"
    assert str(keys.own_folder() / "key.pem") in line
    with pytest.raises(Refused, match="neither encrypted"):
        launch.worker_line(ClusterAddress("tcp://127.0.0.1:8786", insecure=True), "0.0.0.0", 1)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "tcp://192.0.2.7:1"])
def test_no_part_of_a_cluster_takes_an_address_without_a_key(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them is reached in other ways than by the command line."""
    require_dask()
    place = ClusterAddress(address)
    for use in (
        lambda: launch.scheduler_line(place), lambda: launch.worker_line(place, "127.0.0.1", 1),
        lambda: connection.Connection(place),
    ):  # fmt: skip
        with pytest.raises(Refused, match=r"could run anything in your name|neither encrypted"):
            use()
    monkeypatch.setattr(connection, "check_address", lambda *_: pytest.fail("this comes too late for a command"))
    for line in (
        ("verify", "replays", "--cluster", address), ("cluster", "scheduler", address), ("cluster", "worker", address),
        ("check", "drop", "--cluster", address), ("solve", "drop", "--cluster", address),
    ):  # fmt: skip
        with pytest.raises(Refused, match=r"could run anything in your name|neither encrypted"):
            cli.app.main(args=line, standalone_mode=False)

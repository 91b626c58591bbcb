"""`sandbox cluster`: start a cluster that is reached only by those who are meant."""

from __future__ import annotations

from pathlib import Path

import click

from sandbox.cli.command import CliGroup
from sandbox.cli.names import FILE
from sandbox.cli.options import with_tls
from sandbox.cli.output import print_written

HELP = """Start a Dask cluster for --cluster of `verify`, `check` and `solve`.

Any Dask cluster will do, whatever starts it (Slurm, Kubernetes, a cloud), if this program is installed on its scheduler
and its workers in the same version. These commands start one by hand, such that nobody else reaches it: each process
listens on one address, without the web pages of Dask. Whoever reaches a scheduler can run anything on its workers. So
there is only tls://, with a key and a certificate that all processes of the cluster share.

The key is your own unless you name another one: the first scheduler makes it, in the folder of your settings, where
nobody else may read it. It is enough for one computer, and for several that share your home folder. For others make
one with `sandbox cluster keys`, copy it to each of them, and name its files with --tls-ca-file, --tls-cert and
--tls-key, here as with --cluster, or where Dask looks for them: DASK_DISTRIBUTED__COMM__TLS__CA_FILE, and
..._TLS__CLIENT__CERT, ..._TLS__CLIENT__KEY in the environment.

By tcp:// each user of this computer can run anything in your name; --insecure-any-user allows it, on 127.0.0.1 only.

\b
Example:
  # on one computer
  sandbox cluster scheduler tls://127.0.0.1:8786
  sandbox cluster worker tls://127.0.0.1:8786 --jobs 4
  sandbox verify --cluster tls://127.0.0.1:8786 replays
  # on several; keys is copied to each of them
  sandbox cluster keys keys
  sandbox cluster scheduler tls://192.0.2.1:8786 \\
      --tls-ca-file keys/cert.pem --tls-cert keys/cert.pem --tls-key keys/key.pem
  sandbox cluster worker tls://192.0.2.1:8786 --host 192.0.2.2 \\
      --tls-ca-file keys/cert.pem --tls-cert keys/cert.pem --tls-key keys/key.pem
  # with Slurm, as a script for sbatch; the nodes share your home folder, and thus your own key
  #SBATCH --ntasks=8 --cpus-per-task=4
  at=tls://$(hostname):8786
  sandbox cluster scheduler $at & sleep 10
  srun sh -c "exec sandbox cluster worker $at --host \\$(hostname) --jobs 4" &
  sandbox verify --cluster $at replays
"""


@click.group(cls=CliGroup, help=HELP)
def cluster() -> None:
    pass


@cluster.command()
@click.argument("address")
@with_tls
def scheduler(address: str, ca_file: Path | None, cert: Path | None, key: Path | None, insecure: bool) -> int:
    """Start a scheduler at ADDRESS, which is tls://HOST:PORT; on this computer alone tls://127.0.0.1:PORT."""
    from sandbox.cluster import launch
    from sandbox.cluster.address import ClusterAddress

    launch.become(launch.scheduler_line(ClusterAddress(address, ca_file, cert, key, insecure)))
    return 0


@cluster.command()
@click.argument("address")
@click.option("--host", default="127.0.0.1", metavar="HOST", help="Listen on this address; default: 127.0.0.1.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, metavar="N", help="Processes at a time; default: 1.")
@with_tls
def worker(
    address: str, host: str, jobs: int, ca_file: Path | None, cert: Path | None, key: Path | None, insecure: bool
) -> int:  # fmt: skip
    """Start a worker for the scheduler at ADDRESS. It ends when the scheduler is gone."""
    from sandbox.cluster import launch
    from sandbox.cluster.address import ClusterAddress

    launch.become(launch.worker_line(ClusterAddress(address, ca_file, cert, key, insecure), host, jobs))
    return 0


@cluster.command()
@click.argument("folder", type=FILE, metavar="DIR")
def keys(folder: Path) -> int:
    """Make a key and a certificate for a year, in the folder DIR. Whoever has them can use the cluster."""
    from sandbox.cluster import keys as pairs

    for path in pairs.write(folder):
        print_written(path)
    return 0

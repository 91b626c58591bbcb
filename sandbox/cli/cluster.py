"""`sandbox cluster`: start a cluster that is reached only by those who are meant."""

from __future__ import annotations

from pathlib import Path

import click

from sandbox.cli.options import FILE, with_tls
from sandbox.cli.output import print_line

HELP = """Start a Dask cluster for --cluster of `verify`, `check` and `solve`.

Any Dask cluster will do, whatever starts it (Slurm, Kubernetes, a cloud), if this program is installed on its scheduler
and its workers in the same version. These commands start one by hand, such that nobody else reaches it: each process
listens on one address, without the web pages of Dask. Whoever reaches a scheduler can run anything on its workers. So
between machines there is only tls://, with a key and a certificate that all machines of the cluster share.

The files are named with --tls-ca-file, --tls-cert and --tls-key, here as with --cluster, or where Dask looks for them:
DASK_DISTRIBUTED__COMM__TLS__CA_FILE, and ..._TLS__CLIENT__CERT, ..._TLS__CLIENT__KEY in the environment.

\b
Example:
  # on one computer
  sandbox cluster scheduler tcp://127.0.0.1:8786
  sandbox cluster worker tcp://127.0.0.1:8786 --jobs 4
  sandbox verify --cluster tcp://127.0.0.1:8786 replays
  # on several; keys is copied to each of them
  sandbox cluster keys keys
  sandbox cluster scheduler tls://192.0.2.1:8786 \\
      --tls-ca-file keys/cert.pem --tls-cert keys/cert.pem --tls-key keys/key.pem
  sandbox cluster worker tls://192.0.2.1:8786 --host 192.0.2.2 \\
      --tls-ca-file keys/cert.pem --tls-cert keys/cert.pem --tls-key keys/key.pem
"""


@click.group(help=HELP)
def cluster() -> None:
    pass


@cluster.command()
@click.argument("address")
@with_tls
def scheduler(address: str, ca_file: Path | None, cert: Path | None, key: Path | None) -> int:
    """Start a scheduler at ADDRESS, which is tls://HOST:PORT, or tcp://127.0.0.1:PORT for this computer alone."""
    from sandbox.cluster import launch
    from sandbox.cluster.address import ClusterAddress

    launch.become(launch.scheduler_line(ClusterAddress(address, ca_file, cert, key)))
    return 0


@cluster.command()
@click.argument("address")
@click.option("--host", default="127.0.0.1", metavar="HOST", help="The address to listen on; default: 127.0.0.1.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, metavar="N", help="Batches at a time; default: 1.")
@with_tls
def worker(address: str, host: str, jobs: int, ca_file: Path | None, cert: Path | None, key: Path | None) -> int:
    """Start a worker for the scheduler at ADDRESS. It ends when the scheduler is gone."""
    from sandbox.cluster import launch
    from sandbox.cluster.address import ClusterAddress

    launch.become(launch.worker_line(ClusterAddress(address, ca_file, cert, key), host, jobs))
    return 0


@cluster.command()
@click.argument("folder", type=FILE)
def keys(folder: Path) -> int:
    """Make a key and a certificate for a year, in FOLDER. Who has them belongs to the cluster: keep them safe."""
    from sandbox.cluster import launch

    for path in launch.write_keys(folder):
        print_line(f"written: {path}")
    return 0

"""Make a folder for `--other arm64`, which `qemu-aarch64-static` runs: `python -m tests.tools.bad_link.arm64 FOLDER`.

It gets `root` (Python and its libraries from Debian's packages), `site` (the program's packages and the stock engine),
`include` (headers of C and of Python) and `portable` (the portable engine). Nothing is installed, and nothing changes
outside of that folder. It takes Debian's apt-get and dpkg, a network, and clang with lld, or aarch64-linux-gnu-gcc.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from tests.tools.engine_matrix import ARM64, Build, compiled

_DEBIAN = (
    "python3.11-minimal libpython3.11-minimal libpython3.11-stdlib python3.11 libc6 libexpat1 zlib1g libssl3 libffi8 "
    "libbz2-1.0 liblzma5 libsqlite3-0 libuuid1 libcrypt1 libgcc-s1 libstdc++6 libc6-dev libpython3.11-dev libcrypt-dev "
    "linux-libc-dev libgcc-12-dev"
)
_PYTHON = "pymunk==7.3.1 numpy msgpack msgspec click rich platformdirs xxhash filelock tomli-w cryptography>=46,<51"
_WHEELS = (
    "--platform manylinux2014_aarch64 --platform manylinux_2_28_aarch64 --implementation cp --python-version 3.11 "
    "--only-binary=:all:"
)


def fetch_root(folder: Path) -> None:
    """Unpack Debian's packages for 64-bit ARM, with lists of packages of their own."""
    apt, debs = folder / "apt", folder / "debs"
    for needed in (apt / "lists" / "partial", apt / "cache" / "archives" / "partial", debs, folder / "root"):
        needed.mkdir(parents=True, exist_ok=True)
    (apt / "status").touch()
    options = ("APT::Architecture=arm64", "APT::Architectures=arm64", "APT::Sandbox::User=root")
    places = (f"Dir::State={apt}", f"Dir::State::status={apt}/status", f"Dir::Cache={apt}/cache")
    command = ["apt-get", "-q", *(word for option in (*options, *places) for word in ("-o", option))]
    subprocess.run([*command, "update"], check=True)
    subprocess.run([*command, "download", *_DEBIAN.split()], cwd=debs, check=True)
    for package in sorted(debs.glob("*.deb")):
        subprocess.run(["dpkg", "-x", str(package), str(folder / "root")], check=True)


def fetch_packages(folder: Path) -> None:
    """Install the program's packages for 64-bit ARM into a folder of their own."""
    pip = [sys.executable, "-m", "pip", "install", "-q", "--upgrade", "--target", str(folder / "site")]
    subprocess.run([*pip, *_WHEELS.split(), *_PYTHON.split()], check=True)


def compiler(root: Path) -> Build:
    """Return what compiles for 64-bit ARM here: Debian's gcc for it, or else clang with the headers of `root`."""
    clang = next((name for name in ("clang", "clang-22", "clang-19", "clang-14") if shutil.which(name)), "")
    if shutil.which(ARM64.compiler) or not clang:
        return ARM64
    own = root / "usr" / "lib" / "gcc" / "aarch64-linux-gnu" / "12"
    target = ("--target=aarch64-linux-gnu", f"--sysroot={root}", "-fuse-ld=lld", f"-B{own}", f"-L{own}")
    return Build("arm64 clang -O3", clang, (*target, *ARM64.options))


def main() -> None:
    folder = Path(sys.argv[1]).resolve()
    fetch_root(folder)
    fetch_packages(folder)
    include = folder / "include"
    shutil.copytree(folder / "root" / "usr" / "include", include, dirs_exist_ok=True)
    lab = folder / "lab"
    lab.mkdir(exist_ok=True)
    engine = compiled(compiler(folder / "root"), lab, include)
    (folder / "portable").unlink(missing_ok=True)
    (folder / "portable").symlink_to(engine)
    print(f"python -m tests.tools.bad_link --other arm64 --arm64 {folder} --engine ENGINE --bodies 12")


if __name__ == "__main__":
    main()

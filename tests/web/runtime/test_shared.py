"""Pages that share a runtime name its place and the hash of each file, and a place that can't be meant is refused."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from pathlib import Path

import pytest

from sandbox.errors import BadFile, Refused
from sandbox.web.runtime import shared

CONTENT = b"</script><script>alert(1)</script>"


@pytest.fixture
def runtime(tmp_path: Path) -> Path:
    """A folder like that of `build`, with one small file."""
    folder = tmp_path / "runtime"
    folder.mkdir()
    (folder / "core.zip").write_bytes(CONTENT)
    listed = {"core.zip": {"sha256": hashlib.sha256(CONTENT).hexdigest()}}
    (folder / "built.json").write_text(json.dumps({"files": listed}), "utf-8")
    return folder


def test_a_document_holds_the_file_and_no_other_script_than_the_one_it_names(runtime: Path, tmp_path: Path) -> None:
    (document,) = shared.write(runtime, tmp_path / "site/engine")
    text = document.read_text("ascii")
    (content,) = re.findall(r'id="content">([^<]*)</script>', text)
    assert gzip.decompress(base64.b64decode(content)) == CONTENT
    (script,) = re.findall(r"<script>(.*?)</script>", text)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"default-src 'none'; script-src 'sha256-{digest}'" in text
    assert document.name == f"core.zip-{hashlib.sha256(CONTENT).hexdigest()[:16]}.html"


def test_what_is_there_is_written_only_if_it_is_not_the_same(runtime: Path, tmp_path: Path) -> None:
    (document,) = shared.write(runtime, tmp_path)
    before = document.stat().st_mtime_ns
    shared.write(runtime, tmp_path)
    assert document.stat().st_mtime_ns == before
    document.write_text("cut off", "ascii")
    shared.write(runtime, tmp_path)
    assert document.read_text("ascii").endswith("</html>\n")


@pytest.mark.parametrize(
    ("given", "address", "allowed"),
    [
        ("site/engine", "../engine/", "'self'"),
        ("site/pages/my engine;x", "my%20engine%3Bx/", "'self'"),
        ("https://example.org/a b/", "https://example.org/a%20b/", "https://example.org/a%20b/"),
        ("https://example.org:8443", "https://example.org:8443/", "https://example.org:8443/"),
        ("https://example.org/;script-src *", "https://example.org/%3Bscript-src%20%2A/", "https://example.org/%3Bscript-src%20%2A/"),
    ],
)  # fmt: skip
def test_a_place_is_a_way_from_the_page_or_an_address(given: str, address: str, allowed: str) -> None:
    assert shared.place(given, Path("site/pages/x.html")) == (address, allowed)


@pytest.mark.parametrize(
    "given",
    ["http://example.org/", "https://", "https://a b/", "https://me@x.org/", "https://x.org/?a", "https://x.org/#a",
     "ftp://x.org/", "https://x.org;script-src/"],
)  # fmt: skip
def test_an_address_that_is_none_is_refused(given: str) -> None:
    with pytest.raises(Refused, match=r"is no place for a runtime: name a folder, or an address like https://"):
        shared.place(given, Path("x.html"))


def test_a_folder_that_can_not_be_written_to_is_named(runtime: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadFile, match="file/engine: can't be written"):
        shared.write(runtime, tmp_path / "file/engine")

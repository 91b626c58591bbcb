"""The part of a page that verifies holds the runtime and the recording whole, and nothing in it ends a block early."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from pathlib import Path

import pytest

from sandbox.errors import Refused
from sandbox.web.runtime.shared import SharedPlace
from sandbox.web.tab.verifier import verifier_part


@pytest.fixture
def runtime(tmp_path: Path) -> Path:
    """A folder like that of `build`, with two small files."""
    folder = tmp_path / "runtime"
    folder.mkdir()
    listed = {}
    for name in ("boot.mjs", "core.zip"):
        content = f"</script> {name}".encode()
        (folder / name).write_bytes(content)
        listed[name] = {"sha256": hashlib.sha256(content).hexdigest()}
    (folder / "built.json").write_text(json.dumps({"files": listed}), "utf-8")
    return folder


def unpacked(text: str) -> bytes:
    return gzip.decompress(base64.b64decode(text))


def test_the_page_gets_back_what_was_put_in(runtime: Path, tmp_path: Path) -> None:
    recording = tmp_path / 'a"<b>.replay'
    recording.write_bytes(b"</script><script>alert(1)</script>")
    part = verifier_part(recording, runtime)
    files = re.findall(r'<script type="text/plain" id="runtime-\d" data-runtime="([\w.]+)">(.*?)</script>', part.blocks)
    assert {name: unpacked(text) for name, text in files} == {
        name: (runtime / name).read_bytes() for name in ("boot.mjs", "core.zip")
    }
    (held,) = re.findall(r'id="verify-recording">(.*?)</script>', part.blocks)
    assert unpacked(held) == recording.read_bytes()
    assert part.blocks.count("</script>") == 4 and "alert" not in part.blocks
    assert 'data-name="a&quot;&lt;b&gt;.replay"' in part.markup


def test_all_that_the_script_asks_for_stands_in_the_page(runtime: Path, tmp_path: Path) -> None:
    (tmp_path / "x.replay").touch()
    part = verifier_part(tmp_path / "x.replay", runtime)
    wanted = {*re.findall(r"\$\('([\w-]+)'\)", part.script), *re.findall(r"block\('([\w-]+)'\)", part.script)}
    assert len(wanted) > 6
    assert [name for name in wanted if f'id="{name}"' not in part.markup + part.blocks] == []


def test_the_page_says_that_it_can_lie(runtime: Path, tmp_path: Path) -> None:
    (tmp_path / "x.replay").touch()
    assert "A page can lie about itself" in verifier_part(tmp_path / "x.replay", runtime).markup


def test_a_page_that_shares_the_engine_names_each_file_by_its_hash_and_allows_that_place_alone(
    runtime: Path, tmp_path: Path
) -> None:
    (tmp_path / "x.replay").touch()
    part = verifier_part(tmp_path / "x.replay", runtime, SharedPlace("../engine/", "'self'"))
    named = re.findall(r'data-runtime="([\w.]+)" data-document="([\w.-]+)" data-sha256="(\w+)"></script>', part.blocks)
    digests = {name: hashlib.sha256((runtime / name).read_bytes()).hexdigest() for name in ("boot.mjs", "core.zip")}
    assert named == [(name, f"{name}-{digest[:16]}.html", digest) for name, digest in digests.items()]
    assert 'data-runtime-at="../engine/"' in part.markup and "It stands in <code>../engine/</code>" in part.markup
    assert part.more_rules == "worker-src blob:; frame-src 'self'"
    assert "frame-src" not in verifier_part(tmp_path / "x.replay", runtime).more_rules


def test_a_level_has_nothing_to_verify(runtime: Path) -> None:
    with pytest.raises(Refused, match="only a recording"):
        verifier_part(Path("drop.toml"), runtime)

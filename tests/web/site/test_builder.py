"""A site is made once, again only where something has changed, and never over what a user has put into its folder."""

from __future__ import annotations

import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from sandbox.errors import BadFile, Refused
from sandbox.tasks.progress import unseen
from sandbox.web.page import make as page
from sandbox.web.page import play
from sandbox.web.site import builder, pages, pictures, plan
from sandbox.web.site.builder import SiteDone, SiteOptions

ROOT = Path(__file__).parents[3]
EVIL = '<img src=x onerror="alert(1)">'


@pytest.fixture
def levels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two levels, of which one is solved, and the title of the other holds markup. Nothing is drawn."""
    folder = tmp_path / "levels"
    folder.mkdir()
    (tmp_path / "replays").mkdir()
    shutil.copy(ROOT / "levels/drop.toml", folder)
    shutil.copy(ROOT / "replays/drop.replay", tmp_path / "replays")
    text = (ROOT / "levels/hello.toml").read_text("utf-8")
    (folder / "a&b.toml").write_text(re.sub(r'title = ".*"', f"title = '{EVIL}'", text, count=1), "utf-8")
    monkeypatch.setattr(pictures.SitePictures, "draw", lambda _, level: level.read_bytes()[:9])
    monkeypatch.setattr(page, "write", lambda source, out, options, progress: out.write_text(options.home, "utf-8"))
    return folder


def made(levels: Path, out: Path) -> SiteDone:
    return builder.make(levels, out, SiteOptions(), unseen)


def links(text: str) -> set[str]:
    """All addresses in a page."""
    found: set[str] = set()

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            found.update(value or "" for name, value in attrs if name in ("href", "src"))

    Reader().feed(text)
    return found


def test_only_what_has_changed_is_made_again(levels: Path, tmp_path: Path) -> None:
    out = tmp_path / "public"
    assert made(levels, out) == (8, 0)
    assert made(levels, out) == (0, 8)
    with (levels / "drop.toml").open("a", encoding="utf-8") as file:
        file.write("\n# another picture\n")
    assert made(levels, out) == (1, 7)
    (out / "site.css").unlink()
    assert made(levels, out) == (1, 7)
    (tmp_path / "replays/drop.replay").unlink()
    assert made(levels, out) == (1, 6), "the page of the level says that there is no solution"
    assert not (out / "solutions/drop.html").exists(), "what belongs to the site no longer goes"


def test_every_link_leads_to_a_file_of_the_site_and_nowhere_else(levels: Path, tmp_path: Path) -> None:
    out = tmp_path / "public"
    made(levels, out)
    followed = 0
    for file in [out / "index.html", *out.glob("levels/*.html")]:
        for address in links(file.read_text("utf-8")):
            parts = urlsplit(address)
            assert not parts.scheme and not parts.netloc
            followed += 1
            assert not parts.path or (file.parent / unquote(parts.path)).resolve().is_file(), (file, address)
    assert followed > 15
    assert (out / "solutions/drop.html").read_text("utf-8") == "../levels/drop.html"


def test_markup_in_the_texts_of_levels_stays_text(levels: Path, tmp_path: Path) -> None:
    made(levels, tmp_path / "public")
    for name in ("index.html", "levels/a&b.html"):
        text = (tmp_path / "public" / name).read_text("utf-8")
        assert "<img src=x" not in text and "&lt;img src=x" in text
        assert "default-src 'none'" in text and text.count("<script") == 1


def test_what_a_user_has_in_the_folder_is_never_written_over(levels: Path, tmp_path: Path) -> None:
    out = tmp_path / "public"
    out.mkdir()
    (out / "index.html").write_text("mine", "utf-8")
    with pytest.raises(Refused, match=r"index.html is there, and no site made it"):
        made(levels, out)
    assert (out / "index.html").read_text("utf-8") == "mine" and len(list(out.iterdir())) == 1


def test_a_list_that_was_changed_removes_nothing_outside_the_site(levels: Path, tmp_path: Path) -> None:
    out = tmp_path / "public"
    made(levels, out)
    (tmp_path / "mine").touch()
    listed = json.loads((out / "site.json").read_text("utf-8"))["files"]
    for name in ("../mine", "levels/../../mine", str(tmp_path / "mine"), ".."):
        listed[name] = ""
    (out / "site.json").write_text(json.dumps({"files": listed}), "utf-8")
    assert made(levels, out) == (0, 8) and (tmp_path / "mine").exists()


def test_one_that_was_interrupted_is_gone_on_with(
    levels: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(page, "write", interrupted)
        with pytest.raises(KeyboardInterrupt):
            made(levels, tmp_path / "public")
    assert made(levels, tmp_path / "public") == (1, 7)


def test_pages_to_play_in_are_the_site_s_own_when_it_is_made_again(
    levels: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "write", lambda source, out, runtime, options: out.write_text(options.home, "utf-8"))
    runtime, out = tmp_path / "runtime", tmp_path / "public"
    runtime.mkdir()
    (runtime / "built.json").write_text('{"files": {}}', "utf-8")
    options = SiteOptions(verifier=runtime)
    assert builder.make(levels, out, options, unseen).made > 8
    assert (out / "play/drop.html").read_text("utf-8") == "../levels/drop.html"
    assert builder.make(levels, out, options, unseen).made == 0
    (levels / "drop.toml").unlink()
    builder.make(levels, out, options, unseen)
    assert not (out / "play/drop.html").exists(), "what belongs to the site no longer goes"


def test_where_nothing_can_be_made_is_said(levels: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(Refused, match="no level in this folder"):
        made(tmp_path / "empty", tmp_path / "public")
    (tmp_path / "file").touch()
    with pytest.raises(BadFile, match=r"file/public.*: can't be used: Not a directory"):
        made(levels, tmp_path / "file/public")


def test_each_theme_has_all_colours_that_the_style_asks_for() -> None:
    text = pages.style((Path(pages.__file__).parent / "site.css").read_text("utf-8"))
    wanted = set(re.findall(r"var\((--[\w-]+)\)", text))
    blocks = re.findall(r':root\[data-theme="\w+"\] \{(.*?)\}', text)
    assert len(blocks) == 3 and all(wanted <= set(re.findall(r"(--[\w-]+):", block)) for block in blocks)


def test_the_levels_of_the_program_all_have_a_page_and_a_solution() -> None:
    chapters = plan.read(None)
    every = [level for chapter in chapters for level in chapter.levels]
    assert len(chapters) >= 10 and len(every) >= 100
    assert all(level.recording is not None for level in every if level.design.goals)

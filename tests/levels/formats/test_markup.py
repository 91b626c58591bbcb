"""XML from strangers: what is read, what is mended, and what is refused in one sentence."""

from pathlib import Path

import pytest

from sandbox.errors import BadFile
from sandbox.levels.formats import markup


def test_elements_have_their_attributes_texts_and_lines() -> None:
    root = markup.parse(b"<!DOCTYPE mydocument>\n<a>\n  <b x='1'>one &amp; two</b><!-- no --><b/>\n</a>")
    assert (root.tag, root.line) == ("a", 2)
    assert [(child.tag, child.line) for child in root.children] == [("b", 3), ("b", 3)]
    assert root.children[0].attributes == {"x": "1"}
    assert root.children[0].text == "one & two"


def test_paths_lead_to_elements() -> None:
    root = markup.parse(b"<a><b><c n='1'/><d/><c n='2'/></b><b><c n='3'/></b></a>")
    assert [element.attributes["n"] for element in root.all("b/c")] == ["1", "2"]
    first = root.find("b/c")
    assert first is not None and first.attributes["n"] == "1"
    assert root.find("b/e") is None
    assert root.all("e/c") == []


def test_of_an_attribute_that_stands_twice_the_last_one_counts() -> None:
    root = markup.parse(b"<a>\n<b Y='1'\n Y='2' x='&lt;3' Y=\"4\"/>\n<b\nY='5'/></a>")
    assert root.children[0].attributes == {"x": "<3", "Y": "4"}
    assert root.children[1].line == 4, "lines are counted as in the file"


def test_of_several_attributes_that_stand_several_times_each_last_one_counts() -> None:
    (tag,) = markup.parse(b"<a><b x='1' y='2' x='3'\n y='4' x='5'/></a>").children
    assert tag.attributes == {"x": "5", "y": "4"}


def test_an_attribute_within_a_comment_or_a_text_is_none() -> None:
    root = markup.parse(b"<a x='1'><!-- <b x='1' x='2'/> --><![CDATA[<b x='1' x='2'/>]]></a>")
    assert root.text == "<b x='1' x='2'/>"


BOMB = (
    b'<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;">]>'
    b"<tbe-level>&c;</tbe-level>"
)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "no element"),
        (b"<a><b></a>", "line 1: not well-formed"),
        (b"<a>\n<b x=1/></a>", "line 2: not well-formed"),
        (b"plain text", "not well-formed"),
        (b"\x00\x01\x02", "not well-formed"),
        (BOMB, "line 1: the document type declares"),
        (b'<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', "document type declares"),
        (b'<!DOCTYPE a PUBLIC "x" "http://example.com/x.dtd"><a/>', "document type declares"),
        (b"<a>&nothing;</a>", "not well-formed"),
        (b"<?xml version='1.0' encoding='klingon'?><a/>", "encoding"),
        (b"<a>" * 60 + b"</a>" * 60, "nested more than 50 deep"),
    ],
)
def test_what_is_refused(data: bytes, said: str) -> None:
    with pytest.raises(BadFile) as refused:
        markup.parse(data)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_file_is_named_when_it_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"missing\.xml: can't be read"):
        markup.read(tmp_path / "missing.xml")
    (tmp_path / "bad.xml").write_bytes(b"<a>")
    with pytest.raises(BadFile, match=r"bad\.xml: line 1"):
        markup.read(tmp_path / "bad.xml")


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "large.xml").write_bytes(b"<a></a>")
    assert markup.read(tmp_path / "large.xml").tag == "a"
    monkeypatch.setattr(markup, "MAX_BYTES", 6)
    with pytest.raises(BadFile, match="larger than"):
        markup.read(tmp_path / "large.xml")
    monkeypatch.setattr(markup, "MAX_ELEMENTS", 2)
    with pytest.raises(BadFile, match="more than 2 elements"):
        markup.parse(b"<a><b/><b/></a>")

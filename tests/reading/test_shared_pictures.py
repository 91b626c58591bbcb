"""Pictures that hold a level: it is read back equal, and what is damaged, stripped or hostile gets one sentence."""

from __future__ import annotations

import io
import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from sandbox.design.design import Design, PartSpec
from sandbox.errors import BadFile
from sandbox.levels import shared_text, sharing
from sandbox.parts import KINDS
from sandbox.parts import check as fit
from sandbox.reading import shared_pictures
from sandbox.render.pictures import encoders

LEVEL = fit(Design(title="Down", parts=(PartSpec(1, "floor", 2.0, 0.0),), next_id=2))
TEXT = shared_text.to_text(sharing.share(LEVEL))
PIXELS = (np.arange(30 * 20 * 4) % 251).astype(np.uint8).reshape(20, 30, 4)


def picture(folder: Path, text: str = TEXT) -> bytes:
    path = folder / "machine.png"
    encoders.write_png(path, PIXELS, text)
    return path.read_bytes()


def read(folder: Path, data: bytes) -> Design | None:
    path = folder / "got.png"
    path.write_bytes(data)
    return sharing.design_of(sharing.read(path))


_KINDS = sorted(name for name, kind in KINDS.items() if kind.turns)
_PLACES = st.tuples(st.sampled_from(_KINDS), st.floats(-50, 50), st.floats(-50, 50), st.floats(-7, 7))


@settings(max_examples=200, deadline=None)
@given(st.text(st.characters(exclude_categories=("Cs",)), max_size=40), st.lists(_PLACES, max_size=12))
def test_generated_levels_come_back_equal(
    tmp_path_factory: pytest.TempPathFactory, title: str, places: list[tuple[str, float, float, float]]
) -> None:
    parts = tuple(PartSpec(number, *place) for number, place in enumerate(places, 1))
    level = fit(Design(title=title, parts=parts, next_id=len(parts) + 1))
    folder = tmp_path_factory.getbasetemp()
    assert read(folder, picture(folder, shared_text.to_text(sharing.share(level)))) == level


def test_a_picture_is_still_one(tmp_path: Path) -> None:
    with Image.open(io.BytesIO(picture(tmp_path))) as image:
        assert np.array_equal(np.asarray(image), PIXELS[:, :, :3])


# -- what other programs make of it


def test_it_is_read_from_every_form_that_a_text_may_have(tmp_path: Path) -> None:
    for form in ("plain", "packed", "international", "packed international"):
        info, out = PngInfo(), io.BytesIO()
        info.add_text("Comment", "another text")
        if "international" in form:
            info.add_itxt(shared_pictures.KEYWORD, TEXT, "en", "Level", zip="packed" in form)
        else:
            info.add_text(shared_pictures.KEYWORD, TEXT, zip="packed" in form)
        Image.new("RGB", (3, 3)).save(out, "PNG", pnginfo=info)
        assert read(tmp_path, out.getvalue()) == LEVEL, form


def test_a_text_behind_the_pixels_is_found(tmp_path: Path) -> None:
    data = picture(tmp_path, "")
    assert read(tmp_path, data[:-12] + chunk(b"tEXt", _KEY + TEXT.encode()) + data[-12:]) == LEVEL


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP", "GIF"])
def test_of_a_picture_without_a_level_is_said_what_takes_it_out(form: str, tmp_path: Path) -> None:
    out = io.BytesIO()
    with Image.open(io.BytesIO(picture(tmp_path))) as image:
        Image.fromarray(np.asarray(image)).save(out, form)
    with pytest.raises(BadFile, match=r"got\.png: this picture .*no level: messengers, .* ask for the very file"):
        read(tmp_path, out.getvalue())


# -- what is damaged or meant badly


def chunk(name: bytes, body: bytes) -> bytes:
    return len(body).to_bytes(4, "big") + name + body + zlib.crc32(body, zlib.crc32(name)).to_bytes(4, "big")


_KEY = shared_pictures.KEYWORD.encode() + b"\0"


def holding(*chunks: bytes) -> bytes:
    """A picture that is a beginning, some chunks and an end: pixels are never looked at."""
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks) + chunk(b"IEND", b"")


def test_every_flipped_bit_of_the_level_is_refused(tmp_path: Path) -> None:
    data = picture(tmp_path)
    start, end = data.index(_KEY), data.index(TEXT.encode()) + len(TEXT) + 4  # the check sum with it
    for at in range(start, end):
        flipped = data[:at] + bytes((data[at] ^ (1 << at % 7),)) + data[at + 1 :]
        with pytest.raises(BadFile, match="this picture is damaged: the check sum") as refused:
            shared_pictures.text_in(flipped, sharing.MAX_TEXT)
        assert "\n" not in str(refused.value)


def test_a_picture_that_was_cut_off_is_refused(tmp_path: Path) -> None:
    data = picture(tmp_path)
    for length in range(12, data.index(TEXT.encode()) + len(TEXT), 9):
        with pytest.raises(BadFile, match="cut off"):
            read(tmp_path, data[:length])


_BOMB = zlib.compress(b"A" * 30_000_000)
HOSTILE = {
    "a bomb": (holding(chunk(b"zTXt", _KEY + b"\0" + _BOMB)), "larger than 8388608 bytes"),
    "an international bomb": (holding(chunk(b"iTXt", _KEY + b"\1\0\0\0" + _BOMB)), "larger than 8388608 bytes"),
    "a long text": (holding(chunk(b"tEXt", _KEY + b"A" * 9_000_000)), "more than 8388608 characters"),
    "a packing that is none": (holding(chunk(b"zTXt", _KEY + b"\7x")), "packed in a way that PNG does not know"),
    "a text without its fields": (holding(chunk(b"iTXt", _KEY + b"\0\0x")), "packed in a way that PNG does not know"),
    "nothing packed": (holding(chunk(b"zTXt", _KEY + b"\0what")), "can't be inflated"),
    "half of what is packed": (holding(chunk(b"zTXt", _KEY + b"\0" + zlib.compress(b"abc" * 9)[:9])), "cut off"),
    "other letters": (holding(chunk(b"tEXt", _KEY + b"\xe9")), "not ASCII"),
    "another text": (holding(chunk(b"tEXt", _KEY + b"hello")), "not a shared level or solution"),
    "a damaged level": (holding(chunk(b"tEXt", _KEY + TEXT.replace("e", "f").encode())), "shared text"),
    "a huge length": (b"\x89PNG\r\n\x1a\n\xff\xff\xff\xfftEXt" + _KEY, "cut off"),
    "no end": (holding(chunk(b"IHDR", b""))[:-12], "cut off"),
    "only a beginning": (b"\x89PNG\r\n\x1a\n", "cut off"),
    "a hundred thousand chunks": (holding(chunk(b"aBCd", b"") * 100_001), "more than 100000 chunks"),
}


@pytest.mark.parametrize(("data", "said"), HOSTILE.values(), ids=HOSTILE)
def test_what_no_program_of_ours_wrote_is_refused(data: bytes, said: str, tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"got\.png: ") as refused:
        read(tmp_path, data)
    assert said in str(refused.value) and "\n" not in str(refused.value)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200))
def test_any_other_chunks_are_refused(noise: bytes) -> None:
    with pytest.raises(BadFile):
        shared_pictures.text_in(b"\x89PNG\r\n\x1a\n" + noise, sharing.MAX_TEXT)

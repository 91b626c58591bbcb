"""Common means of the large pictures made of many small ones: the interface's font, its colours as bytes, and the
file."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path

from PIL import Image, ImageFont

from sandbox.errors import BadFile, Refused
from sandbox.recording import atomic_files
from sandbox.render.colours import Byte3, Rgba

LEAST_POINTS = 6


def check_name(out: Path, what: str) -> None:
    """Refuse a file that can't be written, before anything is drawn.

    Args:
        what: the words for the picture in the sentence.

    Raises:
        BadFile: there is no folder for it.
        Refused: its name ends in another suffix than .png.
    """
    if out.suffix.lower() != ".png":
        raise Refused(f"can't write '{out.name}': the name of {what} ends in .png")
    if not out.parent.is_dir():
        raise BadFile(f"{out}: there is no folder '{out.parent}' to write it to")


def save(out: Path, sheet: Image.Image) -> None:
    """Write a sheet to a PNG file.

    Raises:
        BadFile: it can't be written.
    """
    try:
        with atomic_files.replacing(out) as new:
            sheet.save(new, "PNG")
    except OSError as error:
        raise BadFile(f"{out}: can't be written: {error.strerror or error}") from None


def as_bytes(colour: Rgba) -> Byte3:
    """Return a colour without its opacity, each channel from 0 to 255."""
    red, green, blue = (round(255 * part) for part in colour[:3])
    return red, green, blue


def fitting(text: str, points: int, room: float) -> ImageFont.FreeTypeFont:
    """Return the largest font up to a size in which a text is no wider than `room` pixels."""
    fitted = font(points)
    while fitted.getlength(text) > room and points > LEAST_POINTS:
        points -= 1
        fitted = font(points)
    return fitted


def font(points: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    """Return the interface's own font."""
    with as_file(files("sandbox.render") / "assets" / f"Roboto-{'Bold' if bold else 'Regular'}.ttf") as path:
        return ImageFont.truetype(str(path), points)

"""Tables of what was measured of the bundled levels, kept in files beside them: an entry for each level by name.

These files belong to the project, as the levels beside them do: who can change the ones can change the others. So what
they say is believed for the level, and the machine, whose digest an entry has. They are read from the folder of the
bundled levels alone, and say nothing of any other level, or of one that has changed since.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from sandbox.errors import BadFile
from sandbox.levels import levels
from sandbox.reading import files, json_text

_T = TypeVar("_T")
_FORMAT = 1
MAX_BYTES = 16 * 1024 * 1024


class KeptTable(NamedTuple, Generic[_T]):
    """A file of entries, one for each level: its name, the type of the entries, its contents in words, and the command
    that makes it anew."""

    file: str
    entry: type[_T]
    words: str
    command: str

    def read(self, folder: Path) -> dict[str, _T]:
        """Read the entries in a folder of levels, by the names of the levels' files; nothing if there is no file.

        The caller compares the digests: an entry is as true as the levels in that folder, and of them alone.

        Raises:
            BadFile: it can't be read.
        """
        path = folder / self.file
        try:
            kept = json_text.decode(files.read_bytes(path, MAX_BYTES, self.words.removeprefix("a ")), _kept(self.entry))
        except files.Missing:
            return {}
        except files.Unreadable:
            raise
        except BadFile as error:
            raise BadFile(f"{path}: not {self.words} ({error}); delete it, and type: {self.command}") from None
        entries: dict[str, _T] = kept.levels
        return entries

    def write(self, folder: Path, entries: Mapping[str, _T]) -> None:
        """Keep entries in a folder of levels, beside their place first, then renamed.

        Raises:
            BadFile: it can't be written.
        """
        plain = msgspec.json.encode({"levels": dict(sorted(entries.items())), "format": _FORMAT})
        levels.write_text(folder / self.file, msgspec.json.format(plain, indent=1).decode() + "\n")


def _kept(entry: Any) -> Any:
    """Return the type of a whole file."""
    fields: list[tuple[str, Any, Any] | tuple[str, Any]] = [("levels", dict[str, entry]), ("format", int, _FORMAT)]
    return msgspec.defstruct("Kept", fields, forbid_unknown_fields=True)

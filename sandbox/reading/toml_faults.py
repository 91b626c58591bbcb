"""The faults of a TOML text in plain words: where the parser stopped, what is wrong there and what to do."""

from __future__ import annotations

import re

from sandbox.errors import BadFile
from sandbox.reading.toml_lines import end_of_long

_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_TYPOGRAPHIC = "\u201c\u201d\u201e\u00ab\u00bb\u2018\u2019"
_BOOLEANS = {"true": "true", "yes": "true", "on": "true", "false": "false", "no": "false", "off": "false"}
_WORD = re.compile(r"[A-Za-z_][\w-]*")
_MARK = re.compile(r'#[^\n]*+|"""|\'\'\'|"(?:[^"\\\n]|\\.)*+"?|\'[^\'\n]*+\'?|[\[\]{}]')
_CLOSED_BY = {"text": "a quote", "list": "a ]", "table": "a }"}
_MOST = 40  # characters of the text that are repeated


class _Place:
    """The place in a text at which the parser stopped."""

    def __init__(self, text: str, line: int, column: int) -> None:
        self.line, self.column = line, column
        lines = text.split("\n")
        whole = lines[line - 1] if line <= len(lines) else ""
        self.before, self.rest = whole[: column - 1], whole[column - 1 :]

    @property
    def key(self) -> str:
        """The key of the value before the place."""
        return self.before.rpartition("=")[0].rpartition(",")[2].strip(" \t{[")[-_MOST:]

    @property
    def at_end_of_line(self) -> bool:
        return not self.rest.strip() or self.rest.lstrip().startswith("#")


class BadToml(BadFile):
    """A text that is no TOML, or beyond a limit: the line and the column, where they are known, and why."""

    def __init__(self, why: str, line: int = 0, column: int = 0) -> None:
        place = f"line {line}" + (f", column {column}" if column else "") + ": " if line else ""
        super().__init__(place + why)
        self.why, self.line = why, line


def in_words(problem: str, text: str) -> BadToml:
    """Turn a sentence of the parser into one for people."""
    match = _PLACE.search(problem)
    if match is None:
        return BadToml(f"it is no TOML: {problem}")
    sentence = problem[: match.start()]
    if match[1]:
        place = _Place(text, int(match[1]), int(match[2]))
        return BadToml(_cause(sentence, place), place.line, place.column)
    at, what = _left_open(text)  # what is open at the end is wrong where it begins
    place = _Place(text, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))
    why = f"a {what} is not closed; put {_CLOSED_BY[what]} at its end" if what else _cause(sentence, place)
    return BadToml(why, place.line, place.column)


def _left_open(text: str) -> tuple[int, str]:
    """Return where the last thing begins that is open at the end of a text, and what it is; the end, "" for nothing."""
    opened: list[tuple[int, str]] = []
    at = 0
    while match := _MARK.search(text, at):
        mark, at = match[0], match.end()
        if mark in ('"""', "'''"):
            end = end_of_long(text, match.start())
            if end is None:
                return match.start(), "text"
            at = end
        elif mark[0] in "\"'":
            if len(mark) == 1 or mark[-1] != mark[0]:
                return match.start(), "text"
        elif mark in "[{":
            opened.append((match.start(), "list" if mark == "[" else "table"))
        elif mark in "]}" and opened:
            opened.pop()
    return opened[-1] if opened else (len(text), "")


def _cause(said: str, place: _Place) -> str:
    if said.startswith("Illegal character '\\n'"):
        return "a text is not closed; put a quote at its end"
    for begins, explain in _CAUSES.items():
        if said.startswith(begins):
            return explain(place)
    if said.startswith(("Illegal character", "Found invalid character")):
        return "a character that can't be seen stands here; delete it"
    return f"it is no TOML: {said}"


def _value(at: _Place) -> str:
    rest = at.rest.strip()
    if (at.before.strip() == "[" and _WORD.match(rest)) or (not at.before.strip() and re.match(r"[\w.-]+\s*=", rest)):
        return "a list above this line is not closed; put a ] at its end"
    if not at.before.strip() and rest[:1] == "}":
        return (
            "there is no opening { for this }; look above for one that is closed too early, or for a list without its ]"
        )
    if at.at_end_of_line or rest[0] in ",]}":
        return "the value is missing; write it behind the ="
    if rest[0] in _TYPOGRAPHIC:
        return 'these are the quotes of a word processor; write straight ones, as in "text"'
    if re.match(r"[+-]?\.\d", rest):
        return "a number begins with a digit; write 0.5 for .5"
    word = _WORD.match(rest)
    if word is not None:
        meant = _BOOLEANS.get(word[0].lower())
        if meant:
            return f"write {meant}, in small letters and without quotes"
        return f'a text stands in quotes; write "{word[0][:_MOST]}"'
    return 'a value is expected here: a number, a text in quotes, true or false, a [list] or a { table = "inline" }'


def _after_statement(at: _Place) -> str:
    rest = at.rest.strip()
    number = re.search(r"[\d.]+$", at.before.rstrip())
    if number and re.match(r",\d", rest):
        return f"a decimal number has a point; write {number[0]}.{rest[1:].split()[0][:_MOST]}"
    if number and number[0] in ("0", "00") and rest[:1].isdigit():
        return "a number does not begin with 0; leave the zero out"
    if number and (unit := re.match(r"[A-Za-z\u00b0%][\w/]*", rest)):
        return f'a number with its unit stands in quotes; write "{number[0]} {unit[0][:_MOST]}"'
    if number and rest[0] == ".":
        return f"a digit is missing behind the point; write {number[0]}.0"
    if at.before.rstrip().endswith(('"', "'")):
        return 'the text ends at its second quote; write \\" for a quote within a text in double quotes'
    return (
        "nothing but a comment that begins with # may follow a value in its line; delete the rest, or begin a new line"
    )


def _equals(at: _Place) -> str:
    rest = at.rest.strip()
    if decimals := re.search(r"(\d+)\s*,\s*(\d+)\s*$", at.before):
        return f"a decimal number has a point; write {decimals[1]}.{decimals[2]}"
    if rest[:1] == ":":
        return "write = and no colon between a key and its value"
    if _WORD.match(rest) and "=" in rest:
        return "a key has no spaces; write one word before the ="
    return "behind a key comes = and then its value"


def _inline_table(at: _Place) -> str:
    if at.at_end_of_line:
        return "a table in braces is not closed in its line; put a } at its end, or write all of it in one line"
    if number := re.search(r"[\d.]+$", at.before.rstrip()):
        if re.match(r"[A-Za-z\u00b0%]+(?:/\w+)?\s*[,}]", at.rest.strip()):
            return _after_statement(at)
        if at.rest.strip()[0] == "." or (number[0] in ("0", "00") and at.rest[:1].isdigit()):
            return _after_statement(at)
    return "a comma is missing here, between two keys of a table in braces, or the } at its end"


def _list(at: _Place) -> str:
    if at.at_end_of_line and not at.before.strip():
        return "a list is not closed; put a ] at its end"
    if at.before.rstrip().endswith((".",)):
        return _after_statement(at)
    return "a comma is missing before this, between two elements of a list, or the ] at the end of the list"


def _key_part(at: _Place) -> str:
    if at.before.rstrip().endswith(",") and (not at.rest.strip() or at.rest.lstrip()[0] in "}#"):
        return "a comma too much: none stands before the end of a table in braces, and the } is in the same line"
    return "the name of a key is expected here: letters, digits, _ and -, without spaces"


def _statement(at: _Place) -> str:
    rest = at.rest.strip()
    if rest.startswith(("//", ";", "--", "/*")):
        return "a comment begins with #"
    if rest[:1] in ("]", "}"):
        return f"there is no opening bracket for this {rest[0]}; delete it, or look for one that was closed too early"
    if rest[:1] in (",", "{"):
        return "an element of a list stands here outside of any list; look above for a ] that closes it too early"
    return 'a line begins with the name of a key, as in title = "Drop", or with that of a table, as in [world]'


def _header(at: _Place) -> str:
    name = at.before.strip().strip("[] ")[:_MOST]
    brackets = "[[{}]]" if at.before.lstrip().startswith("[[") else "[{}]"
    return f"the name of a table is not closed; write {brackets.format(name)} in a line of its own"


def _table_twice(at: _Place) -> str:
    name = at.before.strip().strip("[] ")[:_MOST]
    return f"the table [{name}] is there already; write all its keys below the first, or [[{name}]] for another element"


def _key_twice(at: _Place) -> str:
    return f"the key '{at.key}' is there twice in the same table; leave one of them out"


def _immutable(at: _Place) -> str:
    return "this adds to a table or list that is complete where it was written; write all of it in one place"


def _backslash(at: _Place) -> str:
    return "write \\\\ for a backslash in a text, or put the text in single quotes"


def _escape(at: _Place) -> str:
    return "behind \\u come four hexadecimal digits of a character, behind \\U eight"


def _date(at: _Place) -> str:
    return "there is no such date or time; a level needs none"


_CAUSES = {
    "Invalid value": _value,
    "Expected newline or end of document": _after_statement,
    "Expected '='": _equals,
    "Unclosed inline table": _inline_table,
    "Unclosed array": _list,
    "Invalid initial character for a key": _key_part,
    "Invalid statement": _statement,
    "Expected ']": _header,
    "Cannot declare": _table_twice,
    "Cannot overwrite": _key_twice,
    "Duplicate inline table key": _key_twice,
    "Cannot mutate immutable": _immutable,
    "Cannot redefine": _immutable,
    "Unescaped": _backslash,
    "Invalid hex value": _escape,
    "Escaped character": _escape,
    "Invalid date": _date,
}

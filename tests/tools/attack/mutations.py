"""Changes of plain values and of texts, drawn from a seeded source: the structure stays mostly right."""

from __future__ import annotations

import random  # noqa: TID251  (seeded by whoever calls)
from collections.abc import Callable
from typing import Any

Chance = random.Random

NUMBERS: tuple[Any, ...] = (
    0, 1, -1, 2, 3, 16, 255, 256, 4096, 65_536, 20_000, 20_001, 2**31 - 1, 2**31, -(2**31), 2**32, 2**53, 2**53 + 1,
    2**63 - 1, 2**63, 2**64 - 1, -(2**63), 0.0, -0.0, 0.5, 1e-9, 1e-320, 5e-324, 1e6, 1e6 + 1, -1e6, 1e16, 1e300,
    1.7976931348623157e308, float("inf"), float("-inf"), float("nan"), True, False,
)  # fmt: skip
TEXTS = (
    "", " ", "\n", "\0", "a", "won", "id", "..", "../../etc/passwd", "/dev/zero", "-", "--help", "%s%n", "{0}",
    "[red]x[/red]", "[/]", "\x1b[31m", "\u202eabc", "\u2028", "\ufeff", "\U0001f388", "e\u0301", "\ud800", "\udcff",
    "NaN", "null", "1e999", "9" * 400, "a" * 4096, "a" * 4097, "a" * 100_000, "a.b.c", "\r\n", '"', "'", "\\", "#",
    "crate", "rope", "floor", "start", "2026-02-30", "0" * 32, "f" * 32,
)  # fmt: skip
MOST_PLACES = 4000  # of a value that are looked at


def copied(value: Any) -> Any:
    """The same value in containers of its own."""
    if isinstance(value, dict):
        return {name: copied(inner) for name, inner in value.items()}
    return [copied(inner) for inner in value] if isinstance(value, list) else value


def places(value: Any) -> list[tuple[Any, Any]]:
    """All places in a value that can be changed: its containers, each with a key or an index."""
    found: list[tuple[Any, Any]] = []
    waiting = [value]
    while waiting and len(found) < MOST_PLACES:
        holder = waiting.pop()
        for key in list(holder) if isinstance(holder, dict) else range(len(holder)):
            found.append((holder, key))
            if isinstance(holder[key], dict | list) and holder[key]:
                waiting.append(holder[key])
    return found


def change(chance: Chance, value: Any, other: Any, gently: bool = False) -> None:
    """Change one place of a value; `other` is another valid value of the form, to take pieces from.

    `gently`: so that types stay as they are, and what is read comes far.
    """
    rows = value.get("frames") if isinstance(value, dict) else value
    if isinstance(rows, list) and len(rows) > 1 and chance.random() < 0.7:  # each row alike, however short it is
        number = _row(chance, rows)
        if chance.random() < 0.15 or not isinstance(rows[number], dict | list):
            chance.choice((_drop, _repeat, _swap))(chance, rows, number, other)
            return
        value = rows[number]
    everywhere = places(value)
    if not everywhere:
        return
    holder, key = chance.choice(everywhere)
    chance.choice(GENTLE if gently else CHANGES)(chance, holder, key, other)


def _row(chance: Chance, rows: list[Any]) -> int:
    """The number of a row; each kind of rows is as likely as any other."""
    kinds: dict[str, list[int]] = {}
    for number, row in enumerate(rows):
        kinds.setdefault(repr(row[0])[:20] if isinstance(row, list) and row else "", []).append(number)
    return chance.choice(chance.choice(list(kinds.values())))


def _nudge(chance: Chance, holder: Any, key: Any, other: Any) -> None:
    """Put another value of the same type there, one that is not beyond all bounds."""
    now = holder[key]
    if isinstance(now, bool):
        holder[key] = not now
    elif isinstance(now, int):
        holder[key] = chance.choice((0, 1, 2, 3, 7, 60, 240, 1000, now + 1, now - 1, 2 * now, now + 240, 2**31 - 1))
    elif isinstance(now, float):
        near = (now + 0.1, now - 0.1, 2 * now, now / 2, -now, now * 1.0000001, now + chance.gauss(0.0, 1.0))
        holder[key] = chance.choice((0.0, -0.0, 1e-9, 1e-3, 0.05, 1.0, 30.0, 1000.0, 1e6, -1e6, 5e-324, *near))
    elif isinstance(now, str):
        same = [where[name] for where, name in places(other) if name == key and isinstance(where[name], str)]
        holder[key] = chance.choice(same or [now[:-1], now * 2, ""])
        if chance.random() < 0.1:
            holder[key] = chance.choice(("", " ", "a" * 4096, "\u202eabc", "[red]x[/red]", now + "\n", "\U0001f388"))
    else:
        _graft_same(chance, holder, key, other)


def _graft_same(chance: Chance, holder: Any, key: Any, other: Any) -> None:
    """Put a piece there that another valid value has under the same name, or among its like in a list."""
    kind = type(holder[key])
    same = [where[name] for where, name in places(other) if isinstance(where[name], kind)
            and (name == key if isinstance(key, str) else isinstance(name, int))]  # fmt: skip
    if same:
        holder[key] = copied(chance.choice(same))


def _scalar(chance: Chance, holder: Any, key: Any, other: Any) -> None:
    now = holder[key]
    if isinstance(now, bool) or now is None or chance.random() < 0.1:
        holder[key] = chance.choice((True, False, None, 0, "", [], {}))
    elif isinstance(now, int | float):
        holder[key] = chance.choice((*NUMBERS, now + 1, now - 1, -now, now * 2, float(now)))
    elif isinstance(now, str):
        holder[key] = chance.choice((*TEXTS, now.upper(), now[:-1], now + "x", now * 50))
    elif isinstance(now, bytes):
        at = chance.randrange(len(now) + 1)
        holder[key] = chance.choice(
            (b"", now[:at], now[at:], now * 3, now[:at] + b"\xff" + now[at + 1 :], bytes(70_000))
        )
    else:
        holder[key] = chance.choice(([], {}, [now], {"a": now}, 0, "", None))


def _other_type(chance: Chance, holder: Any, key: Any, other: Any) -> None:
    holder[key] = chance.choice((*NUMBERS, *TEXTS, None, [], {}, [[]], {"": {}}, [0] * 100, {"x": 0}))


def _drop(chance: Chance, holder: Any, key: Any, other: Any) -> None:
    del holder[key]


def _rename(chance: Chance, holder: Any, key: Any, other: Any) -> None:
    if isinstance(holder, dict):
        names = [name for where, name in places(other) if isinstance(where, dict)] or [""]
        holder[chance.choice((*TEXTS, chance.choice(names), chance.choice(names)))] = holder.pop(key)


def _repeat(chance: Chance, holder: Any, key: Any, other: Any) -> None:
    if isinstance(holder, list):
        times = chance.choice((1, 2, 20, 300))
        holder[key:key] = [copied(holder[key]) for _ in range(times if len(holder) < 2000 else 1)]


def _swap(chance: Chance, holder: Any, key: Any, other: Any) -> None:
    wanted = chance.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
    holder[key], holder[wanted] = holder[wanted], holder[key]


def _graft(chance: Chance, holder: Any, key: Any, other: Any) -> None:
    """Put a piece of another valid value there: under the same name if there is one, else any."""
    everywhere = places(other)
    same = [place for place in everywhere if place[1] == key and isinstance(key, str)]
    if everywhere:
        from_, name = chance.choice(same if same and chance.random() < 0.7 else everywhere)
        holder[key] = copied(from_[name])


def _nest(chance: Chance, holder: Any, key: Any, other: Any) -> None:
    within: Any = holder[key]
    name = chance.choice(("of", "a", "when", "props"))
    for _ in range(chance.choice((1, 2, 15, 17, 60, 150))):
        within = chance.choice(([within], {name: within}))
    holder[key] = within


def _add(chance: Chance, holder: Any, key: Any, other: Any) -> None:
    item = chance.choice((*NUMBERS, *TEXTS, None, [], {}))
    if isinstance(holder, dict):
        holder[chance.choice(TEXTS)] = item
    else:
        holder.insert(key, item)


Change = Callable[[Chance, Any, Any, Any], None]
CHANGES: tuple[Change, ...] = (
    _scalar, _scalar, _scalar, _scalar, _other_type, _drop, _rename, _repeat, _swap, _graft, _graft, _nest, _add,
)  # fmt: skip

GENTLE: tuple[Change, ...] = (
    _nudge,
    _nudge,
    _nudge,
    _nudge,
    _nudge,
    _nudge,
    _nudge,
    _graft_same,
    _graft_same,
    _repeat,
    _swap,
    _drop,
)

# -- texts and bytes

SPECIAL = (
    b"\0", b"\xef\xbb\xbf", b"\xff\xfe", b"\r", b"\r\n", b"\n", b"\\", b"#", b"'", b'"', b'"""', b"'''", b"[", b"]",
    b"[[", b"{", b"}", b"=", b".", b",", b":", b"-", b"<", b">", b"<!--", b"-->", b"<![CDATA[", b"]]>", b"&", b"&#0;",
    b"&#x110000;",
    b"<!DOCTYPE a [", b"<?xml version='1.0' encoding='utf-7'?>", b"\xed\xa0\x80", b"\xe2\x80\xae", b"\xf4\x90\x80\x80",
    b"1" * 5000, b"1_" * 3000, b"0x" + b"f" * 5000, b"1e" + b"9" * 400, b"a." * 20_000 + b"a = 1\n", b'"a".' * 9000,
    b"[" * 3000, b"{" * 3000, b"[[" * 3000, b"{a=" * 3000, b'{"a":' * 3000, b"x = [" + b"[]," * 100_000 + b"]\n",
    b"<a>" * 3000, b"<" + b"a" * 50_000, b"<a " + b"b='' " * 20_000 + b">", b'\n"' + b"\\" * 100_001, b" " * 200_000,
    b"a" * 300_000, b"\n" * 200_000, b"[a]\n" * 3, b"[[a]]\n" * 5000, b"1979-05-27T07:32:00Z", b"99:99:99", b"+inf",
    b"nan",
)  # fmt: skip


def change_text(chance: Chance, data: bytes) -> bytes:
    """Change the bytes of a file at one place."""
    at = chance.randrange(len(data) + 1)
    until = min(len(data), at + chance.choice((1, 1, 2, 5, 40, 1000)))
    how = chance.randrange(12)
    if how == 0:
        return data[:at]
    if how == 1:
        return data[:at] + data[until:]
    if how == 2:
        times = chance.choice((2, 3, 50, 2000)) if until - at < 200 else 2
        return data[:at] + data[at:until] * times + data[until:]
    if how == 3 and data:
        at = min(at, len(data) - 1)
        return data[:at] + bytes([data[at] ^ (1 << chance.randrange(8))]) + data[at + 1 :]
    if how == 4:
        return data[:at] + bytes(chance.randrange(256) for _ in range(chance.choice((1, 4, 30)))) + data[until:]
    if how in (5, 6):
        lines = data.split(b"\n")
        one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        if how == 5:
            lines[one], lines[other] = lines[other], lines[one]
        else:
            lines.insert(other, lines[one])
        return b"\n".join(lines)
    if how == 7:
        return _other_number(chance, data, at)
    if how == 8 and chance.random() < 0.2:
        return chance.choice((b"", bytes(1000), data[::-1], data.decode("latin-1").encode("utf-16"), data * 2))
    return data[:at] + chance.choice(SPECIAL) + data[at:]


def _other_number(chance: Chance, data: bytes, at: int) -> bytes:
    """Put another number in the place of the next one."""
    begin = next((n for n in range(at, len(data)) if data[n : n + 1].isdigit()), None)
    if begin is None:
        return data
    end = begin
    while data[end : end + 1].isdigit():
        end += 1
    return data[:begin] + str(chance.choice((*NUMBERS, 10**30, "9" * 4301))).encode() + data[end:]

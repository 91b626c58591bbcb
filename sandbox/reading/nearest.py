"""The names that a wrong name may have been meant for: the end of the sentence that refuses it."""

from __future__ import annotations

from collections.abc import Iterable

MOST_LISTED = 30  # names; more than these are not read by anybody


def nearest(name: str, among: Iterable[str]) -> str:
    """Return the most similar name; empty if none is similar."""
    from difflib import get_close_matches  # only a wrong name needs it

    names = list(among)
    wrong = name[:80]  # the time goes with the square of the length
    similar = get_close_matches(wrong, names, 1) or get_close_matches(wrong.lower().replace(" ", "_"), names, 1)
    return similar[0] if similar else ""


def meant(name: str, among: Iterable[str]) -> str:
    """Ask whether the most similar name is meant: "; is 'basket' meant?"; empty if none is similar."""
    similar = nearest(name, among)
    return f"; is '{similar}' meant?" if similar else ""


def meant_or_all(name: str, among: Iterable[str]) -> str:
    """Ask whether the most similar name is meant, or list all names if none is similar."""
    names = list(among)
    listed = names[:MOST_LISTED]
    more = f" and {len(names) - len(listed)} more" if len(names) > len(listed) else ""
    return meant(name, names) or (f"; known are {', '.join(listed)}{more}" if names else "")

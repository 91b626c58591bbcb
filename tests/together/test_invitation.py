"""The line that invites to a session."""

from __future__ import annotations

import pytest

from sandbox.errors import Refused
from sandbox.together.invitation import Invitation, is_loopback, new_secret, parse
from tests.for_each import for_each

LINE = Invitation("192.0.2.7", 7777, b"0123456789abcdef", b"f" * 32).line


@for_each(
    [
        (Invitation("192.0.2.7", 7777, new_secret(), b"f" * 32),),
        (Invitation("::1", 1, new_secret()),),
        (Invitation("localhost", 65535, new_secret()),),
    ]
)
def test_a_line_says_all_that_is_needed(invitation: Invitation) -> None:
    assert parse(f"  {invitation.line}\n") == invitation
    assert len(invitation.secret) == 16


@for_each(
    [
        "",
        "sandbox://",
        LINE[:-3],
        LINE.replace("sandbox:", "http:"),
        LINE.replace(":7777", ""),
        LINE.replace(":7777", ":77777"),
        LINE.partition("#")[0],
        LINE.replace("#", "#é"),
        "sandbox://[::1/#x",
        LINE.replace(":7777", "..example:7777"),
    ]
)
def test_half_a_line_is_refused(line: str) -> None:
    with pytest.raises(Refused, match="copy the whole line"):
        parse(line)


def test_there_is_no_way_to_another_computer_without_encryption() -> None:
    with pytest.raises(Refused, match="not encrypted"):
        parse(LINE.rpartition(".")[0])
    assert not is_loopback("192.0.2.7") and not is_loopback("example.org") and is_loopback("127.0.0.9")


def test_a_proof_is_good_for_one_side_one_greeting_and_one_certificate() -> None:
    invitation = parse(LINE)
    proof = invitation.proof("guest", b"a" * 16, b"b" * 16)
    assert invitation.is_proof(proof, "guest", b"a" * 16, b"b" * 16)
    assert not invitation.is_proof(proof, "host", b"a" * 16, b"b" * 16)
    assert not invitation.is_proof(proof, "guest", b"c" * 16, b"b" * 16)
    assert not invitation._replace(secret=new_secret()).is_proof(proof, "guest", b"a" * 16, b"b" * 16)
    assert not invitation._replace(fingerprint=b"g" * 32).is_proof(proof, "guest", b"a" * 16, b"b" * 16)

"""`sandbox help`: the list of pages, a page, a command, a search, and what is not there."""

from __future__ import annotations

import sys

import click
import pytest

from sandbox import cli
from sandbox.manual import manual
from tests.cli.test_cli import Ask, ask, is_one_line
from tests.manual.test_manual import SOUGHT

__all__ = ["ask"]  # a fixture


def test_without_a_topic_it_lists_all_pages_with_their_titles(ask: Ask) -> None:
    answer = ask("help")
    assert answer.code == 0
    assert [line.split()[0] for line in answer.out.splitlines()[: len(manual.TOPICS)]] == list(manual.TOPICS)
    assert manual.title("testing") in answer.out


@pytest.mark.parametrize("topic", manual.TOPICS)
def test_a_page_is_printed_as_plain_text(ask: Ask, topic: str) -> None:
    answer = ask("help", topic)
    assert answer.code == 0 and answer.err == ""
    assert manual.title(topic) in answer.out
    assert "\x1b" not in answer.out and "<kbd>" not in answer.out and "<!--" not in answer.out
    assert ".md" not in answer.out, "other pages are named by the command that shows them"


def test_a_command_is_answered_by_its_own_help(ask: Ask) -> None:
    assert ask("help", "verify").out.split() == ask("verify", "--help").out.split()
    assert "Run recordings again" in ask("help", "verify").out


def test_a_word_is_looked_for_in_all_pages(ask: Ask) -> None:
    answer = ask("help", "--search", "drift")
    assert answer.code == 0
    assert answer.out.splitlines()[0] == "testing: Why did it drift? Machines of another class"
    assert is_one_line(ask("help", "--search", "xylophone"), "xylophone", "sandbox help")


@pytest.mark.parametrize(("typed", "topic", "title"), SOUGHT)
def test_the_section_that_is_about_a_word_is_printed_first(ask: Ask, typed: str, topic: str, title: str) -> None:
    assert ask("help", "--search", typed).out.splitlines()[0] == f"{topic}: {title}"


def test_an_unknown_topic_is_bad_input(ask: Ask) -> None:
    assert is_one_line(ask("help", "tsting"), "tsting", "is 'testing' meant?")


def test_a_terminal_gets_the_page_in_a_pager(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr(click, "echo_via_pager", lambda text, **more: shown.append(text))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    with pytest.raises(SystemExit) as left:
        cli.main(["help", "loop"])
    assert not left.value.code and len(shown) == 1 and "\x1b[" in shown[0]

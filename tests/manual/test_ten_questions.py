"""Questions that strangers had: each is answered two clicks from the README, and found by the word they look for."""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

import pytest

from sandbox import parts
from sandbox.commands.session import Session
from sandbox.levels import levels
from sandbox.manual import manual
from sandbox.parts import balls
from sandbox.parts.kind import Kind
from tests.manual import fences

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text("utf-8")


class Question(NamedTuple):
    """What somebody wants to know, the words that find it, where it stands, and what of the answer has to be there."""

    asked: str
    words: tuple[str, ...]
    topic: str
    title: str
    answer: tuple[str, ...]


QUESTIONS = (
    Question(
        "How do I record a session, and verify it in CI?", ("CI", "record session"), "testing",
        "In continuous integration (CI)", ("pip install vendor/*.whl", "sandbox verify --junit", "Let exit code 3"),
    ),
    Question(
        "What does which exit code mean?", ("exit code", "exit codes"), "testing", "Verdicts and exit codes",
        ("| changed |", "130 means interrupted", "`check`: not sound"),
    ),
    Question(
        "Why did my recording drift?", ("drift",), "testing", "Why did it drift? Machines of another class",
        ("--add-class", "refuses where the code has changed"),
    ),
    Question(
        "How do I approve an intended change?", ("approve",), "testing", "Approve an intended change",
        ("sandbox bless replays --reason",),
    ),
    Question(
        "How do I make a level with a text editor?", ("text editor",), "levels", "Make a level with a text editor",
        ("[stock]", "[[goals]]", "[[hints]]", "sandbox schema"),
    ),
    Question(
        "How do I make a level as a script?", ("script",), "scripts", "Scripts: a level in Python", ("sandbox author",),
    ),
    Question("How do I use a cluster?", ("cluster",), "cluster", "Cluster", ("sandbox cluster worker", "--cluster")),
    Question(
        "Where are my files?", ("folder", "user files"), "files", "Where your files are",
        ("~/.local/share/contraption-sandbox", "SANDBOX_DATA"),
    ),
    Question("Which keys are there?", ("keys",), "keys", "Keys: keyboard and mouse", ("Ctrl+Shift+R", "Space")),
    Question(
        "How do I add a kind of part?", ("new part", "new kind"), "code", "A new part in ten lines",
        ("class Marble(Ball)", "KINDS", "test_every_kind"),
    ),
)  # fmt: skip


def answer(question: Question) -> str:
    """The text of the section that answers a question, with that of the sections in it."""
    sections = manual.sections(question.topic)
    (at,) = [index for index, section in enumerate(sections) if section.title == question.title]
    depth = max(2, sections[at].depth)  # the title of a page has its first section
    inner = takewhile(lambda section: section.depth > depth or at == 0, sections[at + 1 :])
    return "\n".join(section.text for section in (sections[at], *inner))


@pytest.mark.parametrize("question", QUESTIONS, ids=[question.asked for question in QUESTIONS])
def test_a_question_is_answered_two_clicks_from_the_readme(question: Question) -> None:
    assert f"](sandbox/manual/{question.topic}.md" in README, "the first click; the second is on the heading"
    assert [words for words in question.answer if words not in answer(question)] == []


@pytest.mark.parametrize("question", QUESTIONS, ids=[question.asked for question in QUESTIONS])
def test_the_word_that_one_looks_for_leads_to_the_answer(question: Question) -> None:
    for words in question.words:
        assert manual.search(words)[0].section.topic == question.topic, words
    titles = {manual.search(words)[0].section.title for words in question.words}
    assert question.title in titles


def test_the_new_part_of_the_manual_works_and_takes_ten_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    (code,) = [block.text for block in fences.blocks(manual.text("code")) if block.language == "python"]
    assert len(code.strip().splitlines()) <= 10
    names = dict(vars(balls))
    exec(compile(code, "code.md", "exec"), names)
    marble: Kind = names["Marble"]()
    monkeypatch.setitem(parts.KINDS, marble.name, marble)
    level = levels.loads(
        "format = 1\nrules = 3\nparts = [\n"
        '    { kind = "floor", x = 2.0, y = 0.05, props = { width = 4.0 }, fixed = true },\n'
        '    { id = 2, kind = "marble", x = 1.0, y = 1.0 },\n]\n'
    )
    session = Session(level)
    session.start_machine()
    session.advance(480)
    snapshot = session.snapshot()
    ((x, y, *_),) = snapshot.rows[snapshot.ids == 2]
    assert (x, y) == pytest.approx((1.0, 0.1 + 0.025), abs=0.002), "it lies on the floor"

"""Solved levels in the whole window: stars after a win, the card in the chooser, my solution, the ghost, sharing."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from pyglet.window import key

from sandbox.commands.commands import Place, Start
from sandbox.commands.session import Session
from sandbox.design.design import Count, Design, Goal, Par, new_design
from sandbox.levels import levels, library, shared_text, sharing, solutions
from sandbox.levels.best_runs import BestRuns
from sandbox.levels.run_facts import RunFacts
from sandbox.levels.ways import KnownWays, Way
from sandbox.recording import fingerprint
from sandbox.recording.recorder import Recorder
from sandbox.window.run.solved_level import SolvedLevel, figures_of, title_of
from sandbox.window.ui.file_dialog import FileDialog
from tests.window.author.test_author_view import solvable
from tests.window.driver import Driver, data, drive  # noqa: F401  (fixtures)

Open = Callable[..., Driver]


def level() -> Design:
    goal = Goal("A crate lies at the left", Count("crate", 0.2, 0.0, 1.0, 0.5))
    return replace(solvable(), stock={"crate": 2}, goals=(goal,), par=Par(parts=1, seconds=0.001))


@pytest.fixture
def solved(drive: Open) -> Driver:  # noqa: F811
    """The level, solved with one crate, and the win proven."""
    driver = drive(level())
    driver.click("part.crate", (0.6, 0.3))
    driver.key(key.SPACE)
    driver.seconds(0.6)
    assert driver.app.outcome.word == "won"
    driver.until(lambda: driver.app.features.records.win(driver.workspace) is not None)
    driver.seconds(1.2)  # the win is enjoyed for a second before the card comes
    return driver


def test_the_buttons_of_the_card_stay_in_their_places_when_the_proof_arrives(
    solved: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before_the_proof:
        before_the_proof.setattr(solved.app.features.records, "win", lambda workspace: None)
        solved.seconds(0.2)
        assert not solved.shows("card.stars")
        before = solved.app.ui.rects["card.watch"], solved.app.ui.rects["card.close"]
    solved.seconds(0.2)
    assert solved.shows("card.stars")
    assert (solved.app.ui.rects["card.watch"], solved.app.ui.rects["card.close"]) == before


def path_of(driver: Driver) -> Path:
    path = driver.workspace.document.file.path
    assert path is not None
    return path


def test_a_win_is_proven_and_the_card_says_its_stars_and_what_is_still_to_earn(solved: Driver) -> None:
    win = solved.app.features.records.win(solved.workspace)
    assert win is not None and win.facts is not None and win.stars is not None, win
    assert (win.facts.parts, win.facts.touches, win.facts.by_hand) == (1, 0, False)
    assert str(win.stars) == "2 of 3 stars" and win.new_stars == 2
    solved.seconds(0.2)  # while it runs, the interface is laid out twenty times a second
    assert solved.shows("card.stars") and solved.shows("aim.0") and solved.shows("aim.1")
    kept = BestRuns(solved.workspace.data).of(levels.read(path_of(solved)))
    assert [run.facts for run in kept.runs] == [win.facts]


def test_a_new_way_is_celebrated_and_the_known_ones_can_be_seen(drive: Open, tmp_path: Path) -> None:  # noqa: F811
    driver = drive(level())
    path, store = path_of(driver), KnownWays(driver.workspace.data)
    design = levels.read(path)
    solutions.record_solution(tmp_path / "two.replay", design, ((0, Place("crate", 0.6, 0.3)), (0, Start())))
    store.add(design, tmp_path / "two.replay", RunFacts(9, 2, 0), Way(("balloon", "rope"), ()))
    driver.click("part.crate", (0.6, 0.3))
    driver.key(key.SPACE)
    driver.seconds(0.6)
    driver.until(lambda: driver.app.features.records.win(driver.workspace) is not None)
    win = driver.app.features.records.win(driver.workspace)
    assert win is not None and (win.ways, win.is_new_way) == (2, True)
    driver.seconds(1.2)
    driver.click("card.ways")
    dialog = driver.app.dialog
    assert isinstance(dialog, SolvedLevel)
    assert [title_of(run) for run in dialog.runs] == ["Fewest pieces, fastest, least help by hand", "Another way"]
    assert figures_of(dialog.runs[1]).endswith(", balloon, rope")


def test_a_level_without_another_known_way_speaks_of_none(solved: Driver) -> None:
    win = solved.app.features.records.win(solved.workspace)
    assert win is not None and (win.ways, win.is_new_way) == (1, True)
    assert not solved.shows("card.ways")


def test_a_solved_level_is_left_without_a_question(solved: Driver) -> None:
    solved.key(key.R)
    assert solved.workspace.document.dirty
    solved.key(key.N, key.MOD_CTRL)
    assert solved.app.dialog is None and solved.design == new_design()


def test_a_level_that_is_not_solved_still_asks(drive: Open) -> None:  # noqa: F811
    driver = drive(level())
    driver.click("part.crate", (1.6, 0.3))
    driver.key(key.N, key.MOD_CTRL)
    assert driver.app.dialog is not None and driver.shows("question.save")


def test_an_unsolved_try_in_a_bundled_level_is_left_without_a_question_and_found_again(
    drive: Open,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(library, "bundled_dir", lambda: tmp_path)
    driver = drive(level())
    path = path_of(driver)
    driver.click("part.crate", (1.6, 0.3))
    built = driver.design.parts
    driver.key(key.N, key.MOD_CTRL)
    assert driver.app.dialog is None and driver.design == new_design()
    driver.app.features.documents.open_path(path)
    driver.seconds(0.05)
    assert driver.design.parts == built and "last try" in driver.said
    driver = drive(path)
    assert driver.design.parts == built, "by the command line, too"


def test_a_solved_level_opens_empty_with_my_solution_or_with_its_ghost(solved: Driver) -> None:
    path, documents = path_of(solved), solved.app.features.documents
    mine = [spec for spec in solved.workspace.document.design.parts if not spec.fixed]
    solved.key(key.R)

    documents.open_path(path)
    solved.seconds(0.05)
    solved.click("solved.empty")
    assert all(spec.fixed for spec in solved.workspace.document.design.parts)

    documents.open_path(path)
    solved.seconds(0.05)
    solved.click("solved.mine")
    (crate,) = [spec for spec in solved.workspace.document.design.parts if not spec.fixed]
    assert (crate.kind, crate.x, crate.y) == (mine[0].kind, mine[0].x, mine[0].y)
    assert len(solved.workspace.document.session.past) == 1, "one step, which Undo takes back"
    assert solved.app.features.time.ghost is None

    solved.key(key.Z, key.MOD_CTRL)
    documents.open_path(path)
    solved.seconds(0.05)
    solved.click("solved.race")
    ghost = solved.app.features.time.ghost
    assert ghost is not None and ghost.title.startswith("your run (1 piece, ")
    solved.until(lambda: ghost.run is not None)


@pytest.fixture
def solved_twice(solved: Driver, tmp_path: Path) -> Driver:
    """A second run is kept beside the first: with two crates, and a little faster."""
    path, store = path_of(solved), BestRuns(solved.workspace.data)
    design = levels.read(path)
    (first,) = store.of(design).runs
    crates = [(0, Place("crate", x, 0.3)) for x in (0.6, 1.6)]
    solutions.record_solution(tmp_path / "two.replay", design, (*crates, (0, Start())))
    facts = RunFacts(first.facts.ticks - 1, 2, 0)
    assert store.add(design, library.key_of(path), tmp_path / "two.replay", facts) == ("time", "touches")
    solved.key(key.R)
    return solved


def opening(driver: Driver) -> SolvedLevel:
    """Ask to open the level, and return what is asked back."""
    driver.app.features.documents.open_path(path_of(driver))
    driver.seconds(0.05)
    assert isinstance(driver.app.dialog, SolvedLevel)
    return driver.app.dialog


def test_each_kept_run_can_be_opened_as_mine_raced_or_watched(solved_twice: Driver) -> None:
    driver, path = solved_twice, path_of(solved_twice)
    dialog = opening(driver)
    assert [run.feats for run in dialog.runs] == [("parts",), ("time", "touches")]
    assert [title_of(run) for run in dialog.runs] == ["Fewest pieces", "Fastest, least help by hand"]
    driver.click("solved.run.1", "solved.mine")
    assert len([spec for spec in driver.workspace.document.design.parts if not spec.fixed]) == 2
    driver.key(key.Z, key.MOD_CTRL)

    opening(driver)
    driver.key(key._2)
    driver.key(key._1)
    driver.key(key.M)
    assert len([spec for spec in driver.workspace.document.design.parts if not spec.fixed]) == 1
    driver.key(key.Z, key.MOD_CTRL)

    opening(driver)
    driver.key(key._2)
    driver.key(key.G)
    ghost = driver.app.features.time.ghost
    assert ghost is not None and ghost.title.startswith("your run (2 pieces, "), ghost

    dialog = opening(driver)
    driver.key(key.W)
    assert driver.workspace.document.watching and driver.app.dialog is None
    assert driver.workspace.document.level == levels.read(path)


def test_runs_of_the_level_before_it_changed_are_shown_as_such_and_only_watched(solved: Driver) -> None:
    path = path_of(solved)
    before = levels.read(path)
    solved.key(key.R)
    solved.key(key.Z, key.MOD_CTRL)
    changed = replace(before, stock={"crate": 3})
    levels.write(path, changed)
    solved.app.features.records.refresh()
    dialog = opening(solved)
    (run,) = dialog.runs
    assert run.older and title_of(run).startswith("As of the old level: fewest pieces")
    solved.click("solved.mine")
    solved.key(key.M)
    assert solved.app.dialog is dialog, "it does not fit the level as it is"
    assert solved.app.features.campaign.record_of(path, changed).stars.earned == 1, (
        "it earns nothing but that the level was solved"
    )
    solved.click("solved.watch")
    assert solved.workspace.document.watching
    assert solved.workspace.document.level.stock == before.stock


def test_the_chooser_shows_the_stars_and_my_solution(solved: Driver) -> None:
    path = path_of(solved)
    solved.app.show_chooser()
    solved.seconds(0.05)
    design = levels.read(path)
    record = solved.app.features.campaign.record_of(path, design)
    assert record.stars.earned == 2 and not record.older
    assert len(record.built.parts) == len(design.parts) + 1
    levels.write(path, replace(design, stock={"crate": 3}))
    solved.app.show_chooser()
    solved.seconds(0.05)
    record = solved.app.features.campaign.record_of(path, levels.read(path))
    assert record.older and not record.runs.runs


def test_what_is_shared_is_pasted_and_opens_with_its_proof(solved: Driver) -> None:
    solved.key(key.E, key.MOD_CTRL | key.MOD_SHIFT)
    solved.click("question.both")
    text = solved.app.host.clipboard
    assert sharing.from_text(text).kinds == "level+solution"
    solved.key(key.R)
    path_of(solved).unlink()
    solved.key(key.V, key.MOD_CTRL)
    solved.until(lambda: solved.app.dialog is not None)
    assert solved.shows("question.watch")
    solved.click("question.watch")
    assert solved.workspace.document.watching
    assert [*(solved.workspace.data / "contraptions").glob("*.toml")]


@pytest.mark.parametrize("share", ["question.solution", "question.both"])
def test_a_best_run_that_somebody_has_only_written_down_is_not_shared(
    solved: Driver, tmp_path: Path, share: str
) -> None:
    """What lies in the user's folder is a note; what others are given is run again first."""
    design = levels.read(path_of(solved))
    recorder = Recorder(tmp_path / "none.replay", design, 0, fingerprint.current())
    session = Session(design, log=recorder)
    session.do(Start())
    session.advance(60)
    recorder.close(session, "end", fingerprint.current())
    store, key_ = BestRuns(solved.workspace.data), library.key_of(path_of(solved))
    assert "parts" in store.add(design, key_, tmp_path / "none.replay", RunFacts(1, 0, 0))
    solved.app.host.clipboard = "as it was"
    solved.key(key.E, key.MOD_CTRL | key.MOD_SHIFT)
    solved.click(share)
    message = solved.workspace.messages.latest
    assert message is not None and (message.kind, solved.app.host.clipboard) == ("bad", "as it was")
    assert message.text.startswith("Your best run can't be shared: no run in it wins the level")


def test_a_level_is_shared_as_a_file_and_dropped_on_the_window(solved: Driver, tmp_path: Path) -> None:
    solved.key(key.R)
    solved.app.features.sharing._save(
        tmp_path / "mine", solved.app.features.records.best_run(path_of(solved), "parts")[0]
    )
    path = tmp_path / "mine.share"
    assert sharing.read(path).kinds == "level+solution"
    solved.app.inputs.on_file_drop(10, 10, [str(path)])
    solved.until(lambda: solved.app.dialog is not None)
    assert solved.shows("question.play")


def test_a_picture_that_is_the_level_is_saved_and_dropped_on_the_window(solved: Driver, tmp_path: Path) -> None:
    solved.key(key.R)
    solved.key(key.P, key.MOD_CTRL | key.MOD_SHIFT)
    assert isinstance(solved.app.dialog, FileDialog) and solved.app.dialog.browser.suffixes == (".png",)
    solved.key(key.ESCAPE)
    solved.app.features.sharing._save_picture(tmp_path / "mine")
    path = tmp_path / "mine.png"
    solved.until(lambda: not solved.app.features.filming.export.active)
    assert sharing.read(path).kinds == "level+solution"
    solved.app.inputs.on_file_drop(10, 10, [str(path)])
    solved.until(lambda: solved.app.dialog is not None)
    assert solved.shows("question.play") and solved.shows("question.watch")


def test_a_picture_without_a_level_is_said_to_hold_none(solved: Driver, tmp_path: Path) -> None:
    (tmp_path / "sent.jpg").write_bytes(b"\xff\xd8\xff" + bytes(100))
    solved.app.inputs.on_file_drop(10, 10, [str(tmp_path / "sent.jpg")])
    message = solved.workspace.messages.latest
    assert message is not None and message.kind == "bad"
    assert "sent.jpg: this picture is a JPEG, which holds no level: messengers" in message.text


def test_a_damaged_text_on_the_clipboard_gets_one_sentence(drive: Open, tmp_path: Path) -> None:  # noqa: F811
    driver = drive(level())
    text = shared_text.to_text(sharing.share(level()))
    driver.app.host.clipboard = text[:-5] + text[-4:]
    driver.key(key.V, key.MOD_CTRL)
    message = driver.workspace.messages.latest
    assert message is not None and "damaged" in message.text and message.kind == "bad"
    (tmp_path / "a.share").write_text(text[:50])
    driver.app.inputs.on_file_drop(10, 10, [str(tmp_path / "a.share")])
    message = driver.workspace.messages.latest
    assert message is not None and "a.share: the shared text is" in message.text, message


def test_a_shared_text_whose_process_dies_is_told_with_the_signal(
    drive: Open,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SANDBOX_TEST", "a process of its own, which is still starting when it is looked at")
    driver = drive(level())
    driver.app.host.clipboard = shared_text.to_text(sharing.share(level()))
    driver.key(key.V, key.MOD_CTRL)
    pid = driver.app.features.sharing._work.pid
    assert pid is not None
    os.kill(pid, signal.SIGSEGV)
    driver.until(lambda: not driver.app.features.sharing._work.busy)
    message = driver.workspace.messages.latest
    assert message is not None and "npacking it was ended by signal SIGSEGV" in message.text, message
    assert message.kind == "bad"


def test_an_author_writes_par_in_the_panel(drive: Open) -> None:  # noqa: F811
    driver = drive(replace(level(), par=None))
    driver.app.actions.run("author")
    driver.app.features.author.turn_to("level")
    driver.seconds(0.05)
    driver.click("par.more", "par.more")
    assert driver.workspace.document.design.par == Par(parts=2)
    driver.click("par.less")
    assert driver.workspace.document.design.par == Par(parts=1)
    driver.click("par.less")
    assert driver.workspace.document.design.par is None
    driver.click("par.challenge")
    driver.seconds(0.05)
    driver.click("par.challenge.1")
    par = driver.workspace.document.design.par
    assert par is not None and par.challenge is not None and par.challenge.text == "Without the crate"

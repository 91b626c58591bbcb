"""The chooser in the whole window: what is solved and how well, the next level, and all of it by keys."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from pyglet.window import key

from sandbox.design.design import Count, Design, Goal, PartSpec, new_design
from sandbox.editing import picking
from sandbox.errors import BadFile
from sandbox.levels import levels, library
from sandbox.levels.best_runs import Result
from sandbox.window.levels import chooser, shelf
from sandbox.window.levels.card_choice import CardChoice
from sandbox.window.levels.chooser import _count
from sandbox.window.levels.level_cards import CARD, tip_of
from sandbox.window.ui import widgets
from sandbox.workspace.solved_levels import result_of
from tests.window.author.test_author_view import solvable
from tests.window.driver import Driver, data, drive, shop

__all__ = ["data", "drive"]  # fixtures

Open = Callable[..., Driver]


def test_the_next_level_is_the_first_one_that_is_not_solved(drive: Open, data: Path) -> None:
    order = library.bundled_levels()
    driver = drive(None)
    following = driver.app.features.chooser.next
    assert following is not None and following.path == order[0]
    row = {"parts": 1, "ticks": 254}
    (data / "progress.json").write_text(json.dumps({"solved": [order[0].stem], "best": {order[0].stem: row}}))
    driver = drive(None)
    following = driver.app.features.chooser.next
    assert following is not None and following.path == order[1]
    chapter = driver.app.features.chooser.shelf.chapters[0][1]
    assert _count(chapter, driver.app.workspace.wins.solved) == f"1 of {len(chapter)} solved"
    assert driver.app.features.chooser.level_cards.solved_caption(chapter[0]).endswith("1 piece, 1.058 s")
    driver.click("chooser.next")
    assert driver.workspace.document.file.path == order[1] and driver.app.screen == "editor"


def test_a_level_is_chosen_by_keys_alone(drive: Open) -> None:
    order = library.bundled_levels()
    driver = drive(None)
    driver.key(key.RIGHT)  # on the next level to solve
    driver.key(key.RIGHT)
    assert driver.app.features.chooser.cards.at == (0, 1)
    for symbol in (key.LEFT, key.LEFT, key.UP):
        driver.key(symbol)
    assert driver.app.features.chooser.cards.at == (0, 0), "the edges hold"
    driver.key(key.RIGHT)
    driver.key(key.RETURN)
    assert driver.workspace.document.file.path == order[1]
    driver.key(key.L, key.MOD_CTRL)
    driver.key(key.RETURN)
    assert driver.workspace.document.file.path == order[1], "Enter alone opens the level that was played last"
    driver.key(key.L, key.MOD_CTRL)
    for _ in driver.app.features.chooser.cards._rows[:]:  # as many as there are rows
        driver.key(key.DOWN)
    driver.key(key.LEFT)
    _, y0, _, y1 = driver.app.ui.rects["level.new"]
    assert y0 >= 0 and y1 <= driver.window.height, "what the keys are on is scrolled to"
    assert driver.workspace.wins.skipped == frozenset(), "no key was taken for a button as well"


@pytest.fixture
def highlighted(monkeypatch: pytest.MonkeyPatch) -> Callable[[Driver], list[str]]:
    """The cards that the next frame draws highlighted."""
    drawn: list[tuple[str, bool]] = []
    add = CardChoice.add

    def spy(self: CardChoice, name: str, open_: Callable[[], object]) -> bool:
        hot = add(self, name, open_)
        drawn.append((name, hot))
        return hot

    monkeypatch.setattr(CardChoice, "add", spy)

    def look(driver: Driver) -> list[str]:
        drawn.clear()
        driver.frames(1)
        return list(dict.fromkeys(name for name, hot in drawn if hot))  # a frame may be laid out twice

    return look


def test_one_card_is_highlighted_whichever_of_pointer_and_keys_moved_last(
    drive: Open, highlighted: Callable[[Driver], list[str]]
) -> None:
    first, second, third = (f"level.{path.stem}" for path in library.bundled_levels()[:3])
    driver = drive(None)
    driver.key(key.RIGHT)
    assert highlighted(driver) == [first]
    driver.point(third)
    driver.frames(3)
    assert highlighted(driver) == [third], "the pointer moved last"
    driver.key(key.LEFT)
    assert highlighted(driver) == [second], "the keys go on from there, though the pointer rests on another card"
    driver.frames(5)
    driver.key(key.RETURN)
    assert driver.workspace.document.file.path == library.bundled_levels()[1], "Enter opens what is highlighted"
    driver.key(key.L, key.MOD_CTRL)
    driver.point(third)
    driver.frames(3)
    driver.key(key.RETURN)
    assert driver.workspace.document.file.path == library.bundled_levels()[2]


def test_a_card_that_has_moved_away_from_under_a_resting_pointer_is_not_highlighted(
    drive: Open, highlighted: Callable[[Driver], list[str]]
) -> None:
    driver = drive(None)
    second = f"level.{library.bundled_levels()[1].stem}"
    driver.point(second)
    driver.frames(3)
    assert highlighted(driver) == [second]
    driver.frames(5)
    driver.workspace.settings.remember(scale=200)
    driver.frames(5)
    assert second not in highlighted(driver)


def test_home_and_end_and_rows_go_over_the_cards_and_enter_opens_there(
    drive: Open, data: Path, highlighted: Callable[[Driver], list[str]]
) -> None:
    own = library.user_dir(data) / "ramp-it.toml"
    own.parent.mkdir(parents=True)
    levels.write(own, solvable())
    order = library.bundled_levels()
    driver = drive(own)
    driver.key(key.L, key.MOD_CTRL)
    driver.frames(3)
    assert highlighted(driver) == ["level.ramp-it"], "the one that is open"
    driver.key(key.HOME)
    assert highlighted(driver) == [f"level.{order[0].stem}"]
    driver.key(key.DOWN)
    assert driver.app.features.chooser.cards.at == (1, 0), "the row below, not one at the bottom"
    driver.key(key.END)
    assert highlighted(driver) == ["level.ramp-it"]
    _, y0, _, y1 = driver.app.ui.rects["level.ramp-it"]
    assert y0 >= 0 and y1 <= driver.window.height
    driver.key(key.PAGEUP)
    driver.key(key.HOME)
    driver.key(key.RETURN)
    assert driver.workspace.document.file.path == order[0]


@pytest.mark.parametrize("take", [key.RETURN, key.SPACE])
def test_a_button_that_tab_has_come_to_is_used_by_enter_and_no_card_is_highlighted(
    drive: Open, highlighted: Callable[[Driver], list[str]], take: int
) -> None:
    driver = drive(library.bundled_levels()[4])
    driver.key(key.L, key.MOD_CTRL)
    driver.frames(3)
    assert highlighted(driver), "the one that is open"
    for _ in range(20):
        driver.key(key.TAB)
        if driver.app.ui.focused == "chooser.workshop":
            break
    assert driver.app.ui.focused == "chooser.workshop"
    assert highlighted(driver) == []
    driver.key(take)
    driver.frames(3)
    assert driver.design.title == "Workshop"


def test_an_arrow_takes_the_ring_from_a_button_and_enter_is_for_the_card(drive: Open) -> None:
    driver = drive(None)
    driver.key(key.TAB)
    driver.key(key.TAB)
    assert driver.app.ui.focused
    driver.key(key.RIGHT)
    driver.key(key.RIGHT)
    driver.key(key.RETURN)
    driver.frames(2)
    assert driver.app.screen == "editor" and driver.workspace.document.file.path == library.bundled_levels()[1]


def test_a_key_that_is_held_down_moves_no_ring_over_the_buttons(drive: Open) -> None:
    """ImGui repeats a key by itself; on a slow machine a short press is one that is held."""
    driver = drive(None)
    for symbol in (key.HOME, key.RIGHT):
        driver.window.dispatch_event("on_key_press", symbol, 0)
        driver.frames(20, each_ns=50_000_000)
        driver.window.dispatch_event("on_key_release", symbol, 0)
        driver.frames(4)
    assert driver.app.features.chooser.cards.at == (0, 1)
    driver.key(key.RETURN)
    assert driver.workspace.document.file.path == library.bundled_levels()[1]


def test_skip_names_the_highlighted_level_and_not_one_that_the_pointer_has_passed(drive: Open) -> None:
    first, _, third = library.bundled_levels()[:3]
    driver = drive(None)
    for spot in (f"level.{third.stem}", "chooser.skip"):
        driver.point(spot)
        driver.frames(3)
    campaign = driver.app.features.campaign
    assert campaign.level == first, "the next one, which the button beside it names"
    for _ in range(3):
        driver.key(key.RIGHT)
    driver.frames(2)
    assert campaign.level == third, "the one that the keys are on"


def test_at_the_first_start_enter_opens_the_first_level(drive: Open) -> None:
    driver = drive(None)
    assert driver.app.features.chooser.cards.at is None
    driver.key(key.RETURN)
    assert driver.workspace.document.file.path == library.bundled_levels()[0]


def test_after_a_restart_the_level_that_was_played_last_is_in_view_and_the_keys_are_on_it(
    drive: Open, data: Path
) -> None:
    order = library.bundled_levels()
    far = order[8]  # in an open chapter, and below what is seen at first
    drive(far)
    driver = drive(None)
    driver.seconds(0.1)
    _, y0, _, y1 = driver.app.ui.rects[f"level.{far.stem}"]
    assert y0 >= 0 and y1 <= driver.window.height, "scrolled to"
    driver.key(key.RETURN)
    assert driver.workspace.document.file.path == far
    library.remember_solved(data, far.stem)
    driver = drive(None)
    driver.seconds(0.1)
    driver.key(key.RETURN)
    assert driver.workspace.document.file.path == order[9], "solved: the one after it"


def test_the_won_card_tells_the_best_result_and_when_it_is_beaten(drive: Open, data: Path) -> None:
    level = replace(
        solvable(),
        stock={"crate": 2},
        goals=(Goal("A crate lies at the left", Count("crate", 0.2, 0.0, 1.0, 0.5)),),
        insight="A crate falls to the left as well as to the right.",
    )
    driver = drive(level)
    path = driver.workspace.document.file.path
    assert path is not None

    def solve() -> tuple[Result | None, Result]:
        """The best results before and after a win."""
        assert not driver.shows("card.insight"), "it would give the solution away"
        driver.key(key.SPACE)
        driver.seconds(1.6)
        assert driver.app.outcome.word == "won" and driver.shows("card.build") and driver.shows("card.insight")
        records = driver.app.features.records
        assert records.is_compared(driver.workspace)
        before = records.before(driver.workspace)
        driver.until(lambda: records.win(driver.workspace) is not None)
        driver.key(key.R)
        after = records.of(path, levels.read(path), solved=True).result
        assert after is not None
        return before, after

    driver.click("part.crate", (0.6, 0.8), "part.crate", (0.6, 0.3))
    before, first = solve()
    assert before is None and first.parts == 2
    driver.click((0.6, 0.8))
    driver.key(key.DELETE)
    before, second = solve()
    assert before == first and second == Result(1, min(first.ticks, second.ticks))
    assert solve() == (second, second), "a run that is no better changes nothing"


def test_a_part_that_lies_in_a_level_is_not_counted(drive: Open, tmp_path: Path) -> None:
    level = solvable()
    path = tmp_path / "own.toml"
    levels.write(path, replace(level, parts=(*level.parts, PartSpec(2, "crate", 3.0, 0.3, fixed=True)), next_id=3))
    driver = drive(path)
    driver.click("part.crate", (0.6, 0.5))
    driver.key(key.SPACE)
    driver.seconds(0.6)
    assert result_of(driver.workspace.document.session).parts == 1


# -- chapters


def test_a_locked_chapter_says_what_opens_it_and_its_levels_do_not_open(drive: Open) -> None:
    driver = drive(None)
    (_, first), (title, second) = driver.app.features.chooser.shelf.chapters[:2]
    assert driver.shows(f"lock.{title}") and not driver.shows(f"lock.{first[0].title}")
    driver.click(driver.scroll_to(f"level.{second[0].path.stem}"))
    assert driver.app.screen == "chooser" and "Opens when 5 levels of" in driver.said
    assert driver.workspace.files.open(second[0].path), "by its path it is never locked"


def test_levels_are_skipped_from_the_chooser_by_mouse_and_by_key(drive: Open) -> None:
    order = library.bundled_levels()
    driver = drive(None)
    campaign, controls = driver.workspace.campaign, driver.app.features.campaign
    assert controls.label.endswith("(3 left)")
    driver.click("chooser.skip")
    following = driver.app.features.chooser.next
    assert campaign.is_skipped(order[0]) and following is not None and following.path == order[1]
    driver.key(key.RIGHT)
    driver.key(key.RIGHT)  # on the third card
    driver.key(key.K, key.MOD_CTRL | key.MOD_SHIFT)
    assert campaign.is_skipped(order[2])
    driver.key(key.K, key.MOD_CTRL | key.MOD_SHIFT)
    assert not campaign.is_skipped(order[2]) and campaign.skips_left == 2


def test_the_level_that_is_open_can_be_skipped(drive: Open) -> None:
    order = library.bundled_levels()
    driver = drive(order[1])
    driver.key(key.K, key.MOD_CTRL | key.MOD_SHIFT)
    assert driver.workspace.campaign.is_skipped(order[1]) and "is skipped and counts" in driver.said
    assert driver.app.features.campaign.label == "Don't skip this level"
    driver = drive(solvable())
    assert not driver.app.actions["skip_level"].enabled(), "a level of one's own is in no chapter"


def test_a_key_opens_the_next_level_that_is_not_solved(drive: Open) -> None:
    order = library.bundled_levels()
    driver = drive(order[1])
    driver.key(key.L, key.MOD_CTRL | key.MOD_SHIFT)
    assert driver.workspace.document.file.path == order[2]
    driver = drive(solvable())
    assert not driver.app.actions["next_level"].enabled(), "a level of one's own is in no chapter"


def test_everything_can_be_opened_in_the_settings(drive: Open) -> None:
    driver = drive(None)
    _, second = driver.app.features.chooser.shelf.chapters[1]
    driver.key(key.COMMA, key.MOD_CTRL)
    driver.click("settings.chapters")
    driver.key(key.ESCAPE)
    driver.click(driver.scroll_to(f"level.{second[0].path.stem}"))
    assert driver.app.screen == "editor" and driver.workspace.document.file.path == second[0].path


# -- difficulty


def test_every_level_that_can_be_solved_shows_how_hard_it_is(drive: Open, data: Path) -> None:
    path = library.user_dir(data) / "mine.toml"
    path.parent.mkdir(parents=True)
    levels.write(path, solvable())
    driver = drive(None)
    cards = [card for _, chapter in driver.app.features.chooser.shelf.chapters for card in chapter]
    nothing_to_solve = [card for card in cards if card.design is not None and not card.design.goals]
    assert [card for card in cards if card.decisions is None] == nothing_to_solve
    assert library.workshop() in [card.path for card in nothing_to_solve]
    assert driver.shows("difficulty.hello") and driver.shows("difficulty.drop")
    driver.scroll_to("level.mine")
    assert driver.shows("difficulty.mine") and not driver.shows("difficulty.workshop")
    card = cards[1]
    assert card.design is not None
    tip = tip_of(card, driver.app.features.campaign.record_of(card.path, card.design))
    assert tip == f"{card.design.text}\n\nDifficulty 1 of 5: 1 piece to place or join, 4 kinds of things at work."


def test_no_word_for_difficulty_is_left(drive: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    texts: list[str] = []
    monkeypatch.setattr(widgets, "shown", lambda text: (texts.append(text), text)[1])
    driver = drive(None)
    told = [tip_of(card, driver.app.features.campaign.record_of(card.path, card.design)) for _, chapter in
            driver.app.features.chooser.shelf.chapters for card in chapter if card.design is not None]  # fmt: skip
    for word in ("Expert:", "Hard:", "Medium:", "Easy:"):
        assert not [text for text in (*texts, *told) if word in text]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes in folders")
def test_whatever_lies_in_the_folder_the_window_opens_and_names_it(drive: Open, data: Path) -> None:
    """Pipes in place of every file, and texts that their parsers could not bear."""
    own = library.user_dir(data)
    (data / "sessions").mkdir(parents=True)
    own.mkdir(exist_ok=True)
    levels.write(own / "good.toml", Design("Good"))
    (own / "bom.toml").write_bytes(b"\xef\xbb\xbf" + (own / "good.toml").read_bytes().replace(b"Good", b"Mark"))
    (own / "dots.toml").write_text("format = 1\n" + "a." * 24_000 + "b = 1\n")
    (own / "digits.toml").write_text("format = 1\nnext_id = " + "1" * 4301 + "\n")
    (own / "loop.toml").symlink_to(own / "loop.toml")
    (own / "folder.toml").mkdir()
    (own / "large.toml").write_bytes(b"#" * (levels.MAX_BYTES + 1))
    (data / "settings.toml").write_text("scale = " + "9" * 5000 + "\n")
    pipes = ("keys.toml", "progress.json", "settings.json", "best", "contraptions/pipe.toml", "sessions/pipe.replay")
    for name in pipes:
        os.mkfifo(data / name)
    driver = drive(None)
    cards = {card.path.stem: card for card in driver.app.features.chooser.shelf.by_user}
    assert cards["good"].title == "Good" and cards["bom"].title == "Mark"
    left_out = {stem: card.problem for stem, card in cards.items() if card.design is None}
    assert left_out.keys() == {"dots", "digits", "loop", "folder", "large", "pipe"}
    assert "a key of 24001 parts" in left_out["dots"] and "a number of 4301" in left_out["digits"]
    assert "not a regular file" in left_out["pipe"] and "larger than 16 MB" in left_out["large"]
    said = [message.text for message in driver.workspace.messages]
    assert any("keys.toml" in text and "not a regular file" in text for text in said), said
    assert any("settings.toml" in text and "a number of 5000" in text for text in said), said


@pytest.mark.parametrize("broken", ["a pipe", "a key", "a number", "two levels of one name"])
def test_whatever_becomes_of_the_bundled_levels_the_window_opens_and_names_it(
    drive: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    folder = tmp_path / "bundled"
    (folder / "within").mkdir(parents=True)
    levels.write(folder / "good.toml", Design("Good"))
    if broken == "a pipe":
        os.mkfifo(folder / "index.toml")
    elif broken == "two levels of one name":
        levels.write(folder / "within" / "good.toml", Design("Good"))
    else:
        (folder / "index.toml").write_text("a." * 24_000 + "b = 1" if broken == "a key" else "x = " + "1" * 5000)
    (folder / "difficulty.json").mkdir()
    monkeypatch.setattr(library, "bundled_dir", lambda: folder)
    driver = drive(None)
    assert driver.app.screen == "chooser" and driver.app.features.chooser.shelf.problems
    driver.click("chooser.new")
    assert driver.app.screen == "editor"


def test_contraptions_beyond_what_takes_a_moment_are_left_out_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = library.user_dir(tmp_path)
    own.mkdir()
    for name in "abcde":
        levels.write(own / f"{name}.toml", Design(name))
    size = (own / "a.toml").stat().st_size
    monkeypatch.setattr(shelf, "MOST_OWN", 4)
    monkeypatch.setattr(shelf, "MOST_BYTES", 2 * size)
    found = shelf.shelf(tmp_path, [], ("a session",))
    assert [card.design is not None for card in found.by_user] == [True, True, False, False]
    assert "Open shows it" in found.by_user[2].problem
    assert found.problems == ("a session", "1 of your contraptions are not shown, from e.toml on")


def test_chapters_of_the_users_own_are_below_the_others_and_open_by_a_click(drive: Open, data: Path) -> None:
    """Though they hold a level that is named as one that comes with the program, and another as one beside them."""
    folder = library.user_dir(data) / "windmills"
    folder.mkdir(parents=True)
    for path in (folder / "drop.toml", folder / "kite.toml", folder.parent / "kite.toml"):
        levels.write(path, Design(f"By {path.parent.name}"))
    driver = drive(None)
    found = driver.app.features.chooser.shelf
    ((title, cards),) = found.user_chapters
    assert title == "Windmills" and [card.path.stem for card in cards] == ["drop", "kite"]
    assert [card.path for card in found.by_user] == [folder.parent / "kite.toml"]
    every = [card.name for chapter in (*found.chapters, *found.user_chapters) for card in chapter.cards]
    assert len({*every, *(card.name for card in found.by_user)}) == len(every) + 1, "each has a name of its own"
    driver.app.features.chooser.cards.seek(cards[0].name)
    driver.frames(3)
    driver.click(cards[0].name)
    assert driver.workspace.document.file.path == folder / "drop.toml"
    driver.key(key.L, key.MOD_CTRL)
    driver.key(key.RETURN)
    assert driver.workspace.document.file.path == folder / "drop.toml", "the keys are on what was played last"


def test_a_damaged_index_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged(folder: Path | None = None) -> list[library.Chapter]:
        raise BadFile("index.toml: not an index")

    monkeypatch.setattr(library, "bundled_chapters", damaged)
    assert shelf.shelf(tmp_path, []).problems == ("index.toml: not an index",)


@pytest.mark.parametrize(("width", "columns"), [(1280, 5), (1440, 5), (1920, 7), (860, 3)])
def test_as_many_columns_are_shown_as_fit(drive: Open, width: int, columns: int) -> None:
    driver = drive(None)
    driver.resize(width, 700)
    cards = [row for row in driver.app.features.chooser.cards._rows if row]
    sides = [driver.app.ui.rects[name] for name, _ in cards[0]]
    assert len(sides) == columns
    free = sides[0][0] + width - sides[-1][2]
    assert free < CARD[0] + chooser.CARD_GAP + 2 * chooser.EDGE + 40


def test_the_workshop_is_reached_from_the_top_of_the_chooser(drive: Open) -> None:
    driver = drive(None)
    x0, _, x1, y1 = driver.app.ui.rects["chooser.workshop"]
    assert 0 <= x0 < x1 <= driver.window.width and y1 <= driver.app.ui.rects["level.hello"][1]
    driver.click("chooser.workshop")
    assert driver.workspace.document.file.path == library.workshop() and driver.design.free
    assert library.workshop() in library.bundled_levels()


def test_something_new_has_a_floor_under_all_of_it(drive: Open) -> None:
    driver = drive(None)
    driver.click("chooser.new")
    (floor,) = driver.design.parts
    box, world = picking.box_of(floor), driver.design.world
    assert floor.kind == "floor" and tuple(box[:3]) == pytest.approx((0.0, 0.0, world.width))
    driver.click("part.tennis_ball", (2.0, 1.0))
    driver.key(key.SPACE)
    driver.seconds(3.0)
    machine = driver.workspace.document.session.machine
    assert machine is not None and machine.origin(2)[1] > box.y1


def test_what_nothing_was_built_in_is_not_gone_back_to(drive: Open) -> None:
    driver = drive(None)
    assert not driver.app.features.chooser.can_go_back
    driver.click("chooser.new")
    assert not driver.app.features.chooser.can_go_back
    driver.click("part.tennis_ball", (2.0, 1.0))
    assert driver.app.features.chooser.can_go_back


def test_the_chooser_shows_levels_and_opens_one(drive: Open) -> None:
    driver = drive(None)
    assert driver.app.screen == "chooser"
    names = [path.stem for path in library.bundled_levels()]
    assert all(driver.shows(f"level.{name}") for name in names)
    driver.key(key.SPACE)
    assert not driver.workspace.document.session.running
    driver.click(f"level.{names[0]}")
    assert driver.app.screen == "editor"
    assert driver.workspace.document.file.path == library.bundled_levels()[0]
    driver.click("levels")
    assert driver.app.screen == "chooser"
    driver.key(key.ESCAPE)
    assert driver.app.screen == "editor"
    driver.click("levels")
    driver.click(driver.scroll_to("level.new"))
    assert driver.design == new_design()


def test_a_session_that_was_cut_off_is_offered_and_gone_on_with(drive: Open, data: Path) -> None:
    crashed = drive(shop())
    crashed.click("part.domino", (0.5, 1.0))
    written = crashed.workspace.document.recording_path
    assert written is not None
    crashed.workspace.document.journal.session_log.force()
    shutil.copy(written, data / "sessions" / "crashed.replay")  # as if its process had been killed
    driver = drive(None)
    driver.click("resume.crashed")
    assert [spec.kind for spec in driver.design.parts][-1] == "domino"
    assert driver.app.screen == "editor"
    driver.click("levels")
    assert not driver.shows("resume.crashed")


def test_a_bad_level_is_on_the_shelf_with_its_reason(drive: Open, data: Path) -> None:
    library.user_dir(data).mkdir(parents=True)
    (library.user_dir(data) / "broken.toml").write_text("format = 99")
    driver = drive(None)
    driver.click(driver.scroll_to("level.broken"))
    assert driver.app.screen == "chooser"
    assert "format 99" in driver.said

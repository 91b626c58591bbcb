"""Keys of many layouts in a real window: each does what a person means by it, and types what stands on it."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator

import pytest

from sandbox.levels import levels
from tests import other_programs
from tests.contraptions import Builder
from tests.real_window import Window

SHIFT, CTRL, ALT, ALT_GR = 50, 37, 64, 108  # X keycodes, as all of these: the place of a key, whatever it types
SPACE, BACKSPACE, CAPS_LOCK, MENU = 65, 22, 66, 135
A, F, R, Z, W, Y, E, Q, M, N = 38, 41, 27, 52, 25, 29, 26, 24, 58, 57
DIGIT_1, DIGIT_2, DIGIT_7, DIGIT_8, DIGIT_0, MINUS, EQUAL = 10, 11, 16, 17, 19, 20, 21
OPEN, CLOSE, SEMICOLON, QUOTE, COMMA, PERIOD, SLASH, ANGLE = 34, 35, 47, 48, 59, 60, 61, 94
KEYPAD = {"left": 83, "right": 85, "up": 80, "down": 88, "home": 79, "del": 91, "4": 83}
PATIENCE = 20.0  # s


@pytest.fixture(scope="module")
def built(display: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    """A window with a conveyor, which is selected."""
    if shutil.which("setxkbmap") is None:
        pytest.skip("needs setxkbmap: apt-get install x11-xkb-utils")
    data = tmp_path_factory.mktemp("data")
    (data / "keys.toml").write_text('about = ["Ctrl+[KeyQ]", "\\u0444", "7"]\nquit = []\n')
    design = Builder()
    design.part("floor", 2.0, 0.05, width=4.0)
    design.part("conveyor", 2.0, 1.0)
    level = tmp_path_factory.mktemp("levels") / "layouts.toml"
    levels.write(level, design.design())
    window = Window(display, data, level)
    window.click((2.0, 1.0))
    window.until(lambda state: state["selection"])
    yield window
    window.process.kill()
    window.process.wait()


@pytest.fixture
def hands(built: Window) -> Iterator[Window]:
    """The same window, at rest and at its usual size, with the conveyor as it was placed."""
    if not built.fresh()["selection"]:
        built.click((2.0, 1.0))
        built.until(lambda state: state["selection"])
    yield built
    layout(built, "us")
    while built.fresh()["dialog"] or built.state["typing"]:
        built.key("Escape")
    tap(built, R)
    built.key("ctrl+0")
    built.until(lambda state: not state["running"] and state["scale"] == 100, PATIENCE)


def layout(window: Window, *words: str) -> None:
    subprocess.run(["setxkbmap", "-option", "", *words], env=window.environment, check=True)


STRIKE = """
lock = xlib._lib.XkbLockGroup
lock.argtypes = [POINTER(xlib.Display), c_uint, c_uint]
lock(d, 0x100, 1)
fake = CDLL("libXtst.so.6").XTestFakeKeyEvent
fake.argtypes = [POINTER(xlib.Display), c_uint, c_int, c_ulong]
codes = [int(code) for code in sys.argv[1:]]
for code, down in [*((code, 1) for code in codes), *((code, 0) for code in reversed(codes))]:
    fake(d, code, down, 0)
xlib.XSync(d, False)
print("done", flush=True)
"""


def strike(window: Window, *codes: int) -> None:
    """Press keys in the second of two layouts: xdotool would go back to the first with each key."""
    with other_programs.Program(window.environment["DISPLAY"], STRIKE, *map(str, codes)) as program:
        assert program.line() == "done"


def tap(window: Window, *codes: int) -> None:
    """Press keys one after the other, and let them go the other way round."""
    words: list[object] = []
    for code in codes:
        words += ["keydown", code]
    for code in reversed(codes):
        words += ["keyup", code]
    window.do(*words, "sleep", 0.03)


def searching(window: Window) -> None:
    """Give the keys to an empty text field."""
    window.key("Escape")
    tap(window, CTRL, F)
    window.until(lambda state: state["typing"], PATIENCE)
    tap(window, CTRL, A)
    tap(window, BACKSPACE)
    window.until(lambda state: state["search"] == "", PATIENCE)


def flipped(window: Window, wanted: bool) -> None:
    window.until(lambda state: bool(state["flipped"]) == wanted, PATIENCE)


def paused_run(window: Window) -> int:
    tap(window, SPACE)
    window.until(lambda state: state["running"] and state["tick"] > 20, PATIENCE)
    tap(window, SPACE)
    return int(window.until(lambda state: state["paused"], PATIENCE)["tick"])


NO_LATIN = [("ru",), ("gr",), ("il",), ("ara",), ("bg",), ("us,ru",)]


@pytest.mark.parametrize("words", NO_LATIN, ids=lambda words: words[0])
def test_letters_are_shortcuts_where_the_layout_has_none(hands: Window, words: tuple[str, ...]) -> None:
    press = strike if "," in words[0] else tap
    searching(hands)
    layout(hands, *words)
    press(hands, A)
    press(hands, A)
    hands.until(lambda state: len(state["search"]) == 2 and not state["search"].isascii(), PATIENCE)
    press(hands, CTRL, A)
    press(hands, BACKSPACE)
    hands.until(lambda state: state["search"] == "", PATIENCE)
    hands.key("Escape")
    hands.click((2.0, 1.0))
    hands.until(lambda state: state["selection"] and not state["typing"], PATIENCE)
    press(hands, F)
    flipped(hands, True)
    press(hands, CTRL, Z)
    flipped(hands, False)
    press(hands, CTRL, SHIFT, Z)
    flipped(hands, True)
    press(hands, CTRL, Z)
    flipped(hands, False)
    press(hands, SPACE)
    hands.until(lambda state: state["running"], PATIENCE)
    press(hands, R)
    hands.until(lambda state: not state["running"], PATIENCE)


def test_letters_are_where_another_layout_of_the_user_s_has_them(hands: Window) -> None:
    """And not where they are in the USA."""
    tap(hands, F)
    flipped(hands, True)
    layout(hands, "fr,ru")
    strike(hands, CTRL, W)  # types a Z in France
    flipped(hands, False)


def test_brackets_and_commas_are_where_cyrillic_letters_are(hands: Window) -> None:
    layout(hands, "ru")
    tap(hands, OPEN)
    hands.until(lambda state: state["speed"] == "1/2", PATIENCE)
    tap(hands, CLOSE)
    hands.until(lambda state: state["speed"] == "1", PATIENCE)
    tick = paused_run(hands)
    tap(hands, SHIFT, SLASH)  # the comma
    hands.until(lambda state: state["shown_tick"] == tick - 1, PATIENCE)
    tap(hands, SHIFT, DIGIT_7)  # the question mark
    hands.until(lambda state: state["dialog"] == "keys", PATIENCE)


def test_a_french_keyboard_has_digits_and_the_full_stop(hands: Window) -> None:
    layout(hands, "fr")
    tap(hands, CTRL, SHIFT, EQUAL)  # types a plus
    hands.until(lambda state: state["scale"] > 100, PATIENCE)
    tap(hands, CTRL, DIGIT_0)  # types an a with an accent
    hands.until(lambda state: state["scale"] == 100, PATIENCE)
    tap(hands, CTRL, ALT, DIGIT_2)
    hands.until(lambda state: state["theme"] == "dark", PATIENCE)
    tap(hands, CTRL, ALT, DIGIT_1)
    hands.until(lambda state: state["theme"] == "light", PATIENCE)
    tick = paused_run(hands)
    tap(hands, M)  # the comma is where M is
    hands.until(lambda state: state["shown_tick"] == tick - 1, PATIENCE)
    tap(hands, SHIFT, COMMA)  # the full stop
    hands.until(lambda state: state["shown_tick"] == tick, PATIENCE)


@pytest.mark.parametrize(("name", "z"), [("de", Y), ("fr", W), ("us", Z), ("us -variant dvorak", SLASH)])
def test_where_letters_move_what_they_type_counts(hands: Window, name: str, z: int) -> None:
    tap(hands, F)
    flipped(hands, True)
    layout(hands, *name.split())
    tap(hands, CTRL, z)
    flipped(hands, False)


def test_a_german_keyboard_has_its_brackets_plus_and_question_mark(hands: Window) -> None:
    layout(hands, "de")
    tap(hands, ALT_GR, DIGIT_7)  # a brace, and no 7, which has an action
    tap(hands, ALT_GR, DIGIT_8)
    assert hands.until(lambda state: state["speed"] == "1/2", PATIENCE)["dialog"] is None
    tap(hands, ALT_GR, 18)
    hands.until(lambda state: state["speed"] == "1", PATIENCE)
    tap(hands, OPEN)  # types a u with two dots, which is no bracket though it is where one is in the USA
    tap(hands, CTRL, CLOSE)  # types a plus
    assert hands.until(lambda state: state["scale"] > 100, PATIENCE)["speed"] == "1"
    tap(hands, CTRL, DIGIT_0)
    hands.until(lambda state: state["scale"] == 100, PATIENCE)
    tap(hands, SHIFT, DIGIT_7)  # the slash, which is no question mark here
    tap(hands, SHIFT, MINUS)
    hands.until(lambda state: state["dialog"] == "keys", PATIENCE)
    hands.key("Escape")
    hands.until(lambda state: state["dialog"] is None, PATIENCE)
    tap(hands, SHIFT, DIGIT_7)
    assert hands.fresh()["dialog"] is None


def test_an_american_keyboard_does_what_it_did(hands: Window) -> None:
    layout(hands, "us")
    for keys in ((CTRL, EQUAL), (CTRL, SHIFT, EQUAL)):
        tap(hands, *keys)
        hands.until(lambda state: state["scale"] > 100, PATIENCE)
        tap(hands, CTRL, DIGIT_0)
        hands.until(lambda state: state["scale"] == 100, PATIENCE)
    tap(hands, SHIFT, SLASH)
    hands.until(lambda state: state["dialog"] == "keys", PATIENCE)


def test_caps_lock_changes_no_shortcut(hands: Window) -> None:
    layout(hands, "us")
    searching(hands)
    tap(hands, CAPS_LOCK)
    try:
        tap(hands, A)
        tap(hands, A)
        hands.until(lambda state: state["search"] == "AA", PATIENCE)
        tap(hands, CTRL, A)
        tap(hands, BACKSPACE)
        hands.until(lambda state: state["search"] == "", PATIENCE)
        hands.key("Escape")
        hands.click((2.0, 1.0))
        hands.until(lambda state: state["selection"] and not state["typing"], PATIENCE)
        tap(hands, F)
        flipped(hands, True)
        tap(hands, CTRL, Z)
        flipped(hands, False)
    finally:
        tap(hands, CAPS_LOCK)


@pytest.mark.parametrize(
    ("name", "codes", "typed"),
    [
        ("fr", ((OPEN,), (E,)), "\xea"),
        ("de", ((EQUAL,), (E,)), "\xe9"),
        ("us -variant intl", ((QUOTE,), (E,)), "\xe9"),
        ("br", ((QUOTE,), (N,)), "\xf1"),
        ("br", ((QUOTE,), (A,)), "\xe3"),
        ("us -option compose:menu", ((MENU,), (QUOTE,), (E,)), "\xe9"),
        ("us -option compose:menu", ((MENU,), (SHIFT, A), (SHIFT, E)), "\xc6"),
    ],
)
def test_dead_keys_and_the_compose_key_compose(
    hands: Window, name: str, codes: tuple[tuple[int, ...], ...], typed: str
) -> None:
    searching(hands)
    layout(hands, *name.split())
    for keys in codes:
        tap(hands, *keys)
    hands.until(lambda state: state["search"] == typed, PATIENCE)
    tap(hands, BACKSPACE)
    hands.until(lambda state: state["search"] == "", PATIENCE)


def test_the_keypad_without_num_lock_moves(hands: Window) -> None:
    layout(hands, "us")
    x, y = hands.fresh()["parts"][-1][2:4]
    tap(hands, KEYPAD["left"])
    hands.until(lambda state: state["parts"][-1][2] < x, PATIENCE)
    tap(hands, KEYPAD["right"])
    hands.until(lambda state: state["parts"][-1][2] == x, PATIENCE)
    tap(hands, KEYPAD["up"])
    hands.until(lambda state: state["parts"][-1][3] > y, PATIENCE)
    tap(hands, KEYPAD["down"])
    hands.until(lambda state: state["parts"][-1][3] == y, PATIENCE)
    hands.do("keydown", KEYPAD["left"], "sleep", 1.5, "keyup", KEYPAD["left"])
    hands.until(lambda state: state["parts"][-1][2] < x - 0.003, PATIENCE)  # by many steps while it was down
    tap(hands, CTRL, Z)
    hands.until(lambda state: state["parts"][-1][2] == x, PATIENCE)
    searching(hands)
    hands.type("ab")
    tap(hands, KEYPAD["home"])
    hands.type("x")
    hands.until(lambda state: state["search"] == "xab", PATIENCE)
    tap(hands, KEYPAD["del"])
    hands.until(lambda state: state["search"] == "xb", PATIENCE)
    hands.key("Num_Lock")
    tap(hands, KEYPAD["4"])
    hands.until(lambda state: state["search"] == "x4b", PATIENCE)
    hands.key("Num_Lock")


def test_a_key_that_is_let_go_as_another_is_not_held_for_ever(hands: Window) -> None:
    """Shift comes up before the key that it made another one of."""
    layout(hands, "us")
    for _ in range(2):
        hands.do("keydown", CTRL, "keydown", SHIFT, "keydown", EQUAL, "keyup", SHIFT, "keyup", EQUAL, "keyup", CTRL)
        hands.until(lambda state: state["scale"] > 100, PATIENCE)
        tap(hands, CTRL, DIGIT_0)
        hands.until(lambda state: state["scale"] == 100, PATIENCE)


def test_a_file_of_keys_takes_any_character_and_places(hands: Window) -> None:
    layout(hands, "fr")
    tap(hands, CTRL, Q)  # where Q is in the USA: it types an A here
    hands.until(lambda state: state["dialog"] == "about", PATIENCE)
    hands.key("Escape")
    hands.until(lambda state: state["dialog"] is None, PATIENCE)
    layout(hands, "ru")
    tap(hands, A)  # a letter of its own goes before the Latin one in its place
    hands.until(lambda state: state["dialog"] == "about", PATIENCE)

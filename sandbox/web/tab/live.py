"""A level that is played in a browser: the real session and the real editor, driven by messages of the page.

A message is JSON: `{"do": NAME, ...}`, with the page's `view` and its time `now` (ms). The answer has two parts: JSON
with what has changed since the last one, and a block of bytes with the arrays that the JSON refers to. The page draws,
and passes presses and keys on; every rule of the game is here, and in what this calls.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from sandbox import parts
from sandbox.commands.commands import Start
from sandbox.commands.session import Session
from sandbox.design import design
from sandbox.design.design import Design
from sandbox.design.geometry import Box
from sandbox.editing.authoring import hints
from sandbox.editing.document import Notice
from sandbox.editing.editor import NUDGE, TURN_KEY, Editor
from sandbox.editing.keys import Modifiers
from sandbox.editing.offers import families_of
from sandbox.editing.operations import Operations
from sandbox.editing.snapping import Snaps
from sandbox.editing.stock_names import figures_of_item
from sandbox.editing.toolbox import Toolbox
from sandbox.levels import shared_text
from sandbox.levels.shared_text import Shared
from sandbox.parts.kind import LinkKind
from sandbox.web.tab import chosen, key_pointer, winning
from sandbox.web.tab.key_pointer import KeyPointer
from sandbox.web.tab.picture_layout import ByteBlock
from sandbox.web.tab.play_host import FOLDER, PlayHost
from sandbox.web.tab.play_picture import PlayPicture, PlayView
from sandbox.web.tab.play_sounds import PlaySounds
from sandbox.workspace.clock import FREE, RUNNING, Clock

_MS = 1_000_000  # ns
_ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
# What a key does, by its name with the modifiers before it: as in the window.
KEYS = {
    "space": "run", "r": "stop", ".": "step", "h": "hint", "c": "pointer", "ctrl+z": "undo", "ctrl+y": "redo",
    "ctrl+shift+z": "redo", "del": "delete", "backspace": "delete", "f": "flip", "shift+f": "flip_over",
    "q": "turn_left", "e": "turn_right", "shift+q": "turn_left_little", "shift+e": "turn_right_little",
    "ctrl+a": "select_all", "ctrl+d": "duplicate", "ctrl+c": "copy", "ctrl+v": "paste", "ctrl+x": "cut",
    "tab": "next_part", "shift+tab": "previous_part", "l": "link_here", "g": "grid", "[": "slower", "]": "faster",
}  # fmt: skip
Message = dict[str, Any]


class LiveLevel:
    """One level, from its text on. `text` and `block` are the last answer."""

    def __init__(self, level: str, folder: Path = FOLDER) -> None:
        """Begin to play a level, as `level_message` has it.

        Raises:
            BadFile: it is no level.
        """
        message = json.loads(level)
        self.level = parts.check(design.from_plain(message["design"]))
        self._level_text, self._digest = str(message["text"]), str(message["digest"])
        self._aims = winning.aims(self.level)
        self.host = PlayHost(self.level, folder)
        self.editor = Editor(self.host, self.host.gate.tell)
        self.operations, self.toolbox = Operations(self.editor), Toolbox(self.editor)
        self.pointer = KeyPointer(self.editor)
        self.picture, self.sounds = PlayPicture(self.editor), PlaySounds()
        self.view = PlayView(bounds=Box(0.0, 0.0, self.level.world.width, self.level.world.height))
        self.clock = Clock(self.level.world.tick_rate, FREE)
        self.hints_shown, self.speed, self.paused = 0, Fraction(1), False
        self._outcome = "open"
        self._sent: dict[str, Any] = {}
        self.text, self.block = "", b""
        self._deeds = self._all_deeds()

    @property
    def session(self) -> Session:
        return self.host.document.session

    # -- messages

    def answer(self, text: str) -> None:
        """Carry out a message, and put the answer into `text` and `block`."""
        message: Message = json.loads(text)
        if "view" in message:
            view = message["view"]
            self.view = PlayView(view["pixel"], Box(*view["bounds"]), view["coarse"], view["still"])
        self._pass(message)
        extra = self._carry_out(message)
        self._look()
        block = ByteBlock()
        reply = {**self._described(block), **(extra or {})}
        self.text, self.block = json.dumps(reply, separators=(",", ":")), block.bytes

    def _carry_out(self, message: Message) -> Message | None:
        name = message["do"]
        if name in self._deeds:
            self._deeds[name]()
            return None
        handler: Callable[[Message], Message | None] | None = getattr(self, f"_on_{name}", None)
        if handler is None:
            raise ValueError(f"the page asks for '{name}', which is nothing that can be done")
        return handler(message)

    # -- time

    def _pass(self, message: Message) -> None:
        """Let the ticks pass that are due by the page's clock; while nothing runs they only count."""
        running = self.session.running
        self.clock.policy = RUNNING if running else FREE
        self.clock.speed = self.speed if running else Fraction(1)
        now = round(message["now"] * _MS)
        if (running and self.paused) or self.host.document.in_past:
            self.clock.pause()
        else:
            self.clock.start(now)
        due = self.clock.advance(now)
        if due:
            self.host.gate.settle()
            self.session.advance(due)

    def _run(self) -> None:
        """Start the machine, or pause it, or go on."""
        self.editor.settle()
        self.pointer.stop(self.view)
        if self.session.running:
            self.paused = not self.paused
        elif self.host.gate.do(Start()):
            self.paused = False
            self.editor.run_changed()

    def _stop(self) -> None:
        if self.session.running and self.host.gate.stop():
            self.paused = False
            self.editor.run_changed()

    def _step(self) -> None:
        """Let one tick pass, and pause; a machine that does not run yet is started."""
        if not self.session.running:
            self._run()
        self.paused = True
        if self.session.running:
            self.host.gate.settle()
            self.session.advance(1)

    def _change_speed(self, factor: Fraction) -> None:
        self.speed = min(Fraction(16), max(Fraction(1, 16), self.speed * factor))

    def _on_speed(self, message: Message) -> None:
        self.speed = Fraction(message["speed"]).limit_denominator(16)
        self._change_speed(Fraction(1))

    def _on_past(self, message: Message) -> None:
        """Take note whether the page shows an earlier moment: nothing can be done there."""
        self.host.document.in_past = bool(message["past"]) and self.session.running

    def _on_frame(self, message: Message) -> None:
        self.editor.go_on()

    # -- the pointer

    def _on_point(self, message: Message) -> None:
        self.pointer.at = None
        self.editor.point(_at(message), _held(message), self.view.reach, self.view.stand_off)

    def _on_press(self, message: Message) -> None:
        self.pointer.at = None
        self.editor.press(_at(message), _held(message), self.view.reach, self.view.stand_off)

    def _on_release(self, message: Message) -> None:
        at = _at(message) if "x" in message else None
        self.editor.release(at, _held(message), self.view.reach)

    def _on_leave(self, message: Message) -> None:
        self.editor.leave()

    def _on_wheel(self, message: Message) -> Message:
        """Turn what is dragged or selected; tell the page whether there was anything to turn."""
        turns = self.editor.dragging or bool(self.editor.selection.parts and message.get("selected"))
        if turns:
            self.editor.wheel(float(message["degrees"]))
        return {"turned": turns}

    def _on_settle(self, message: Message) -> None:
        self.editor.settle()

    def _on_put_back(self, message: Message) -> None:
        if not self.editor.put_back():
            self.editor.release(None, Modifiers(), self.view.reach)

    # -- the stock

    def _on_arm(self, message: Message) -> None:
        """Take a part or a link from the stock; by key, a pointer appears for it."""
        name, dragged = message["name"], bool(message.get("dragged"))
        item = self.level.stock_items.get(name)
        by_key = bool(message.get("by_key"))
        if item is not None and _is_link(self.level, name):
            if self.toolbox.draw_link(item.kind, dragged) and by_key:
                self.editor.key("tab", Modifiers(), first=True)
        elif self.toolbox.arm(name, dragged) and by_key:
            self.pointer.start(self.view)

    def _on_set(self, message: Message) -> None:
        """Set a value of what is chosen."""
        chosen.set_value(self.editor, int(message["id"]), str(message["name"]), message["value"])

    # -- keys

    def _on_key(self, message: Message) -> Message:
        """Handle a key; tell the page whether it meant anything."""
        name, held = str(message["key"]), _held(message)
        if self.pointer.at is None and self.editor.key(name, held, first=True):
            return {"used": True}
        if self.pointer.takes(name, held, self.view):
            return {"used": True}
        if name == "esc":
            return {"used": self._escape()}
        if self.editor.key(name, held):
            return {"used": True}
        if name in _ARROWS and self.editor.selection.parts and not self.session.running:
            step = NUDGE * (10 if held.shift else 1)
            self.editor.nudge(_ARROWS[name][0] * step, _ARROWS[name][1] * step)
            return {"used": True}
        chord = f"{'ctrl+' * held.ctrl}{'shift+' * held.shift}{name}"
        if chord not in KEYS or held.alt:
            return {"used": False}
        self._deeds[KEYS[chord]]()
        return {"used": True}

    def _escape(self) -> bool:
        if self.editor.cancel() or self.pointer.stop(self.view):
            return True
        had = bool(self.editor.selection.ids)
        self.editor.selection.ids = ()
        return had

    def _all_deeds(self) -> dict[str, Callable[[], object]]:
        operations = self.operations
        return {
            "run": self._run, "stop": self._stop, "step": self._step, "hint": self._show_hint,
            "undo": operations.undo, "redo": operations.redo, "delete": operations.delete, "flip": operations.flip,
            "flip_over": operations.flip_over, "duplicate": operations.duplicate, "copy": operations.copy,
            "cut": operations.cut, "paste": operations.paste, "select_all": operations.select_all,
            "turn_left": lambda: operations.turn(TURN_KEY), "turn_right": lambda: operations.turn(-TURN_KEY),
            "turn_left_little": lambda: operations.turn(1.0), "turn_right_little": lambda: operations.turn(-1.0),
            "next_part": lambda: operations.select_next(1), "previous_part": lambda: operations.select_next(-1),
            "cancel": self._escape, "pointer": self._toggle_pointer, "link_here": self.toolbox.begin_link_here,
            "grid": self._toggle_grid, "slower": lambda: self._change_speed(Fraction(1, 2)),
            "faster": lambda: self._change_speed(Fraction(2)),
        }  # fmt: skip

    def _toggle_pointer(self) -> None:
        if not self.pointer.stop(self.view):
            self.pointer.start(self.view)

    def _toggle_grid(self) -> None:
        on = not self.editor.snap.grid
        self.editor.snap = Snaps(grid=on, edges=on)

    def _show_hint(self) -> None:
        following = hints.next_step(self.editor.design, self.hints_shown)
        if following is not None:
            self.hints_shown = following
            self.editor.places = hints.places(self.editor.design, self.hints_shown)
            return
        none = "All hints of this level are shown, or built by you." if self.level.hints else "This level has no hints."
        self.host.gate.tell(Notice(none))

    # -- what is taken home

    def recording(self) -> bytes:
        """Return the recording of all that was done, which `sandbox verify` reads."""
        return self.host.document.recording()

    def share(self) -> str:
        """Return the level as text, with the last run as its solution if that won; `sandbox unpack` reads it."""
        won = winning.solution_of(self.session, self.host.gate.commands) if self.session.won else None
        return shared_text.to_text(Shared(self.level.title, self._digest, self._level_text, won and won.shared))

    # -- what has changed

    def _look(self) -> None:
        if self.session.outcome == self._outcome:
            return
        self._outcome = self.session.outcome
        if self._outcome == "lost" and self.session.broken is not None:
            self.host.gate.tell(Notice(f"Lost: {self.session.broken.text}", "bad"))

    def _described(self, block: ByteBlock) -> Message:
        session, editor = self.session, self.editor
        progress = session.goals
        met = tuple(goal.met for goal in progress)
        self.editor.prune() if not session.running and editor.gesture is None else None
        leftover = self.clock.leftover if not self.paused else 0.0
        events = session.take_events()
        self.picture.happened(session, events)
        answer = self.picture.described(block, self.view, self.hints_shown, met, leftover)
        answer |= {"tick": session.tick, "leftover": leftover}
        if sounds := self.sounds.heard(session, self.host.gate.commands, events, self.view.bounds):
            answer["sounds"] = sounds
        facts: dict[str, Any] = {
            "goals": [
                [goal.brief, now.met, round(now.share, 3)]
                for goal, now in zip(session.design.goals, progress, strict=True)
            ],
            "rules": {
                "fails": [*dict.fromkeys(fail.text for fail in session.design.fails)],
                "broken": session.broken.text if session.broken is not None else "", "aims": self._aims,
            },
            "run": {
                "running": session.running, "paused": self.paused, "outcome": session.outcome,
                "start": session.start_tick, "speed": float(self.speed),
            },
            "can": {
                "undo": session.can_undo(), "redo": session.can_redo(), "selected": bool(editor.selection.ids),
                "parts": bool(editor.selection.parts or editor.dragging), "grid": editor.snap.grid,
            },
            "selected": list(editor.marked), "hovered": editor.hover.id if editor.hover.what in _HOVERED else 0,
            "chosen": chosen.described(editor, session.running or self.host.document.in_past),
            "armed": editor.armed or "", "advice": self._advice(),
            "says": editor.preview.says, "why_not": editor.preview.why_not,
            "pointer": self.pointer.at, "hints": self._hints(),
            "held": editor.gesture is not None or editor.hand.holding,
        }  # fmt: skip
        if self._sent.get("design") is not editor.design:
            self._sent["design"] = editor.design
            facts["stock"] = self._stock()
        for name, value in facts.items():
            if self._sent.get(name) != value:
                self._sent[name] = answer[name] = value
        if session.won and self._sent.get("won") != session.decided_tick:
            self._sent["won"] = session.decided_tick
            answer["win"] = winning.described(session, self.host.gate.commands, self.level)
        if self.host.gate.notices:
            answer["notices"] = [[notice.text, notice.tone] for notice in self.host.gate.notices]
            self.host.gate.notices.clear()
        return answer

    def _advice(self) -> str:
        gesture = self.editor.gesture
        if self.pointer.at is not None and gesture is None:
            return key_pointer.ADVICE
        return gesture.advice(lambda action: _key_of(action)) if gesture is not None else ""

    def _stock(self) -> list[Message]:
        design = self.editor.design
        return [
            {"name": offer.name, "title": offer.title, "left": offer.left,
             "help": f"{offer.kind.help} {figures_of_item(design, offer.name)}".strip(),
             "link": isinstance(offer.kind, LinkKind), "exchange": offer.exchange}
            for _, offers in families_of(design, "", None, {}) for offer in offers
        ]  # fmt: skip

    def _hints(self) -> Message:
        design = self.editor.design
        shown = hints.texts_shown(design, self.hints_shown)
        return {"shown": shown, "more": hints.next_step(design, self.hints_shown) is not None}

    def pictures(self) -> None:
        """Answer with what the page begins with: all of the state, and a picture of each stock item."""
        block = ByteBlock()
        stock = {
            item["name"]: self.picture.of_stock(block, self.level, item["name"])
            for item in self._stock() if not item["link"]
        }  # fmt: skip
        reply = {**self._described(block), "pictures": stock, "rate": self.level.world.tick_rate}
        self.text, self.block = json.dumps(reply, separators=(",", ":")), block.bytes


def level_message(level: Design, text: str, digest: str) -> str:
    """Return a level as `LiveLevel` reads it, with the text of its file and its digest, which no browser can make."""
    return json.dumps({"design": design.to_plain(level), "text": text, "digest": digest}, separators=(",", ":"))


_HOVERED = ("part", "link", "port")


def _key_of(action: str) -> str:
    """Return the key of an action, as it is shown."""
    key = next((key for key, name in KEYS.items() if name == action), "")
    return "+".join(word.capitalize() for word in key.split("+"))


def _is_link(level: Design, name: str) -> bool:
    return level.stock_items[name].kind in parts.LINKS


def _at(message: Message) -> tuple[float, float]:
    return float(message["x"]), float(message["y"])


def _held(message: Message) -> Modifiers:
    shift, ctrl, alt = message.get("held", (False, False, False))
    return Modifiers(bool(shift), bool(ctrl), bool(alt))

"""The list of those who are in the session, over the scene."""

from __future__ import annotations

from imgui_bundle import imgui

from sandbox.window.together.player_signs import sign_before
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Rect, Ui, shown
from sandbox.workspace.together.people import Person
from sandbox.workspace.together.shared_play import SharedPlay

_SLOW = 250  # ms: a guest who is farther away sees late what happens


class PeopleList:
    """Draws the list: a sign, a name, and what the host knows of each."""

    def __init__(self, ui: Ui, together: SharedPlay) -> None:
        self.ui, self.together = ui, together

    def draw(self, canvas: Rect) -> None:
        """Draw it in the upper left corner of the scene."""
        ui = self.ui
        with ui.floating("people", canvas[0] + ui.px(12), canvas[1] + ui.px(12), (0.0, 0.0)):
            for person in self.together.people:
                person_line(ui, person)
                ui.mark(f"person.{person.player}")
            share = self.together.going_back
            if share is not None:
                imgui.text_unformatted(f"{Icon.RESUME}  Going back, all together: {share:.0%}")
                ui.mark("going_back")


def person_line(ui: Ui, person: Person) -> None:
    """Draw one line about somebody."""
    sign_before(ui, person.player)
    imgui.push_style_color(imgui.Col_.text, Colour.TEXT if person.is_here else Colour.FAINT)
    imgui.text_unformatted(shown(_words(person)))
    imgui.pop_style_color()
    if person.delay:
        imgui.same_line(0.0, ui.px(10))
        imgui.push_style_color(imgui.Col_.text, Colour.ACCENT_DEEP if person.delay > _SLOW else Colour.FAINT)
        imgui.text_unformatted(f"{person.delay} ms")
        imgui.pop_style_color()
        ui.tip("The time that a message takes there and back")


def _words(person: Person) -> str:
    name = f"{person.name} (you)" if person.is_self else person.name
    return f"{name}, {person.state}" if person.state else name

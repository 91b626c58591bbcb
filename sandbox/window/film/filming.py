"""The dialogs for a film or picture of the open document: options and file; then it is drawn there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from msgspec import structs

from sandbox.errors import Refused
from sandbox.parts.titles import title_in
from sandbox.render.pictures.encoders import why_no_mp4
from sandbox.render.pictures.film_options import FilmOptions
from sandbox.render.pictures.reel import ReelChapter
from sandbox.window.film.export import PAGE, SUFFIXES, Export
from sandbox.window.film.film_form import FIT, FilmForm, FilmSubject
from sandbox.window.film.film_sheet import FilmSheet
from sandbox.window.shell.documents import Documents
from sandbox.window.shell.feature import Feature
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.action import Action, keys
from sandbox.window.ui.file_dialog import FileDialog
from sandbox.window.ui.file_list import Browser
from sandbox.window.ui.icons import Icon
from sandbox.workspace.past.runs import PastRun


class ShownRun(Protocol):
    """The run that the window shows, its tick, and the trails drawn in it."""

    @property
    def run(self) -> PastRun | None: ...
    @property
    def tick(self) -> int: ...
    @property
    def trails(self) -> tuple[int, ...]: ...


class Filming:
    """The form as it was filled in last, and the film in progress."""

    def __init__(self, shell: Shell, time: ShownRun, documents: Documents) -> None:
        self.shell, self.time, self.documents = shell, time, documents
        self.form = FilmForm()
        self.export = Export(shell.workspace)

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""

        def title() -> str:
            return "Stop drawing" if self.export.active else "Draw film or picture\N{HORIZONTAL ELLIPSIS}"

        export = Action("export", title, self.ask, "A film of the run (.gif, .mp4), or a picture of this moment (.png)",
                        keys("Ctrl+E"), Icon.CAMERA, self.shell.building)  # fmt: skip
        page = Action("save_page", "Save as a page\N{HORIZONTAL ELLIPSIS}", self.ask_page,
                      "One HTML file that plays this session in any browser, with nothing installed",
                      keys("Ctrl+Alt+W"), Icon.SAVE, lambda: self.shell.building() and not self.export.active,
                      why=lambda: "another file is being drawn" if self.export.active else "")  # fmt: skip
        return Feature(
            actions=(export, page), before_frame=self.export.look, forget=self.forget, close=self.export.stop,
            status=lambda: f"drawing: {self.export.share:.0%}" if self.export.active else "",
            state=lambda: {"drawing": self.export.active},
        )  # fmt: skip

    def forget(self) -> None:
        """Forget the stretch of a run and the part to follow that were asked for: they were another document's."""
        self.form.begin = self.form.end = ""
        if self.form.camera != FIT:
            self.form.camera = FIT

    def ask(self) -> None:
        """Ask for options and file, and draw there; if a film is being drawn, cancel it instead."""
        if self.export.active:
            self.export.stop()
            return
        subject = self._subject()
        self.shell.dialog = FilmSheet(self.form, subject, why_no_mp4(), lambda: self._ask_where(subject))

    def _subject(self) -> FilmSubject:
        """Collect the run that is shown, the view of it, and the selected part."""
        shell = self.shell
        time, past = self.time, shell.workspace.document.past
        history = past.history
        run, rate = time.run or (history.runs[-1] if history.runs else None), history.rate
        number = history.runs.index(run) + 1 if run is not None else None
        seconds = run.length / rate if run is not None and shell.workspace.jobs.looked_ahead >= 1.0 else None
        part = next((spec.id for spec in shell.editor.selection.parts), None)
        looped = None
        if run is not None and past.loop is not None:
            begin, end = past.loop
            if run.place <= begin < end <= run.place + run.length:
                looped = ((begin - run.place) / rate, (end - run.place) / rate)
        title = title_in(shell.editor.design, part) if part is not None else ""
        view, scenes = replace(shell.view.camera), shell.workspace.settings.now.scenes
        return FilmSubject(view, number, seconds, time.tick, part, title, looped, time.trails, scenes)

    def _ask_where(self, subject: FilmSubject) -> None:
        documents = self.documents
        browser = Browser(documents.own_place().with_suffix(self.form.suffix), SUFFIXES, saving=True)
        self.shell.dialog = FileDialog(
            "Draw it as: .gif or .mp4 for a film, .png for a picture", "Draw", browser, documents.places(),
            lambda path: self._draw(path, subject),
        )  # fmt: skip

    def ask_page(self) -> None:
        """Ask for a file, and make a page of the session there."""
        documents = self.documents
        browser = Browser(documents.own_place().with_suffix(PAGE), (PAGE,), saving=True)
        scenes = self.shell.workspace.settings.now.scenes
        self.shell.dialog = FileDialog(
            "Save this session as a page for a browser", "Save", browser, documents.places(),
            lambda path: self._begin(path, FilmOptions(scenes=scenes)),
        )  # fmt: skip

    def draw_shared(self, path: Path, shared: str) -> None:
        """Draw a picture of this moment that holds a shared text."""
        options = FilmOptions(scenes=self.shell.workspace.settings.now.scenes)
        if self.export.begin(path, self._in_looks_of_window(options), shared):
            self.shell.watch(self._goes_on)

    def save_watched(self, run: int) -> None:
        """Ask for a file, and draw there the film of the way to the goal of a run, from 1."""
        suffix = ".gif" if why_no_mp4() else ".mp4"
        documents = self.documents
        browser = Browser(documents.own_place().with_suffix(suffix), SUFFIXES[:2], saving=True)
        self.shell.dialog = FileDialog(
            "Draw the way to the goal as: .gif or .mp4", "Draw", browser, documents.places(),
            lambda path: self._begin(
                path, FilmOptions(run=run, watch=True, scenes=self.shell.workspace.settings.now.scenes)
            ),
        )  # fmt: skip

    def save_reel(self, chapters: Sequence[ReelChapter]) -> None:
        """Ask for a file, and draw the films of all these runs there, one after the other."""
        shell, why = self.shell, why_no_mp4()
        if why:
            shell.workspace.messages.say(why, "refused")
            return
        name = chapters[0].title if len(chapters) == 1 else "All chapters"
        browser = Browser(self.documents.own_place().with_name(f"{name}.mp4"), (".mp4",), saving=True)

        def begin(path: Path) -> None:
            options = FilmOptions(scenes=shell.workspace.settings.now.scenes)
            if self.export.begin_reel(path, chapters, self._in_looks_of_window(options)):
                shell.watch(self._goes_on)

        shell.dialog = FileDialog(
            "Draw all of these runs as one film", "Draw", browser, self.documents.places(), begin
        )  # fmt: skip

    def _draw(self, path: Path, subject: FilmSubject) -> None:
        shell = self.shell
        self.form.suffix = path.suffix.lower()  # the suffix of the name counts
        try:
            options = self.form.options(subject)
        except Refused as refused:
            shell.workspace.messages.say(str(refused), "refused")
            return
        self._begin(path, options)

    def _begin(self, path: Path, options: FilmOptions) -> None:
        if self.export.begin(path, self._in_looks_of_window(options)):
            self.shell.watch(self._goes_on)

    def _in_looks_of_window(self, options: FilmOptions) -> FilmOptions:
        looks = self.shell.workspace.settings.now
        return structs.replace(options, theme=looks.theme, still=looks.reduced_motion)

    def _goes_on(self) -> bool:
        return self.export.active

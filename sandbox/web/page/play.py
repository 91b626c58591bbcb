"""Makes a page in which a level is played: the level, what the shaders are told, and the engine for the browser."""

from __future__ import annotations

import html
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sandbox import __version__
from sandbox.design.design import Design
from sandbox.errors import BadFile, Refused
from sandbox.levels import levels
from sandbox.parts import KINDS
from sandbox.recording import atomic_files
from sandbox.render.colours import LIGHT, PALETTES
from sandbox.render.scenes.scenery import FULL, MODES
from sandbox.sound.event_sounds import LINK_CUES
from sandbox.sound.waveforms import DESK, SoundName
from sandbox.web.page import looks
from sandbox.web.page.filling import document, hash_of, script_of, text_of
from sandbox.web.page.pack import Pack
from sandbox.web.page.sounds import Waves
from sandbox.web.page.takes import FINE, STATE, TURN
from sandbox.web.runtime.shared import SharedPlace
from sandbox.web.tab.live import level_message
from sandbox.web.tab.verifier import SCRIPT_SOURCES, loader, rules_for, runtime_blocks, worker_block

_NOTHING = np.zeros(0, np.uint8)
MARGIN = 0.02  # of the view around a level
SCRIPTS = (
    "tracks.mjs",
    "gl.mjs",
    "camera.mjs",
    "scene.mjs",
    "air.mjs",
    "sound.mjs",
    "live_scene.mjs",
    "play_worker.mjs",
    "play_fields.mjs",
    "play.mjs",
    "play_stock.mjs",
    "play_input.mjs",
)


class PlayOptions(NamedTuple):
    """Options of a page to play in.

    Attributes:
        home: an address to go back to, from the page; empty: none.
        shared: where the page finds the engine, if it is not to be in the page.
    """

    theme: str = LIGHT.name
    scenes: str = FULL
    home: str = ""
    shared: SharedPlace | None = None


def write(source: Path, out: Path, runtime: Path, options: PlayOptions) -> int:
    """Make a page in which a level is played; return its bytes.

    Args:
        runtime: the folder that `runtime.build` has made.

    Raises:
        BadFile: `source` is no level, or `out` can't be written.
        Refused: there is no such theme or way to draw scenes, or nothing can be played there.
    """
    if not out.parent.is_dir():
        raise BadFile(f"{out}: there is no folder '{out.parent}' to write it to")
    text = page(levels.read(source), source.stem, runtime, options).encode("utf-8")
    try:
        atomic_files.write(out, text)
    except OSError as error:
        raise BadFile(f"{out}: can't be written: {error.strerror or error}") from None
    return len(text)


def page(level: Design, name: str, runtime: Path, options: PlayOptions) -> str:
    """Make the text of a page in which a level is played; `name` is that of its files, as of a site's progress."""
    if options.theme not in PALETTES:
        raise Refused(f"'{options.theme:.40}' is no theme: it is one of {', '.join(PALETTES)}")
    if options.scenes not in MODES:
        raise Refused(f"'{options.scenes:.40}' is no way to draw scenes: it is one of {', '.join(MODES)}")
    if level.free:
        raise Refused(f"{name}: everything may be built in it, which no page is made for; choose a puzzle")
    pack = Pack()
    text = pack.text(_head(level, name, options, pack))
    home = f'<a id="home" href="{html.escape(options.home, quote=True)}">Levels</a>' if options.home else ""
    style, script = "\n".join(map(text_of, ("page.css", "play.css"))), loader() + script_of(SCRIPTS)
    policy = (
        f"default-src 'none'; script-src '{hash_of(script)}' {SCRIPT_SOURCES}; style-src '{hash_of(style)}'; "
        f"base-uri 'none'; form-action 'none'; {rules_for(options.shared)}"
    )
    blocks = "\n".join((*runtime_blocks(runtime, options.shared), worker_block("play-worker")))
    parts = {"SCRIPT": script, "DATA": text, "HOME": home, "BLOCKS": blocks}
    return document("play.html", level.title, policy, style, parts)


def _head(level: Design, name: str, options: PlayOptions, pack: Pack) -> dict[str, Any]:
    look = looks.look_of(level, options.scenes, pack)
    return {
        "version": __version__,
        "engineAt": options.shared.address if options.shared is not None else "",
        "name": name,
        "title": level.title,
        "text": level.text,
        "rate": level.world.tick_rate,
        "level": level_message(levels.as_player(level), levels.dumps(level), levels.digest(level)),
        "theme": options.theme,
        "themes": [looks.theme_of(palette) for palette in PALETTES.values()],
        "steps": {"fine": FINE, "turn": TURN, "state": STATE, "margin": MARGIN},
        "air": looks.air(pack),
        **_sounds(level, pack),
        "programs": looks.programs([look]),
        "looks": [look],
        "tables": {"bodies": pack.array(_NOTHING), "cords": pack.array(_NOTHING)},
    }


def _sounds(level: Design, pack: Pack) -> dict[str, Any]:
    """Add the waves of all that may be heard in a level; return them with the number of each by its kind and name."""
    kinds = {spec.kind for spec in level.parts} | {item.kind for item in level.stock_items.values()}
    cues = {cue for kind in kinds & KINDS.keys() for cue in KINDS[kind].cues.values()} | set(LINK_CUES.values())
    names = [("cue", cue) for cue in sorted(cues - {""})] + [("desk", name) for name in DESK]
    waves = Waves()
    numbers = {" ".join(name): waves.number(SoundName(*name)) for name in names}
    return {"waveOf": numbers, "waves": waves.described(pack)}

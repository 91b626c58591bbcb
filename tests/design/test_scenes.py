"""Scenes as values: complete, known to levels and files, and no part of the game."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from sandbox import cli
from sandbox.design import design as document
from sandbox.design.design import Design
from sandbox.design.scenes import PAPER, SCENES, Scene
from sandbox.errors import BadFile
from sandbox.levels import levels, library
from sandbox.parts.kind import Look
from sandbox.render.instances.shape_records import MATERIALS

LEVEL = 'format = 1\nrules = 3\ntitle = "Mine"\n'


def test_there_are_ten_and_graph_paper() -> None:
    assert len(SCENES) >= 11
    assert next(iter(SCENES)) == PAPER == Design().scene
    assert len({scene.title for scene in SCENES.values()}) == len(SCENES)


@pytest.mark.parametrize("scene", SCENES.values(), ids=list(SCENES))
def test_a_scene_is_complete(scene: Scene) -> None:
    assert scene.help.endswith(".") and len(scene.help) > 20 and scene.motion
    for surface in (scene.floor, scene.wall):
        assert (surface is None) == scene.plain
        assert surface is None or (surface.material in MATERIALS and Look(surface.material, surface.tint))
    assert 0.0 < scene.clarity <= 1.0 and bool(scene.sound) != scene.plain
    shader = Path(document.__file__).parents[1] / "render" / "glsl" / "scenes" / f"{scene.name}.frag"
    assert shader.exists() != scene.plain


def test_every_shader_is_of_a_scene() -> None:
    folder = Path(document.__file__).parents[1] / "render" / "glsl" / "scenes"
    assert {path.stem for path in folder.glob("*.frag")} == SCENES.keys() - {PAPER}


def test_a_level_without_a_scene_is_written_as_it_always_was() -> None:
    level = levels.loads(LEVEL)
    assert "scene" not in levels.dumps(level)
    assert "scene" not in document.canonical_text(level)
    spelt = replace(level, scene="".join(("pa", "per")))  # equal to the default, but another object
    assert levels.dumps(spelt) == levels.dumps(level)
    harbour = replace(level, scene="harbour")
    assert 'scene = "harbour"' in levels.dumps(harbour)
    assert levels.loads(levels.dumps(harbour)) == harbour
    assert document.canonical_text(harbour) != document.canonical_text(level)


def test_a_scene_is_no_part_of_the_game() -> None:
    level = levels.loads(LEVEL)
    harbour = replace(level, scene="harbour")
    assert harbour != level
    assert levels.as_run(harbour) == levels.as_run(level) and levels.digest(harbour) == levels.digest(level)
    bundled = library.bundled_levels()[0]
    assert library.level_of(replace(levels.read(bundled), scene="rink")) == bundled


def test_an_unknown_scene_is_refused_by_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BadFile, match="scene is 'moon'; it is one of paper, playroom, "):
        levels.loads(LEVEL + 'scene = "moon"\n')
    path = tmp_path / "moon.toml"
    path.write_text(LEVEL + 'scene = "moon"\n')
    with pytest.raises(SystemExit) as ended:
        cli.main(["check", str(path)])
    said = capsys.readouterr()
    assert ended.value.code == 2
    assert "scene is 'moon'" in said.out + said.err and "Traceback" not in said.out + said.err


def test_each_bundled_level_has_a_scene_and_all_are_used() -> None:
    used = {levels.read(path).scene for path in library.bundled_levels()}
    assert used == SCENES.keys() - {PAPER}

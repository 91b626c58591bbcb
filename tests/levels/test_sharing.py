"""Shared levels and solutions: what is shared is read back equal, what is damaged is refused, and proofs are run."""

from __future__ import annotations

import base64
import zlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sandbox.commands import commands as c
from sandbox.design.design import Beyond, Count, Design, Goal, PartSpec
from sandbox.errors import BadFile, Refused
from sandbox.levels import levels, shared_text, sharing, solutions
from sandbox.parts import check as fit
from sandbox.recording import reader
from sandbox.trials import variations
from tests.for_each import for_each
from tests.long_texts import Long

LEVEL = fit(
    Design(
        title="Down \N{DOWNWARDS ARROW}",
        parts=(PartSpec(1, "floor", 2.0, 0.0, fixed=True), PartSpec(2, "floor", 2.0, 1.0, fixed=True)),
        goals=(Goal("It is down", Count("tennis_ball", 0.0, 0.0, 0.3, 0.3)),),
        stock={"tennis_ball": 2, "crate": 1},
        next_id=3,
    )
)
DROP = ((0, c.Place("tennis_ball", 0.28, 0.6)), (1, c.Start()))
BOTH = shared_text.to_text(sharing.share(LEVEL, DROP))


def test_a_level_and_its_solution_in_one_text() -> None:
    shared = sharing.from_text(BOTH)
    assert shared.kinds == "level+solution" and shared.title == LEVEL.title
    assert sharing.design_of(shared) == LEVEL
    assert shared.solution is not None and shared.solution.timed() == DROP
    assert BOTH.isascii() and max(map(len, BOTH.splitlines())) <= 80 and len(BOTH) < 1500


def test_a_text_that_a_mail_program_wrapped_anew_is_read() -> None:
    words = BOTH.split()
    assert sharing.from_text("  " + "\r\n\t".join(words) + " \n\n") == sharing.from_text(BOTH)


def test_a_solution_holds_bit_for_bit_where_it_was_made() -> None:
    shared = sharing.from_text(BOTH)
    assert shared.solution is not None
    proof = sharing.prove(LEVEL, shared.solution)
    assert proof.holds and proof.text.startswith("its solution holds here: solved after 0.")
    assert proof.text.endswith(", bit for bit as where it was shared")
    other = replace(shared.solution, run="0" * 16)
    assert sharing.prove(LEVEL, other) == (True, proof.text.replace("bit for", "though not bit for"))


@pytest.mark.parametrize(
    ("commands", "says"),
    [
        (((0, c.Place("tennis_ball", 1.5, 0.6)), (1, c.Start())), "it ends open and not won"),
        (((0, c.Author()), (0, c.SetGoals(())), (1, c.Start())), "it changes the level itself"),
        (((0, c.Place("weight", 0.28, 0.6)), (1, c.Start())), "it ends open and not won; place at tick 0 is refused"),
        (((0, c.Start()), (10_000_000, c.Stop())), "longer than 10 minutes"),
    ],
)
def test_a_solution_that_does_not_hold_is_said_to(commands: tuple[sharing.Timed, ...], says: str) -> None:
    lines = [c.to_json(tick, command) for tick, command in commands]
    proof = sharing.prove(LEVEL, shared_text.SharedSolution(lines, 100, "0" * 16))
    assert not proof.holds and says in proof.text
    with pytest.raises(Refused, match=r"not won|changes the level"):
        sharing.share(LEVEL, commands[:1] if "longer" in says else commands)


def test_every_flipped_bit_is_refused() -> None:
    data = BOTH.encode()
    for at in range(len(data)):
        flipped = data[:at] + bytes((data[at] ^ (1 << at % 7),)) + data[at + 1 :]
        with pytest.raises(BadFile, match="shared") as refused:
            sharing.from_text(flipped.decode("latin-1"))
        assert "\n" not in str(refused.value)


@for_each(range(0, len(BOTH) - 2, 37))
def test_a_text_that_was_cut_off_is_refused(length: int) -> None:
    with pytest.raises(BadFile, match="shared"):
        sharing.from_text(BOTH[:length])


def text_with(contents: bytes, kinds: str = "level", size: int | None = None) -> str:
    """A text whose check sum is right."""
    body = base64.b64encode(zlib.compress(contents)).decode()
    words = f"{shared_text.FORMAT} {kinds} {len(contents) if size is None else size}"
    return f"{words} {zlib.crc32(body.encode(), zlib.crc32(words.encode())):08x}\n{body}\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("hello", "not a shared level or solution"),
        (text_with(b"00000", size=7), "not what this program writes"),
        (text_with(b"[" * 100_000), "does not fit"),
        (text_with(b'{"title":"x","digest":"","path":"/etc/passwd"}'), "unknown field `path`"),
        (text_with(b'{"title":"x","digest":"","level":"x"}', "solution"), "not hold what its first line says"),
        (text_with(b'{"title":"x","digest":""}', ""), "shared"),
        (text_with(b'{"title":"x","digest":"","solution":{"commands":[1],"ticks":1,"run":""}}'), "does not fit"),
        (Long(text_with(b'{"title":"x","digest":"","level":"x"}'), "A", 9_000_000), "up to 8 million characters"),
    ],
)
def test_what_no_program_of_ours_wrote_is_refused(text: str | Long, says: str) -> None:
    with pytest.raises(BadFile, match=says):
        sharing.from_text(str(text))


def test_fifty_megabytes_of_zeros_in_a_short_text_are_refused_as_is_a_wrong_size() -> None:
    with pytest.raises(BadFile, match="announces 50000000 bytes; it may hold up to"):
        sharing.from_text(text_with(b"0" * 50_000_000))
    with pytest.raises(BadFile, match="not what this program writes"):
        sharing.from_text(text_with(b"0" * 50_000_000, size=5))


@settings(max_examples=40, deadline=None)
@given(
    st.text(st.characters(exclude_categories=("Cs",)), max_size=40),
    st.lists(st.tuples(st.floats(-1e3, 1e3), st.floats(-1e3, 1e3), st.floats(-7, 7)), max_size=20),
)
def test_generated_levels_come_back_equal(title: str, places: list[tuple[float, float, float]]) -> None:
    crates = tuple(PartSpec(n, "crate", x, y, angle) for n, (x, y, angle) in enumerate(places, 1))
    level = fit(Design(title=title, parts=crates, next_id=len(crates) + 1))
    assert sharing.design_of(sharing.from_text(shared_text.to_text(sharing.share(level)))) == level


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200), st.sampled_from(["", f"{shared_text.FORMAT} level 5 00000000\n"]))
def test_any_other_text_is_refused(noise: bytes, before: str) -> None:
    with pytest.raises(BadFile):
        sharing.from_text(before + noise.decode("latin-1"))


# -- files


def test_what_is_unpacked_is_a_level_with_a_recording_that_solves_it(tmp_path: Path) -> None:
    files = sharing.unpack(sharing.from_text(BOTH), tmp_path / "new", tmp_path)
    assert files.proof is not None and files.proof.holds and files.solution is not None
    assert levels.read(Path(files.level)) == LEVEL
    solution = Path(files.solution)
    assert solution == tmp_path / "new" / "replays" / "down.replay"
    assert solutions.solution(solution).used == 1
    assert reader.read(solution).head.design == LEVEL
    again = sharing.unpack(sharing.from_text(BOTH), tmp_path / "new", tmp_path)
    assert again.level == files.level, "a level that is there is not written again"


def test_a_solution_alone_is_for_those_who_have_the_level(tmp_path: Path) -> None:
    alone = sharing.from_text(shared_text.to_text(sharing.share(LEVEL, DROP, with_level=False)))
    assert alone.kinds == "solution" and sharing.design_of(alone) is None
    with pytest.raises(Refused, match=r"'Down .', a level that is not here; ask for both"):
        sharing.unpack(alone, tmp_path, tmp_path)
    place = tmp_path / "contraptions" / "mine.toml"
    place.parent.mkdir()
    levels.write(place, replace(LEVEL, title="My name for it"))
    files = sharing.unpack(alone, tmp_path / "out", tmp_path)
    assert files.level == str(place) and files.proof is not None and files.proof.holds


def test_of_a_solution_that_does_not_hold_only_the_level_is_kept(tmp_path: Path) -> None:
    shared = sharing.from_text(BOTH)
    assert shared.solution is not None
    poor = replace(shared, solution=replace(shared.solution, commands=shared.solution.commands[1:]))
    files = sharing.unpack(poor, tmp_path, tmp_path)
    assert files.solution is None and files.proof is not None and not files.proof.holds
    assert [path.name for path in tmp_path.iterdir()] == [Path(files.level).name]


def test_a_file_is_read_and_names_itself_in_a_refusal(tmp_path: Path) -> None:
    path = tmp_path / "down.share"
    path.write_text(BOTH)
    assert sharing.design_of(sharing.read(path)) == LEVEL
    path.write_bytes(BOTH.encode().replace(b"e", b"\xe9", 1))
    with pytest.raises(BadFile, match=r"down\.share: not a shared level or solution"):
        sharing.read(path)
    with pytest.raises(BadFile, match=r"none\.share: can't be read"):
        sharing.read(tmp_path / "none.share")


def test_what_can_not_be_written_leaves_no_empty_folder(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    while len(bytes(folder)) < 3900:
        folder /= "x" * 150
    folder /= "x" * (4081 - len(bytes(folder)))  # too long for the name of a level until it is whole
    with pytest.raises(BadFile, match="File name too long"):
        sharing.unpack(sharing.from_text(BOTH), folder, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_solution_that_holds_no_commands_leaves_nothing(tmp_path: Path) -> None:
    shared = sharing.from_text(BOTH)
    assert shared.solution is not None
    odd = replace(shared, solution=replace(shared.solution, commands=[{"tick": 0, "do": "sing"}]))
    with pytest.raises(BadFile):
        sharing.unpack(odd, tmp_path / "new", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_solution_of_two_players_goes_whole_through_a_shared_text() -> None:
    parts = (
        PartSpec(1, "floor", 1.0, 0.0, fixed=True, props={"width": 2.0}),
        PartSpec(2, "crate", 0.5, 0.3, fixed=True),
    )
    goal = Goal("The crate hangs high", Beyond(2, "y", "more", 0.8))
    level = Design("Lift", parts=parts, goals=(goal,), stock={"crate": 1}, allow=("grab",), next_id=3)
    commands = (
        (0, c.Join("Ann", player=1)),
        (0, c.Place("crate", 1.5, 0.3, player=1)),
        (1, c.Start()),
        (10, c.Grab(2, 0.5, 0.3, player=1)),
        (12, c.Drag(0.5, 1.2, player=1)),
    )
    shared = sharing.from_text(shared_text.to_text(sharing.share(level, commands)))
    assert shared.solution is not None and shared.solution.timed() == commands
    assert sharing.prove(level, shared.solution).holds
    solved = solutions.solve(level, commands)
    assert variations.outcome_of(solved, solved.design) == "won", "its hands are enough, without anybody's coming"

"""What a level says: numbers, points, polygons, texts; and one sentence for what it says wrongly."""

from collections.abc import Callable
from pathlib import Path

import pytest

from sandbox.errors import BadFile
from sandbox.levels.formats import tbe_read
from sandbox.levels.formats.tbe_read import number, outlines, plain_text, point

Read = Callable[..., tbe_read.TbeLevel]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    def reader(predefined: str = "", more: str = "") -> tbe_read.TbeLevel:
        path = tmp_path / "level.xml"
        text = f"<tbe-level>\n<scene>\n<predefined>{predefined}</predefined></scene>{more}</tbe-level>"
        path.write_text("<!DOCTYPE mydocument>\n" + text, "utf-8")
        return tbe_read.read(path)

    return reader


def test_numbers_points_and_polygons() -> None:
    assert number(" 8.0 ", "here") == 8.0
    assert number("-.5e1", "here") == -5.0
    assert point(" ( 0.1 , -0.2 ) ", "here") == (0.1, -0.2)
    assert outlines("(0,0)==(1,0)=(0,1)=;", "here") == (((0, 0), (1, 0), (0, 1)),), "empty places are passed by"
    assert outlines("(0,0)=(1,0)=(0,1);(2,2)=(3,2)", "here") == (((0, 0), (1, 0), (0, 1)), ((2, 2), (3, 2)))


@pytest.mark.parametrize("text", ["", "abc", "nan", "inf", "1,5", "1 2", "1_0", "0x10", "2e9", "1e999"])
def test_what_is_not_a_number_is_said_so(text: str) -> None:
    with pytest.raises(BadFile, match=r"^line 7: Mass is"):
        number(text, "line 7: Mass")


@pytest.mark.parametrize("text", ["", "1,2", "(1)", "(1,2,3)", "(1,2", "(a,b)"])
def test_what_is_not_a_point_is_said_so(text: str) -> None:
    with pytest.raises(BadFile, match="here"):
        point(text, "here")


def test_texts_are_read_without_their_html() -> None:
    assert plain_text("One,<br>two &lt; three.<br/> <br/><b>Four</b>\n five") == "One,\ntwo < three.\n\nFour five"
    assert plain_text("a < b and c > d") == "a < b and c > d"


def test_a_size_that_is_too_small_is_ignored(read: Read) -> None:
    (thing,) = read("<object type='Floor' X='1' Y='2' width='0.03' height='0.031'/>").things
    assert (thing.width, thing.height) == (None, 0.031)
    assert (thing.x, thing.y, thing.angle) == (1.0, 2.0, None)


def test_everything_that_a_level_holds(read: Read) -> None:
    level = read(
        "<object type='Wall' X='1' Y='2' ID='w'><property key='Mass'> 3 </property></object>",
        """<levelinfo><title>T</title><author>A</author><license>CC0</license><description>D&lt;br&gt;E</description>
        </levelinfo><toolbox><toolboxitem count='2' name='N'><object type='Floor'/></toolboxitem></toolbox>
        <goals><goal type='distance' isFail='true'><property key='object1'>w</property></goal></goals>
        <hints><hint number='1' object='Floor' X='0.5' angle='1'/></hints>""",
    )
    assert (level.title, level.author, level.licence, level.description) == ("T", "A", "CC0", "D\nE")
    assert (level.width, level.height) == (3.0, 2.0), "the usual size of a scene"
    assert level.things[0].number("Mass") == 3.0 and level.things[0].number("Friction") is None
    assert level.toolbox[0][:2] == ("N", 2)
    assert level.aims[0][:3] == ("distance", True, {"object1": "w"})
    assert (level.tips[0].x, level.tips[0].y, level.tips[0].angle) == (0.5, None, 1.0)
    assert level.strange == ()


@pytest.mark.parametrize(
    ("count", "holds"), [("3", 3), (" 4 ", 4), ("", 1), ("0", 1), ("many", 1), ("2.0", 1), ("-2", 0)]
)
def test_a_toolbox_item_holds_as_many_as_there(read: Read, count: str, holds: int) -> None:
    inner = "<object type='Floor'/><object type='Wall'/>"
    (item,) = read("", f"<toolbox><toolboxitem count='{count}'>{inner}</toolboxitem></toolbox>").toolbox
    assert (item.amount, item.thing.type) == (holds, "Floor"), "and only the first object counts"


def test_of_several_languages_it_is_the_one_without_a_name(read: Read) -> None:
    dutch = "<title lang='nl'>Vlinder</title><description lang='nl'>Vlieg</description>"
    level = read("", f"<levelinfo>{dutch}<title>Butterfly</title></levelinfo>")
    assert (level.title, level.description) == ("Butterfly", "Vlieg")
    english = "<title lang='nl'>Vlinder</title><title lang='en_GB'>Butterfly</title>"
    twice = "<description>One</description><description>Two</description>"
    level = read("", f"<levelinfo>{english}{twice}</levelinfo>")
    assert (level.title, level.description) == ("Butterfly", "Two")


def test_pictures_and_views_are_left_out_on_purpose(tmp_path: Path) -> None:
    scene = (
        "<view zoom='2'/><background><image name='sky' hrepeatdist='1'/><gradientstop pos='0'>1;1;1;1</gradientstop>"
        "<fog/></background><weather/>"
    )
    path = tmp_path / "level.xml"
    path.write_text(f"<tbe-level><scene><predefined/>{scene}</scene></tbe-level>", "utf-8")
    assert tbe_read.read(path).strange == ()


@pytest.mark.parametrize(
    "more",
    [
        "<levelinfo><title>T</title><date>1/1/10</date><version/></levelinfo>",
        "<toolbox><toolboxitem icon='x'><name lang='nl'>Vloer</name><object type='Floor'/></toolboxitem></toolbox>",
        "<hints><hint object='Floor' number='1' X='1' PhoneNumber='5'><tooltip/></hint></hints>",
        "<viewlist/>",
    ],
)  # fmt: skip
def test_what_tbe_passes_by_is_no_complaint(read: Read, more: str) -> None:
    assert read("", more).strange == ()


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("<toolbox>\n<toolboxitem><object type='Floor'/></toolboxitem><bag/></toolbox>", ("<bag> in <toolbox>", 5)),
        ("<goals>\n\n<goal type='distance'><object/></goal></goals>", ("<object> in <goal>", 6)),
        ("<goals><aim/></goals>", ("<aim> in <goals>", 4)),
        ("<hints><tip/></hints>", ("<tip> in <hints>", 4)),
    ],
)
def test_what_tbe_stumbles_over_is_told_with_its_line(read: Read, more: str, said: tuple[str, int]) -> None:
    assert read("", more).strange == (said,)


def test_a_propertys_key_is_its_first_attribute(read: Read) -> None:
    (thing,) = read("<object type='Wall' X='1' Y='2'><property name='Mass'>3</property></object>").things
    assert thing.number("Mass") == 3.0


def test_an_angle_that_is_no_number_is_none_and_a_hint_may_say_anything(read: Read) -> None:
    (thing,) = read("<object type='Wall' X='1' Y='2' angle='45 deg'/>").things
    assert thing.angle is None
    (tip,) = read("", "<hints><hint object='Wall' X='left' Y='1' width='0.01' height=''/></hints>").tips
    assert (tip.x, tip.y, tip.angle, tip.width, tip.height) == (None, 1.0, None, None, None)


def test_an_element_that_does_not_belong_is_told(read: Read) -> None:
    assert read("<object type='Wall' X='1' Y='2'><sound/></object><music/>").strange == (
        ("<sound> in <object>", 4),
        ("<music> in <predefined>", 4),
    )


@pytest.mark.parametrize(
    ("predefined", "more", "said"),
    [
        ("<object type='Floor' X='1'/>", "", "line 4: the Floor has no Y"),
        ("<object type='Floor' X='one' Y='1'/>", "", "line 4: X is 'one', which is not a number"),
        ("<object X='1' Y='1'/>", "", "without a type"),
        ("<object type='Floor' X='1' Y='1'><property>1</property></object>", "", "without a key"),
        ("", "<toolbox><toolboxitem count='1001'><object type='Floor'/></toolboxitem></toolbox>", "count 1001 is more"),
        ("", "<toolbox><toolboxitem count='1'/></toolbox>", "holds no object"),
        ("", "<hints><hint X='1' Y='1'/></hints>", "names no object"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(read: Read, predefined: str, more: str, said: str) -> None:
    with pytest.raises(BadFile) as refused:
        read(predefined, more)
    assert said in str(refused.value) and str(refused.value).count("level.xml") == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<svg/>", "outermost element is <svg>"),
        ("<tbe-level/>", "no <scene>"),
        ("<tbe-level><scene><scenesize width='0'/><predefined/></scene></tbe-level>", "width is 0"),
    ],
)
def test_what_is_not_a_level_is_said_so(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "x.xml").write_text(text, "utf-8")
    with pytest.raises(BadFile, match=said):
        tbe_read.read(tmp_path / "x.xml")

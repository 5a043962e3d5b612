"""The whole teach-in for dice at the simulated table, through the real loop, and a throw read with what was taught."""

import itertools

import pytest

from device.page.table_acts import BadRequest, do_at_table
from device.parts.protocols import Button
from device.screens.content import Lesson, List, Message
from device.simulator.acts.places import gap_between
from device.simulator.acts.table import SimulatedTable
from device.simulator.render.scene import EDGE_MM, Face
from tests.device.at_the_table import Clock, person_at
from tests.device.page.fake_table import FakeTable, table_state


def to_the_first_step(person):
    for row in ("Einstellungen", "Figuren anlernen", "Würfel", "Eigene"):
        person.choose(row)
    assert isinstance(person.screen, Lesson)


def show(person, face):
    """Lay all dice down with this face up, and wait until the OLED has nothing against a picture."""
    person.table.show_all(face)
    person.wait_for(Lesson, lambda screen: screen.is_trouble)
    person.wait_for(Lesson, lambda screen: not screen.is_trouble)


def teach_all(person):
    """Show every face once; returns what the OLED said at the end."""
    to_the_first_step(person)
    for number, face in enumerate(Face, start=1):
        assert (person.screen.mark, person.screen.step, person.screen.steps) == (face.value, number, 6)
        show(person, face)
        person.ok()
    told = []
    while isinstance(person.screen, Message):
        told.append(person.screen)
        person.ok()
    return told


def setting(person, name):
    return next(row.value for row in person.screen.rows if row.text == name)


@pytest.mark.slow
def test_dice_are_taught_at_the_table_and_a_throw_is_read_with_them(tmp_path):
    with person_at(tmp_path, seed=3) as person:
        told = teach_all(person)
        assert [message.title for message in told] == ["Gelernt!"], told
        assert person.screen.title == "Einstellungen"
        assert setting(person, "Figuren") == "Eigene"
        assert (tmp_path / "profiles" / "Eigene" / "symbols.toml").is_file()
        person.press(Button.BACK)
        for number in range(1, 6):
            person.table.pick_up_die(number)  # or they would be offered as the first throw
        person.start_level()
        for _ in range(3):
            person.throw()
            person.take_a_road()
        assert person.misread == 0
    with person_at(tmp_path, seed=4, language=None) as person:  # switched off and on again
        person.choose("Nein")  # the open game can wait
        person.choose("Einstellungen")
        assert setting(person, "Figuren") == "Eigene"
        person.choose("Figuren")
        assert [row.text for row in person.screen.rows] == ["übliche", "Eigene"]
        person.choose("übliche")
        assert setting(person, "Figuren") == "übliche"


def test_what_is_wrong_on_the_table_is_said_and_teaches_nothing(tmp_path):
    with person_at(tmp_path, seed=5, is_swept=True) as person:  # it begins with an empty table
        to_the_first_step(person)
        person.wait_for(Lesson, lambda screen: not screen.is_trouble)
        assert isinstance(person.ok(), Message), "an empty table"
        assert "keine Würfel" in person.screen.body
        person.ok()

        person.table.put_hand(True)
        person.wait_for(Lesson, lambda screen: "Hand" in screen.line)
        assert person.ok().is_warning
        person.ok()
        person.table.put_hand(False)

        show(person, Face.PINK)
        person.table.remove_die()
        person.wait_for(Lesson, lambda screen: screen.is_trouble)
        person.wait_for(Lesson, lambda screen: not screen.is_trouble)
        assert "Ich sehe 4" in person.ok().body
        person.ok()

        person.table.throw_all()
        person.wait_for(Lesson, lambda screen: screen.is_trouble)
        person.wait_for(Lesson, lambda screen: not screen.is_trouble)
        assert isinstance(person.ok(), Message), "they do not all show the same"
        person.ok()
        assert (person.screen.mark, person.screen.step) == ("pink", 1)

        person.press(Button.BACK, held=True)
        person.choose("Ja")
        assert person.screen.body == "Nichts wurde geändert."
        person.ok()
        assert isinstance(person.screen, List)
    assert not (tmp_path / "profiles").exists()


@pytest.mark.parametrize("content", ["no TOML [", "", None])
def test_a_profile_that_cannot_be_read_is_said_and_the_shipped_dice_are_used(tmp_path, content):
    profile = tmp_path / "profiles" / "Alte"
    profile.mkdir(parents=True)
    if content is not None:
        (profile / "symbols.toml").write_text(content)
    (tmp_path / "settings.toml").write_text('profile = "Alte"\n')
    with person_at(tmp_path, seed=6) as person:
        assert bool(person.device.problems) is (content is not None), "without dice of its own it is no problem"
        if content is not None:
            assert person.screen.body.startswith("Alte lässt sich nicht lesen")
            person.ok()
        assert isinstance(person.screen, List)
        person.start_level()
        person.throw()
        assert person.misread == 0


def test_choosing_a_profile_that_cannot_be_read_is_answered(tmp_path):
    profile = tmp_path / "profiles" / "Alte"
    profile.mkdir(parents=True)
    (profile / "symbols.toml").write_text("no TOML [")
    with person_at(tmp_path) as person:
        person.choose("Einstellungen")
        person.choose("Figuren")
        person.choose("Alte")
        assert person.screen.body.startswith("Alte lässt sich nicht lesen")


def test_a_profile_that_is_gone_is_said(tmp_path):
    (tmp_path / "settings.toml").write_text('profile = "Fort"\n')
    with person_at(tmp_path) as person:
        assert person.screen.body.startswith("Fort lässt sich nicht lesen")


def test_all_dice_of_the_simulated_table_can_be_laid_with_one_face_up():
    clock = Clock()
    table = SimulatedTable(2, clock)
    for face in Face:
        table.show_all(face)
        assert table.state().is_moving
        clock.seconds = table.state().rest_seconds
        assert [*table.faces().values()] == [face] * 5
        poses = [path[0] for path in table.scene().dice]
        assert all(gap_between(*pair) >= EDGE_MM / 2 for pair in itertools.combinations(poses, 2))
        assert table.state().held == ()


def test_the_page_can_lay_all_dice_with_one_face_up():
    table = FakeTable(table_state())
    assert do_at_table(table, "show_all", {"face": "tool"})
    assert table.done == [("show_all", Face.TOOL)]
    with pytest.raises(BadRequest, match="pink"):
        do_at_table(table, "show_all", {"face": "orange"})

"""What may be undone is told where players look: on the device in the menu of the game, and in the README."""

from pathlib import Path

import pytest

from device.boxes.galaktico.box import BOX as GALAKTICO
from device.boxes.sternenfahrer.box import BOX as STERNENFAHRER
from games.spine.dialogue import Notice
from tests.device.texts import catalogue
from tests.games.galaktico.playing import at_the_table as galaktico_table
from tests.games.sternenfahrer.test_both_ways import at_the_table as sternenfahrer_table

README = Path(__file__).parents[3].joinpath("README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("box", "scene", "told"),
    [
        (GALAKTICO, galaktico_table().prompt.scene, ("der Angriff gilt", "Alle gerüstet")),
        (STERNENFAHRER, sternenfahrer_table().prompt.scene, ("von einer Karte gesehen", "Buch berichtigen")),
    ],
)
def test_20_the_menu_of_a_game_with_secrets_tells_what_stands(box, scene, told):
    tell = catalogue("de").tell
    (stands,) = (one for one in box.look_ups(scene) if tell(one.words) == "Was steht fest?")
    (page,) = stands.lead()
    assert isinstance(page, Notice)
    assert all(part in tell(page.words) for part in told)
    assert not [one for one in box.look_ups(None) if one.key == stands.key]


@pytest.mark.parametrize(
    "rule",
    [
        "not behind anything you have seen of a card",
        "the attack cannot be taken back",
        "nobody goes back into the equipping",
        "is no throw",
        "Nothing that ends the game or opens a hidden card is taken by itself",
        "A player has one phone",
    ],
)
def test_20_the_readme_tells_what_may_be_undone(rule):
    assert rule in " ".join(README.split())

"""Entering the owner's cards of Galaktico: asked once, written whole, put right later, and played with at once."""

import pytest

from device.boxes.galaktico.own_cards import HEADER, OwnCards, write_cards
from device.boxes.loader import load_games
from device.boxes.shipped import SHIPPED
from device.command.check_data import check_file
from device.records.journal import Journal, Source
from device.screens.places import ROW_WIDTH, VALUE_GAP, Place, fits
from device.screens.typeface import width
from device.words.catalogue import LANGUAGES
from games.galaktico.card_entry import PAIRS, Draft
from games.galaktico.pieces import Effect
from games.spine.dialogue import Choose, Chosen, Noted, Notice, Number, PickNumber, Setup, say
from tests.device.texts import catalogue
from tests.games.galaktico.playing import CARDS
from tests.games.galaktico.test_data import copied_from_the_cards


class Owner:
    """Sits in front of the questions and answers them; `answer(None)` is the back button."""

    def __init__(self, folder, journal):
        self.game_list, self.problems = load_games(folder, SHIPPED)
        self.cards = OwnCards(folder, self.game_list, journal)
        self.dialogue = self.cards.lead()
        self.prompt = next(self.dialogue)
        self.has_left = False

    def answer(self, answer):
        if answer is not None:
            assert self.prompt.refusal(answer) is None, self.prompt
        try:
            self.prompt = self.dialogue.send(answer)
        except StopIteration:
            self.has_left = True

    def choose(self, *keys):
        for key in keys:
            assert isinstance(self.prompt, Choose), self.prompt
            self.answer(Chosen(key))

    def pick(self, number):
        assert isinstance(self.prompt, PickNumber), self.prompt
        self.answer(Number(number))

    @property
    def card_set(self):
        return self.game_list["galaktico"].game.content


@pytest.fixture
def journal(tmp_path):
    with Journal.open(tmp_path) as journal:
        yield journal


@pytest.fixture
def owner(tmp_path, journal):
    return Owner(tmp_path, journal)


def file(folder):
    return folder / "galaktico" / "cards.toml"


def again(folder):
    """The card set as the device reads it after switching on."""
    game_list, problems = load_games(folder, SHIPPED)
    assert not problems
    return game_list["galaktico"].game.content


def test_one_force_is_kept_and_played_with_at_once(owner, tmp_path):
    assert owner.cards.is_trial
    owner.choose("cryo_blitz", "quanten")
    owner.pick(2)
    assert file(tmp_path).is_file()
    assert again(tmp_path) == owner.card_set
    assert owner.card_set.weapons[1].force(Effect.QUANTEN) == 2
    assert [row.value for row in owner.prompt.options][2] == say("galaktico.figure", n=2)  # no question mark any more
    owner.answer(None)
    owner.answer(None)
    assert owner.has_left


def test_all_that_is_missing_is_asked_once_card_by_card_and_then_the_game_is_no_trial(owner, tmp_path):
    owner.choose("missing")
    asked = 0
    while not (isinstance(owner.prompt, Choose) and owner.prompt.words == say("own_cards.title")):
        asked += not isinstance(owner.prompt, Notice)
        match owner.prompt:
            case Notice():
                owner.answer(Noted())
            case PickNumber():
                owner.pick((owner.prompt.start + 1) % 7)
            case Choose() if owner.prompt.words == say("own_cards.name"):
                owner.choose("keep")
            case Choose():
                owner.choose(owner.prompt.start)
            case _:
                raise AssertionError(owner.prompt)
    assert asked == 32
    assert not owner.cards.is_trial
    assert not again(tmp_path).is_trial
    assert "missing" not in [row.key for row in owner.prompt.options]


def test_for_a_made_up_card_any_that_is_left_is_asked_for_and_ok_alone_keeps_no_made_up_name(owner):
    owner.choose("missing")
    asked = {}
    for _ in range(10):  # through the four weapons that are known in part
        match owner.prompt:
            case Notice():
                asked[dict(owner.prompt.news.values)["name"]] = owner.prompt.words
                owner.answer(Noted())
            case PickNumber():
                owner.pick(owner.prompt.start)
    assert asked["Korrosions Strahl"] == say("own_cards.take")
    owner.answer(Noted())
    assert owner.prompt.words == say("own_cards.name") and owner.prompt.start == "new"
    owner.answer(None)
    owner.choose("missing")
    assert owner.prompt.news == say("galaktico.card_title", name="Probewaffe 1")
    assert owner.prompt.words == say("own_cards.take_another")
    owner.answer(None)
    owner.choose("cryo_blitz", "name")
    assert owner.prompt.start == "keep"


def test_going_back_in_the_middle_keeps_what_was_entered(owner, tmp_path):
    owner.choose("missing")
    owner.answer(Noted())
    owner.pick(5)  # Krypto Projektil, Quanten
    owner.answer(None)
    assert owner.prompt.words == say("own_cards.title")
    assert again(tmp_path).weapons[0].force(Effect.QUANTEN) == 5
    owner.choose("missing")
    assert owner.prompt.news == say("galaktico.card_title", name="Cryo Blitz")


def test_a_name_is_spelled_and_one_that_another_card_has_is_refused(owner, tmp_path):
    owner.choose("trial_weapon_1", "name", "new")
    owner.answer(Chosen("Cryo Blitz"))
    assert owner.prompt.words == say("own_cards.refused")
    assert not file(tmp_path).exists()
    owner.answer(Noted())
    owner.choose("new")
    owner.answer(Chosen("Photonen Torpedo"))
    assert again(tmp_path).weapons[4].name == "Photonen Torpedo"


def test_a_pair_that_a_known_shield_has_makes_that_shield_one_to_look_at_again(owner):
    known = PAIRS.index(owner.card_set.shields[1].blocks)
    owner.choose("trial_shield_1", "blocks", str(known))
    assert owner.prompt.words == say("own_cards.same_shields")
    owner.answer(Noted())
    assert owner.prompt.words == say("galaktico.card_title", name="Probeschild 1")
    owner.answer(None)
    marks = {row.key: row.value for row in owner.prompt.options}
    assert marks["deflektor"] == say("own_cards.open")


def test_if_the_disk_refuses_it_is_said_and_nothing_changes(owner, tmp_path, monkeypatch):
    def refuse(*_):
        raise OSError("no space left")

    monkeypatch.setattr("device.boxes.galaktico.own_cards.write_cards", refuse)
    before = owner.card_set
    owner.choose("cryo_blitz", "quanten")
    owner.pick(6)
    assert owner.prompt.words == say("settings.not_saved")
    assert owner.card_set == before
    assert not file(tmp_path).exists()


def test_a_file_written_by_hand_is_kept_beside_the_new_one(tmp_path):
    game_list, _ = load_games(tmp_path, SHIPPED)
    draft = Draft.of(game_list["galaktico"].game.content)
    file(tmp_path).parent.mkdir()
    file(tmp_path).write_text("# mine\n" + draft.text(), encoding="utf-8")
    write_cards(tmp_path, draft.with_force("cryo_blitz", Effect.QUANTEN, 6))
    kept = file(tmp_path).with_name("cards.toml.by_hand")
    assert kept.read_text(encoding="utf-8").startswith("# mine")
    assert file(tmp_path).read_text(encoding="utf-8").startswith(HEADER)
    write_cards(tmp_path, draft)
    assert kept.read_text(encoding="utf-8").startswith("# mine")  # the device's own file takes nobody's place


def test_the_command_checks_a_file_of_cards(tmp_path):
    game_list, _ = load_games(tmp_path, SHIPPED)
    good, bad = tmp_path / "cards.toml", tmp_path / "bad" / "cards.toml"
    text = Draft.of(game_list["galaktico"].game.content).text()
    good.write_text(text, encoding="utf-8")
    bad.parent.mkdir()
    bad.write_text(text.replace("laser = 6", "laser = 7").replace('"Deflektor"', '"Cryo Blitz"'), encoding="utf-8")
    assert check_file(good) == (str(good), "")
    _, problems = check_file(bad)
    assert f"{bad}, line 3: [weapon.krypto_projektil] laser" in problems
    assert "another card is called 'Cryo Blitz' too" in problems


def test_an_open_game_is_told_before_values_change(tmp_path, journal):
    game_list, _ = load_games(tmp_path, SHIPPED)
    journal.start(Setup("galaktico", "game", ("Ada", "Ben"), 1, game_list["galaktico"].game.data), Source.BUTTONS)
    owner = Owner(tmp_path, journal)
    assert owner.prompt.words == say("own_cards.open_game")


def test_the_names_for_teaching_are_the_printed_ones(owner):
    assert len(owner.cards.card_names()) == 14
    assert "Korrosions Strahl" in owner.cards.card_names()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_row_and_title_fits(owner, language):
    tell = catalogue(language, is_strict=True).tell
    owner.choose("missing")
    owner.answer(None)
    for card in [row.key for row in owner.prompt.options if row.key != "missing"]:
        _check_list(owner.prompt, tell)
        owner.choose(card)
        for entry in [row.key for row in owner.prompt.options]:
            _check_list(owner.prompt, tell)
            owner.choose(entry)
            assert fits(tell(owner.prompt.words), Place.TITLE)
            owner.answer(None)
        owner.answer(None)


def _check_list(prompt, tell):
    assert fits(tell(prompt.words), Place.TITLE), tell(prompt.words)
    for row in prompt.options:
        needed = width(tell(row.words)) + (VALUE_GAP + width(tell(row.value)) if row.value else 0)
        assert needed <= ROW_WIDTH, tell(row.words)
        assert row.value is None or width(tell(row.value)) <= ROW_WIDTH // 2 - 4


def test_a_game_is_begun_as_a_trial_until_all_cards_are_known(tmp_path):
    game_list, _ = load_games(tmp_path, SHIPPED)
    assert game_list["galaktico"].starts == ("trial",)
    (tmp_path / "galaktico").mkdir()
    (tmp_path / "galaktico" / "cards.toml").write_text(copied_from_the_cards(CARDS), encoding="utf-8")
    game_list, problems = load_games(tmp_path, SHIPPED)
    assert (game_list["galaktico"].starts, problems) == (("game",), [])

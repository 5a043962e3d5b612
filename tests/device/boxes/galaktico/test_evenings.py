"""Galaktico on the device, by buttons alone: whole evenings, the end, the book, and nobody sees what is not theirs."""

import logging
import re

import pytest

from device.boxes.galaktico.drawing import Fleets
from device.parts.protocols import Button
from device.records.journal import FILE_NAME
from device.records.secret_seeds import FOLDER_NAME
from device.screens.content import Cover, List, Message, Ranking
from games.spine.dialogue import ChooseShownCard, Chosen
from games.spine.session import Session
from tests.device.boxes.galaktico.evening import evening
from tests.device.talks.whispers import SEED
from tests.games.galaktico.playing import ADA, BEN, CARD_SET, GAME, NAMES, cards_in_order, equipment, pick, play_out

CARD_NAMES = {card.name for card in (*CARD_SET.weapons, *CARD_SET.shields)}
CARD_KEYS = {card.key for card in (*CARD_SET.weapons, *CARD_SET.shields)}
POINTS = re.compile(r"\d+ Punkte? ?\.|Darin (sind|ist)")
OTHER = equipment(  # Ada's cruiser, all else dealt otherwise
    destroyer=("trial_shield_3", "trial_weapon_4", "trial_weapon_3"),
    fighter=("trial_shield_2", "trial_weapon_2", "trial_weapon_1"),
    cruiser=("inversionsfeld", "krypto_projektil", "cryo_blitz"),
)


def named(text):
    """The cards that are named in a text, by their names or their short names."""
    return {name for name in CARD_NAMES | CARD_KEYS if name in text}


def betraying(seen):
    """What was shown to everybody although the rules had not opened it: cards outside combats, a bag, the seed."""
    wrong = []
    for one in seen:
        is_open = one.in_combat or "nur angenommen" in one.held or one.held in CARD_NAMES
        public = one.outside if one.private_for else f"{one.held}\n{one.outside}"
        if (named(public) and not is_open) or POINTS.search(public) or str(SEED) in public:
            wrong.append(public)
    return wrong


def before_the_end(seen):
    return seen[: next(n for n, one in enumerate(seen) if one.held.startswith("Das Spiel ist aus"))]


# --- whole evenings ---


@pytest.mark.parametrize(
    ("seed", "players", "way", "end"),
    [
        (24, 3, "secret", "Station zerstört"),
        (44, 2, "combat", "30 Punkte"),
        (38, 2, "combat", "dritten Zerstörer"),
        (28, 2, "secret", "30 Punkte"),
    ],
)
def test_a_whole_evening_betrays_nothing_and_ends_in_the_book(tmp_path, caplog, capsys, seed, players, way, end):
    caplog.set_level(logging.DEBUG)
    told, outcome = play_out(seed, players, way=way)
    with evening(tmp_path) as table:
        table.begin_with(players).play_like(told)
        assert not betraying(before_the_end(table.seen))
        assert any(end in one.held.replace("\n", " ") for one in table.seen)
        ranking = table.screen
        assert isinstance(ranking, Ranking)
        assert {(row.player, row.points) for row in ranking.rows} == {
            (one.player, one.score) for one in outcome.results
        }
        assert ranking.rows[0].points == max(one.score for one in outcome.results)
        pages = [table.press(Button.DOWN) for _ in outcome.history]
        combats = [page.title.partition(":")[0] for page in pages if page.title.startswith("Kampf ")]
        assert combats and combats == [f"Kampf {number}" for number in range(1, len(combats) + 1)]
        assert len(pages) > len(combats)  # and what everybody has fought with
        assert table.ok() == ranking
        table.ok()
        results = {(one.player, one.score, one.place) for one in table.journal.results("galaktico")}
        assert results == {(one.player, one.score, one.place) for one in outcome.results}
    logged = caplog.text + "".join(capsys.readouterr())
    assert "answered (buttons)" in logged
    # What only the service may read is left out, and the journal's answers may be found in the journal, but no seed.
    files = [file for file in tmp_path.rglob("*") if file.is_file() and file.parent.name != FOLDER_NAME]
    journals = [file for file in files if file.name.startswith(FILE_NAME)]
    for text in (logged, *(file.read_text(encoding="utf-8") for file in files if file not in journals)):
        assert not named(text) and not POINTS.search(text)
        assert str(SEED) not in text
    assert journals and not any(str(SEED).encode() in file.read_bytes() for file in journals)


def test_the_search_finds_what_it_searches_for(tmp_path):
    with evening(tmp_path) as table:
        table.begin_with()
        table.take("secret", "0")
        table.note_all()
        secret = table.seen[-1]
        assert secret.private_for == "Ada" and named(secret.held) and not named(secret.outside)
        assert betraying([type(secret)(None, secret.screen, secret.held, secret.outside)])
        table.equip(ADA, BEN)
        table.take("bag")
        table.give(None)
        assert POINTS.search(table.seen[-1].held) and table.seen[-1].private_for == "Ada"


def test_what_nobody_has_fought_with_changes_nothing_that_anybody_else_sees(tmp_path, caplog):
    """The same evening with other cards under the ships that do not fight: from outside nothing differs."""
    caplog.set_level(logging.DEBUG)
    evenings, logs = [], []
    for number, cards in enumerate((ADA, OTHER)):
        caplog.clear()
        with evening(tmp_path / str(number)) as table:
            table.begin_with()
            table.take("secret", "0")
            table.equip(cards, BEN)
            table.take("cruiser", "destroyer", "yes", "more", "deploy", "scout", "deploy", "fighter")
            table.take("bag")
            table.note_all()
            while table.session.can_undo:
                table.press(Button.BACK)
            evenings.append(dict.fromkeys((one.private_for, one.outside) for one in table.seen))
        logs.append(re.sub(r"\d", "", caplog.text))
    assert list(evenings[0]) == list(evenings[1])
    assert logs[0] == logs[1]


# --- equipping ---


@pytest.mark.parametrize("given", [0, 5, 11, 12, 17])
def test_after_a_power_cut_while_equipping_it_goes_on_covered_at_the_same_question(tmp_path, given):
    with evening(tmp_path) as table:
        table.begin_with()
        table.take("secret", "0")
        table.note_all()
        names = [*cards_in_order(ADA), None, *cards_in_order(BEN)]
        for name in names[:given]:
            table.note_all()
            table.give(pick(table.prompt, name) if name else Chosen("ready"))
        table.note_all()
        question, chosen = table.prompt, [answer.to_line() for answer in table.session.answers]
    with evening(tmp_path) as table:
        table.look()
        assert "Galaktico?" in table.screen.title
        assert isinstance(table.ok(), Cover)
        assert table.screen.player == question.audience
        assert not any(named(one.held) or named(one.outside) for one in table.seen)
        table.hold()
        assert table.prompt.words == question.words
        assert [answer.to_line() for answer in table.session.answers] == chosen
        assert Session.replay(GAME, table.session.setup, table.journal.lines(1)).prompt == table.prompt


def test_undo_over_the_equipping_shows_covers_and_never_what_was_taken(tmp_path):
    with evening(tmp_path) as table:
        table.begin_with()
        table.take("secret", "0")
        table.equip(ADA)
        table.note_all()
        for name in cards_in_order(BEN):
            table.give(pick(table.prompt, name))
        last = table.prompt
        del table.seen[:]
        for _ in range(40):
            if table.prompt.words.key == "galaktico.who_begins":
                break
            table.press(Button.BACK)
        covers = [one.screen.player for one in table.seen if isinstance(one.screen, Cover)]
        assert list(dict.fromkeys(covers)) == ["Ben", "Ada"]
        assert all(isinstance(one.screen, Cover | Message) for one in table.seen[:-1])
        assert not any(named(one.held) or named(one.outside) for one in table.seen)
        for _ in range(40):
            if table.prompt == last:
                break
            table.menu("Schritt wieder vor")
        assert table.prompt == last
        assert not any(named(one.held) or named(one.outside) for one in table.seen)


def test_20_2_back_from_the_first_turn_takes_no_equipment_away(tmp_path):
    with evening(tmp_path) as table:
        table.begin_with()
        table.take("secret", "0")
        table.equip(ADA, BEN)
        table.note_all()
        answers = len(table.session.answers)
        for _ in range(4):
            table.press(Button.BACK)
        assert (
            len(table.session.answers) >= answers - 3
        )  # only the pages that say that all are ready and where the ships go


def test_who_took_a_step_back_too_many_can_give_all_back_that_another_had_chosen(tmp_path):
    with evening(tmp_path) as table:
        table.begin_with()
        table.take("secret", "0")
        table.equip(ADA)
        answers = table.session.answers
        table.press(Button.BACK)
        assert table.screen.player == "Ada"
        table.hold()  # it was Ben, who does not read names
        assert table.screen.title == "Zerstörer: Schild"
        table.menu("Schritt wieder vor")
        assert isinstance(table.screen, Cover) and table.screen.player == "Ben"
        assert table.session.answers == answers


def test_a_card_that_is_used_already_is_refused_in_one_sentence_and_nothing_changes(tmp_path):
    with evening(tmp_path) as table:
        table.begin_with()
        table.take("secret", "0")
        table.note_all()
        table.give(pick(table.prompt, "Deflektor"))
        table.give(pick(table.prompt, "Cryo Blitz"))
        before = table.journal.lines(1)
        table.give(pick(table.prompt, "Cryo Blitz"))
        assert table.screen == Message(
            "Das geht nicht", "Diese Karte hast du schon verteilt. Nimm eine andere.", "OK: weiter", is_warning=True
        )
        assert table.talk.private_for == "Ada"
        table.ok()
        assert isinstance(table.prompt, ChooseShownCard) and table.journal.lines(1) == before


# --- what can be looked up ---


def at_the_first_turn(table):
    table.begin_with(3)
    table.take("secret", "0")
    table.equip(ADA, BEN, ADA)
    table.note_all()


def test_the_fleets_are_in_the_menu_and_show_what_stands_where(tmp_path):
    with evening(tmp_path) as table:
        at_the_first_turn(table)
        table.take("deploy", "scout")
        table.note_all()
        lines = table.journal.lines(1)
        table.menu("Alle Flotten")
        space = table.screen
        assert isinstance(space, Fleets)
        assert (space.title, space.actions_left, [row.name for row in space.rows]) == ("Im All", 1, list(NAMES))
        assert space.rows[0].figures == ("1", "1", "2", "3") and space.rows[0].on_station == 3
        assert [row.is_active for row in space.rows] == [True, False, False]
        supply = table.press(Button.DOWN)
        assert supply.rows[0].figures == ("2", "2", "2", "1") and supply.rows[1].figures == ("2", "2", "2", "2")
        assert table.press(Button.DOWN).title == "Erobert"
        assert table.press(Button.DOWN) == space
        assert isinstance(table.ok(), List)
        assert table.journal.lines(1) == lines


def test_the_referee_is_in_the_menu_in_the_middle_of_an_attack_and_costs_nothing(tmp_path):
    with evening(tmp_path) as table:
        at_the_first_turn(table)
        table.take("cruiser", "1")
        lines, before = table.journal.lines(1), table.screen
        table.menu("Schiedsrichter")
        table.choose("Wohin spiegeln?")
        table.choose("A: Ada")
        table.press(Button.UP)  # the second row from B
        table.ok()
        table.ok()  # the first from C
        assert table.screen.title == "A: B2 C1"
        assert table.screen.body == "Gespiegelt:\nB: A2 C1\nC: A1 B2"
        table.ok()
        table.choose("Was kann ein Schiff?")
        table.choose("Kreuzer")
        assert table.screen.body == "Kraft 3, Reichweite 4, Sprünge 2."
        table.press(Button.BACK)
        assert table.screen == before
        assert table.journal.lines(1) == lines


def test_before_there_is_a_table_nothing_can_be_looked_up(tmp_path):
    with evening(tmp_path) as table:
        table.begin_with(3, SEED)
        table.press(Button.BACK, held=True)
        assert not {"Alle Flotten", "Schiedsrichter"} & {row.text for row in table.screen.rows}

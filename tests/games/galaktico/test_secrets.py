"""Nobody sees what another has chosen or how many points a bag holds, on no way, before the rules open it."""

import re

import pytest

from games.galaktico import wording
from games.galaktico.cards import ChooseCard, ShowFitting
from games.galaktico.fighting import ShowCombat
from games.galaktico.pieces import SHIPS
from games.spine.dialogue import ChooseShownCard, Chosen, HandOver, Noted, Notice, ShownCard, say
from games.spine.errors import IllegalAnswer
from games.spine.session import Answered, Fixed, Redone, Session, Undone
from tests.games.galaktico.playing import (
    ADA,
    BEN,
    CARD_SET,
    GAME,
    NAMES,
    SHIELD,
    WEAPON,
    at_the_table,
    cards_in_order,
    equip_player,
    equipment,
    give,
    note_all,
    pick,
    play_out,
    session_of,
    show,
)
from tests.games.galaktico.playing import shown as shown_cards

CARD_WORDS = [word for card in (*CARD_SET.weapons, *CARD_SET.shields) for word in (card.name, card.key)]
OTHER = equipment(  # Ada's cruiser, all else dealt otherwise
    destroyer=("trial_shield_3", "trial_weapon_4", "trial_weapon_3"),
    fighter=("trial_shield_2", "trial_weapon_2", "trial_weapon_1"),
    cruiser=("inversionsfeld", "krypto_projektil", "cryo_blitz"),
)


def equipping(players=2, seed=1):
    """The session at the first secret question."""
    session = give(session_of(players, seed), "secret", "0")
    note_all(session)
    return session


def named(prompt):
    """The cards that are named anywhere in a prompt."""
    text = repr(prompt)
    return {word for word in CARD_WORDS if word in text}


def refused(session, answer):
    with pytest.raises(IllegalAnswer) as caught:
        session.make(Answered(answer))
    return caught.value.reason


# --- equipping ---


def test_the_device_is_handed_to_each_player_and_every_question_is_for_that_one_alone():
    session, shown = session_of(3), []
    give(session, "secret", "0")
    for cards, name in zip((ADA, BEN, ADA), NAMES, strict=True):
        before = len(session.prompts)
        equip_player(session, cards)
        shown = [prompt for prompt in session.prompts[before:] if prompt.words.key.startswith("galaktico.equip")]
        cover = [prompt for prompt in session.prompts[before:] if isinstance(prompt, HandOver)]
        assert [prompt.audience for prompt in cover] == [name]
        assert session.prompts.index(cover[0]) < session.prompts.index(shown[0])
        assert {prompt.audience for prompt in shown} == {name}
        assert len(shown) == 4 * 3 - 1 + 1  # all cards but the last weapon, and whether it is done
    assert isinstance(session.prompt, Notice)
    assert session.prompt.audience is None


def test_no_question_tells_anything_of_what_was_chosen_before():
    one, other = equip_player(equipping(), ADA), equip_player(equipping(), BEN)
    assert ADA != BEN
    assert one.prompts == other.prompts
    assert one.prompt == other.prompt


def test_undo_over_the_equipping_shows_nothing_that_depends_on_it():
    seen = []
    for cards in (ADA, OTHER):
        session = equip_player(equipping(), cards)
        note_all(session)
        for name in cards_in_order(BEN):
            session.make(Answered(pick(session.prompt, name)))
        shown = [session.prompt]
        while session.can_undo:
            session.make(Undone())
            shown.append(session.prompt)
        while session.can_redo:
            session.make(Redone())
            shown.append(session.prompt)
        seen.append(shown)
    assert seen[0] == seen[1]
    assert len(seen[0]) > 30


@pytest.mark.parametrize("taken", range(12))
def test_nobody_finds_out_what_another_has_taken_by_trying_cards_after_steps_back_and_forward(taken):
    session = equip_player(equipping(), ADA)
    note_all(session)
    for name in cards_in_order(BEN)[:taken]:
        session.make(Answered(pick(session.prompt, name)))
    while session.prompt.audience != "Ada":
        session.make(Undone())
    assert isinstance(session.prompt, HandOver)
    session.make(Answered(Noted()))
    assert [session.prompt.refusal(Chosen(one.key)) for one in session.prompt.options[1:]] == [None] * 6
    session.make(Redone())
    assert (session.prompt.audience, isinstance(session.prompt, HandOver)) == ("Ben", True)
    assert session.prompts[-1].words == say("galaktico.equip.done")


def test_20_2_when_all_have_equipped_no_way_leads_back_into_it():
    session = equip_player(equip_player(equipping(), ADA), BEN)
    assert session.prompt.words == say("galaktico.all_ready")
    assert_stands(session)
    session.make(Answered(Noted()))
    session.make(Undone())
    assert session.prompt.words == say("galaktico.all_ready")
    assert_stands(session)


def assert_stands(session):
    """Nothing before this can be taken back or put right, also after a power cut."""
    again = Session.replay(GAME, session.setup, [answer.to_line() for answer in session.answers])
    for one in (session, again):
        for entry in (Undone(), *(Fixed(at, answer) for at, answer in enumerate(one.answers))):
            with pytest.raises(IllegalAnswer) as caught:
                one.make(entry)
            assert caught.value.reason == say("refused.closed")


def test_the_cursor_begins_on_no_card_and_the_order_hangs_on_the_seed_alone_so_presses_tell_nothing():
    def orders(cards, seed):
        asked = [one for one in equip_player(equipping(seed=seed), cards).prompts if isinstance(one, ChooseCard)]
        assert all(one.start is None and one.options[0].key == "none" and one.options[0].refused for one in asked)
        return [one.names for one in asked]

    assert orders(ADA, 1) == orders(OTHER, 1)
    assert len({tuple(orders(ADA, seed)) for seed in range(8)}) == 8
    assert len({names[1] for seed in range(8) for names in orders(ADA, seed)}) == 6 + 8


def test_what_a_card_can_do_is_told_beside_it():
    prompt = equipping().prompt
    told = dict(zip(prompt.names, prompt.told, strict=True))
    through = say("galaktico.list", first=say("galaktico.entry.krypto"), more=say("galaktico.entry.impuls"))
    assert told["Deflektor"] == say("galaktico.passing", first=through)
    session = equipping()
    session.make(Answered(pick(session.prompt, "Deflektor")))
    told = dict(zip(session.prompt.names, session.prompt.told, strict=True))
    assert told["Cryo Blitz"] == say("galaktico.forces", laser=0, quanten=3, krypto=5, impuls=6)


def test_who_wants_to_looks_at_everything_behind_the_own_cover_before_it_is_done():
    session = equipping()
    for name in cards_in_order(ADA):
        session.make(Answered(pick(session.prompt, name)))
    before = session.prompt
    give(session, "look")
    assert session.prompt.audience == "Ada"
    assert [page.words for page in session.prompt.pages] == [wording.cards_told(ADA.of(ship)) for ship in SHIPS]
    session.make(Answered(Noted()))
    assert session.prompt == before
    give(session, "ready")
    session.make(Answered(Noted()))  # Ben has it now
    session.make(Undone())
    session.make(Undone())
    assert isinstance(session.prompt, HandOver) and session.prompt.audience == "Ada", "not into the pages of another"


def test_only_the_first_card_of_a_player_can_be_none_that_lies_there_already():
    session = equip_player(equipping(), ADA)
    asked = [one.may_lie for one in session.prompts if isinstance(one, ChooseCard)]
    assert asked == [False, *[True] * 10]


def test_a_card_used_twice_is_refused():
    session = equipping()
    session.make(Answered(pick(session.prompt, "Deflektor")))
    session.make(Answered(pick(session.prompt, "Cryo Blitz")))
    before = session.prompt
    assert refused(session, pick(session.prompt, "Cryo Blitz")) == say("galaktico.refused.used")
    assert session.prompt is before
    session.make(Answered(pick(session.prompt, "Plasma Bombe")))
    assert refused(session, pick(session.prompt, "Deflektor")) == say("galaktico.refused.used")


def test_a_card_that_is_not_in_the_game_is_refused():
    session = equipping()
    assert session.prompt.shown("Todesstern") is None
    assert session.prompt.shown("Cryo Blitz") is None  # no shield
    assert refused(session, Chosen("cryo_blitz")) == say("refused.not_offered", choice="cryo_blitz")
    assert [refused(session, answer).key for answer in (Noted(), ShownCard("Deflektor"))] == ["refused.form"] * 2


def test_a_card_in_front_of_the_camera_is_the_same_answer_as_its_row():
    session = equipping()
    for name in cards_in_order(ADA):
        assert session.prompt.shown(name) == pick(session.prompt, name)
        session.make(Answered(session.prompt.shown(name)))


def test_who_is_not_content_begins_again():
    session = equipping()
    for name in cards_in_order(BEN):
        session.make(Answered(pick(session.prompt, name)))
    give(session, "again")
    equip_player(equip_player(session, ADA), BEN)
    give(session, "cruiser", "destroyer", "yes")
    assert dict(session.prompt.pages[0].words.values)["name"] == "Inversionsfeld"


def test_a_correction_of_an_early_choice_does_not_mind_the_later_ones():
    session = equip_player(equipping(), ADA)
    index = next(at for at, prompt in enumerate(session.prompts) if isinstance(prompt, ChooseShownCard))
    later = ADA.of(SHIPS[3]).shield.name
    session.make(Fixed(index, pick(session.prompts[index], later)))
    # The scout's shield is the same card now: from there on it is asked again.
    assert session.prompt.words == say("galaktico.equip.shield", one=say("galaktico.ship.scout"))


@pytest.mark.parametrize("steps", range(0, 26, 3))
def test_after_a_power_cut_during_the_equipping_it_goes_on_at_the_same_question(steps):
    session = equip_player(equip_player(equipping(), ADA), BEN)
    lines = [answer.to_line() for answer in session.answers]
    cut = len(lines) - steps
    again = Session.replay(GAME, session.setup, lines[:cut])
    assert again.prompt == (*session.prompts, session.prompt)[cut]
    for line in lines[cut:]:
        assert again.prompt is not None
        again = Session.replay(GAME, session.setup, [*(one.to_line() for one in again.answers), line])
    assert again.prompt == session.prompt


def test_the_lines_of_the_journal_do_not_name_the_cards():
    session = equip_player(equip_player(equipping(), ADA), BEN)
    text = "\n".join(answer.to_line() for answer in session.answers)
    assert not [word for word in CARD_WORDS if word in text]
    other = equip_player(equip_player(equipping(seed=2), ADA), BEN)
    own_lines, other_lines = (
        {answer.to_line() for answer in one.answers if len(answer.to_line()) > len("choose secret")}
        for one in (session, other)
    )
    assert not own_lines & other_lines


# --- in the game ---


def test_what_has_not_fought_changes_nothing_that_anybody_sees():
    """The same evening with other secret cards under the ships that do not fight: not one prompt differs."""
    evenings = []
    for cards in ((ADA, BEN, ADA), (OTHER, BEN, OTHER)):
        session = at_the_table(3, cards=cards)
        give(session, "cruiser", "1", "destroyer", "yes", "more", "deploy", "scout", "deploy", "fighter", "end")
        give(session, "bag", "scout", "0", "scout", "no")
        evenings.append((*session.prompts, session.prompt))
    assert evenings[0] == evenings[1]


def test_a_combat_names_only_the_cards_of_the_two_ships_that_fight():
    session = give(at_the_table(), "cruiser", "destroyer")
    for prompt in session.prompts:
        if prompt.audience is None and prompt.words.key != "galaktico.trial":
            assert not named(prompt)
    give(session, "yes")
    shown = named(session.prompt)
    assert {word for word in shown if word in WEAPON or word in SHIELD} == set()  # short names never
    assert shown == {
        "Inversionsfeld",
        "Krypto Projektil",
        "Cryo Blitz",
        "Deflektor",
        "Plasma Bombe",
        "Korrosions Strahl",
    }


@pytest.mark.parametrize("ship", SHIPS)
@pytest.mark.parametrize("target", SHIPS)
def test_20_1_a_reveal_is_final_and_the_attack_stands(ship, target):
    session = give(at_the_table(), ship.value, target.value)
    assert session.prompt.words.key == "galaktico.attack.sure"
    give(session, "yes")
    assert named(session.prompt)
    assert_stands(session)
    give(session, "end")
    while session.can_undo:
        session.make(Undone())
    assert isinstance(session.prompt, ShowCombat)  # the cards of both sides still lie open
    assert_stands(session)
    give(session, "end")
    assert session.prompt.scene.fleets[0].trophies.total + session.prompt.scene.fleets[1].trophies.total >= 1


@pytest.mark.parametrize("is_known", [True, False])
def test_20_1_cards_that_everybody_has_seen_reveal_nothing_and_need_no_question(is_known):
    session = give(
        at_the_table(), "cruiser", "destroyer", "yes", "more", "deploy", "scout", "deploy", "destroyer", "end"
    )
    give(session, "cruiser", "destroyer" if is_known else "fighter")
    assert isinstance(session.prompt, ShowCombat) == is_known
    if is_known:
        assert not session.prompt.closes and session.can_undo


@pytest.mark.parametrize("way", ["combat", "open"])
def test_with_cards_shown_in_combat_the_attack_stands_as_soon_as_all_are_shown(way):
    session = give(at_the_table(way=way), "cruiser", "destroyer")
    assert session.can_undo
    session.make(Answered(shown_cards(session.prompt, ADA)))
    assert session.can_undo, "the attacker has shown only own cards"
    session.make(Answered(shown_cards(session.prompt, BEN)))
    assert isinstance(session.prompt, ShowCombat)
    assert_stands(session)


def test_the_lines_of_cards_that_were_shown_in_combat_do_not_name_them_either():
    session = show(give(at_the_table(way="combat"), "cruiser", "destroyer"))
    text = "\n".join(answer.to_line() for answer in session.answers)
    assert not [word for word in CARD_WORDS if word in text]
    other = show(give(at_the_table(way="combat", seed=2), "cruiser", "destroyer"))
    assert session.answers[-1] != other.answers[-1]


def test_what_was_shown_in_one_combat_is_on_no_page_between_combats():
    session = give(show(give(at_the_table(way="combat"), "cruiser", "destroyer")), "end")
    give(session, "bag")
    note_all(session)
    give(session, "deploy", "destroyer", "end", "deploy", "scout", "end", "end", "end")
    at = next(at for at, one in enumerate(session.prompts) if isinstance(one, ShowCombat))
    assert not [prompt for prompt in (*session.prompts[at + 1 :], session.prompt) if named(prompt)]


@pytest.mark.parametrize("way", ["combat", "secret"])
@pytest.mark.parametrize("seed", range(4))
def test_in_whole_games_cards_are_named_only_in_secret_and_in_combat(seed, way):
    told, _ = play_out(seed, way=way)
    for prompt, _ in told:
        secret = isinstance(prompt, ChooseCard) or prompt.words.key == "galaktico.equip.look"
        assert (prompt.audience is not None) == secret or not secret
        in_combat = isinstance(prompt, ShowCombat | ShowFitting)
        about_trial = prompt.words.key == "galaktico.assumed"
        if not (secret or in_combat or about_trial):
            assert not named(prompt), prompt
        text = repr(prompt)
        for kind in ("Hidden", "Equipment", "Fitting", "Progress", "Weapon", "Shield"):
            assert not re.search(rf"\b{kind}\(", text)


@pytest.mark.parametrize("seed", range(4))
def test_points_are_told_only_to_their_owner_before_the_end(seed):
    told, _ = play_out(seed)
    end = next(at for at, (prompt, _) in enumerate(told) if prompt.words.key.startswith("galaktico.end."))
    active = None
    for prompt, _ in told[:end]:
        if prompt.words.key == "galaktico.turn":
            active = dict(prompt.words.values)["player"]
        if prompt.words.key == "galaktico.bag":
            assert prompt.audience == active
        assert prompt.words.key != "galaktico.ranked"
        assert "points" not in repr(prompt.scene)


def test_undo_after_a_look_into_the_bag_shows_the_closed_bag_first():
    session = give(at_the_table(), "bag")
    note_all(session)
    session.make(Undone())
    assert session.prompt.words == say("galaktico.bag.closed")


def test_a_wrong_end_can_be_taken_back_before_the_bags_are_opened_but_not_after():
    steps, _ = play_out(1)
    session = session_of(3, 1)
    for _, answer in steps[:-1]:
        session.make(Answered(answer))
    assert session.prompt.words.key.startswith("galaktico.end.")
    session.make(Undone())
    session.make(Redone())
    session.make(Answered(Noted()))
    assert session.outcome is not None
    for entry in (Undone(), Fixed(len(session.answers) - 2, session.answers[-2])):
        with pytest.raises(IllegalAnswer) as caught:
            session.make(entry)
        assert caught.value.reason == say("refused.closed")

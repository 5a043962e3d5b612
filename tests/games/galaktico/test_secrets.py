"""Nobody sees what another has chosen or how many points a bag holds, on no way, before the rules open it."""

import pytest

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
)

CARD_WORDS = [word for card in (*CARD_SET.weapons, *CARD_SET.shields) for word in (card.name, card.key)]
OTHER = equipment(  # Ada's cruiser, all else dealt otherwise
    destroyer=("trial_shield_3", "trial_weapon_4", "trial_weapon_3"),
    fighter=("trial_shield_2", "trial_weapon_2", "trial_weapon_1"),
    cruiser=("inversionsfeld", "krypto_projektil", "cryo_blitz"),
)


def equipping(players=2, seed=1):
    """The session at the first secret question."""
    session = give(session_of(players, seed), "play", "0")
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
    give(session, "play", "0")
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
    assert [session.prompt.refusal(Chosen(one.key)) for one in session.prompt.options] == [None] * 6
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


def test_where_the_cursor_begins_hangs_on_the_seed_alone_so_presses_tell_nothing():
    def starts(cards, seed):
        asked = [one for one in equip_player(equipping(seed=seed), cards).prompts if isinstance(one, ChooseShownCard)]
        return [[option.key for option in one.options].index(one.start) for one in asked]

    assert starts(ADA, 1) == starts(OTHER, 1)
    assert len({tuple(starts(ADA, seed)) for seed in range(8)}) == 8
    assert {row for seed in range(8) for row in starts(ADA, seed)} == set(range(8))


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
    give(session, "attack", "cruiser", "destroyer", "yes")
    assert dict(note_all(session)[0].words.values)["name"] == "Inversionsfeld"


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
        {answer.to_line() for answer in one.answers if len(answer.to_line()) > len("choose ready")}
        for one in (session, other)
    )
    assert not own_lines & other_lines


# --- in the game ---


def test_what_has_not_fought_changes_nothing_that_anybody_sees():
    """The same evening with other secret cards under the ships that do not fight: not one prompt differs."""
    evenings = []
    for cards in ((ADA, BEN, ADA), (OTHER, BEN, OTHER)):
        session = at_the_table(3, cards=cards)
        give(session, "attack", "cruiser", "1", "destroyer", "yes", "move", "scout", "deploy", "fighter", "meteor")
        give(session, "referee", "ship", "scout", "back", "bag", "attack", "cruiser", "1", "scout", "no")
        evenings.append((*session.prompts, session.prompt))
    assert evenings[0] == evenings[1]


def test_a_combat_names_only_the_cards_of_the_two_ships_that_fight():
    session = give(at_the_table(), "attack", "cruiser", "destroyer")
    for prompt in session.prompts:
        if prompt.audience is None and prompt.words.key != "galaktico.trial":
            assert not named(prompt)
    give(session, "yes")
    shown = set().union(*(named(prompt) for prompt in note_all(session)))
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
    session = give(at_the_table(), "attack", ship.value, target.value)
    while session.prompt.words.key != "galaktico.attack.sure":  # a scout may come out of the meteors
        give(session, "no")
    give(session, "yes")
    assert named(session.prompt)
    assert_stands(session)
    session.make(Answered(Noted()))
    assert named(session.prompt)
    assert_stands(session)
    note_all(session)
    while session.can_undo:
        session.make(Undone())
    assert session.answers[-1] == Noted()
    assert session.prompts[-1].words.key == "galaktico.shown"  # the other side's cards still lie open
    note_all(session)
    assert session.prompt is None or session.prompt.scene.actions_left < 2


def test_20_1_what_comes_after_a_reveal_can_be_taken_back_up_to_the_last_one():
    session = give(at_the_table(), "attack", "cruiser", "destroyer", "yes")
    give(session, "meteor", "attack", "cruiser", "scout", "yes")
    assert_stands(session)


@pytest.mark.parametrize("seed", range(4))
def test_in_whole_games_cards_are_named_only_in_secret_and_in_combat(seed):
    told, _ = play_out(seed)
    for prompt, _ in told:
        secret = isinstance(prompt, ChooseShownCard)
        in_combat = prompt.words.key in ("galaktico.shown", "galaktico.sum.total")
        about_trial = prompt.words.key == "galaktico.assumed"
        if not (secret or in_combat or about_trial):
            assert not named(prompt), prompt
        text = repr(prompt)
        for kind in ("Hidden(", "Equipment(", "Fitting(", "Progress(", "Weapon(", "Shield("):
            assert kind not in text


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

"""The shuffled encounter cards: complete, repeatable, hidden, and open to a check afterwards."""

import hashlib

from games.sternenfahrer.deck import Deck, deck_key, deck_seal, draw, new_deck, shuffle_all, shuffled
from tests.games.sternenfahrer.playing import CARD_SET

ALL = tuple(CARD_SET.encounters)


def test_the_same_seed_gives_the_same_order_and_another_seed_another():
    assert new_deck(1, ALL) == new_deck(1, ALL)
    assert new_deck(1, ALL).pile != new_deck(2, ALL).pile
    assert sorted(new_deck(1, ALL).pile) == sorted(ALL)


def test_every_card_comes_once_before_any_comes_again():
    deck, drawn = new_deck(3, ALL), []
    for _ in range(2 * len(ALL)):
        card, deck = draw(deck)
        drawn.append(card)
    assert sorted(drawn[:32]) == sorted(drawn[32:]) == sorted(ALL)
    assert drawn[:32] != drawn[32:]
    assert deck.orders == (tuple(drawn[:32]), tuple(drawn[32:]))


def test_shuffling_all_brings_the_discards_back_except_what_is_kept_out():
    first, deck = draw(new_deck(3, ALL))
    assert sorted(shuffle_all(deck).pile) == sorted(ALL)
    kept = shuffle_all(deck, (first,))
    assert (sorted((*kept.pile, first)), kept.discards) == (sorted(ALL), (first,))


def test_each_card_is_as_often_on_top_as_any_other():
    tops = [shuffled(f"key {number}", 1, ALL)[0] for number in range(3200)]
    counts = [tops.count(card) for card in ALL]
    assert (min(counts), max(counts)) > (60, 100)
    assert max(counts) < 145


def test_the_seal_fixes_key_and_cards_and_shows_neither():
    key = deck_key(7)
    seal = deck_seal(key, CARD_SET.fingerprint)
    assert len(seal) == 16
    assert seal not in key
    assert seal != deck_seal(deck_key(8), CARD_SET.fingerprint)
    assert seal != deck_seal(key, "other cards")


def test_with_the_key_anybody_can_check_sign_and_order_by_hand():
    deck = new_deck(7, ALL)
    assert (
        hashlib.sha256(f"{deck.key} {CARD_SET.fingerprint}".encode())
        .hexdigest()
        .startswith(deck_seal(deck.key, CARD_SET.fingerprint))
    )
    hashes = {hashlib.sha256(f"{deck.key} 1 {card}".encode()).hexdigest(): card for card in ALL}
    assert deck.pile == tuple(hashes[one] for one in sorted(hashes))


def test_a_deck_never_tells_its_order():
    deck = new_deck(7, ALL)
    assert repr(deck) == str(deck) == f"{deck}" == "Deck(32 cards)"
    assert repr(Deck("key", (3, 1))) == "Deck(2 cards)"

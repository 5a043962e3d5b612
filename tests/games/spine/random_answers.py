"""Legal answers by chance to any prompt of any game, so that whole games can be played without knowing them."""

from games.number_up.pieces import COLOURS
from games.spine.dialogue import (
    Balls,
    Choose,
    Chosen,
    Dice,
    Laid,
    LaidCard,
    Noted,
    Number,
    PickNumber,
    ReadBalls,
    ReadDice,
    ReadLaid,
)

TRIES = 300


def random_answer(prompt, rng):
    """An answer that the prompt lets through; None if none was found, which only happens where cards are laid."""
    if prompt.watch is not None and prompt.watch.refused is None and rng.random() < 0.3:
        again = Dice(tuple(rng.choice(prompt.watch.read.faces) for _ in range(prompt.watch.read.count)))
        if prompt.refusal(again) is None:
            return again
    for _ in range(TRIES):
        answer = _any(prompt, rng)
        if prompt.refusal(answer) is None:
            return answer
    return None


def _any(prompt, rng):
    match prompt:
        case Choose():
            return Chosen(rng.choice(prompt.options).key)
        case PickNumber():
            return Number(rng.randint(prompt.low, prompt.high))
        case ReadDice():
            return Dice(tuple(rng.choice(prompt.faces) for _ in range(prompt.count)))
        case ReadBalls():
            return Balls(tuple(rng.sample(prompt.bag, prompt.count)))
        case ReadLaid():
            if prompt.options and rng.random() < 0.02:
                return Chosen(rng.choice(prompt.options).key)
            if prompt.words.key == "number_up.show_all":
                return _whole_grid(prompt, rng)
            return _one_card_more(prompt, rng)
    return Noted()


def _whole_grid(prompt, rng):
    """All places filled with cards of the level."""
    level, size = prompt.scene.level, prompt.size
    deck = [(value, colour) for colour in COLOURS[: level.colours] for value in level.values]
    cards = rng.sample(deck, size * size)
    return Laid(tuple(LaidCard(*divmod(number, size), *card) for number, card in enumerate(cards)))


def _one_card_more(prompt, rng):
    """What lies there and a card of the level beside it."""
    level, size = prompt.scene.level, prompt.size
    places = [divmod(number, size) for number in range(size * size)]
    lying = [
        LaidCard(*place, card.value, card.colour)
        for place, card in zip(places, prompt.scene.grid, strict=True)
        if card is not None
    ]
    return Laid((*lying, LaidCard(*rng.choice(places), rng.choice(level.values), rng.choice(COLOURS))))

"""What Number UP says: message keys and values for set-up, options, refusals and the news of a card."""

from __future__ import annotations

from games.number_up.line_scores import NumberCard
from games.number_up.pieces import Level, Line, LineKind, LineRule, Mark, MarkKind, Place, State
from games.number_up.reading import Misfit
from games.spine.dialogue import Option, Text, say


def level_title(level: Level) -> Text:
    """The level's number and name, as a heading."""
    return say("level.title", level=level.number, name=level.name)


def cards_title(level: Level) -> Text:
    """The heading above the cards to take, which says where the level is from if no printed book has it."""
    return say("number_up.house_cards" if level.is_house else "number_up.cards")


def set_up(level: Level) -> Text:
    """Which cards to take out of the box and which side of the start card goes up."""
    return say(
        f"number_up.set_up.{level.size}", values=_values(level.values), colours=level.colours, cards=level.deck_size
    )


def _values(values: tuple[int, ...]) -> str:
    """The numbers, as "1–5" where none is left out.

    >>> _values((1, 2, 3)), _values((1, 3, 6))
    ('1–3', '1, 3, 6')
    """
    is_whole = values == tuple(range(values[0], values[-1] + 1))
    return f"{values[0]}–{values[-1]}" if is_whole and len(values) > 1 else ", ".join(map(str, values))


def line_rules(level: Level) -> list[tuple[Text, Text]]:
    """How lines count: for each kind that counts in its own way a heading and a sentence."""
    if level.rows == level.columns == level.diagonals:
        kinds = [("all", level.rows)]
    else:
        kinds = [("lines", level.rows)] if level.rows == level.columns else []
        kinds = kinds or [("rows", level.rows), ("columns", level.columns)]
        kinds.append(("diagonals", level.diagonals))
    return [told for kind, rule in kinds if rule is not None for told in _told_rule(kind, rule)]


def _told_rule(kind: str, rule: LineRule) -> list[tuple[Text, Text]]:
    """The target as a heading over the first score, then a heading for each further one."""
    more = say("number_up.plus" if rule.adds else "number_up.or")
    headings = [say(f"number_up.target.{kind}", target=rule.target), *[more] * (len(rule.scores) - 1)]
    return [
        (heading, say("number_up.score", sentence=score.sentence))
        for heading, score in zip(headings, rule.scores, strict=True)
    ]


def final_rules(level: Level) -> list[tuple[Text, Text]]:
    """How the result is found, unless everything is just added up: a heading and a sentence each."""
    return [
        (say("number_up.final", name=final.name), say("number_up.score", sentence=final.sentence))
        for final in level.finals
        if final.key != "total"
    ]


def twists(level: Level) -> list[tuple[Text, Text]]:
    """What else the level has: -10 markers and throwing away, a heading and a sentence each."""
    told = []
    if level.minus_below:
        told.append((say("number_up.minus.title"), say("number_up.minus", points=level.minus_below)))
    if level.discards:
        told.append((say("number_up.discards.title"), say("number_up.discards", n=level.discards)))
    return told


# --- cards and lines ---------------------------------------------------------------------------------------------


def card_name(card: NumberCard) -> Text:
    """A card by its colour and number."""
    return say("number_up.card", colour=say(f"colour.{card.colour}"), value=card.value)


def line_name(line: Line, *, is_short: bool = False) -> Text:
    """A line by its kind and number, as the player counts; short where several stand side by side."""
    kind = f"number_up.short.{line.kind.value}" if is_short else f"number_up.{line.kind.value}"
    if line.kind is LineKind.DIAGONAL:
        return say(f"{kind}.falling" if line.number == 0 else f"{kind}.rising")
    return say(kind, number=line.number + 1)


def discard_option(state: State, card: NumberCard | None, key: str) -> Option:
    """Throwing away an open card, or one that nobody needs to name."""
    if card is None:
        return Option(key, say("number_up.discard", n=state.discards_left))
    return Option(key, say("number_up.discard_card", card=card_name(card)))


# --- news and refusals -------------------------------------------------------------------------------------------


def news(before: State, after: State) -> Text | None:
    """What a card did to its lines, in one line; None if nothing is to be told."""
    if after.discarded > before.discarded:
        return say("number_up.news.discarded", n=after.discards_left)
    marked = [
        (line, mark)
        for line, old, mark in zip(after.level.lines, before.marks, after.marks, strict=True)
        if mark is not None and mark != old
    ]
    if not marked:
        return None
    told = [_mark_news(line, mark, is_short=len(marked) > 1) for line, mark in marked]
    whole = told[-1]
    for one in reversed(told[:-1]):
        whole = say("number_up.list", first=one, more=whole)
    return whole


def _mark_news(line: Line, mark: Mark, *, is_short: bool) -> Text:
    name, kind = line_name(line, is_short=is_short), "short" if is_short else "news"
    if mark.kind is MarkKind.CHIP:
        return say(f"number_up.{kind}.chip", line=name, points=mark.worth)
    return say(f"number_up.{kind}.{mark.kind.value}", line=name)


def mark_worth(mark: Mark) -> Text:
    """What a marker counts at the end."""
    return say(f"number_up.worth.{mark.kind.value}", points=mark.worth)


def refusal(misfit: Misfit) -> Text:
    """Why a reading cannot follow, in one sentence."""
    values: dict[str, Text | int] = {}
    if misfit.card is not None:
        values["card"] = card_name(misfit.card)
    if misfit.place is not None:
        values["place"] = place_name(misfit.place)
    if misfit.seen is not None:
        values["seen"] = card_name(misfit.seen)
    return say(f"number_up.refused.{misfit.reason.value}", **values)


def place_name(place: Place) -> Text:
    """A place as the player counts."""
    return say("number_up.place", row=place.row + 1, column=place.col + 1)

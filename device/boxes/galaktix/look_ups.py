"""What the menu of a game of Galaktix offers beside the game: the board, its signs with their rules, the letters."""

from __future__ import annotations

from collections.abc import Generator
from functools import partial

from device.boxes.box import LookUp
from device.boxes.galaktix.board_page import ShowBoard
from games.galaktix import wording
from games.galaktix.pieces import COLOURS, FACES, Level, State
from games.spine.dialogue import Answer, Choose, Chosen, Notice, Option, Prompt, Sign, Text, say

Leading = Generator[Prompt, Answer, None]


def look_ups(scene: object) -> tuple[LookUp, ...]:
    """What can be looked up at any time; the board and its rules once there is one."""
    letters = LookUp("letters", say("legend.row"), look_at_letters)
    if not isinstance(scene, State):
        return (letters,)
    return (
        LookUp("board", wording.board_title(scene.level), partial(look_at_board, scene)),
        LookUp("signs", say("galaktix.signs"), partial(look_at_signs, scene.level)),
        letters,
    )


def look_at_board(state: State) -> Leading:
    """The board as it stands; OK leads back."""
    yield ShowBoard(words=wording.board_title(state.level), scene=state)


def look_at_signs(level: Level) -> Leading:
    """Every sign of this level with its name; OK tells the rule behind it."""
    told = dict(_signs_of(level))
    rows = tuple(Option(sign.name, sign.words, lead=sign) for sign in told)
    rules = {sign.name: (sign.words, rule) for sign, rule in told.items()}
    at: str | None = None
    while True:
        answer = yield Choose(words=say("galaktix.signs"), options=rows, start=at)
        assert isinstance(answer, Chosen)  # a Choose lets nothing else through
        at = answer.key
        name, pages = rules[at]
        for rule in pages:
            yield Notice(words=rule, news=name)


def _signs_of(level: Level) -> list[tuple[Sign, list[Text]]]:
    """The rockets that this level has, parts, swirls and flags, each with its rule; an owner's may have several."""
    has = [in_camp + in_supply > 0 for in_camp, in_supply in zip(level.camp, level.supply, strict=True)]
    told = [
        (
            wording.rocket_sign(colour),
            wording.rocket_effects(level, colour) or [say(f"galaktix.rule.{colour.key}")],
        )
        for colour in COLOURS
        if has[colour]
    ]
    told.append((Sign("part", say("galaktix.row.part")), [say("galaktix.rule.part")]))
    told.append((Sign("swirl", say("galaktix.swirl")), [say("galaktix.rule.swirl")]))
    if level.flags:
        told.append((Sign("flag", say("galaktix.flag")), _flag_rules(level)))
    return told


def _flag_rules(level: Level) -> list[Text]:
    """What a flag brings; who may win it is told with its points."""
    if not level.flag_points:
        return wording.flag_effects(level)
    by_part = level.effects.flag.by_part
    rule = say("galaktix.rule.flag" if by_part else "galaktix.rule.flag_landing", n=level.flag_points)
    return [rule, *(told for told in wording.flag_effects(level) if told != wording.FLAG_BY_LANDING)]


def look_at_letters() -> Leading:
    """Every face with its shape, its letters and its name; OK leads back."""
    rows = tuple(
        Option(face, say("legend.line", letter=say(f"letter.{face}"), name=say(f"face.{face}")), mark=face)
        for face in FACES
    )
    yield Choose(words=say("legend.title"), options=rows)

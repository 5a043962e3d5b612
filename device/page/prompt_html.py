"""What is open, as HTML for one guest: the words, and a form whose buttons are the answers.

Drawn from the prompt alone, so every game has it. Whoever may not see it gets a sentence about who looks now, and
whoever may not answer it gets it without buttons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html import escape

from device.boxes.box import Box
from device.boxes.live import Blanks
from device.desks.desk import MenuPrompt
from device.eyes.pieces import CARD_COLOURS
from device.page.admission import Guest
from device.page.live_html import parts_html
from device.page.pages import Telling
from device.talks.taps import Asked, Opened
from games.spine.dialogue import (
    Bilingual,
    Choose,
    HandOver,
    Noted,
    Option,
    Outcome,
    PickNumber,
    Prompt,
    ReadBalls,
    ReadDice,
    ReadLaid,
    ShowCode,
    ShowSheet,
    ShowSum,
    Text,
    say,
)

FEW_NUMBERS = 16  # so many are buttons; more are typed
CARD_VALUES = range(1, 7)


@dataclass(frozen=True, slots=True)
class Drawn:
    """Draws for one guest in one language."""

    guest: Guest
    telling: Telling
    has_phone: Callable[[str], bool]  # whether this player looks at a phone of the own

    def html(self, asked: Asked) -> str:
        """All of it; what is not for this guest is not in there, not even its number."""
        opened = asked.opened
        if opened.is_lobby and not self.guest.may_answer(opened):
            return self._line(say("phone.lobby"))
        if not self.guest.may_see(opened):
            return self._elsewhere(opened)
        if (opened.prompt is None and opened.outcome is None) or isinstance(opened.prompt, MenuPrompt):
            return self._line(say("phone.at_device"))
        inside = self._outcome(opened.outcome) if opened.prompt is None else self._prompt(opened.prompt, opened.box)
        if not self.guest.may_answer(opened):
            return f"<fieldset disabled>{inside}</fieldset>"
        back = self._button("back", "1", say("tap.back"), "quiet") if opened.can_go_back else ""
        return (
            '<form method="post" action="/antwort">'
            f'<input type="hidden" name="number" value="{escape(asked.number)}">{inside}{back}</form>'
        )

    def watched(self, asked: Asked) -> str:
        """What is open for everybody, in words alone: nothing to tap, for a screen that nobody touches."""
        opened = asked.opened
        if opened.is_lobby:
            return self._line(say("phone.lobby"))
        if not self.guest.may_see(opened):
            return self._elsewhere(opened)
        if opened.outcome is not None:
            return self._ranking(opened.outcome)
        prompt = opened.prompt
        if prompt is None or isinstance(prompt, MenuPrompt):
            return self._line(say("phone.at_device"))
        options = prompt.options if isinstance(prompt, Choose) else ()
        rows = "".join(f"<li>{self._tell(one.words)}{self._worth(one)}</li>" for one in options if one.refused is None)
        return (
            self._head(prompt) + self._parts(prompt, opened.box) + (f'<ul class="choices">{rows}</ul>' if rows else "")
        )

    # --- words ---

    def _tell(self, text: Text | Bilingual) -> str:
        return escape(self.telling.tell(text))

    def _line(self, text: Text) -> str:
        return f'<p class="words">{self._tell(text)}</p>'

    def _elsewhere(self, opened: Opened) -> str:
        player = opened.prompt.audience if opened.prompt is not None else None
        assert player is not None  # what is for everybody is seen by everybody
        if player == self.guest.player:
            return self._line(say("phone.your_sign"))
        at_phone = self.has_phone(player) and not opened.has_sign
        return self._line(say("phone.at_phone" if at_phone else "phone.looks_there", player=player))

    def _head(self, prompt: Prompt) -> str:
        news = f'<p class="news">{self._tell(prompt.news)}</p>' if prompt.news is not None else ""
        alone = f'<p class="alone">{self._tell(say("phone.for_you"))}</p>' if prompt.audience is not None else ""
        return f'{alone}{news}<p class="words">{self._tell(prompt.words)}</p>'

    def _button(self, name: str, value: str, words: Text | Bilingual, kind: str = "strong") -> str:
        # What is not complete must not keep somebody from going back.
        leaves = " formnovalidate" if kind == "quiet" else ""
        return f'<button class="{kind}" name="{name}" value="{escape(value)}"{leaves}>{self._tell(words)}</button>'

    # --- prompts ---

    def _prompt(self, prompt: Prompt, box: Box | None) -> str:
        head = self._head(prompt) + self._parts(prompt, box)
        blanks = box.blanks(prompt) if box is not None else None
        if blanks is not None:
            return head + self._blanks(blanks)
        match prompt:
            case Choose():
                return head + self._options(prompt.options) + self._thrown_again(prompt)
            case PickNumber():
                return head + self._number(prompt)
            case ReadDice():
                return head + self._by_hand(self._pieces(prompt.count, prompt.faces, self._face, ()))
            case ReadBalls():
                bag = tuple(dict.fromkeys(prompt.bag))
                return head + self._by_hand(self._pieces(prompt.count, bag, self._colour, ()))
            case ReadLaid():
                return head + self._by_hand(self._card(prompt)) + self._options(prompt.options)
            case ShowSum():
                return head + self._sum(prompt) + self._button("ok", "1", say("tap.ok"))
            case ShowSheet():
                return head + self._sheet(prompt) + self._button("ok", "1", say("tap.ok"))
            case ShowCode():
                return f"{head}<p><code>{escape(prompt.code)}</code></p>" + self._button("ok", "1", say("tap.ok"))
            case HandOver():
                return head + self._button("ok", "1", say("tap.show_me"))
            case _ if prompt.refusal(Noted()) is not None:  # a game's own, such as cards to be shown to the camera
                return head + self._line(say("phone.at_device"))
        return head + self._button("ok", "1", say("tap.ok"))

    def _parts(self, prompt: Prompt, box: Box | None) -> str:
        """What the game's box has to show of a prompt of its own."""
        return "" if box is None else parts_html(box.parts(prompt, self.telling.tell))

    def _blanks(self, blanks: Blanks) -> str:
        rows = []
        for number, blank in enumerate(blanks.blanks):
            legend = self._tell(blank.name)
            kinds = ((key, escape(name)) for key, name in blank.rows)
            rows.append(_pills(f"blank-{number}", legend, kinds, blank.chosen))
        return "".join(rows) + self._button("enter", "1", say("tap.enter"))

    def _options(self, options: Iterable[Option]) -> str:
        rows = []
        for option in options:
            reason = f"<small>{self._tell(option.refused)}</small>" if option.refused is not None else ""
            kind = "option refused" if reason else "option"
            rows.append(
                f'<button class="{kind}" name="choice" value="{escape(option.key)}" formnovalidate>'
                f"<span>{self._tell(option.words)}</span>{self._worth(option)}{reason}</button>"
            )
        return f'<div class="options">{"".join(rows)}</div>'

    def _worth(self, option: Option) -> str:
        """What an option brings, and below it what its little signs on the OLED mean."""
        value = f' <span class="value">{self._tell(option.value)}</span>' if option.value is not None else ""
        signs = [sign for sign in (option.lead, *option.signs) if sign is not None]
        told = ", ".join(self._tell(sign.words) for sign in signs)
        return value + (f' <span class="signs">{told}</span>' if told else "")

    def _thrown_again(self, prompt: Choose) -> str:
        """Where dice may be thrown again meanwhile: as they lie, to be put right."""
        watch = prompt.watch
        if watch is None or watch.refused is not None:
            return ""
        dice = self._pieces(watch.read.count, watch.read.faces, self._face, watch.lying.faces)
        return f"<details><summary>{self._tell(say('phone.thrown_again'))}</summary>{dice}</details>"

    def _number(self, prompt: PickNumber) -> str:
        if prompt.high - prompt.low < FEW_NUMBERS:
            numbers = range(prompt.low, prompt.high + 1)
            buttons = (f'<button class="pill" name="value" value="{one}">{one}</button>' for one in numbers)
            return f'<div class="pills">{"".join(buttons)}</div>'
        start = prompt.low if prompt.start is None else prompt.start
        return (
            f'<input type="number" name="value" inputmode="numeric" min="{prompt.low}" max="{prompt.high}"'
            f' value="{start}" required aria-label="{self._tell(prompt.words)}">'
            + self._button("enter", "1", say("tap.ok"))
        )

    def _by_hand(self, form: str) -> str:
        """What the camera sees by itself is folded; the page remembers who wants to enter it."""
        return f'<details class="by-hand"><summary>{self._tell(say("phone.by_hand"))}</summary>{form}</details>'

    def _face(self, face: str) -> str:
        return escape(face) if face.isdecimal() else self._tell(say(f"face.{face}"))

    def _colour(self, colour: str) -> str:
        return self._tell(say(f"colour.{colour}"))

    def _pieces(self, count: int, kinds: tuple[str, ...], name: Callable[[str], str], lying: tuple[str, ...]) -> str:
        rows = []
        for number in range(count):
            legend = self._tell(say("phone.piece", number=number + 1))
            before = lying[number] if number < len(lying) else None
            rows.append(_pills(f"piece-{number}", legend, ((kind, name(kind)) for kind in kinds), before))
        return "".join(rows) + self._button("enter", "1", say("tap.enter"))

    def _card(self, prompt: ReadLaid) -> str:
        """One more card for the grid: where, which colour, which number."""
        lying = {(card.row, card.col): card for card in prompt.known}
        cells = []
        for row in range(prompt.size):
            for col in range(prompt.size):
                card = lying.get((row, col))
                if card is not None:
                    heard = f'<span class="unseen">{self._colour(card.colour)}</span>'
                    cells.append(f'<span class="cell taken">{card.value} {heard}</span>')
                    continue
                label = self._tell(say("phone.cell", row=row + 1, column=col + 1))
                cells.append(
                    f'<label class="cell"><input type="radio" name="place" value="{row},{col}" required'
                    f' aria-label="{label}"><span></span></label>'
                )
        colours = ((colour, self._colour(colour)) for colour in CARD_COLOURS)
        values = ((str(value), str(value)) for value in CARD_VALUES)
        return (
            f'<div class="grid grid-{prompt.size}">{"".join(cells)}</div>'
            + _pills("colour", self._tell(say("phone.colour")), colours, None)
            + _pills("digit", self._tell(say("phone.digit")), values, None)
            + self._button("enter", "1", say("tap.lay"))
        )

    def _sum(self, prompt: ShowSum) -> str:
        rows = "".join(
            f"<tr><th scope=row>{self._tell(row.words)}</th><td>{self._tell(row.value) if row.value else ''}</td></tr>"
            for row in prompt.rows
        )
        return f"<table>{rows}</table>"

    def _sheet(self, prompt: ShowSheet) -> str:
        columns = "".join(f"<th scope=col>{self._tell(column)}</th>" for column in prompt.columns)
        rows = []
        for row in prompt.rows:
            figures = (str(figure) if figure or prompt.shows_zero else "" for figure in row.figures)
            cells = "".join(f"<td>{figure}</td>" for figure in figures)
            turn = "▶ " if row.is_active else ""
            rows.append(f"<tr><th scope=row>{turn}{escape(row.player)}</th>{cells}</tr>")
        return f"<table><tr><td></td>{columns}</tr>{''.join(rows)}</table>"

    def _outcome(self, outcome: Outcome | None) -> str:
        assert outcome is not None  # else a prompt is open
        return self._ranking(outcome) + self._button("ok", "1", say("tap.into_book"))

    def _ranking(self, outcome: Outcome) -> str:
        rows = "".join(
            f"<tr><td>{f'{result.place}.' if result.place else '–'}</td><th scope=row>{escape(result.player)}</th>"
            f"<td>{result.score}</td></tr>"
            for result in sorted(outcome.results, key=lambda one: (one.place == 0, one.place))
        )
        return f'<p class="words">{self._tell(outcome.words)}</p><table>{rows}</table>'


def _pills(name: str, legend: str, kinds: Iterable[tuple[str, str]], chosen: str | None) -> str:
    """One of some, to be tapped; the words are HTML already."""
    choices = "".join(
        f'<label class="pill"><input type="radio" name="{name}" value="{escape(kind)}" required'
        f"{' checked' if kind == chosen else ''}><span>{words}</span></label>"
        for kind, words in kinds
    )
    return f'<fieldset class="pills"><legend>{legend}</legend>{choices}</fieldset>'

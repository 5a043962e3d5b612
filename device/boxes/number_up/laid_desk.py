"""The desk for laid cards: a sure and legal card is taken without a press, a doubtful one is asked about.

So is the last one, which ends the game, and one that lay there while somebody named a card by buttons or took one back.

What the camera sees and the rules forbid is said in one sentence, which goes away by itself when the table is right
again. By buttons alone a card is named by place, colour and number. Back undoes; a card that was taken back is expected
to leave the table before a next one counts.
"""

from __future__ import annotations

from collections.abc import Sequence

from device.boxes.number_up.card_entry import CardEntry, Entered, Left, Step
from device.boxes.number_up.grid_screen import grid_screen
from device.boxes.number_up.sightings import sightings, trouble_text
from device.desks.desk import Back, ByHand, Given, Heard, Refused, Reply, Tell
from device.eyes.sight import LaidOut, Sight, Wanted
from device.parts.protocols import Button, Press, Tone
from device.records.journal import Source
from device.screens.content import List, Message, Row, Screen
from games.number_up import rules, wording
from games.number_up.flow import BACK, CORRECT
from games.number_up.line_scores import NumberCard
from games.number_up.pieces import Place, State
from games.number_up.reading import Difference, Misfit, shown, shown_with
from games.number_up.sighting import (
    Asked,
    Faint,
    Gap,
    Meaning,
    Move,
    TakenBack,
    Waits,
    meaning,
    proposed,
    with_cards,
)
from games.spine.dialogue import Answer, Chosen, Laid, Option, ReadLaid, Text, say
from vision.base.reading import NumbersReading
from vision.table.motion import TableState

HAND_SIGHTS = 20  # a hand is part of laying a card; one that stays for so many looks, two seconds, is told
HAND_KEY = "hand"
GO_WITHOUT_SAYING = ("number_up.lay", "number_up.lay_hand")  # what a player does all the time
TAKE_AWAY = "number_up.take_away"

TakenBackCards = frozenset[tuple[Place, NumberCard]]


class LaidDesk:
    """Waits for cards in the grid, or for the card that was read wrongly if the prompt is a correction."""

    def __init__(self, prompt: ReadLaid, taken_back: TakenBackCards = frozenset()) -> None:
        if not isinstance(prompt.scene, State):
            raise TypeError("laid cards need the state of a game of Number UP to be compared with")
        self.prompt = prompt
        self._state: State = prompt.scene
        self._taken_back = taken_back
        self._is_correction = any(option.key == BACK for option in prompt.options)
        self._entry: CardEntry | None = None
        self._asked: Asked | None = None  # new cards on the table, some of them doubtful
        self._held: Laid | None = None  # a grid in no doubt that counts only with OK
        self._is_last = False  # because it ends the game
        self._unheeded: Laid | None = None  # such a grid, seen while somebody chose by buttons
        self._just_laid: frozenset[NumberCard] = frozenset()  # since somebody chose by buttons or took a card back
        self._named: tuple[tuple[Place, NumberCard], ...] = ()  # those of them that were answered
        self._option_at: int | None = None  # the list of what else can be done is open
        self._complaint: Text | None = None
        self._gap: Asked | None = None  # what counts if the card out of sight lies there all the same
        self._is_swapped = False  # the complaint is about a card that may have been read wrongly before
        self._status: Text | None = None  # what keeps the camera from seeing the cards now
        self._told: Text | None = None  # what the last reading left to be said
        self._hand_sights = 0
        self._is_touched = False
        if self._is_correction:
            self._enter_correction()

    @property
    def wanted(self) -> Wanted | None:
        return self.prompt

    # --- the camera ---

    def see(self, sight: Sight) -> Reply:
        self._hand_sights = self._hand_sights + 1 if sight.state is TableState.HAND else 0
        self._status = self._status_of(sight)
        if not isinstance(sight.seen, LaidOut):
            return None
        reading = sight.seen.reading
        if self._is_correction:
            self._propose(reading)
            return None
        cards = [NumberCard(card.digit, card.colour) for card in reading.cards]
        self._just_laid = frozenset(cards[n] for n in sight.seen.laid)
        self._told = trouble_text(reading.reasons)
        if sight.seen.has_strays and self._told is None and self._state.level.hand == 1:
            self._told = say("number_up.beside")
        if not reading.cards:
            self._told = say("number_up.no_cards") if self._state.laid else None
            return self._quiet()
        return self._react(meaning(self._state, sightings(reading, self._state), self._taken_back))

    def _status_of(self, sight: Sight) -> Text | None:
        """One line on what keeps the camera from seeing the cards."""
        if sight.has_failed:
            return say("status.no_camera")
        if self._hand_sights >= HAND_SIGHTS:
            return say("status.hand")
        return trouble_text(sight.trouble)

    def _react(self, told: Meaning) -> Reply:
        by_hand = (self._entry is not None and self._asked is None) or self._option_at is not None
        self._unheeded = None
        match told:
            case None:
                self._taken_back = frozenset()
                return self._quiet()
            case Move(answer):
                return self._move(answer, by_hand)
            case Waits(seen):
                self._told = say("number_up.waits", seen=seen)
                return self._quiet()
            case Faint():
                self._told = say("status.unclear")
                return self._quiet()
            case _ if by_hand:
                return None  # whoever names the card by buttons is not interrupted
            case Asked():
                return self._ask(told)
            case TakenBack(card, place):
                again = Asked((), ((place, (card,)),)) if place is not None else None
                return self._complain(say(TAKE_AWAY, card=wording.card_name(card)), again, tone=Tone.SEEN)
            case Gap(card, place, asked):
                return self._complain(wording.refusal(Misfit(Difference.MISSING, card, place)), asked)
            case Misfit():
                reply = self._complain(wording.refusal(told))
                self._is_swapped = told.reason is Difference.SWAPPED
                return reply

    def _move(self, answer: Laid, by_hand: bool) -> Reply:
        """A grid in no doubt: the answer, unless it lay there before or ends the game."""
        lay_there = not all(card in self._just_laid for _, card in self._new_cards(answer))
        if by_hand and lay_there:
            self._unheeded = answer  # whoever chooses by buttons is not interrupted
            return None
        if answer == self._held:
            return None
        back = {place for place, _ in self._taken_back}
        if back and (lay_there or back & {place for place, _ in self._new_cards(answer)}):
            self._hold(answer)
            return Heard(Tone.SEEN)
        return Given(answer, Source.CAMERA, hold=lambda: self._hold(answer, is_last=True))

    def _hold(self, answer: Laid, *, is_last: bool = False) -> None:
        """Ask about cards that are in no doubt."""
        self._stop_entry()
        self._ask(Asked((), tuple((place, (card,)) for place, card in self._new_cards(answer))))
        self._held, self._is_last = answer, is_last

    def _new_cards(self, answer: Laid) -> tuple[tuple[Place, NumberCard], ...]:
        """The cards in the grid that are not known yet."""
        known, size = set(shown(self._state).cards), self._state.level.size
        new = (card for card in answer.cards if card not in known and card.row < size)
        return tuple((Place(card.row, card.col), NumberCard(card.value, card.colour)) for card in new)

    def _quiet(self) -> Reply:
        """Nothing to say; a complaint or a question about a card that is gone is over."""
        self._complaint = self._gap = None
        if self._asked is not None:
            self._stop_entry()
        return None

    def _complain(self, words: Text, gap: Asked | None = None, tone: Tone = Tone.REFUSED) -> Reply:
        is_news = words != self._complaint
        self._stop_entry()
        self._complaint, self._gap, self._is_swapped = words, gap, False
        return Heard(tone) if is_news else None

    # --- asking about doubtful cards ---

    def _ask(self, asked: Asked) -> Reply:
        is_news = asked != self._asked
        if is_news:
            self._complaint = self._gap = self._option_at = None
            self._asked, self._named = asked, asked.sure
            self._ask_next()
        return Heard(Tone.SEEN) if is_news else None

    def _ask_next(self) -> None:
        assert self._asked is not None
        place, cards = self._asked.doubtful[len(self._named) - len(self._asked.sure)]
        others = [card for card in rules.layable_cards(self._state) if card not in cards]
        self._entry = CardEntry((place,), lambda _: (*cards, *others), likeliest_first=bool(cards))

    # --- the buttons ---

    def press(self, press: Press) -> Reply:
        self._is_touched = True
        if self._complaint is not None:
            return self._press_complaint(press.button)
        if self._option_at is not None:
            return self._press_options(press.button)
        if self._entry is not None:
            return self._press_entry(self._entry, press.button)
        match press.button:
            case Button.OK:
                self._enter_card()
                return ByHand()
            case Button.UP | Button.DOWN:
                if self._options():
                    self._option_at = 0
                    return ByHand()
            case Button.BACK:
                return Back()
        return None

    def _press_complaint(self, button: Button) -> Reply:
        gap, words = self._gap, self._complaint
        self._complaint = self._gap = None
        if button is Button.BACK and words is not None and words.key == TAKE_AWAY:
            return Back()  # one more card back
        if button is Button.OK and self._is_swapped:
            return Given(Chosen(CORRECT), Source.BUTTONS)  # what lies there is right, what is known is not
        if button is Button.OK and gap is not None:
            self._ask(gap)
        return None

    def _press_options(self, button: Button) -> Reply:
        options = self._options()
        assert self._option_at is not None
        match button:
            case Button.UP | Button.DOWN:
                by = 1 if button is Button.DOWN else -1
                self._option_at = (self._option_at + by) % len(options)
            case Button.OK:
                option = options[self._option_at]
                self._option_at = None
                if option.key == HAND_KEY:
                    self._entry = CardEntry((), lambda _: rules.unseen_cards(self._state))
                    return None
                return Given(Chosen(option.key), Source.BUTTONS) if option.refused is None else Refused(option.refused)
            case Button.BACK:
                self._option_at = None
                self._offer_unheeded()
        return None

    def _offer_unheeded(self) -> None:
        """What was seen meanwhile lay there before: it counts with OK."""
        if self._unheeded is not None:
            self._hold(self._unheeded)
            self._unheeded = None

    def _press_entry(self, entry: CardEntry, button: Button) -> Reply:
        match entry.press(button):
            case Entered(place, card):
                return self._entered(place, card)
            case Left():
                self._stop_entry()
                if self._is_correction:
                    return Given(Chosen(BACK), Source.BUTTONS)
                self._offer_unheeded()
        return None

    def _entered(self, place: Place | None, card: NumberCard) -> Reply:
        """A card was named: the answer, or the next doubtful card."""
        if self._asked is not None and place is not None:
            self._named = (*self._named, (place, card))
            if len(self._named) < len(self._asked.sure) + len(self._asked.doubtful):
                self._ask_next()
                return None
            if self._held is not None and set(self._named) == set(self._new_cards(self._held)):
                return Given(self._held, Source.CAMERA)
            answer: Answer = with_cards(self._state, self._named)
        elif place is None:
            answer = with_cards(self._state, (), (*self._state.hand, card))
        else:
            answer = shown_with(self._state, place, card)
        refusal, is_unseen = self.prompt.refusal(answer), self._asked is None and not self._is_correction
        self._stop_entry()
        if refusal is not None:
            if self._is_correction:
                self._enter_correction()
            return Refused(refusal)
        return Given(answer, Source.BUTTONS, is_unseen=is_unseen)

    def _stop_entry(self) -> None:
        self._entry = self._asked = self._held = None
        self._named = ()

    # --- a card by buttons ---

    def _enter_card(self) -> None:
        cards = rules.layable_cards(self._state)
        places = rules.open_places(self._state)
        self._entry = CardEntry(places, lambda _: cards, start=self._nearest(places))

    def _nearest(self, places: Sequence[Place]) -> Place:
        """The place nearest to the newest card: most cards are laid beside it or one farther."""
        newest = self._state.newest
        size = self._state.level.size
        row, col = divmod(newest, size) if newest is not None else (size // 2, size // 2)
        return min(places, key=lambda place: abs(place.row - row) + abs(place.col - col))

    def _enter_correction(self) -> None:
        size = self._state.level.size
        places = [Place(*divmod(cell, size)) for cell, card in enumerate(self._state.grid) if card is not None]
        newest = self._state.newest
        start = Place(*divmod(newest, size)) if newest is not None else None
        self._entry = CardEntry(places, self._instead, start=start)

    def _instead(self, place: Place | None) -> tuple[NumberCard, ...]:
        """What the card in this place can have been."""
        assert place is not None
        return rules.cards_instead(self._state, place)

    def _propose(self, reading: NumbersReading) -> None:
        """If the camera sees one card otherwise than it is known, that is the one to be put right."""
        found = proposed(self._state, sightings(reading, self._state))
        if found is None or self._is_touched:
            return
        place, cards = found
        others = [card for card in self._instead(place) if card not in cards]
        self._entry = CardEntry((place,), lambda _: (*cards, *others), likeliest_first=True)

    # --- what else can be done ---

    def _options(self) -> tuple[Option, ...]:
        """The prompt's options, and naming the open cards where the level has a hand."""
        state = self._state
        has_room = self.prompt.hand > 0 and len(state.hand) < rules.open_size(state)
        return (*((Option(HAND_KEY, say("number_up.show_hand")),) if has_room else ()), *self.prompt.options)

    # --- the screen ---

    def screen(self, tell: Tell, blink: bool) -> Screen:
        if self._complaint is not None:
            return self._complaint_screen(self._complaint, tell)
        if self._option_at is not None:
            rows = tuple(Row(tell(option.words), is_refused=option.refused is not None) for option in self._options())
            return List(tell(say("number_up.instead")), rows, self._option_at)
        if self._entry is not None:
            return self._entry_screen(self._entry, tell, blink)
        hint = None if self._state.laid else say("number_up.by_hand")
        line = self._status or self._told or self.prompt.news or hint
        return grid_screen(
            self._state,
            tell,
            title=tell(self.prompt.words),
            line=tell(line) if line else "",
            tells_goal=self.prompt.words.key in GO_WITHOUT_SAYING,
        )

    def _complaint_screen(self, words: Text, tell: Tell) -> Screen:
        is_undo = words.key == TAKE_AWAY
        title = say("number_up.taken_back") if is_undo else say("title.not_now")
        return Message(tell(title), tell(words), tell(self._complaint_footer(is_undo)), is_warning=not is_undo)

    def _complaint_footer(self, is_undo: bool) -> Text:
        if is_undo and self._gap is not None:
            return say("number_up.put_right")
        if self._is_swapped:
            return say("number_up.is_so")
        return say("number_up.lies_there") if self._gap is not None else say("number_up.see_grid")

    def _entry_screen(self, entry: CardEntry, tell: Tell, blink: bool) -> Screen:
        card, place = entry.card, entry.place
        name = ""
        if card is not None:
            colour = say(f"number_up.colour.{card.colour}")
            is_whole = entry.step is not Step.COLOUR
            name = tell(say("number_up.named", colour=colour, value=card.value) if is_whole else colour)
        return grid_screen(
            self._state,
            tell,
            title=tell(self._question(entry.step)),
            line=tell(say("number_up.ends" if self._held is not None and self._is_last else "number_up.turn")),
            name=name,
            cursor=place.row * self._state.level.size + place.col if place is not None else None,
            shown=card,
            is_blinking=blink and self._asked is not None and self._held is None,
        )

    def _question(self, step: Step) -> Text:
        if self._held is not None and step is Step.CARD:
            return say("number_up.last" if self._is_last else "number_up.lay_there")
        if self._asked is not None and step is Step.CARD:
            return say("number_up.is_it")
        if step is Step.PLACE:
            return self.prompt.words if self._is_correction else say("number_up.where")
        return say("number_up.which_value" if step is Step.VALUE else "number_up.which_colour")


def cards_taken_back(undone: Sequence[Answer], size: int) -> TakenBackCards:
    """The cards of answers that were undone, which may still lie on the table."""
    cards = [card for answer in undone if isinstance(answer, Laid) for card in answer.cards if card.row < size]
    return frozenset((Place(card.row, card.col), NumberCard(card.value, card.colour)) for card in cards)

"""The desk for laid cards: sure and legal cards are taken without a press, a doubtful one is asked about.

So is the last one, which ends the game, and one that lay there while somebody named a card by buttons or took one back.

What the camera sees and the rules forbid is said in one sentence, which goes away by itself when the table is right
again. What the player has put aside is not said again until something moves. By buttons alone a card is named by place,
colour and number. Back undoes; cards that were taken back are expected to leave the table before a next one counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from device.boxes.number_up.card_entry import CardEntry, Entered, Left, Step
from device.boxes.number_up.centre_entry import CentreEntry, laid_by
from device.boxes.number_up.complaints import Complaint, Remedy, complaint_about
from device.boxes.number_up.entry_screen import entry_screen, question
from device.boxes.number_up.grid_screen import grid_screen
from device.boxes.number_up.instead import HAND_KEY, Instead, options_instead
from device.boxes.number_up.sightings import sightings, trouble_text
from device.boxes.number_up.taken_back import TakenBackCards
from device.desks.desk import Back, ByHand, Desk, Given, Heard, LookAgain, Refused, Reply, Tell
from device.eyes.sight import LaidOut, Sight, Wanted
from device.parts.protocols import Button, Press, Tone
from device.records.journal import Source
from device.screens.content import Screen
from games.number_up import rules
from games.number_up.flow import CORRECT, SCORE
from games.number_up.line_scores import NumberCard
from games.number_up.pieces import Place, State
from games.number_up.reading import MOST_AT_ONCE, Difference, Misfit, shown, shown_with
from games.number_up.sighting import (
    Asked,
    Centre,
    Faint,
    Gap,
    Meaning,
    Move,
    Remembered,
    TakenBack,
    Waits,
    meaning,
    met,
    with_cards,
)
from games.spine.dialogue import Answer, Chosen, Laid, Option, ReadLaid, Text, say
from vision.table.motion import TableState

HAND_SIGHTS = 20  # a hand is part of laying a card; one that stays for so many looks, two seconds, is told
LOOK_AGAIN_SIGHTS = 5  # at rest, while something is unexplained; with what a look takes, that is about a second
GO_WITHOUT_SAYING = ("number_up.lay", "number_up.lay_hand")  # what a player does all the time

Subject: TypeAlias = "frozenset[Place] | Text | None"  # what something told is about


class LaidDesk:
    """Waits for cards in the grid."""

    def __init__(self, prompt: ReadLaid, state: State, taken_back: TakenBackCards = ()) -> None:
        self.prompt = prompt
        self._state = state
        self._remembered = Remembered(taken_back)
        self._entry: CardEntry | None = None
        self._asked: Asked | None = None  # new cards on the table, some of them doubtful
        self._centre: CentreEntry | None = None  # several first cards: which of them lies on the start card
        self._crowd: frozenset[NumberCard] = frozenset()  # cards of another game that lay there before the first one
        self._held: Laid | None = None  # a grid in no doubt that counts only with OK
        self._is_last = False  # because it ends the game
        self._unheeded: Laid | None = None  # such a grid, seen while somebody chose by buttons
        self._just_laid: frozenset[NumberCard] = frozenset()  # since somebody chose by buttons or took a card back
        self._named: tuple[tuple[Place, NumberCard], ...] = ()  # those of them that were answered
        self._instead: Instead | None = None  # the list of what else can be done is open
        self._complaint: Complaint | None = None
        self._is_answering = False  # a button was pressed since a card was asked about
        self._put_aside: Subject | None = None  # what the player does not want to hear of until something moves
        self._status: Text | None = None  # what keeps the camera from seeing the cards now
        self._told: Text | None = None  # what the last reading left to be said
        self._hand_sights = 0
        self._is_puzzled = False  # what was seen last is not explained
        self._waited = 0  # so many sights since then

    @property
    def wanted(self) -> Wanted | None:
        return self.prompt

    def follow(self, before: Desk) -> None:
        """Remember what the desk before this one has seen and was told of the cards that lie there."""
        if isinstance(before, LaidDesk):
            known = {(Place(one.row, one.col), NumberCard(one.value, one.colour)) for one in self.prompt.known}
            there = before._remembered.there & {place for place, _ in known}
            self._remembered = replace(self._remembered, there=there, met=before._remembered.met & known)

    # --- the camera ---

    def see(self, sight: Sight) -> Reply:
        self._hand_sights = self._hand_sights + 1 if sight.state is TableState.HAND else 0
        self._status = self._status_of(sight)
        if sight.state is not TableState.AT_REST:
            self._put_aside = None
        if not isinstance(sight.seen, LaidOut):
            return self._wait(sight)
        self._waited = 0
        reading = sight.seen.reading
        cards = [NumberCard(card.digit, card.colour) for card in reading.cards]
        self._just_laid = frozenset(cards[n] for n in sight.seen.laid)
        self._told = trouble_text(reading.reasons)
        if sight.seen.has_strays and self._told is None and self._state.level.hand == 1:
            self._told = say("number_up.beside")
        if not reading.cards:
            return self._see_none()
        seen = sightings(reading, self._state)
        if not self._state.laid and len(cards) > MOST_AT_ONCE:
            self._crowd = frozenset(cards)
        self._meet(met(self._state, seen))
        told = meaning(self._state, seen, self._remembered)
        self._is_puzzled = not isinstance(told, Move | None)
        return self._react(told)

    def _see_none(self) -> Reply:
        """The table is empty; where no card is known, those that were taken back have left it."""
        self._is_puzzled = self._state.laid > 0
        self._told = say("number_up.no_cards") if self._state.laid else None
        if not self._state.laid:
            self._remembered = replace(self._remembered, taken_back=())
        self._crowd = frozenset()
        return self._quiet()

    def _wait(self, sight: Sight) -> Reply:
        """Nothing is told now; what is still unexplained is looked at again before long."""
        is_due = self._is_puzzled and sight.state is TableState.AT_REST and not sight.has_failed
        self._waited = self._waited + 1 if is_due else 0
        if self._waited < LOOK_AGAIN_SIGHTS:
            return None
        self._waited = 0
        return LookAgain()

    def _meet(self, seen: frozenset[tuple[Place, NumberCard]]) -> None:
        """Remember known cards that are seen where they lie; nobody has to say any more that they do."""
        there = self._remembered.there - {place for place, _ in seen}
        self._remembered = replace(self._remembered, there=there, met=self._remembered.met | seen)

    def _status_of(self, sight: Sight) -> Text | None:
        """One line on what keeps the camera from seeing the cards."""
        if sight.has_failed:
            return say("status.no_camera")
        if self._hand_sights >= HAND_SIGHTS:
            return say("status.hand")
        return trouble_text(sight.trouble)

    def _react(self, told: Meaning) -> Reply:
        by_hand = (self._entry is not None and self._asked is None) or self._instead is not None
        self._unheeded = None
        if self._is_put_aside(told) or (self._is_answering and self._is_asked_about(told)):
            return None  # the player is just answering, or has answered
        match told:
            case None:
                self._remembered = replace(self._remembered, taken_back=())
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
            case Centre():
                return self._ask_centre(told)
            case TakenBack() | Gap() | Misfit():
                return self._complain_about(told)

    def _complain_about(self, told: TakenBack | Gap | Misfit) -> Reply:
        can_score = any(option.key == SCORE for option in self.prompt.options)
        return self._complain(complaint_about(told, can_score=can_score))

    def _ask_centre(self, centre: Centre) -> Reply:
        """Ask which of several first cards lies on the start card, unless they are those of another game."""
        if self._crowd.issuperset(card for _, card in laid_by(centre.ways[0])):
            return self._complain_about(Misfit(Difference.CROWDED))
        if self._centre is not None and self._centre.centre == centre:
            return None
        self._quiet()
        self._is_answering = False
        self._centre = CentreEntry(self._state, centre)
        return Heard(Tone.SEEN)

    def _is_put_aside(self, told: Meaning) -> bool:
        if self._put_aside is None or self._subject(told) != self._put_aside:
            self._put_aside = None
            return False
        return True

    def _is_asked_about(self, told: Meaning) -> bool:
        """Whether this is about the very places that are asked about now, whatever is seen there."""
        asked = self._centre.centre if self._centre is not None else self._asked
        return asked is not None and self._subject(told) == self._subject(asked)

    def _subject(self, told: Meaning) -> Subject:
        """What is told, so that it is known again if it is seen a little otherwise."""
        match told:
            case Asked(sure, doubtful):
                return frozenset(place for place, _ in (*sure, *doubtful))
            case Move(answer):
                return frozenset(place for place, _ in self._new_cards(answer))
            case Centre((way, *_)):
                return frozenset(place for place, _ in laid_by(way))
            case TakenBack() | Gap() | Misfit():
                return complaint_about(told).words
        return None

    def _move(self, answer: Laid, by_hand: bool) -> Reply:
        """A grid in no doubt: the answer, unless it lay there before or ends the game."""
        lay_there = not all(card in self._just_laid for _, card in self._new_cards(answer))
        if by_hand and lay_there:
            self._unheeded = answer  # whoever chooses by buttons is not interrupted
            return None
        if answer == self._held:
            return None
        if self._is_left_over(answer):
            self._hold(answer)
            return Heard(Tone.SEEN)
        back = {place for place, _ in self._remembered.taken_back}
        if back and (lay_there or back & {place for place, _ in self._new_cards(answer)}):
            self._hold(answer)
            return Heard(Tone.SEEN)
        return Given(answer, Source.CAMERA, hold=lambda: self._hold(answer, is_last=True))

    def _is_left_over(self, answer: Laid) -> bool:
        """Whether these lay there among cards of another game, of which the others have been cleared away."""
        cards = {card for _, card in self._new_cards(answer)}
        return not self._state.laid and bool(cards) and self._crowd.issuperset(cards)

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
        self._complaint = self._centre = None
        if self._asked is not None:
            self._stop_entry()
        return None

    def _complain(self, complaint: Complaint) -> Reply:
        is_news = complaint != self._complaint
        self._stop_entry()
        self._centre = None
        self._complaint = complaint
        return Heard(complaint.tone) if is_news else None

    # --- asking about doubtful cards ---

    def _ask(self, asked: Asked) -> Reply:
        is_news = asked != self._asked
        if is_news:
            self._complaint = self._instead = None
            self._is_answering = False
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
        self._is_answering = True
        if self._complaint is not None:
            return self._press_complaint(self._complaint, press.button)
        if self._centre is not None:
            return self._press_centre(self._centre, press.button)
        if self._instead is not None:
            return self._press_instead(self._instead, press.button)
        if self._entry is not None:
            return self._press_entry(self._entry, press.button)
        match press.button:
            case Button.OK:
                self._enter_card()
                return ByHand()
            case Button.UP | Button.DOWN:
                options = options_instead(self.prompt, self._state)
                if options:
                    self._instead = Instead(options)
                    return ByHand()
            case Button.BACK:
                return Back()
        return None

    def _press_complaint(self, complaint: Complaint, button: Button) -> Reply:
        self._complaint = None
        if button is Button.BACK and complaint.is_undo:
            return Back()  # one more card back
        if button is Button.OK and complaint.remedy is Remedy.IS_SO:
            return Given(Chosen(CORRECT), Source.BUTTONS)  # what lies there is right, what is known is not
        if button is Button.OK and complaint.remedy is Remedy.SCORE:
            return Given(Chosen(SCORE), Source.BUTTONS)
        if button is Button.OK and complaint.missing is not None:
            self._remembered = replace(self._remembered, there=self._remembered.there | {complaint.missing})
        self._put_aside = complaint.words
        if button is Button.OK and complaint.asked is not None:
            self._ask(complaint.asked)
        return None

    def _press_centre(self, centre: CentreEntry, button: Button) -> Reply:
        way = centre.press(button)
        if way is None:
            return None
        self._centre = None
        match way:
            case Move(answer):
                return Given(answer, Source.BUTTONS)
            case Asked():
                return self._ask(way)
        self._put_aside = self._subject(centre.centre)
        return None

    def _press_instead(self, instead: Instead, button: Button) -> Reply:
        match instead.press(button):
            case Option() as option:
                self._instead = None
                if option.key == HAND_KEY:
                    self._entry = CardEntry((), lambda _: rules.unseen_cards(self._state))
                    return None
                return Given(Chosen(option.key), Source.BUTTONS) if option.refused is None else Refused(option.refused)
            case Left():
                self._instead = None
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
                self._put_aside = self._subject(self._asked)
                self._stop_entry()
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
        refusal, is_unseen = self.prompt.refusal(answer), self._asked is None
        self._stop_entry()
        if refusal is not None:
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

    # --- the screen ---

    def screen(self, tell: Tell, blink: bool) -> Screen:
        if self._complaint is not None:
            return self._complaint.screen(tell)
        if self._centre is not None:
            return self._centre.screen(tell)
        if self._instead is not None:
            return self._instead.screen(tell)
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

    def _entry_screen(self, entry: CardEntry, tell: Tell, blink: bool) -> Screen:
        return entry_screen(
            self._state,
            entry,
            tell,
            title=self._question(entry.step),
            line=say("number_up.ends") if self._held is not None and self._is_last else None,
            is_blinking=blink and self._asked is not None and self._held is None,
        )

    def _question(self, step: Step) -> Text:
        if self._held is not None and step is Step.CARD:
            return say("number_up.last" if self._is_last else "number_up.lay_there")
        if self._asked is not None and step is Step.CARD:
            return say("number_up.is_it")
        return question(step, say("number_up.where"))

"""What a player had been shown, and whether a device that is switched on again still knows all of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from device.boxes.box import loaded_for
from device.eyes.profiles import Profiles
from device.parts.protocols import Button, Press
from device.records.journal import Journal
from device.screens.content import List, Message
from games.spine.session import Session
from tools.torture.evening import into_settings, is_settings
from tools.torture.seat import Move, Seat, listening, plain, seat_at

OK = Press(Button.OK)
MANY = 10_000
WELCOME = 12  # presses from switching on to the game at most


@dataclass(frozen=True, slots=True)
class Shown:
    """A game as a player saw it: the answers behind it, whether it was over, and its screen when it came up."""

    answers: tuple[str, ...]
    lines: int = 0  # the journal's, with what was taken back
    is_over: bool = False
    words: str | None = None  # None: it came up under a menu or a message
    may_grow: bool = False  # a step in it broke off: its line is written or not
    covered_for: str | None = None  # the one player for whom it is; going on, it comes back covered


@dataclass(frozen=True, slots=True)
class Truth:
    """All that was shown as done until now."""

    number: int | None = None  # of the game that is on
    games: dict[int, Shown] = field(default_factory=dict)  # all that are open, by the journal's numbers
    results: tuple[tuple[object, ...], ...] = ()
    settings: tuple[object, ...] = ()
    data: tuple[tuple[str, str], ...] = ()  # of each game, by its fingerprint
    profiles: tuple[str, ...] = ()
    phones: tuple[tuple[str, bool, str | None], ...] = ()  # that were let in: which, whether the owner's, and whose
    rows: tuple[tuple[str, str], ...] | None = None  # of the settings, while they are shown
    is_putting_aside: bool = False  # OK would put a game aside that cannot be gone on with
    steps: int = 0


class Witness:
    """Sits beside a player and keeps the truth."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self.truth = Truth()

    def look(self, steps: int = 0) -> Truth:
        """Take in what is shown now."""
        seat, before = self._seat, self.truth
        device = seat.device
        games = dict(before.games)
        left = set() if before.number in (None, seat.number) else {before.number}
        if before.is_putting_aside:
            left |= {number for number in games if _is_put_away(device.journal, number)}
        for number in left - {stored.id for stored in device.journal.unfinished(MANY)}:
            games.pop(number, None)  # finished or given up
        if seat.game is not None and seat.number is not None:
            games[seat.number] = self._game(games.get(seat.number))
        self.truth = Truth(
            seat.number,
            games,
            results_of(seat),
            settings_of(seat),
            data_of(seat),
            profiles_of(seat.device.journal.path.parent),
            phones_of(seat),
            rows_of(seat),
            is_putting_aside(seat),
            steps,
        )
        return self.truth

    def forgive(self, number: int | None) -> None:
        """A step of this game has broken off: nobody knows what became of it, and the player was told so."""
        games = self.truth.games
        if number is not None and number in games:
            self.truth = replace(self.truth, games={**games, number: replace(games[number], may_grow=True)})

    def _game(self, before: Shown | None) -> Shown:
        talk = self._seat.game
        assert talk is not None
        answers = tuple(answer.to_line() for answer in talk.session.answers)
        lines = len(self._seat.device.journal.lines(talk.number))
        now = Shown(answers, lines, talk.session.outcome is not None)
        if (
            before is not None
            and replace(before, words=None, covered_for=None, may_grow=False) == now
            and before.words is not None
        ):
            return before
        if talk._above:
            return now
        covered = talk.audience
        return replace(now, words=plain(self._seat.screen), covered_for=covered)


def results_of(seat: Seat) -> tuple[tuple[object, ...], ...]:
    """The book, line by line."""
    return tuple(
        (one.session, one.player, one.score, one.medal.value, one.place) for one in seat.device.journal.results()
    )


def settings_of(seat: Seat) -> tuple[object, ...]:
    """What is set."""
    now = seat.device.preferences
    return (
        *(now.language, now.has_sound, now.profile, now.last_player, now.last_group),
        *(now.is_for_phones, now.is_welcomed),
    )


def data_of(seat: Seat) -> tuple[tuple[str, str], ...]:
    """Each game's data."""
    return tuple((name, loaded.game.data) for name, loaded in seat.device.game_list.items())


def profiles_of(folder: Path) -> tuple[str, ...]:
    """What was taught."""
    return Profiles(folder).names()


def phones_of(seat: Seat) -> tuple[tuple[str, bool, str | None], ...]:
    """Who was let in."""
    return tuple((phone.digest, phone.is_owner, phone.player) for phone in seat.device.door.phones.all)


def rows_of(seat: Seat) -> tuple[tuple[str, str], ...] | None:
    """The settings as they are listed, while they are."""
    screen = seat.screen
    if not is_settings(seat) or not isinstance(screen, List):
        return None
    return tuple((row.text, row.value) for row in screen.rows)


def is_putting_aside(seat: Seat) -> bool:
    """Whether the cursor is on the row that gives up a game which cannot be gone on with."""
    screen = seat.screen
    return isinstance(screen, List) and screen.rows[screen.cursor].text == seat.told("lobby.put_aside")


def look_back(folder: Path, truth: Truth, *, in_flight: bool, seed: int = 1) -> list[str]:
    """Switch a device on with this folder and hold it against the truth; what is missing or different, in sentences.

    `in_flight`: hands were at something when it ended, whose outcome nobody has seen. That one step may have been
    taken or not: one more line in one game, one setting changed, one result more. Nothing else.
    """
    with listening() as ears, seat_at(folder, seed) as seat:
        wrong = _compare(seat, truth, in_flight)
        wrong += [f"the log has {words!r}" for words in ears.tracebacks]
        wrong += seat.held.wrong
        return wrong


def _compare(seat: Seat, truth: Truth, in_flight: bool) -> list[str]:
    wrong: list[str] = []
    slack = 1 if in_flight else 0
    results = results_of(seat)
    if missing := [one for one in truth.results if one not in results]:
        wrong.append(f"{len(missing)} results are gone: {missing[0]}")
    if len(results) > len(truth.results) and not (in_flight or any(shown.is_over for shown in truth.games.values())):
        wrong.append(f"results nobody has seen: {results[len(truth.results) :]}")
    now = settings_of(seat)
    if sum(one != other for one, other in zip(truth.settings, now, strict=False)) > slack:
        wrong.append(f"settings were {truth.settings} and are {now}")
    if sum(one != other for one, other in zip(truth.data, data_of(seat), strict=False)) > slack:
        wrong.append("a game has other data")
    if len(set(truth.profiles) ^ set(profiles_of(seat.device.journal.path.parent))) > slack:
        wrong.append(f"there were the profiles {truth.profiles}")
    if len({one[0] for one in set(truth.phones) ^ set(phones_of(seat))}) > slack:
        wrong.append(f"there were the phones {truth.phones} and are {phones_of(seat)}")
    wrong += _compare_games(seat, truth, in_flight)
    wrong += _compare_screen(seat, truth, in_flight)
    if truth.rows is not None and not in_flight and not wrong:
        for move in into_settings(seat):
            seat.do(move)
        if rows_of(seat) != truth.rows:
            wrong.append(f"the settings showed {truth.rows} and show {rows_of(seat)}")
    return wrong


def _is_put_away(journal: Journal, number: int) -> bool:
    """Whether a game was given up, so that a failure says whether somebody chose that or an answer is lost."""
    rows = journal._pages.select("SELECT dropped_at IS NOT NULL FROM sessions WHERE id = ?", number)
    return bool(rows and rows[0][0])


def _compare_games(seat: Seat, truth: Truth, in_flight: bool) -> list[str]:
    """Every open game has the answers it had; the one that was played may have got one more line, or be finished."""
    wrong = []
    journal, game_list = seat.device.journal, seat.device.game_list
    still_open = {stored.id for stored in journal.unfinished(MANY)}
    for number, shown in truth.games.items():
        may_differ = shown.may_grow or (in_flight and number == truth.number)
        if number not in still_open:
            is_put_away = _is_put_away(journal, number)
            if in_flight and truth.is_putting_aside and is_put_away:
                continue  # the press that was on its way
            if not (may_differ or shown.is_over):
                how = "put away" if is_put_away else "lost"
                when = " in the middle of a step" if in_flight else ""
                wrong.append(f"game {number} with {len(shown.answers)} answers is not open any more: {how}{when}")
            continue
        lines, setup = journal.lines(number), journal.setup(number)
        loaded = loaded_for(game_list, setup)
        answers = shown.answers
        if loaded is not None:  # else the owner has changed its data meanwhile
            session = Session.replay(loaded.game, setup, lines)
            answers = tuple(answer.to_line() for answer in session.answers)
        if may_differ and len(lines) == shown.lines + 1:
            continue  # the step that was in flight
        if answers != shown.answers or len(lines) != shown.lines:
            wrong.append(f"game {number} had {_tail(shown.answers)} and has {_tail(answers)}")
    return wrong


def _compare_screen(seat: Seat, truth: Truth, in_flight: bool) -> list[str]:
    """From switching on, OK leads to the game that was on, and to the same screen."""
    seat.do(Move())
    if seat.screen is None:
        return ["nothing is shown after switching on"]
    if truth.number is None:
        return []
    shown = truth.games[truth.number]
    _through_the_welcome(seat)
    if seat.number != truth.number:
        came = truth.games.get(seat.number or 0)
        if in_flight or (came is not None and came.is_over):  # what only has to be closed comes first
            return []
        what = "the ending" if shown.is_over else f"game {truth.number}"
        instead = f"game {seat.number}" if seat.number else f"{plain(seat.screen)!r}"
        return [f"{what} was on, but switching on leads to {instead}"]
    assert seat.game is not None
    now = tuple(answer.to_line() for answer in seat.game.session.answers)
    if shown.words is None or (in_flight and now != shown.answers):
        return []
    if shown.covered_for is not None:
        is_covered = seat.game.private_for is None and shown.covered_for in plain(seat.screen)
        return [] if is_covered else [f"it was for {shown.covered_for} alone and now shows {plain(seat.screen)!r}"]
    if plain(seat.screen) != shown.words:
        return [f"the screen was {shown.words!r} and is {plain(seat.screen)!r}"]
    return []


def _through_the_welcome(seat: Seat) -> None:
    """OK to whatever is said or asked after switching on, until a game or the start is there."""
    asked = {seat.told("lobby.go_on_yes"), seat.told("lobby.keep")}
    for _ in range(WELCOME):
        screen = seat.screen
        if seat.game is None and (
            isinstance(screen, Message) or (isinstance(screen, List) and screen.rows[0].text in asked)
        ):
            seat.do(Move(OK))


def _tail(answers: tuple[str, ...]) -> str:
    return f"{len(answers)} answers, the last {answers[-1:]}"

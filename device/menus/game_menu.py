"""The menu behind the back button in a game: steps back and forward, corrections, look-ups, the way out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from device.boxes.box import LoadedGame, LookUp
from device.desks.desk import Given
from device.desks.dice_desk import DiceDesk
from device.desks.next import GoHome, Next
from device.desks.stack import DeskStack
from device.errors import JournalError
from device.menus.sign_menu import SignMenu
from device.menus.throws import last_throw, open_watch
from device.records.journal import Journal, Source
from games.spine.dialogue import Answer, Choose, Chosen, Option, ReadLaid, say
from games.spine.session import Answered, Entry, Fixed, Redone, Session, Undone

LOOK_UP = "look_up:"  # in front of a game's own keys, so that none hides a row of the menu


class GameMenu:
    """Opens above a game. `enter` makes an entry of the session; everything here is for everybody to see."""

    def __init__(
        self,
        session: Session,
        number: int,
        loaded: LoadedGame,
        journal: Journal,
        above: DeskStack,
        signs: SignMenu,
        enter: Callable[[Entry, Given | None], bool],
    ) -> None:
        self._session = session
        self._number = number
        self._loaded = loaded
        self._journal = journal
        self._above = above
        self._signs = signs
        self._enter = enter

    def open(self) -> None:
        """Put the menu above the game."""
        throw_again = (Option("again", say("menu.again")),) if open_watch(self._session) else ()
        here = self._session.prompt
        options = (
            Option("undo", say("menu.undo"), self._session.undo_refusal),
            Option("redo", say("menu.redo"), None if self._session.can_redo else say("refused.nothing_to_redo")),
            *throw_again,
            *self._corrections(),
            *self._look_ups(),
            *(here.aside if here is not None and here.audience is None else ()),
            *self._sign_row(),
            Option("pause", say("menu.pause")),
            Option("quit", say("menu.quit")),
        )
        self._above.ask(Choose(words=say("menu.title"), options=options), self._choose)

    def _corrections(self) -> tuple[Option, ...]:
        """Putting right what was taken: a throw, or where cards are laid whatever the prompt offers."""
        prompt, can_fix = self._session.prompt, last_throw(self._session) is not None
        if isinstance(prompt, ReadLaid):
            return prompt.options if prompt.audience is None else ()
        if not can_fix and not self._loaded.box.has_throws_from_start:
            return ()
        return (Option("fix", say("menu.fix"), None if can_fix else say("refused.nothing_to_fix")),)

    def _look_ups(self) -> tuple[Option, ...]:
        """What can be looked up: the level's rule, and what the game offers beside itself."""
        level = (Option("level", say("menu.level")),) if self._loaded.chapters else ()
        return (
            *level,
            *(Option(LOOK_UP + one.key, one.words) for one in self._loaded.box.look_ups(self._session.open_scene)),
        )

    def _sign_row(self) -> tuple[Option, ...]:
        """Personal signs, where some of what is shown is for one of several alone."""
        has_eyes_to_fear = self._loaded.box.has_secrets and len(self._session.setup.players) > 1
        return (Option("signs", say("menu.signs")),) if has_eyes_to_fear else ()

    def _choose(self, answer: Answer | None) -> Next:
        if not isinstance(answer, Chosen):
            return None
        actions: dict[str, Callable[[], Next]] = {
            "undo": lambda: self._change(Undone()),
            "redo": lambda: self._change(Redone()),
            "again": self._open_throw_again,
            "fix": self._open_fix,
            "level": self._show_level,
            "signs": self._signs.open,
            "pause": GoHome,
            "quit": self._ask_quit,
        }
        actions |= {
            LOOK_UP + one.key: partial(self._look_up, one)
            for one in self._loaded.box.look_ups(self._session.open_scene)
        }
        return actions.get(answer.key, lambda: self._change(Answered(answer)))()

    def _change(self, entry: Entry) -> Next:
        self._enter(entry, None)
        return None

    def _look_up(self, look_up: LookUp) -> Next:
        self._above.lead(look_up.lead())
        return None

    def _show_level(self) -> Next:
        level = self._loaded.level(self._session.setup.level)
        targets = level.targets
        self._above.inform(
            say(
                "level.house_targets" if self._loaded.is_house([level.id]) else "level.targets",
                bronze=targets.bronze,
                silver=targets.silver,
                gold=targets.gold,
            ),
            say("level.title", level=level.id, name=level.name),
        )
        self._above.inform(say("level.rule", rule=level.rule), say("level.title", level=level.id, name=level.name))
        return None

    def _ask_quit(self) -> Next:
        options = (Option("no", say("quit.no")), Option("yes", say("quit.yes")))
        self._above.ask(Choose(words=say("quit.title"), options=options), self._quit_choice)
        return None

    def _quit_choice(self, answer: Answer | None) -> Next:
        if answer != Chosen("yes"):
            return None
        try:
            self._journal.drop(self._number)
        except JournalError as error:
            self._above.complain(error.words, say("title.not_saved"))
            return None
        self._signs.end()
        return GoHome()

    # --- corrections ---

    def _open_fix(self) -> Next:
        last = last_throw(self._session)
        if last is None:
            return None

        def put_right(answer: Answer | None) -> Next:
            if answer is not None and answer != last.answer:
                self._enter(Fixed(last.index, answer), None)
            return None

        self._above.put(last.desk(), put_right)
        return None

    def _open_throw_again(self) -> Next:
        """The re-roll by buttons alone: the dice as they lay, to be turned to what they show now."""
        watch = open_watch(self._session)
        if watch is None:
            return None

        def thrown(answer: Answer | None) -> Next:
            if answer is not None:
                self._enter(Answered(answer), Given(answer, Source.BUTTONS, is_unseen=True))
            return None

        self._above.put(DiceDesk.correcting(watch.read, watch.lying), thrown)
        return None

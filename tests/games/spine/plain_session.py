"""A session played in the plainest way, to compare with: every step back plays the whole game again from its start."""

from games.spine.dialogue import HandOver, Noted
from games.spine.session import Answered, Fixed, Redone, Undone, entry_from_line


class PlainSession:
    """Makes entries without checking them; `answers`, `prompts`, `prompt` and `outcome` are what a session has."""

    def __init__(self, game, setup):
        self._game, self._setup = game, setup
        self._undone = ()
        self._start()

    @classmethod
    def replay(cls, game, setup, lines):
        session = cls(game, setup)
        for line in lines:
            session.enter(entry_from_line(line))
        return session

    @property
    def undone(self):
        return tuple(answer for step in self._undone for answer in reversed(step))

    @property
    def closed(self):
        if self.outcome is not None and self.outcome.closes:
            return len(self.answers)
        shown = (*self.prompts, self.prompt)
        return max((number for number, prompt in enumerate(shown) if prompt is not None and prompt.closes), default=0)

    def enter(self, entry):
        match entry:
            case Answered(answer):
                self._send(answer)
                self._undone = self._undone_after(answer)
            case Undone():
                left = self._left_by_undo()
                taken_back = self.answers[left:]
                self._restart(self.answers[:left])
                self._undone = (*self._undone, taken_back)
            case Redone():
                *rest, step = self._undone
                for answer in step:
                    self._send(answer)
                self._undone = tuple(rest)
            case Fixed(index, answer):
                self._restart((*self.answers[:index], answer, *self.answers[index + 1 :]))
                self._undone = ()

    def _left_by_undo(self):
        left = len(self.answers) - 1
        whose = self.prompts[left].audience
        if whose is not None and whose != (self.prompt.audience if self.prompt else None):
            while left and not isinstance(self.prompts[left], HandOver) and self.prompts[left - 1].audience == whose:
                left -= 1
        return left

    def _undone_after(self, answer):
        if not self._undone or answer != Noted() or self._undone[-1][0] != answer:
            return ()
        *rest, (_, *later) = self._undone
        return (*rest, tuple(later)) if later else tuple(rest)

    def _start(self):
        self._dialogue = self._game.play(self._setup)
        self.answers, self.prompts = (), ()
        self.prompt, self.outcome = None, None
        try:
            self.prompt = next(self._dialogue)
        except StopIteration as end:
            self.outcome = end.value

    def _restart(self, answers):
        self._start()
        for answer in answers:
            if self.prompt is None or self.prompt.refusal(answer) is not None:
                break
            self._send(answer)

    def _send(self, answer):
        self.answers, self.prompts = (*self.answers, answer), (*self.prompts, self.prompt)
        try:
            self.prompt = self._dialogue.send(answer)
        except StopIteration as end:
            self.prompt, self.outcome = None, end.value

"""What an answer leads to before anybody has given it: a trial run of the dialogue, of which nothing is kept.

Asked only for answers that nobody has pressed OK for: the whole game is played once more for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.spine.answers import Answer, Chosen, Noted, Number
from games.spine.dialogue import Dialogue
from games.spine.prompts import Choose, ChooseShownCard, HandOver, Notice, PickNumber, Prompt

MOST_PRESSES = 12  # further on it is no longer this answer that leads there


def leads_to_the_end(dialogue: Dialogue, answers: Sequence[Answer]) -> bool:
    """Whether the last of these answers leads to a prompt that closes what lies before it, or to the outcome.

    Also if there are pages and lists between them that OK alone leads through: who has come so far by pressing OK has
    not thought of that answer any more. Whatever asks for pieces on the table ends the way.
    """
    answer: Answer | None
    try:
        prompt = next(dialogue)
        for answer in answers:
            prompt = dialogue.send(answer)
        for _ in range(MOST_PRESSES):
            if prompt.closes:
                return True
            answer = by_ok_alone(prompt)
            if answer is None:
                return False
            prompt = dialogue.send(answer)
    except StopIteration:
        return True
    finally:
        dialogue.close()
    return prompt.closes


def by_ok_alone(prompt: Prompt) -> Answer | None:
    """What OK answers as soon as this prompt is shown; None if it is refused or pieces are asked for."""
    answer: Answer
    match prompt:
        case Prompt(watch=watch) if watch is not None:
            return None
        case ChooseShownCard():
            return None
        case Notice() | HandOver():
            answer = Noted()
        case PickNumber():
            answer = Number(prompt.low if prompt.start is None else prompt.start)
        case Choose():
            keys = [option.key for option in prompt.options]
            answer = Chosen(prompt.start if prompt.start is not None and prompt.start in keys else keys[0])
        case _:
            return None
    return answer if prompt.refusal(answer) is None else None

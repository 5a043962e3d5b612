"""Who may see what now: what one player looks at alone, and what that player has laid under the camera."""

from __future__ import annotations

from device.parts.protocols import Button, Press
from device.talks.talk import Talk


class Discretion:
    """Follows the talk, for all that show pictures of the table.

    What one player lays under the camera stays hidden from the others until that player has had time to take it away:
    until everybody is asked something again, and somebody answers with OK.
    """

    def __init__(self) -> None:
        self._audience: str | None = None
        self._private_for: str | None = None
        self._is_left_over = False

    def begin_hidden(self) -> None:
        """The device was switched off while one player was asked: what lay there then may still do."""
        self._is_left_over = True

    def follow(self, talk: Talk) -> None:
        """See for whom the open prompt is, and whether something may be laid under the camera for it."""
        self._audience, self._private_for = talk.audience, talk.private_for
        if self._private_for is not None and talk.wanted is not None:
            self._is_left_over = True

    def press(self, press: Press, talk: Talk) -> None:
        """A button is pressed while this talk is on: OK to something that is for everybody opens the table again."""
        if press.button is Button.OK and talk.audience is None:
            self._is_left_over = False

    @property
    def hides_table(self) -> bool:
        """Whether everybody is to be kept from seeing the table."""
        return self._audience is not None or self._is_left_over

    @property
    def looks_alone(self) -> str | None:
        """The one player who holds the device and may see the table while it is hidden."""
        return self._private_for

    @property
    def hides_table_from_holder(self) -> bool:
        """Whether even the player who holds the device may not see it: another player's card may still lie there."""
        return self.hides_table and self._private_for is None

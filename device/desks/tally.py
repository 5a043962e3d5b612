"""Pieces counted by kind, two kinds at a time: for whoever enters a throw by hand."""

from __future__ import annotations

from device.parts.protocols import Button

AT_A_TIME = 2  # kinds: up counts the one, down the other


class TallySheet:
    """How many there are of each kind, until all pieces are counted. Nothing is counted that cannot be there."""

    def __init__(self, kinds: tuple[str, ...], count: int) -> None:
        self._kinds = kinds
        self._count = count
        self._page = 0
        self._done: list[str | None] = []  # what was counted, in order; None for a page turned

    @property
    def pieces(self) -> tuple[str, ...]:
        """What has been counted, in the order of the kinds."""
        return tuple(kind for kind in self._kinds for one in self._done if one == kind)

    @property
    def left(self) -> int:
        """How many are still to be counted."""
        return self._count - len(self.pieces)

    @property
    def shown(self) -> tuple[str, ...]:
        """The kinds that can be counted now."""
        return self._kinds[self._page * AT_A_TIME : (self._page + 1) * AT_A_TIME]

    def press(self, button: Button) -> bool:
        """Count one, turn the page, or take the last press back; False if there is nothing to take back."""
        if button is Button.BACK:
            return self._take_back()
        if button is Button.OK:
            self._page = (self._page + 1) % self._pages
            self._done.append(None)
        else:
            at = 0 if button is Button.UP else 1
            if at < len(self.shown) and self.left:
                self._done.append(self.shown[at])
        return True

    def _take_back(self) -> bool:
        if not self._done:
            return False
        if self._done.pop() is None:
            self._page = (self._page - 1) % self._pages
        return True

    @property
    def _pages(self) -> int:
        return -(-len(self._kinds) // AT_A_TIME)

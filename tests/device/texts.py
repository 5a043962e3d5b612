"""All texts, the device's own and those of the shipped games, as the whole device has them."""

from __future__ import annotations

from device.boxes.shipped import SHIPPED
from device.words.catalogue import Catalogue, all_entries

PACKAGES = tuple(box.texts_in for box in SHIPPED)
ENTRIES = all_entries(PACKAGES)


def catalogue(language: str, *, is_strict: bool = False) -> Catalogue:
    """The texts in one language."""
    return Catalogue(language, ENTRIES, is_strict=is_strict)

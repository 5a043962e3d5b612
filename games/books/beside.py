"""An owner's file beside the shipped one: what stands in it takes the place of the shipped section of the same number.

All other shipped sections stay, unless the owner's file says `only_mine = true`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from games.spine.toml_text import Problems, Section, parse_toml, top_sections

ONLY_MINE = "only_mine"

Sections: TypeAlias = dict[str, dict[int, Section]]  # by kind, then in order of their numbers


@dataclass(frozen=True, slots=True)
class SectionsBeside:
    """The sections that are played by, and those of them that stand in the owner's file."""

    together: Sections
    own: Sections

    def of_house(self, kind: str) -> dict[int, Section]:
        """The shipped ones that have stayed."""
        return {number: section for number, section in self.together[kind].items() if number not in self.own[kind]}


def sections_beside(
    file: str,
    own: Mapping[str, object],
    house: str,
    kinds: tuple[str, ...],
    problems: Problems,
    others: tuple[str, ...] = (),
) -> SectionsBeside:
    """The numbered sections of an owner's file, with those of the shipped text of the same file beside them.

    Without a shipped text the file must be whole. `others` are keys that may stand beside the sections.
    """
    is_alone = Section(f"{file}:", own, problems).flag(ONLY_MINE, not house)
    of_owner = top_sections(file, own, kinds, problems, others=(*others, ONLY_MINE), is_whole=is_alone)
    if is_alone:
        return SectionsBeside(of_owner, of_owner)
    unheard = Problems()  # the shipped text is in order, and its lines are not the owner's
    parsed = parse_toml(file, house, unheard)
    shipped = top_sections(file, parsed, kinds, unheard, others=others)
    if own == parsed:  # the owner has none of his own
        return SectionsBeside(shipped, {kind: {} for kind in kinds})
    together = {kind: dict(sorted((shipped[kind] | of_owner[kind]).items())) for kind in kinds}
    return SectionsBeside(together, of_owner)

"""The medal targets of Galaktix, made by play; `games.books.targets` says how.

python -m games.galaktix.targets 1 2      # the levels of chapters 1 and 2, and the chapters' sums
"""

from __future__ import annotations

from importlib import resources

from games.books.targets import TargetMaker
from games.galaktix.data import parse_book
from games.galaktix.simulate import scores

MAKER = TargetMaker("galaktix", scores, beginner_games=1000, expert_games=500)


def main() -> None:
    """Print the targets of the shipped book's chapters named on the command line (all if none is)."""
    folder = resources.files("games.galaktix")
    boards, levels = ((folder / name).read_text(encoding="utf-8") for name in ("boards.toml", "levels.toml"))
    book = parse_book(boards, levels)
    MAKER.run(book.levels, book.chapters)


if __name__ == "__main__":
    main()

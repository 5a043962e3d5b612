"""The medal targets of Number UP, made by play; `games.books.targets` says how.

python -m games.number_up.targets 1 2      # the levels of chapters 1 and 2, and the chapters' sums
"""

from __future__ import annotations

from importlib import resources

from games.books.targets import TargetMaker
from games.number_up.data import parse_book
from games.number_up.simulate import scores

MAKER = TargetMaker("number_up", scores, beginner_games=500, expert_games=50)


def main() -> None:
    """Print the targets of the shipped book's chapters named on the command line (all if none is)."""
    levels = (resources.files("games.number_up") / "levels.toml").read_text(encoding="utf-8")
    book = parse_book(levels)
    MAKER.run(book.levels, book.chapters)


if __name__ == "__main__":
    main()

"""`bordbuch book`: the challenge book in the terminal."""

from __future__ import annotations

import argparse
import sys

from device.command.verb import FINE, Verb, add_data, add_language


def run(given: argparse.Namespace) -> int:
    from device.boxes.found import find_boxes
    from device.boxes.loader import load_games
    from device.command.book_file import journal_to_read
    from device.command.book_text import book_text, group_text
    from device.config.configuration import load_config
    from device.records.book import read_book
    from device.records.ranked_games import read_ranked_games
    from device.words.catalogue import Catalogue
    from games.spine.dialogue import say

    boxes, bad_boxes = find_boxes()
    language = given.lang or load_config(given.data).language
    words = Catalogue.load(language, [box.texts_in for box in boxes])
    game_list, problems = load_games(given.data, boxes)
    for sentence in (*(bad.sentence for bad in bad_boxes), *(problem.told(words.language) for problem in problems)):
        print(sentence, file=sys.stderr)
    with journal_to_read(given.data) as journal:
        pages = []
        for name, loaded in game_list.items():
            results, title = journal.results(name), words.tell(loaded.title)
            if loaded.chapters:
                is_house = loaded.is_house(level.id for level in loaded.levels)
                heading = words.tell(say("book.house", game=loaded.title)) if is_house else title
                pages.append(book_text(read_book(results, loaded.chapters, loaded.replaced), heading, words))
            ranked = read_ranked_games(results)
            if ranked.games or not loaded.chapters:
                pages.append(group_text(ranked, title, words))
    print("\n\n".join(pages))
    return FINE


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_language(parser)
    add_data(parser)


add_to = Verb("book", "bordbuch book", "the challenge book", run, add_arguments).add_to

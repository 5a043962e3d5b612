"""Sections of a TOML text: what is there is taken, what is amiss is told with its place, and the reading goes on."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.spine.errors import BadData
from games.spine.toml_text import YES_OR_NO, Problems, Refused, Section, parse_toml, told, top_sections, whole_number

TEXT = """
number = 3
wide = [1, 2]
name = "Ida"
truth = true
[inner]
deep = 4
"""


def section(text: str = TEXT) -> Section:
    problems = Problems()
    return Section("file:", parse_toml("file", text, problems), problems)


def test_what_is_in_order_is_taken_without_a_word() -> None:
    found = section()
    found.only("number", "wide", "name", "truth", "inner")
    assert (found.number("number", 1, 5), found.numbers("wide", 1, 5, 2), found.text("name", 3)) == (3, (1, 2), "Ida")
    assert found.flag("truth", False) is True
    assert found.inner("inner").number("deep", 4, 4) == 4
    found.problems.raise_if_any()


def test_what_is_missing_takes_its_default() -> None:
    found = section("")
    assert found.number("number", 1, 5, default=0) == 0
    assert found.flag("truth", True) is True
    assert found.inner("inner", {}).entries == {}
    assert found.problems.found == []


@pytest.mark.parametrize(
    ("read", "sentence"),
    [
        (lambda one: one.number("number", 4, 5), "file: number: must be a whole number from 4 to 5, not 3"),
        (lambda one: one.number("truth", 0, 5), "file: truth: must be a whole number from 0 to 5, not True"),
        (lambda one: one.number("gone", 0, 5), "file: gone: must be a whole number from 0 to 5, not nothing"),
        (
            lambda one: one.numbers("wide", 1, 5, 1),
            "file: wide: must be a list of 1 to 1 whole numbers from 1 to 5, not [1, 2]",
        ),
        (
            lambda one: one.numbers("name", 1, 5, 2),
            "file: name: must be a list of 1 to 2 whole numbers from 1 to 5, not 'Ida'",
        ),
        (lambda one: one.text("name", 2), "file: name: must be a text of 1 to 2 characters, not 3 characters"),
        (lambda one: one.text("number", 2), "file: number: must be a text of 1 to 2 characters, not 3"),
        (lambda one: one.text("gone", 2), "file: gone: must be a text of 1 to 2 characters, not nothing"),
        (lambda one: one.flag("number", False), "file: number: must be true or false, not 3"),
        (lambda one: one.inner("number"), "file: number: must be a table such as { … = … }, not 3"),
        (
            lambda one: one.inner("inner").only("other"),
            "file: inner deep: unknown key; the keys are other",
        ),
    ],
)
def test_what_is_amiss_is_told_once_with_its_place(read: Callable[[Section], object], sentence: str) -> None:
    found = section()
    read(found)
    read(found)
    assert found.problems.found == [sentence]
    with pytest.raises(BadData, match="file: "):
        found.problems.raise_if_any()


def test_numbered_sections_come_in_the_order_of_their_numbers() -> None:
    problems = Problems()
    found = top_sections("file", parse_toml("file", "[card.2]\n[card.1]\n[card.10]", problems), ("card",), problems)
    assert [(number, one.place) for number, one in found["card"].items()] == [
        (1, "file: [card.1]"),
        (2, "file: [card.2]"),
        (10, "file: [card.10]"),
    ]
    assert problems.found == []


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("", ["file: there is no [card.1]; add at least one"]),
        ("[card.01]", ["file: [card.01]: must be numbered 1, 2, 3 …; correct the number"]),
        ("[card]\n1 = 2", ["file: [card.1]: must be a table, not 2"]),
        ("[card.1]\n[other.1]", ["file: other: unknown key; the keys are card"]),
    ],
)
def test_sections_that_cannot_be_numbered_are_told(text: str, sentences: list[str]) -> None:
    problems = Problems()
    top_sections("file", parse_toml("file", text, problems), ("card",), problems)
    assert problems.found == sentences


def test_a_text_that_is_no_toml_says_nothing_more() -> None:
    problems = Problems()
    assert parse_toml("file", "a = b", problems) == {}
    assert len(problems.found) == 1
    assert problems.found[0].startswith("file: not readable as TOML, ")
    assert problems.found[0].endswith("; correct that line")


@pytest.mark.parametrize("value", [2, 7])
def test_a_whole_number_within_its_bounds_is_taken(value: int) -> None:
    assert whole_number(2, 7).accept(value) == value


@pytest.mark.parametrize("value", [1, 8, 3.0, "3", True, None, [3]])
def test_anything_else_is_no_whole_number_within_them(value: object) -> None:
    with pytest.raises(Refused):
        whole_number(2, 7).accept(value)


@pytest.mark.parametrize("value", [0, 1, "true", None])
def test_only_true_and_false_are_yes_or_no(value: object) -> None:
    assert [YES_OR_NO.accept(truth) for truth in (True, False)] == [True, False]
    with pytest.raises(Refused):
        YES_OR_NO.accept(value)


def test_a_value_is_told_as_it_stands_in_the_text() -> None:
    assert [told(value) for value in (None, 3, "Ida", [1, 2])] == ["nothing", "3", "'Ida'", "[1, 2]"]

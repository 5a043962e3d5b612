"""The line of a key: headings, assignments, dotted and quoted keys, and values over several lines."""

from __future__ import annotations

import tomllib

import pytest

from games.spine.toml_lines import line_of

TEXT = (
    """# a remark = 1
top = 1
[level.1]   # [level.9]
name = "a = 1 # b"
rule = \'\'\'
board = 7
[level.2]
\'\'\'
board = 1
values = [
  1, 2,
  # board = 3
  3,
]
camp = { white = 2, parts = 1 }
"quoted key" = 1
supply.white = 3
story = """
    + '"""'
    + """one
camp = 9\\"""
    + '""""""'
    + """

[level.1.strip]
points = [1]
[[many]]
one = 1
"""
)


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        (("top",), 2),
        (("level", "1"), 3),
        (("level", "1", "name"), 4),
        (("level", "1", "board"), 9),
        (("level", "1", "values"), 10),
        (("level", "1", "camp"), 15),
        (("level", "1", "camp", "white"), 15),
        (("level", "1", "quoted key"), 16),
        (("level", "1", "supply", "white"), 17),
        (("level", "1", "story"), 18),
        (("level", "1", "strip"), 21),
        (("level", "1", "strip", "points"), 22),
        (("level", "1", "gone"), 3),
        (("level", "2"), None),
        (("level",), 3),
        (("many", "one"), 24),
        (("gone",), None),
        ((), None),
    ],
)
def test_a_key_is_found_in_its_line(keys: tuple[str, ...], line: int | None) -> None:
    assert tomllib.loads(TEXT)["level"]["1"]["board"] == 1
    assert line_of(TEXT, keys) == line


def test_lines_count_alike_however_they_end() -> None:
    assert line_of("a = 1\r\n\r\nb = 2\r\n", ("b",)) == 3

"""The firmware's config.txt: lines in sections, of which only `[all]` and what stands before any holds on every Pi."""

from __future__ import annotations

import re

EVERY_PI = "all"


def holds(text: str, pattern: str) -> bool:
    """Whether a line that matches the whole pattern holds on every Pi.

    >>> holds("dtparam=i2c_arm=on", "dtparam=i2c_arm=on")
    True
    >>> holds("#dtparam=i2c_arm=on", "dtparam=i2c_arm=on"), holds("[cm4]\\ndtparam=i2c_arm=on", "dtparam=i2c_arm=on")
    (False, False)
    """
    return any(section == EVERY_PI and re.fullmatch(pattern, line) for section, line in _lines(text))


def with_line(text: str, line: str) -> str:
    """The text with one more line that holds on every Pi.

    >>> with_line("a=1\\n[cm4]\\nb=2", "c=3")
    'a=1\\n[cm4]\\nb=2\\n\\n[all]\\nc=3\\n'
    """
    before = text if not text or text.endswith("\n") else text + "\n"
    sections = [section for section, _ in _lines(text)]
    header = "" if not sections or sections[-1] == EVERY_PI else f"\n[{EVERY_PI}]\n"
    return f"{before}{header}{line}\n"


def _lines(text: str) -> list[tuple[str, str]]:
    """Every line with the section it stands in; a section's own header too."""
    section, found = EVERY_PI, []
    for line in text.splitlines():
        header = re.fullmatch(r"\[(.*)\]", line.strip())
        if header:
            section = header[1].lower()
        found.append((section, line.strip()))
    return found

"""JSON for scripts that is valid whatever a file is called and whatever the terminal can show."""

from __future__ import annotations

import json
import sys
from typing import Any, TextIO


def json_text(value: object, out: TextIO | None = None, **how: Any) -> str:
    """The value as JSON, with letters as they are where `out` (usually stdout) can take them, else all escaped.

    A file name that is no UTF-8 comes as Python reads it, its stray bytes as \\udc80 to \\udcff: reading the JSON and
    naming the file with it leads to the same file.
    """
    text = json.dumps(value, ensure_ascii=False, **how)
    encoding = getattr(sys.stdout if out is None else out, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return json.dumps(value, ensure_ascii=True, **how)
    return text

"""The catalogue: message keys become sentences in the player's language.

The texts are in `device/words/texts/*.toml`, those of a game in the `texts.toml` of its box: both languages side by
side, one table a key::

    ["points"]
    place = "part"             # where it stands on the OLED, see device.screens.places
    de = "{n} Punkte"
    de_one = "{n} Punkt"       # optional: taken when the value `n` is 1
    en = "{n} points"
    en_one = "{n} point"
"""

from __future__ import annotations

import logging
import string
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files

from device.errors import DeviceError
from device.screens.places import Place
from games.spine.dialogue import Bilingual, Text, Value

log = logging.getLogger(__name__)

LANGUAGES = ("de", "en")
_FIELDS = frozenset({"place", *LANGUAGES, *(f"{language}_one" for language in LANGUAGES)})


class MissingText(DeviceError, LookupError):
    """A message key, or a value it needs, that nobody wrote down."""


class BadCatalogue(DeviceError, ValueError):
    """A file of texts that does not say what it must; names file, key and what is wrong."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One text in both languages; `ones` are the singular forms, where they differ."""

    key: str
    place: Place
    words: Mapping[str, str]
    ones: Mapping[str, str]

    def forms(self, language: str) -> tuple[str, ...]:
        """Every form of the text in one language."""
        forms = (self.words.get(language), self.ones.get(language))
        return tuple(form for form in forms if form is not None)


def placeholders(form: str) -> frozenset[str]:
    """The names of the values a text wants.

    >>> sorted(placeholders("{road}: Feld {field}"))
    ['field', 'road']
    """
    return frozenset(name for _, name, _, _ in string.Formatter().parse(form) if name is not None)


def read_entries(name: str, text: str) -> dict[str, Entry]:
    """The entries of one file of texts; BadCatalogue if it is not in order."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadCatalogue(f"{name}: {error}") from error
    entries: dict[str, Entry] = {}
    for key, table in tables.items():
        if not isinstance(table, dict) or not all(isinstance(value, str) for value in table.values()):
            raise BadCatalogue(f'{name}: ["{key}"] must be a table of texts')
        if unknown := sorted(table.keys() - _FIELDS):
            raise BadCatalogue(f'{name}: ["{key}"] has unknown fields: {", ".join(unknown)}')
        if table.get("place") not in {place.value for place in Place}:
            allowed = ", ".join(place.value for place in Place)
            raise BadCatalogue(f'{name}: ["{key}"] needs a place, one of {allowed}')
        words = {language: table[language] for language in LANGUAGES if language in table}
        ones = {language: table[f"{language}_one"] for language in LANGUAGES if f"{language}_one" in table}
        for form in (*words.values(), *ones.values()):
            try:
                names = placeholders(form)
            except ValueError as error:
                raise BadCatalogue(f'{name}: ["{key}"] has a brace that is not closed: {form!r}') from error
            if not all(each.isidentifier() for each in names):
                raise BadCatalogue(f'{name}: ["{key}"] may only have plain names in braces: {form!r}')
        entries[key] = Entry(key, Place(table["place"]), words, ones)
    return entries


def all_entries(packages: Iterable[str] = ()) -> dict[str, Entry]:
    """The device's own entries, and those of `texts.toml` in these packages; BadCatalogue if two have the same key."""
    own = sorted((files("device.words") / "texts").iterdir(), key=lambda file: file.name)
    entries: dict[str, Entry] = {}
    for file in (*own, *(files(package) / "texts.toml" for package in packages)):
        new = read_entries(str(file), file.read_text(encoding="utf-8"))
        if twice := sorted(entries.keys() & new.keys()):
            raise BadCatalogue(f"{file}: these keys stand in another file too: {', '.join(twice)}")
        entries |= new
    return entries


class Catalogue:
    """Tells texts in one language.

    A missing text must not end an evening: the device shows the key and logs it once. With `is_strict`, as the tests
    have it, it raises MissingText.
    """

    def __init__(self, language: str, entries: Mapping[str, Entry], *, is_strict: bool = False) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"no texts in {language!r}; there are {', '.join(LANGUAGES)}")
        self.language = language
        self._entries = entries
        self._is_strict = is_strict
        self._missed: set[str] = set()

    @classmethod
    def load(cls, language: str, packages: Iterable[str] = (), *, is_strict: bool = False) -> Catalogue:
        """The catalogue of the device's own texts, and of those in these packages."""
        return cls(language, all_entries(packages), is_strict=is_strict)

    def __contains__(self, key: str) -> bool:
        return key in self._entries

    def tell(self, text: Text | Bilingual) -> str:
        """The finished sentence, with the values put in."""
        if isinstance(text, Bilingual):
            return text.said(self.language)
        entry = self._entries.get(text.key)
        form = entry.words.get(self.language) if entry is not None else None
        if entry is None or form is None:
            self._miss(text.key, f"there is no text {text.key!r} in {self.language!r}")
            return text.key
        values = dict(text.values)
        if values.get("n") == 1:
            form = entry.ones.get(self.language, form)
        if lacking := sorted(placeholders(form) - values.keys()):
            self._miss(text.key, f"the text {text.key!r} was told without {', '.join(lacking)}")
        return form.format_map(_Gaps({name: self._value(value) for name, value in values.items()}))

    def _value(self, value: Value) -> str:
        return self.tell(value) if isinstance(value, Text | Bilingual) else str(value)

    def _miss(self, key: str, what: str) -> None:
        if self._is_strict:
            raise MissingText(what)
        if key not in self._missed:
            self._missed.add(key)
            log.error("%s", what)


class _Gaps(dict[str, str]):
    """Values for a text; one that is lacking stays visible as {name}."""

    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"

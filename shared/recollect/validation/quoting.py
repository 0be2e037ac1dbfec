"""What an answer to a question for a field quotes: of the summary or of any raw value."""

import re
from collections.abc import Iterator
from typing import Final

from recollect.language.terms import STOP_WORDS
from recollect.validation.keywords import telling
from recollect.validation.labels import CODED
from recollect.validation.spoken import BREAKS, Spoken, normal, spoken, tokens
from recollect.validation.summaries import Given, values

_LONGEST_VALUE: Final = 20
_LONGEST_WORD: Final = 3
_MOST_WORDS: Final = 4
_LINE: Final = re.compile(r"^[^:\n]{1,30}:[ \t]{1,4}(\S[^\n]{0,60})$", re.MULTILINE)


def quoted(text: str, said: Spoken, given: Given) -> tuple[str, ...]:
    """The telling words of an answer that stand in what a tool gave, and whole short values.

    `text` is the answer in normal form, `said` the same, indexed.
    """
    fields = [(name, normal(value)) for name, value in values(given.result)]
    source = spoken("\n".join((given.text, *(value for _, value in fields))))
    words = [word for word in telling(tokens(said.text)) if source.says(word)]
    return tuple(dict.fromkeys((*words, *_short_values(text, given.text, fields))))


def _short_values(text: str, summary: str, fields: list[tuple[str, str]]) -> Iterator[str]:
    """Values such as "Bo Li", "New" or "2" that the answer has as whole words."""
    as_said = _spaced(text)
    folded = as_said.casefold()
    for value in _pieces(summary, fields):
        words = _words(value)
        if not words or len(words) > _MOST_WORDS or max(map(len, words)) > _LONGEST_WORD:
            continue
        # "IT" is a team and "it" is not.
        is_filler = all(word.casefold() in STOP_WORDS for word in words)
        if (_spaced(value) in as_said) if is_filler else (_spaced(value).casefold() in folded):
            yield " ".join(words).casefold()


def _pieces(summary: str, fields: list[tuple[str, str]]) -> Iterator[str]:
    for line in _LINE.finditer(summary):
        yield from re.split("[()]", line.group(1))
    for name, value in fields:
        # A digit alone says something of a priority; of a count or a flag it does not.
        if len(value) <= _LONGEST_VALUE and (len(value) > 1 or name in CODED):
            yield value


def _words(text: str) -> list[str]:
    return [word for word in tokens(text) if word not in BREAKS]


def _spaced(text: str) -> str:
    return f" {' '.join(_words(text))} "

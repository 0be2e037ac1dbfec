"""Find the words of a result that an answer quotes, from its summary or from any raw value."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from recollect.language.terms import STOP_WORDS
from recollect.validation.indexed_text import BREAKS, IndexedText, links, normalised, stems, tokens
from recollect.validation.keywords import FILLERS, content_words
from recollect.validation.layout import CODED
from recollect.validation.summaries import ToolSummary

_MAX_VALUE_LENGTH: Final = 20
_MAX_WORD_LENGTH: Final = 3
_MAX_WORDS: Final = 4
_LINE: Final = re.compile(r"^([^:\n]{1,30}):[ \t]{1,4}(\S[^\n]{0,60})$", re.MULTILINE)
# The 2 of "2 - High", "2 (High)" and "2"; the text behind the match is the word for the code.
_CODE: Final = re.compile(r"(\d{1,2})\s{0,4}(?:$|\(|[-\u2013\u2014:]\s{0,4}(?=[^\W\d_]))")
_FILLER_FORMS: Final = frozenset(stem for word in FILLERS for stem in stems(word))
_COUNT_FIELD: Final = re.compile(r"(?:.{0,64}_)?(?:total|count)|.{1,64}(?:Total|Count)")


def quoted_words(text: str, answer: IndexedText, summary: ToolSummary) -> tuple[str, ...]:
    """The content words, links and short values of an answer that the tool's result has, too.

    `text` is the normalised answer, `answer` its index.
    """
    fields = [(name, normalised(value)) for name, value in summary.values]
    words = [word for word in content_words(tokens(answer.text)) if summary.source.has(word)]
    own = (word for word in words if word not in FILLERS)
    wanted = links(text)
    shown = sorted(wanted & links(normalised(summary.whole))) if wanted else ()
    return tuple(dict.fromkeys((*own, *shown, *_short_values(text, summary.text, fields))))


def without_fillers(answer: IndexedText) -> IndexedText:
    """The index of the answer without its fillers."""
    return replace(answer, forms=answer.forms - _FILLER_FORMS)


def _short_values(text: str, summary: str, fields: list[tuple[str, str]]) -> Iterator[str]:
    """Values such as "Bo Li", "New" or "2", too short for content words, that the answer has."""
    as_written = _spaced(text)
    folded = as_written.casefold()
    for value in _pieces(summary, fields):
        words = _words(value)
        if not words or len(words) > _MAX_WORDS or max(map(len, words)) > _MAX_WORD_LENGTH:
            continue
        # Capitals count where a value reads like stop words: "IT" is a team and "it" is not.
        is_filler = all(word.casefold() in STOP_WORDS for word in words)
        if (_spaced(value) in as_written) if is_filler else (_spaced(value).casefold() in folded):
            yield " ".join(words).casefold()


def _pieces(summary: str, fields: list[tuple[str, str]]) -> Iterator[str]:
    """The values of labels in the summary and of fields, and the parts of those with a code."""
    for line in _LINE.finditer(summary):
        name, value = line.groups()
        for piece in re.split("[()]", value):
            yield piece
            yield from _codes(name.strip().casefold(), piece)
    for name, value in fields:
        # A single digit is an answer only if it is a code or a count, not if it is a flag.
        if len(value) <= _MAX_VALUE_LENGTH and (
            len(value) > 1 or name in CODED or _COUNT_FIELD.fullmatch(name)
        ):
            yield value
        yield from _codes(name, value)


def _codes(name: str, value: str) -> Iterator[str]:
    """The code and the word in a value such as "4 - Low"; for a priority also `p4`."""
    code = _CODE.match(value) if name in CODED else None
    if code:
        yield code.group(1)
        yield value[code.end() :]
        if name == "priority":
            yield f"p{code.group(1)}"


def _words(text: str) -> list[str]:
    return [word for word in tokens(text) if word not in BREAKS]


def _spaced(text: str) -> str:
    return f" {' '.join(_words(text))} "

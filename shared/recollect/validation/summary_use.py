"""Whether a response uses the summaries of the tools that were called, or denies having them.

It uses one if it has enough of its keywords, or quotes enough of the result around it.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from recollect.language.terms import STOP_WORDS
from recollect.validation.denial import without_denials
from recollect.validation.grammar.folding import places_of
from recollect.validation.grammar.lexicon import lexicon_of
from recollect.validation.indexed_text import (
    BREAKS,
    IndexedText,
    indexed,
    links,
    normalised,
    stems,
    tokens,
)
from recollect.validation.keywords import FILLERS, content_words
from recollect.validation.layout import CODED, THRESHOLDS
from recollect.validation.models import Check, ResponseType
from recollect.validation.responses import ReadResponse
from recollect.validation.summaries import ToolSummary

_MIN_QUOTED_SHARE: Final[Mapping[ResponseType, float]] = {
    "field_query": 0,
    "unknown": 1 / 4,
    "overview": 1 / 3,
}
"""The share of an answer's content words that a result must contain for the answer to be about it.
"""

_MIN_FIGURES: Final = 3
_MIN_FIGURE_SHARE: Final = 2 / 3
"""For answers that are not in English: the same for their numbers and identifiers alone."""

_MAX_FIELD_QUERY_KEYWORDS: Final = 10
_TICKET_NUMBER: Final = re.compile(r"\b[a-z]{2,10}\d{4,12}\b", re.IGNORECASE)
_NONE: Final = "none"

_MAX_VALUE_LENGTH: Final = 20
_MAX_WORD_LENGTH: Final = 3
_MAX_WORDS: Final = 4
_LINE: Final = re.compile(r"^([^:\n]{1,30}):[ \t]{1,4}(\S[^\n]{0,60})$", re.MULTILINE)
# The 2 of "2 - High", "2 (High)" and "2"; the text behind the match is the word for the code.
_CODE: Final = re.compile(r"(\d{1,2})\s{0,4}(?:$|\(|[-\u2013\u2014:]\s{0,4}(?=[^\W\d_]))")
_FILLER_FORMS: Final = frozenset(stem for word in FILLERS for stem in stems(word))
_COUNT_FIELD: Final = re.compile(r"(?:.{0,64}_)?(?:total|count)|.{1,64}(?:Total|Count)")


def _words_of_result(words: frozenset[str], summary: ToolSummary) -> frozenset[str]:
    """The words that occur in the result of a summary, where no longer one covers them."""
    if not words:
        return words
    whole = summary.whole.casefold()
    present: set[str] = set()
    end = 0
    for at, word in sorted((at, each) for each in words for at in places_of(each, whole)):
        if at >= end:  # the `fw01` within `altus-fw01` is no mention of `fw01`
            present.add(word)
            end = at + len(word)
    return frozenset(present)


def checks_and_denial(
    response: ReadResponse, summaries: Sequence[ToolSummary]
) -> tuple[tuple[Check, ...], bool]:
    """A check for each summary, and whether the answer denies having the information in them.

    An answer denies it if it has a clause that does, and the rest of it uses no summary. The checks
    are then those of the rest, which leaves out the numbers of tickets, too.
    """
    checks = tuple(_check(each, response) for each in summaries)
    rest = without_denials(response.index, [each.text for each in summaries])
    if rest is None or not any(check.keywords for check in checks):
        return checks, False
    if response.says_none and any(each.is_empty for each in summaries):
        return checks, False
    rest = _TICKET_NUMBER.sub(" ", rest)
    without_denial = replace(response, text=rest, index=indexed(rest))
    checks_of_rest: list[Check] = []
    for summary in summaries:
        check = _check(summary, without_denial)
        if check.used and check.keywords:
            return checks, False
        checks_of_rest.append(check)
    return tuple(checks_of_rest), True


def _check(summary: ToolSummary, response: ReadResponse) -> Check:
    """Check whether the answer uses a summary: has its keywords, or quotes the result around it."""
    wanted = (_NONE,) if summary.is_empty and response.says_none else summary.keywords
    found = _words_of_result(response.confirmed, summary)
    if _NONE in wanted and response.says_none:
        found |= {_NONE}
    index = response.index
    if not wanted or response.type == "overview":
        by_keywords = _keyword_check(summary, response, wanted, found, index)
        if by_keywords.used:
            return by_keywords
    quotes = quoted_words(response.text, index, summary)
    max_wanted = len(wanted)
    if not _is_about_summary(quotes, response):
        quotes = ()
    if response.type != "overview":
        confirmed = (word for word in content_words(sorted(found)) if word != _NONE)
        quotes = tuple(dict.fromkeys((*quotes, *confirmed)))
    if response.type == "field_query":
        max_wanted = _MAX_FIELD_QUERY_KEYWORDS
        # Fillers count only where the summary consists of nothing else.
        if content := tuple(word for word in wanted if word not in FILLERS):
            wanted, index = content, without_fillers(index)
    wanted = tuple(dict.fromkeys((*quotes, *wanted)))[:max_wanted]
    return _keyword_check(summary, response, wanted, found | frozenset(quotes), index)


def _keyword_check(
    summary: ToolSummary,
    response: ReadResponse,
    wanted: tuple[str, ...],
    found: Collection[str],
    index: IndexedText,
) -> Check:
    """Count the `wanted` words that the answer has in some form, or that are in `found` anyway."""
    matched = tuple(word for word in wanted if word in found or index.has(word))
    ratio = len(matched) / len(wanted) if wanted else 1.0
    threshold = THRESHOLDS[response.type]
    return Check(
        tool_name=summary.tool,
        summary_field=summary.field,
        keywords=wanted,
        matched=matched,
        ratio=ratio,
        threshold=threshold,
        used=ratio >= threshold,
    )


def _is_about_summary(quotes: Sequence[str], response: ReadResponse) -> bool:
    """Whether a result contains so many of an answer's content words that the answer is about it.

    In one or two sentences a quarter must be in the result: 90 % of right answers reach that, and
    2 % of answers compared with another result. In overviews a third must be: by this rule alone
    1 % of 2,129 overviews compared with another result count as using it, and so do 27 of 42 right
    overviews that keywords alone called unused. In other languages than English two thirds of the
    numbers and identifiers suffice, if they are at least three: that adds 1 % of the former, and 8
    of the 15 right overviews that were left.
    """
    words = list(content_words(tokens(response.index.text)))
    if len(quotes) >= _MIN_QUOTED_SHARE[response.type] * len(words):
        return True
    quoted = len(_figures(quotes))
    is_enough = quoted >= _MIN_FIGURES and quoted >= _MIN_FIGURE_SHARE * len(_figures(words))
    return is_enough and lexicon_of(response.answer).is_foreign


def _figures(words: Iterable[str]) -> frozenset[str]:
    """The words with digits, which do not change from language to language."""
    return frozenset(word for word in words if any(map(str.isdigit, word)))


def unused_tools(checks: Sequence[Check]) -> tuple[str, ...]:
    """The tools none of whose calls is used: an answer may be about only one of several cases."""
    used = {check.tool_name for check in checks if check.used}
    return tuple(dict.fromkeys(each.tool_name for each in checks if each.tool_name not in used))


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

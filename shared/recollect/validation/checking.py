"""Check an answer against the results of its tools (seed 002). Pure, and linear in both."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from recollect.core.lazy import lazy
from recollect.tools.contract import (
    CONTEXT,
    CURRENT_STATE,
    LATEST_ACTIVITY,
    REFERENCES,
    SUMMARY,
)
from recollect.validation.denial import without_denials
from recollect.validation.fact_checking import check_facts
from recollect.validation.grammar.folding import places_of
from recollect.validation.grammar.lexicon import ENGLISH, lexicon_of, says_none
from recollect.validation.indexed_text import IndexedText, indexed, normalised, tokens
from recollect.validation.keywords import FILLERS, content_words
from recollect.validation.layout import THRESHOLDS, classify
from recollect.validation.models import (
    Check,
    Fact,
    ResponseType,
    ValidateRequest,
    ValidationResult,
)
from recollect.validation.prohibited import dumps_fields, exposes_sys_id
from recollect.validation.quoting import quoted_words, without_fillers
from recollect.validation.results import ReadResult, read_results
from recollect.validation.sections import headers, headings
from recollect.validation.summaries import ToolSummary, named_values, tool_summaries
from recollect.validation.unwrapping import unwrap

_REQUIRED: Final = (SUMMARY, CURRENT_STATE)
_OPTIONAL: Final = (LATEST_ACTIVITY, CONTEXT, REFERENCES)
_URL_ELEMENT: Final = "URL"
_LEARN: Final = "microsoftLearnSearch"
_MIN_FAILURES_FOR_ALERT: Final = 2
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
_MAX_URLS: Final = 50
_TICKET_NUMBER: Final = re.compile(r"\b[a-z]{2,10}\d{4,12}\b", re.IGNORECASE)

_SYS_ID_SHOWN: Final = "Response exposes a sys_id"
_DENIED: Final = "Response denies having information although a tool returned a summary"
_DUMPED: Final = "Response lists raw fields instead of using the summary"
_UNCHECKED: Final = "Nothing was checked: no tool returned anything to hold the answer against"
_NONE: Final = "none"
_ECHOED: Final = frozenset({"number", "identifier"})
"""Kinds of facts that an answer may repeat from the question, such as the number of the ticket."""


@dataclass(eq=False)
class _Response:
    """An answer, with everything that several checks need to know about it.

    `answer` is the text for the reader, `text` the same normalised, `index` its words. `confirmed`
    are words of the results that the answer states in other words, such as `open` by `offen`.
    """

    answer: str
    text: str
    index: IndexedText
    sections: frozenset[str]
    type: ResponseType
    confirmed: frozenset[str]

    @lazy
    def says_none(self) -> bool:
        """Whether the answer says that nothing was found."""
        return says_none(self.answer)


def validate(request: ValidateRequest) -> ValidationResult:
    """Check an answer against the results of its tools (seed 002).

    Pure and deterministic. `valid` is false if a fact is contradicted, a summary unused, a section
    missing or something prohibited found; with `strict`, also if a fact is unsupported.
    """
    results = read_results(request.tool_calls)
    unwrapped = unwrap(request.response)
    found = check_facts(unwrapped.text, results, unwrapped.offsets)
    tools = {result.tool for result in results if result.contract}
    response = _read(unwrapped.text, [fact for fact in found.facts if fact.tool in tools])
    summaries = tool_summaries(results)
    checks, denies = _checks_and_denial(response, summaries)
    missing = _missing(response, summaries)
    unused = _unused(checks)
    wrong = (
        *found.contradictions,
        *_usage_warnings(missing, unused),
        *((_DENIED,) if denies else ()),
        *_prohibited(response, summaries, results),
        *(found.unsupported if request.strict else ()),
    )
    return ValidationResult(
        valid=not wrong,
        warnings=(*wrong, *_unchecked_warnings(results)),
        missing_elements=missing,
        tools_with_unused_summaries=unused,
        response_type=response.type,
        response_length=len(request.response),
        checks=checks,
        alert=response.type != "field_query"
        and (
            max(len(missing), len(unused)) >= _MIN_FAILURES_FOR_ALERT or bool(found.contradictions)
        ),
        recommended_elements=tuple(_recommended(response, summaries, request, results)),
        facts=found.facts,
        contradictions=found.contradictions,
        unsupported=found.unsupported,
    )


def _read(answer: str, facts: Iterable[Fact]) -> _Response:
    text = normalised(answer)
    found = headers(text)
    # Headers within lines count only if all required ones are there:
    # `**Status:** Open. **Context:** …` is no overview.
    layout = found.all if found.all.issuperset(_REQUIRED) else found.on_lines
    return _Response(
        answer,
        text,
        indexed(text),
        found.all,
        classify(text, len(answer), layout),
        _confirmed_words(facts),
    )


def _confirmed_words(facts: Iterable[Fact]) -> frozenset[str]:
    """The words of the values in the results that support facts of the answer."""
    return frozenset(
        word
        for fact in facts
        if fact.verdict == "supported" and fact.kind not in _ECHOED and fact.expected
        for word in tokens(normalised(fact.expected.casefold()))
    )


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


def _checks_and_denial(
    response: _Response, summaries: Sequence[ToolSummary]
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


def _check(summary: ToolSummary, response: _Response) -> Check:
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
    response: _Response,
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


def _is_about_summary(quotes: Sequence[str], response: _Response) -> bool:
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
    return is_enough and lexicon_of(response.answer).language != ENGLISH


def _figures(words: Iterable[str]) -> frozenset[str]:
    """The words with digits, which do not change from language to language."""
    return frozenset(word for word in words if any(map(str.isdigit, word)))


def _missing(response: _Response, summaries: Iterable[ToolSummary]) -> tuple[str, ...]:
    if response.type != "overview" or not any(each.of_ticket for each in summaries):
        return ()
    return tuple(section for section in _REQUIRED if section not in response.sections)


def _unused(checks: Sequence[Check]) -> tuple[str, ...]:
    """The tools none of whose calls is used: an answer may be about only one of several cases."""
    used = {check.tool_name for check in checks if check.used}
    return tuple(dict.fromkeys(each.tool_name for each in checks if each.tool_name not in used))


def _usage_warnings(missing: Sequence[str], unused: Iterable[str]) -> Iterator[str]:
    if missing:
        yield f"Response missing expected sections: {', '.join(missing)}"
    for tool in unused:
        yield f"Tool {tool} returned summary but response doesn't appear to use it"


def _prohibited(
    response: _Response, summaries: Sequence[ToolSummary], results: Sequence[ReadResult]
) -> Iterator[str]:
    contents = [result.content for result in results if result.contract]
    if exposes_sys_id(response.index, contents, [each.text for each in summaries]):
        yield _SYS_ID_SHOWN
    if summaries and dumps_fields(response.text, has_headers=bool(response.sections)):
        yield _DUMPED


def _unchecked_warnings(results: Sequence[ReadResult]) -> Iterable[str]:
    """Warnings of results that nothing can be checked against; they are no fault of the answer."""
    if all(each.is_empty and not each.contract for each in results):
        return (_UNCHECKED,)
    of_tools = [each for each in results if each.contract]
    unread = (
        f"The result of {each.tool} could not be read" for each in of_tools if not each.is_readable
    )
    empty = (
        f"{each.tool} returned nothing to hold the answer against"
        for each in of_tools
        if each.is_empty
    )
    return dict.fromkeys((*unread, *empty))


def _recommended(
    response: _Response,
    summaries: Iterable[ToolSummary],
    request: ValidateRequest,
    results: Iterable[ReadResult],
) -> Iterator[str]:
    if response.type == "overview" and not response.sections.issuperset(_OPTIONAL):
        offered = frozenset[str]().union(*(headings(each.text) for each in summaries))
        yield from (name for name in _OPTIONAL if name in offered - response.sections)
    urls = _urls(results)
    if urls and not any(url in request.response for url in urls):
        yield _URL_ELEMENT


def _urls(results: Iterable[ReadResult]) -> list[str]:
    """The addresses of the first documentation pages that were found."""
    pages = (result.content for result in results if result.contract == _LEARN)
    fields = (field for page in pages for field in named_values(page))
    found = (value.rstrip("/") for name, value in fields if name == "url" and "://" in value)
    return list(dict.fromkeys(found))[:_MAX_URLS]

"""Check an answer against the results of its tools (seed 002). Pure, and linear in both."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from pydantic import JsonValue

from recollect.tools.contract import CONTEXT, LATEST_ACTIVITY, REFERENCES
from recollect.validation.fact_checking import check_facts
from recollect.validation.grammar.words import word_set
from recollect.validation.indexed_text import IndexedText, normalised, tokens
from recollect.validation.layout import labels
from recollect.validation.models import ValidateRequest, ValidationResult
from recollect.validation.responses import REQUIRED, ReadResponse, read_response
from recollect.validation.results import ReadResult, read_results
from recollect.validation.sections import headings
from recollect.validation.summaries import ToolSummary, named_values, tool_summaries
from recollect.validation.summary_use import checks_and_denial, unused_tools
from recollect.validation.unwrapping import unwrap

_OPTIONAL: Final = (LATEST_ACTIVITY, CONTEXT, REFERENCES)
_URL_ELEMENT: Final = "URL"
_LEARN: Final = "microsoftLearnSearch"
_MIN_FAILURES_FOR_ALERT: Final = 2
_MAX_URLS: Final = 50

_SYS_ID_SHOWN: Final = "Response exposes a sys_id"
_DENIED: Final = "Response denies having information although a tool returned a summary"
_DUMPED: Final = "Response lists raw fields instead of using the summary"
_UNCHECKED: Final = "Nothing was checked: no tool returned anything to hold the answer against"

_MIN_CODE_LENGTH: Final = 8
_MAX_DISTANCE: Final = 80
_MAX_WORDS_BEHIND: Final = 6
_HEX: Final = re.compile(r"[0-9a-f]{32}")
# Fields that refer to another record of ServiceNow: by its sys_id, if they have no display value.
_REFERENCES: Final = word_set("""
    account assigned_to assignment_group business_service caller_id caused_by closed_by cmdb_ci
    company configuration_item contact customer location opened_by parent problem_id requested_for
    resolved_by rfc
""")
_TICKET: Final = re.compile(r"[a-z]{2,10}\d{4,12}")
_SYS_ID: Final = re.compile(r"sys[_ ]?id")
_MIN_LABELS: Final = 4
_MIN_FIELDS: Final = 3


def validate(request: ValidateRequest) -> ValidationResult:
    """Check an answer against the results of its tools (seed 002).

    Pure and deterministic. `valid` is false if a fact is contradicted, a summary unused, a section
    missing or something prohibited found; with `strict`, also if a fact is unsupported.
    """
    results = read_results(request.tool_calls)
    unwrapped = unwrap(request.response)
    found = check_facts(unwrapped.text, results, unwrapped.offsets)
    tools = {result.tool for result in results if result.contract}
    response = read_response(unwrapped.text, [fact for fact in found.facts if fact.tool in tools])
    summaries = tool_summaries(results)
    checks, denies = checks_and_denial(response, summaries)
    missing = _missing(response, summaries)
    unused = unused_tools(checks)
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


def _missing(response: ReadResponse, summaries: Iterable[ToolSummary]) -> tuple[str, ...]:
    if response.type != "overview" or not any(each.of_ticket for each in summaries):
        return ()
    return tuple(section for section in REQUIRED if section not in response.sections)


def _usage_warnings(missing: Sequence[str], unused: Iterable[str]) -> Iterator[str]:
    if missing:
        yield f"Response missing expected sections: {', '.join(missing)}"
    for tool in unused:
        yield f"Tool {tool} returned summary but response doesn't appear to use it"


def _prohibited(
    response: ReadResponse, summaries: Sequence[ToolSummary], results: Sequence[ReadResult]
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
    response: ReadResponse,
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


def exposes_sys_id(
    answer: IndexedText, results: Iterable[Mapping[str, JsonValue]], summaries: Collection[str]
) -> bool:
    """Whether an answer shows a sys_id that no summary shows, or calls a code a sys_id.

    32 hexadecimal digits may be a hash: they are a sys_id only where a result has them as one.
    """
    shown = "\n".join(summaries).casefold()
    for result in results:
        for name, value in named_values(result):
            if _is_sys_id(name, value):
                code = normalised(value).casefold()
                if code in answer.forms and code not in shown:
                    return True
    return _names_sys_id(answer.text, shown)


def dumps_fields(text: str, *, has_headers: bool) -> bool:
    """Whether an answer lists raw fields of a record; `text` is normalised."""
    if has_headers and "_" not in text and '"' not in text:
        return False  # with headers only labels written like keys count, and there are none
    found = [label for label in labels(text) if label.value]
    if len({label.label for label in found if label.is_field}) >= _MIN_FIELDS:
        return True
    return (
        not has_headers
        and len({label.label for label in found}) >= _MIN_LABELS
        and any(label.is_raw for label in found)
    )


def _is_sys_id(name: str, value: str) -> bool:
    if name.endswith(("_sys_id", "SysId")) or name.casefold() in {"sys_id", "sysid"}:
        return _is_code(value)
    return name in _REFERENCES and _HEX.fullmatch(value) is not None


def _is_code(word: str) -> bool:
    return len(word) >= _MIN_CODE_LENGTH and any(map(str.isdigit, word))


def _names_sys_id(folded: str, shown: str) -> bool:
    """Whether a code that is no ticket number follows `sys_id` within a few words."""
    for match in _SYS_ID.finditer(folded):
        near = list(tokens(folded[match.end() : match.end() + _MAX_DISTANCE]))[:_MAX_WORDS_BEHIND]
        codes = (word for word in near if _is_code(word) and not _TICKET.fullmatch(word))
        if any(code not in shown for code in codes):
            return True
    return False

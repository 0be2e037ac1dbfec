"""Find what no answer of any type may do: show a sys_id, or dump the fields of a record."""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Final

from pydantic import JsonValue

from recollect.validation.grammar.words import word_set
from recollect.validation.indexed_text import IndexedText, normalised, tokens
from recollect.validation.layout import labels
from recollect.validation.summaries import named_values

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

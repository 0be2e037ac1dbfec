"""Patterns for names and ids, and their descriptions in words for error messages."""

from collections.abc import Mapping
from typing import Final

from recollect.core.messages import (
    CASE_NUMBER_PATTERN,
    CHANNEL_PATTERN,
    ITEM_ID_PATTERN,
    MAX_ITEM_ID_CHARS,
    NAME_PATTERN,
    PLAIN_NUMBER_PATTERN,
    REFERENCE_PATTERN,
    SLUG_PATTERN,
)

# As ServiceNow and Slack write them.
TICKET_NUMBER_PATTERN: Final = r"^[A-Za-z]{2,10}[0-9]{4,12}$"
SYS_ID_PATTERN: Final = r"^[0-9A-Fa-f]{32}$"
CLASS_NAME_PATTERN: Final = r"^(?:u_|x_[a-z0-9_]{1,40}_)?cmdb_ci(?:_[a-z0-9_]{1,60})?$"
THREAD_PATTERN: Final = r"^[0-9]{1,12}\.[0-9]{1,8}$"
# Of Kubernetes: a label of RFC 1123, for namespaces and containers, and a subdomain, for pods.
NAMESPACE_PATTERN: Final = r"^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$"
POD_PATTERN: Final = r"^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$"
EMAIL_PATTERN: Final = r"^[^\s@]{1,64}@[^\s@]{1,190}$"
PHONE_PATTERN: Final = r"^[+(]?[\d\s().\-/]{7,40}$"
CLOCK_PATTERN: Final = r"^([01][0-9]|2[0-3]):[0-5][0-9]$"
TIME_ZONE_PATTERN: Final = r"^[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+)*$"
WEB_PATTERN: Final = r"^https?://[^\s\x00-\x1f\x7f]+$"
# An address that can stand in a Markdown link or an HTML attribute without escapes.
PLAIN_WEB_PATTERN: Final = r"^https?://[^\s\x00-\x1f\x7f\"'<>\\]+$"
FIELD_PATTERN: Final = r"^[A-Za-z_][A-Za-z0-9_]{0,63}$"
TYPE_PATTERN: Final = r"^[a-z][a-z0-9_]{0,63}$"
TOOL_MEMORY_PATTERN: Final = r"^(?:exec|conv|inc)_[0-9a-f]{32}$"
CURSOR_PATTERN: Final = r"^[A-Za-z0-9_-]*$"

_SHAPES: Final[Mapping[str, str]] = {
    SLUG_PATTERN: "1 to 64 lower-case letters, digits, - and _, a letter or digit first",
    REFERENCE_PATTERN: "1 to 128 letters, digits and . _ : @ + -, a letter or digit first",
    NAME_PATTERN: "1 to 128 characters on one line",
    **dict.fromkeys(
        (CASE_NUMBER_PATTERN, PLAIN_NUMBER_PATTERN),
        "a number such as SCS0001234, 1 to 40 letters, digits, - and _, a letter or digit first",
    ),
    ITEM_ID_PATTERN: (
        f"1 to {MAX_ITEM_ID_CHARS} characters, no white space, control characters, quotes or "
        "backslashes"
    ),
    CHANNEL_PATTERN: "an id such as C0123ABCD, 1 to 32 capital letters and digits, and not a name",
    TICKET_NUMBER_PATTERN: "a number such as SCS0012345, 2 to 10 letters and 4 to 12 digits",
    SYS_ID_PATTERN: "a sys_id, 32 digits and letters a to f",
    CLASS_NAME_PATTERN: "a class of the CMDB such as cmdb_ci_win_server",
    THREAD_PATTERN: "the ts of a thread such as 1700000000.123456",
    NAMESPACE_PATTERN: "1 to 63 lower-case letters, digits and -, a letter or digit first and last",
    POD_PATTERN: "1 to 253 lower-case letters, digits, - and ., a letter or digit first and last",
    EMAIL_PATTERN: (
        "an address such as ann@example.com, at most 64 characters before the @ and 190 behind it"
    ),
    PHONE_PATTERN: (
        "a number such as +49 170 1234567, 7 to 40 digits, blanks and ( ) . - /, perhaps behind a +"
    ),
    CLOCK_PATTERN: "a time of the day such as 07:30",
    TIME_ZONE_PATTERN: "a time zone of the IANA database such as Europe/Berlin",
    WEB_PATTERN: "an http or https address without white space",
    PLAIN_WEB_PATTERN: "an http or https address without white space, quotes, <, > or backslashes",
    FIELD_PATTERN: "1 to 64 letters, digits and _, no digit first",
    TYPE_PATTERN: "1 to 64 lower-case letters, digits and _, a letter first",
    TOOL_MEMORY_PATTERN: "the id of a memory of a tool, as its storing answered it",
    CURSOR_PATTERN: "the next_cursor of the answer before",
}


def shape_in_words(pattern: str, shapes: Mapping[str, str] = _SHAPES) -> str:
    """The message for a text that does not match: the pattern in words, or else the pattern."""
    shape = shapes.get(pattern)
    return f"must be {shape}" if shape else f"must match {pattern}"

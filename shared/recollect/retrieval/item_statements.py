"""Reads items as statements, as rules on what holds compare them (`recollect.settlement`)."""

import re
from typing import Final

from recollect.core.timestamps import parse_moment
from recollect.retrieval.items import (
    INSTRUCTION_LIKE,
    MASK,
    Item,
    fields_of,
    string_of,
    strings_of,
    trust_of,
    words_of,
)
from recollect.settlement.prose import MAX_READ_CHARS
from recollect.settlement.statements import Statement

_KINDS: Final = ("kind", "type", "category")
_ALERTS: Final = frozenset(["alarm", "alert"])
_REPORTS: Final = _ALERTS | frozenset(
    ["incident", "postmortem", "post-mortem", "post_mortem", "ticket"]
)
"""Kinds of items that report an event; two of them may differ and both be true."""

# The first cells of a table in Markdown or HTML: of the names, the line below them, and the rows.
_ROW: Final = re.compile(
    r"^ {0,3}\|([^|\n]*)\|.*\|[ \t]*$"
    r"|<tr\b[^>]{0,200}>\s{0,9}(?:<t[dh]\b[^>]{0,200}>)?([^<]{0,80})",
    re.IGNORECASE | re.MULTILINE,
)
_MIN_ROWS: Final = 4
# "Mossgate: Mon-Fri 07:00-16:30", alone on its line.
_ENTRY: Final = re.compile(
    r"^[ \t]{0,3}(?:[-*\u2022][ \t]{1,3})?([^\W_][^:\n.!?]{0,40}):[ \t]{1,3}\S", re.MULTILINE
)
_MIN_ENTRIES: Final = 3


def statement_of(item: Item) -> Statement:
    """An item in the form in which it is compared with others.

    A mask is no word of the text, as names and codes are. An item with an `outcome` reports
    something that was done and has ended.
    """
    metadata = item.metadata
    flag, title = metadata.get(INSTRUCTION_LIKE), string_of(metadata.get("title")) or ""
    kinds, fields = _kinds_of(item), tuple(fields_of(item.content))
    text = words_of(item.content)
    return Statement(
        id=item.id,
        text=MASK.sub(" ", text),
        created_at=parse_moment(metadata.get("created_at")),
        trust=trust_of(metadata),
        title=MASK.sub(" ", title).strip(),
        tags=tuple(each for each in strings_of(metadata.get("tags")) if not MASK.search(each)),
        supersedes=strings_of(metadata.get("supersedes")),
        valid_from=parse_moment(metadata.get("valid_from")),
        valid_until=parse_moment(metadata.get("valid_until")),
        has_injection=flag if isinstance(flag, bool) else None,
        is_report=not _REPORTS.isdisjoint(kinds) or string_of(metadata.get("outcome")) is not None,
        is_alert=not _ALERTS.isdisjoint(kinds),
        rows=_rows_of(item.content) if isinstance(item.content, str) else (),
        fields=fields,
        hides_subject=any(map(MASK.match, (title, fields[0][1] if fields else text))),
    )


def _rows_of(text: str) -> tuple[str, ...]:
    """What stands first in the rows of a table, or in at least three lines with a name and a value.

    A table in Markdown or HTML has at least two rows below its names. () for other texts.
    """
    read = text[:MAX_READ_CHARS]
    rows = [each[1] or each[2] or "" for each in _ROW.finditer(read)]
    if len(rows) >= _MIN_ROWS:
        return tuple(rows)
    entries = _ENTRY.findall(read)
    return tuple(entries) if len(entries) >= _MIN_ENTRIES else ()


def _kinds_of(item: Item) -> list[str]:
    metadata = item.metadata
    return [
        word.casefold()
        for name in _KINDS
        if name in metadata
        for word in strings_of(metadata[name])
    ]

"""Renders objects as text: short values together behind their names, prose on lines of its own.

`{"service": "search-api", "state": "down", "note": "Two replicas of three do not answer."}` becomes
two lines, `service: search-api; state: down` and the note.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from recollect.context.evidence import is_readable
from recollect.language.terms import terms
from recollect.retrieval.items import Field, field_in_words, fields_in_words

# Short values share a line of up to so many characters, since a longer sentence is cut.
_MAX_LINE_CHARS = 200
# A value with fewer spaces, or with fewer characters and no sentence, is rendered with its name.
_MIN_PROSE_SPACES = 3
_MIN_PROSE_CHARS = 60
# So many characters of the prose are searched for short values.
_COMPARED_CHARS = 4_096
# So many first fields say what an object is about.
_MAX_NAMING_FIELDS = 100


def in_lines(records: Iterable[Sequence[Field]]) -> str:
    """Records as lines, in order; short values that the prose already has are left out.

    A line of short values stays whole if the prose lacks one of them.
    """
    readable = [[field for field in record if is_readable(field[1])] for record in records]
    prose = "\n".join(value for _, value in chain.from_iterable(readable) if _is_prose(value))
    return "\n".join(
        chain.from_iterable(_lines(record, prose[:_COMPARED_CHARS]) for record in readable)
    )


def terms_of_thing(records: Sequence[Sequence[Field]]) -> frozenset[str]:
    """The terms of the short values in the first record, which the whole object is about."""
    own = records[0][:_MAX_NAMING_FIELDS] if records else ()
    return frozenset().union(*(terms(value) for _, value in own if not _is_prose(value)))


def _lines(record: Iterable[Field], prose: str) -> Iterator[str]:
    brief: list[Field] = []
    size = 0
    for field in record:
        is_prose = _is_prose(field[1])
        length = len(field_in_words(field))
        if is_prose or size + length > _MAX_LINE_CHARS:
            yield from _line(brief, prose)
            brief, size = [], 0
        if is_prose:
            yield field[1]
        else:
            brief.append(field)
            size += length
    yield from _line(brief, prose)


def _line(brief: Sequence[Field], prose: str) -> Iterator[str]:
    if any(value not in prose for _, value in brief):
        yield fields_in_words(brief)


def _is_prose(value: str) -> bool:
    """Whether a value says something by itself, without its name."""
    return value.count(" ") >= _MIN_PROSE_SPACES and (
        len(value) >= _MIN_PROSE_CHARS or value.endswith((".", "!", "?"))
    )

"""Objects as they are told: what is brief together behind its names, and texts by themselves.

`{"service": "search-api", "state": "down", "note": "Two replicas of three do not answer."}` is told
in two lines, `service: search-api; state: down` and the note.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from recollect.context.evidence import is_readable
from recollect.language.terms import terms
from recollect.retrieval.items import Field, field_in_words, fields_in_words

# What is brief is told together, up to so many characters in a line: a longer sentence is cut.
_LINE = 200
# A value of fewer words, or of fewer characters and no sentence, is told with its name.
_FEWEST_SPACES = 3
_LEAST_PROSE = 60
# In so much of the texts it is looked for what is brief.
_COMPARED = 4_096
# What an object is about stands among the first of its fields.
_NAMING = 100


def in_lines(records: Iterable[Sequence[Field]]) -> str:
    """Records line by line, one behind the other; what is brief only where no text says it all."""
    told = [[field for field in record if is_readable(field[1])] for record in records]
    prose = "\n".join(value for _, value in chain.from_iterable(told) if _is_prose(value))
    return "\n".join(chain.from_iterable(_lines(record, prose[:_COMPARED]) for record in told))


def terms_of_thing(records: Sequence[Sequence[Field]]) -> frozenset[str]:
    """The terms of what is brief in the first record, which all of the object is about."""
    own = records[0][:_NAMING] if records else ()
    return frozenset().union(*(terms(value) for _, value in own if not _is_prose(value)))


def _lines(record: Iterable[Field], prose: str) -> Iterator[str]:
    brief: list[Field] = []
    size = 0
    for field in record:
        is_prose = _is_prose(field[1])
        length = len(field_in_words(field))
        if is_prose or size + length > _LINE:
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
    return value.count(" ") >= _FEWEST_SPACES and (
        len(value) >= _LEAST_PROSE or value.endswith((".", "!", "?"))
    )

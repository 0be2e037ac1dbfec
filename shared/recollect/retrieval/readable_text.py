"""Texts as people read them: HTML without its tags, an object of JSON as names and values in words.

Monitoring opens tickets with objects, agents remember them: `{"alert": "Disk", "host": "db-77"}` is
`alert: Disk; host: db-77`.
"""

from collections.abc import Sequence
from itertools import chain, groupby
from operator import itemgetter
from typing import Final

from recollect.core.json_texts import json_in
from recollect.language.markup import readable
from recollect.retrieval.items import fields_in_words, shown_records_of

# What is longer is a file, and read as it is.
_LONGEST: Final = 20_000


def readable_text(text: str) -> str:
    """A text that is HTML or an object of JSON as people read it, any other as it is."""
    return "; ".join(fields_in(text)) or readable(text)


def fields_in(text: str) -> Sequence[str]:
    """What a text that is an object of JSON, or a list of objects, says; no other has fields."""
    begins = text.lstrip()[:1]
    if begins not in {"{", "["} or len(text) > _LONGEST:
        return ()
    parsed = json_in(text)
    rows = parsed if isinstance(parsed, list) else [parsed]
    if not rows or not all(isinstance(each, dict) for each in rows):
        return ()
    fields = chain.from_iterable(shown_records_of(parsed, _LONGEST))
    return [fields_in_words(values) for _, values in groupby(fields, key=itemgetter(0))]

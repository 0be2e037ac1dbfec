"""Texts as people read them: HTML without its tags, a JSON object as names and values in words.

Monitoring opens tickets with objects, and agents remember them: `{"alert": "Disk", "host":
"db-77"}` becomes `alert: Disk; host: db-77`.
"""

from collections.abc import Sequence
from itertools import chain, groupby
from operator import itemgetter
from typing import Final

from recollect.core.json_texts import json_in
from recollect.language.markup import readable
from recollect.retrieval.items import fields_in_words, shown_records_of

# A longer text is a file, and stays as it is.
_MAX_CHARS: Final = 20_000


def readable_text(text: str) -> str:
    """HTML or a JSON object as people read it; any other text as it is."""
    return "; ".join(fields_in(text)) or readable(text)


def fields_in(text: str) -> Sequence[str]:
    """The fields of a JSON object or a list of objects, in words; none for another text."""
    begins = text.lstrip()[:1]
    if begins not in {"{", "["} or len(text) > _MAX_CHARS:
        return ()
    parsed = json_in(text)
    rows = parsed if isinstance(parsed, list) else [parsed]
    if not rows or not all(isinstance(each, dict) for each in rows):
        return ()
    fields = chain.from_iterable(shown_records_of(parsed, _MAX_CHARS))
    return [fields_in_words(values) for _, values in groupby(fields, key=itemgetter(0))]

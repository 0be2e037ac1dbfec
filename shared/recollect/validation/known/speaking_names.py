"""Names and values in results with words of grammar: `Customer Service`, `No Name`, `Not Set`.

Where an answer has them, these words state nothing: no customer is named, nothing is denied.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from recollect.validation.grammar.folding import WORD, folded
from recollect.validation.grammar.lexicon import Lexicon
from recollect.validation.grammar.proper_names import is_grammar
from recollect.validation.known.record_models import Record, values_of

_FIELDS: Final = ("group", "customer", "assignee", "contact", "status", "priority")
_MAX_NAMES: Final = 50
"""The most names that are searched for in each sentence of an answer."""


def speaking_names(records: Iterable[Record], lexicon: Lexicon) -> Sequence[str]:
    """The folded names of several words, at least one of which has a meaning of grammar."""
    texts = dict.fromkeys(folded(each.text).strip() for each in values_of(records, *_FIELDS))
    speaking = (text for text in texts if _speaks(WORD.findall(text), lexicon))
    return [text for _, text in zip(range(_MAX_NAMES), speaking, strict=False)]


def _speaks(words: Sequence[str], lexicon: Lexicon) -> bool:
    means = lexicon.words
    return len(words) > 1 and any(
        is_grammar(each) for word in words for each in means.get(word, ())
    )

"""What a clause only supposes or plans: `it could be the cable`, `I'd watch it`."""

import re
from typing import Final

from recollect.validation.grammar.clauses import AnswerClause
from recollect.validation.grammar.words import any_means, word_set

_SUPPOSING: Final = word_set("""
    could should would might may try suggest recommend example say common usually
    konnte konnten sollte sollten wurde wurden empfehle beispiel podria deberia pourrait devrait
    poderia deveria potrebbe dovrebbe zou kunnen
""")
_SUPPOSING_PHRASE: Final = re.compile(
    r"\b(?:(?:i|you|we|it|that)['\u2019]d\b(?! been\b)|let['\u2019]s\b"
    r"|e\.\s?g\b|z\.\s?b\b|p\.\s?(?:ej|ex)\b|for (?:example|instance)\b|such as\b"
    r"|par exemple\b|por (?:ejemplo|exemplo)\b|(?:ad|per) esempio\b|bijvoorbeeld\b|bijv\b)"
)
_PLANNING: Final = re.compile(r"\b(?:(?:i|we)['\u2019]d|any \w+ and (?:we|you|it))\b")


def is_supposed(clause: AnswerClause, text: str) -> bool:
    """Whether a clause, with its folded text, says what could be or could be done."""
    if _SUPPOSING_PHRASE.search(text):
        return True
    words = clause.words
    return not _SUPPOSING.isdisjoint(clause.texts) and any(
        word.text in _SUPPOSING and not any_means(words[at + 1 : at + 2], "not")
        for at, word in enumerate(words)
    )


def is_planned(text: str) -> bool:
    """Whether a folded clause says what somebody would do, or what would follow: `I'd watch it`."""
    return _PLANNING.search(text) is not None

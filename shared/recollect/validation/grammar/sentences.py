"""The sentences of an answer, and what of them may state facts: no question, no quote.

In `it doesn't say why it broke`, nothing behind `why` is stated.
"""

import re
from typing import Final

from recollect.validation.grammar.lexicon import Lexicon
from recollect.validation.grammar.moments import BEFORE_MONTH
from recollect.validation.grammar.words import POINT_OF_TITLE, Word, words_of

# A full stop that does not end a sentence: in `10.5`, `28. Oktober`, `Dr. Weber`, `J. Smith`; but
# it ends one behind `ctl-b`.
_INNER_POINT: Final = (
    rf"(?:[.!?](?!\**(?:\s|$))|(?<=\d)\.(?=\s{BEFORE_MONTH})|{POINT_OF_TITLE}|(?<=\bca)\.(?=\s)"
    r"|(?<=\bno)\.(?=\s\d)"
    r"|(?<=\b[a-z])(?<!-[a-z])\.(?=\s\w))"
)
SENTENCE: Final = re.compile(
    rf"[^\n.!?;\u2022]*+(?:{_INNER_POINT}[^\n.!?;\u2022]*+)*[.!?;\n\u2022]?"
)
"""A sentence of a folded answer, or nothing at its end."""

_QUOTED: Final = re.compile(
    '["\u201c\u201e\u00ab][^"\u201c\u201d\u201e\u00ab\u00bb\n]{1,400}["\u201d\u201c\u00bb]'
)
_QUOTES: Final = re.compile('["\u201c\u201e\u00ab]')
_MAX_NAMING_WORDS: Final = 2
"""Words of a quote that is a name, and repeats nobody."""

_UNKNOWN: Final = re.compile(
    r"\b(?:(?:(?:do|does|did)(?:n['\u2019]t| not)|cannot|can['\u2019]t|nobody|nothing)"
    r" (?:\w+ )?(?:says?|tells?|mentions?|explains?|states?|see|knows?|find)"
    r" (?:us |me |you )?(?:that|it|why|whether|who|what|when|how|which|where|anyone|anybody)\b"
    r"|(?:sagt|steht|weiss|sehe|erkenne|geht)\b[^,.;]{0,40} nicht(?: hervor)?,"
    r" (?:dass|ob|warum|wer|wann|wie|wo|welche)\b"
    r"|ne (?:dit|precise|mentionne) pas (?:pourquoi|si|que|qui)\b"
    r"|no (?:dice|indica|aclara|consta) (?:por que|si|que|quien)\b)"
)
"""Phrases before something that nobody knows, or that results do not say."""

_MAY_BE_UNKNOWN: Final = re.compile(r"n(?:o[ bt]|['\u2019]t|icht|e )")
"""A part of each of these phrases, which is found fast."""

_QUESTION: Final = re.compile(
    r"[\s\d*_-]*(?:who|whom|whether|why|wer|wen|wem|warum|wieso|weshalb|woher|ob|pourquoi|quien)"
    r"\b[^:]*$"
)
"""An indirect question: `whether the patch has been installed`."""

_MAX_GREETING_LENGTH: Final = 80
_GREETED: Final = re.compile(
    r"\W*+(?:(?:hello|hi|hallo|dear|good|sehr|bonjour|hola|estimad[oa]|ciao|ola|gentile)\b[^\n]*\n\s*)?"
)
"""A greeting on a line of its own, or nothing."""

_ANNOUNCING: Final = re.compile(
    r"[\W_]{0,20}+(?:(?:hello|hi|hallo|dear|good|bonjour|hola|ciao|ola)\b[^,:!.\n]{0,40}[,:!]\s+)?"
    r"(?:(?:i|we)(?:['\u2019]m| am|['\u2019]re| are)?(?: can)?(?: now)?"
    r"(?: (?:very )?(?:happy|glad|pleased|delighted|sorry|able))?(?: to)?"
    r" (?:tell|say|report|confirm|inform|let)(?: you)?(?: know)? that"
    r"|(?:nous avons le plaisir de|je|nous)(?: peux| pouvons)?(?: vous)?"
    r" (?:informer|confirmer|informe|confirme|confirmons|informons)(?: de ce)? que"
    r"|(?:me |nos )?(?:complace|alegra|puedo|podemos|le|les)"
    r" (?:informar(?:les?)?|confirmar(?:les?)?|informo|informamos|confirmo|confirmamos)(?: de)? que"
    r")\s"
)
"""A phrase that only announces a statement: `I am happy to tell you that`."""


def stated_words(answer: str, fold: str, start: int, end: int, lexicon: Lexicon) -> list[Word]:
    """The words of a sentence outside of quotes and behind what only announces a statement."""
    words = _without_quotes(answer, fold, words_of(fold, start, end, lexicon), start, end)
    return _without_announcement(fold, words, start, end)


def start_of_open(fold: str, start: int, end: int) -> int:
    """The offset from which a sentence asks, or says what is unknown: `it doesn't say why`.

    `end` where it does neither.
    """
    if fold.endswith("?", start, end) or _QUESTION.match(fold, start, end):
        return start
    found = _UNKNOWN.search(fold, start, end) if _MAY_BE_UNKNOWN.search(fold, start, end) else None
    return found.start() if found else end


def _without_announcement(fold: str, words: list[Word], start: int, end: int) -> list[Word]:
    """The words of a sentence without a phrase that only announces a statement.

    Only a greeting may stand before it: later in an answer, the phrase may begin a draft for
    somebody else.
    """
    is_first = start <= _MAX_GREETING_LENGTH and _GREETED.fullmatch(fold, 0, start) is not None
    found = _ANNOUNCING.match(fold, start, end) if is_first and words else None
    return [word for word in words if word.start >= found.end()] if found else words


def _without_quotes(answer: str, fold: str, words: list[Word], start: int, end: int) -> list[Word]:
    """The words outside of quotes of more than two words, which repeat somebody else."""
    if not _QUOTES.search(answer, start, end):
        return words
    spans = [
        match.span()
        for match in _QUOTED.finditer(fold, start, end)
        if len(match.group().split()) > _MAX_NAMING_WORDS
    ]
    inside = [
        word for word in words if not any(begin <= word.start < stop for begin, stop in spans)
    ]
    return [word for word in inside if word.text not in '"\u201c\u201d\u201e\u00ab\u00bb']

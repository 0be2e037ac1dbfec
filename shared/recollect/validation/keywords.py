"""Choose the words that distinguish a summary from others, to look for them in an answer.

There is no corpus to weigh words by. Instead, words are chosen that survive paraphrase and
translation, in this order: values of the current state, identifiers, names, numbers with the words
that they count, and then longer words in the order of the text. Each kind has a number of places,
so that no kind displaces the others.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from recollect.core.memoised import Memoised
from recollect.language.terms import STOP_WORDS
from recollect.tools.contract import CURRENT_STATE, SECTIONS
from recollect.validation.grammar.words import word_set
from recollect.validation.indexed_text import (
    BREAKS,
    is_identifier,
    is_unspaced,
    runs,
    split,
    tokens,
    without_links,
)
from recollect.validation.sections import heading

MAX_KEYWORDS: Final = 15
"""The most keywords that a summary has."""

# Words of promises, courtesies and talk about the conversation: the answer to a question about a
# field may be full of them without saying anything. States such as "closed" are not among them.
FILLERS: Final = frozenset(
    """
    again answer answers asked asking asks back check checked checking checks close contact
    details directly getting gets glad good great happy hello instruction instructions issue
    issues keep later like look looked looking looks moment need needs okay problem problems
    question questions reach right shortly soon still sure take team teams tell thank thanks time
    today tomorrow update updated updates used user users uses using wait want wants welcome
    danke gerne gleich heute melde moment nachsehen prüfe schaue später
    """.split()
)
_MAX_LENGTH: Final = 64
_MAX_SHORT_LENGTH: Final = 3
_GENERIC: Final = word_set("""
    status priority assigned location dependencies pattern found case cases incident incidents
    ticket tickets whom whose sorry please help know have haven currently information
    description customer configuration item resolution cause parent
    since both every without within also more most other only very been does done here yes
    welche welcher welches wann warum wieso werden wurde wurden sind haben diese dieser dieses
    eine einer keine keinen derzeit aktuell bitte
""")
_IGNORED: Final = STOP_WORDS | _GENERIC | {w for name in SECTIONS for w in name.casefold().split()}

# `• Oct 28, 15:30`, perhaps with a dash and `jsmith:`; matched at the beginning of each line.
_ACTIVITY: Final = re.compile(
    r"\s{0,4}(?:[•*-]\s{0,4})?"
    r"(?:\w{3,9}\.?\s\d{1,2},?\s|\d{4}-\d{2}-\d{2}[T\s]|\d{1,2}[./]\d{1,2}[./]\d{0,4},?\s)?"
    r"\d{1,2}:\d{2}(?::\d{2})?(?:\s?[AaPp][Mm])?(?!\w)"
    r"(?:\s{0,2}[\u2013\u2014-]\s{0,2}(?:[^\s:]{1,40}(?:\s[^\s:]{1,40}){0,2}:(?!\S))?)?"
)
_LABEL: Final = re.compile(r"[\s•*-]{0,8}[^:\n]{1,30}:(?=\s)")

_ANYTHING: Final = re.compile("")
# These patterns begin with characters that are rare in a line, which the engine finds fast.
_MAY_BE_NUMBER: Final = re.compile(r"[\d\x80-\U0010ffff]")
_MAY_BE_IDENTIFIER: Final = re.compile(r"\d(?:(?<=[^\s\d].)|\.\d)")
# A capital behind another word of its sentence.
_MAY_BE_NAME: Final = re.compile(
    r"[A-Z\x80-\U0010ffff](?:(?<![A-Z])|(?<!^.)(?<![A-Za-z0-9].)(?<![.!?:]\x20.))"
)

_Kinds = tuple[dict[str, None], ...]
_Signs = Sequence[tuple[int, re.Pattern[str]]]
_STATE, _IDENTIFIER, _NAME, _NUMBER, _WORD = range(5)
_BREAK, _SILENT = -1, -2
"""The kinds of the signs that end a sentence, and of words that say nothing."""
_SIGNS: Final[_Signs] = (
    (_WORD, _ANYTHING),
    (_IDENTIFIER, _MAY_BE_IDENTIFIER),
    (_NUMBER, _MAY_BE_NUMBER),
    (_NAME, _MAY_BE_NAME),
)
_PLACES: Final = {_STATE: 5, _IDENTIFIER: 3, _NAME: 3, _NUMBER: 2, _WORD: MAX_KEYWORDS}


def keywords(summary: str) -> tuple[str, ...]:
    """The at most 15 most distinctive words of a normalised summary, in lower case, best first."""
    kinds: _Kinds = tuple({} for _ in _PLACES)
    signs = [(kind, sign) for kind, sign in _SIGNS if sign.search(summary)]
    in_state = False
    for line in summary.splitlines():
        name = heading(line)
        if name is not None:
            in_state = name == CURRENT_STATE
        elif in_state and (label := _LABEL.match(line)):
            for word in content_words(tokens(line[label.end() :].casefold())):
                kinds[_STATE].setdefault(word)
        elif _may_have_keyword(line, kinds, signs):
            _collect(_without_entry_head(line), kinds)
    return _chosen(kinds)


def _may_have_keyword(line: str, kinds: _Kinds, signs: _Signs) -> bool:
    """Whether a line may have a word that gets chosen, by the sign of each kind that has room.

    Once there are enough longer words, no kind gets more words than it has places.
    """
    for kind, sign in signs:  # noqa: SIM110 - an `any` takes twice as long
        if len(kinds[kind]) < _PLACES[kind] and sign.search(line):
            return True
    return False


def content_words(found: Iterable[str]) -> Iterator[str]:
    """The words that may be keywords, out of lower-case words."""
    return filter(_is_content_word, found)


def _may_be_keyword(word: str) -> bool:
    length = len(word)
    if length == 1 or length > _MAX_LENGTH or word in _IGNORED:
        return False
    return length > _MAX_SHORT_LENGTH or any(map(str.isdigit, word)) or is_unspaced(word)


_is_content_word: Final = Memoised(_may_be_keyword).__getitem__
"""Whether a lower-case word may be a keyword: long enough or with digits, and not a general word.
"""


def _without_entry_head(line: str) -> str:
    """A line without what answers do not repeat: the time and author of an entry, and links."""
    entry = _ACTIVITY.match(line)
    return without_links(line[entry.end() :] if entry else line)


def _collect(line: str, kinds: _Kinds) -> None:
    """Add the words of a line to their kinds: what a number counts belongs to the numbers."""
    is_inside_sentence = follows_number = False
    for run in runs(line):
        for word, kind in _words_of(run):
            if kind == _BREAK:
                is_inside_sentence = follows_number = False
                continue
            if kind != _SILENT:
                is_counted = follows_number and kind in (_NAME, _WORD)
                plain_kind = _WORD if kind == _NAME and not is_inside_sentence else kind
                kinds[_NUMBER if is_counted else plain_kind].setdefault(word)
                follows_number = not word.isalpha() if is_counted else kind == _NUMBER
            is_inside_sentence = True


def _split_run(run: str) -> Sequence[tuple[str, int]]:
    words = ((token, token.casefold()) for token in split((run,)))
    return [(word, _kind(token, word)) for token, word in words]


_words_of: Final = Memoised(_split_run).__getitem__
"""The words of a run in lower case, each with its kind if it does not begin a sentence."""


def _kind(token: str, word: str) -> int:
    if token in BREAKS:
        return _BREAK
    if not _is_content_word(word):
        return _SILENT
    if not word.isalpha() and any(map(str.isdigit, word)):
        return _IDENTIFIER if is_identifier(word) else _NUMBER
    return _NAME if token[0].isupper() else _WORD


def _chosen(kinds: _Kinds) -> tuple[str, ...]:
    """The first words of each kind, as many as it has places, then the others in the same order."""
    ordered = [list(words) for words in kinds]
    first = [word for kind, words in enumerate(ordered) for word in words[: _PLACES[kind]]]
    rest = [word for kind, words in enumerate(ordered) for word in words[_PLACES[kind] :]]
    return tuple(dict.fromkeys((*first, *rest)))[:MAX_KEYWORDS]

"""Texts that press their reader to believe and to obey them, as forged notes do.

A forged note shouts, vouches for itself ("confirmed by everybody, trust nothing else"), waives a
check ("no approval, skip the call-back"), and repeats what will be asked, so as to be found. An
honest text does not need this: it need not say that it is true, suspends no rule in passing, and
asks no question only to be found by it. But one of the four ways proves no forgery: a runbook
shouts, a policy says that no ticket is needed, a list of answers asks questions. Two of the four
near each other hardly ever occur in an honest text.
"""

import re
from collections import deque
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from recollect.language.folding import fold
from recollect.language.sentences import split_sentences
from recollect.language.terms import STOP_WORDS, words

_NEAR_CHARS: Final = 500
"""How many characters two ways may be apart: a long text has such words here and there."""

_GAP: Final = r"(?: [\w'’-]{1,30})"
_WHO: Final = (
    r"(?:every(?:body|one)|all\b|finance|security|legal|management"
    r"|the (?:ceo|cfo|cto|ciso|board|boss))"
)
_SHOUTS: Final = re.compile(
    r"\b(?:URGENT|IMMEDIATELY|IMPORTANT|ATTENTION|WARNING|NOTICE|ANSWER|FINAL|OFFICIAL|ALWAYS"
    r"|NEVER|MUST|NOW|STOP)\b(?:\W{0,3}\b[A-Z]{3,}\b|[^\n.!]{0,40}!)|!!"
)
_VOUCHES: Final = re.compile(
    r"\b(?:100 ?%|fully|officially|already|been) (?:verified|confirmed|true|correct|approved"
    r"|official|guaranteed|legit(?:imate)?|genuine|safe|cleared)\b"
    rf"|\b(?:verified|confirmed|approved|agreed|signed off|known) by {_WHO}"
    rf"|\b{_WHO} (?:already )?(?:knows?|agreed|approved|confirmed|signed off|is aware)\b"
    r"|\b(?:trust|believe) (?:me|us|this)\b|\band nothing else\b"
    rf"|\b(?:use|follow|rely on|quote|read|listen to) (?:only )?th(?:is|at){_GAP}{{0,4}} (?:only"
    r"|instead)\b"
    r"|\bthe (?:only|one|single) (?:true|correct|right|valid|real|official|authoritative)\b"
    r"|\bthis is (?:the )?(?:truth|final|official)\b|\bthis is how\b(?=\W*(?:[.!\n]|$))"
    r"|\b(?:disregard|ignore|forget|discard|overrides?|supersedes?|outranks?) (?:any|all|every"
    r"|the)(?:thing)? (?:other|older|old|earlier|previous|former|prior|rest)\b"
    r"|\b(?:overrides?|supersedes?|outranks?|beats?) everything\b",
    re.IGNORECASE,
)
_CHECK: Final = (
    r"(?:approvals?|tickets?|verification|checks?|questions?|reviews?|sign-?offs?|permissions?"
    r"|authori[sz]ation|confirmations?|call-?backs?|limits?|proof|paperwork)"
)
_WAIVES: Final = re.compile(
    rf"\b(?:no|without(?: an?y?)?|zero)(?: (?:further|prior|manager|second|more|id))? {_CHECK}\b"
    r"|\b(?:skip|bypass|omit|drop|disable|switch off|turn off|don['’]t bother with"
    rf"|never mind){_GAP}{{0,4}} (?:{_CHECK}|controls?|four[- ]eyes|rules?|polic(?:y|ies)"
    r"|procedures?|process|mfa|2fa)\b"
    r"|\bunlimited\b|\bopen to (?:every|any)(?:one|body)\b"
    r"|\bjust (?:log ?in|pay|wire|send|share|give|reset|approve|transfer|grant)\b"
    rf"|\b(?:do not|don['’]t|no need to|never){_GAP}{{0,2}} (?:ask|tell|inform|verify|check|wait"
    r"|escalate|question|double-check|notify)\b",
    re.IGNORECASE,
)
# Markdown's marks for the end of bold or italics may follow it.
_QUESTION_MARK: Final = re.compile(r"\?(?=[*_]{0,3}(?:\s|$))")
_ANSWER: Final = re.compile(r"\?(?=\s|$).{0,200}?\banswer ?:", re.DOTALL | re.IGNORECASE)
_ENDS: Final = ".!?\n"
_MAX_QUESTION_CHARS: Final = 200
_REPEAT_CHARS: Final = 300
_COMPARED_LETTERS: Final = 4
_PRAISES_ITSELF: Final = re.compile(
    r"\b(?:best|top|number one|most relevant|correct|official)(?: \w+)?"
    r" (?:answer|result|hit|match)s?\b|\bread this first\b"
)
_CODE: Final = re.compile(r"[={}()\[\]<>/\\|;:*_]|[a-z]\.[a-z]")
_MIN_LONG_WORD_LETTERS: Final = 4
_MIN_LONG_WORDS: Final = 10
_MAX_DISTINCT_SHARE: Final = 0.6
_MAX_STOP_WORD_SHARE: Final = 0.15
_WAYS_BY_WORDS: Final = (_SHOUTS, _VOUCHES, _WAIVES)
_WORD: Final = re.compile(r"[^\W_]{1,64}(?:-[^\W_]{1,64})*")


def presses(text: str) -> bool:
    """Whether a text presses its reader in two ways near each other, or has a heap of words."""
    plain = fold(text).text
    if any(map(_is_heap, split_sentences(plain))):
        return True
    ways = (*(_places(each, plain) for each in _WAYS_BY_WORDS), _made_to_be_found(plain))
    found = sorted((at, way) for way, places in enumerate(ways) for at in places)
    return any(
        way != other and later - at <= _NEAR_CHARS for (at, way), (later, other) in pairwise(found)
    )


def _places(pattern: re.Pattern[str], text: str) -> Iterator[int]:
    return (each.start() for each in pattern.finditer(text))


def _is_heap(sentence: str) -> bool:
    """Whether a sentence is a heap of words: many long words and hardly a stop word.

    It must also repeat its long words, or praise itself.
    """
    all_words = words(sentence)
    long_words = [each for each in all_words if len(each) >= _MIN_LONG_WORD_LETTERS]
    return (
        len(long_words) >= _MIN_LONG_WORDS
        and (
            len(set(long_words)) <= _MAX_DISTINCT_SHARE * len(long_words)
            or _PRAISES_ITSELF.search(" ".join(all_words)) is not None
        )
        and sum(each in STOP_WORDS for each in all_words) <= _MAX_STOP_WORD_SHARE * len(all_words)
        and _CODE.search(sentence) is None
    )


def _repeated_questions(text: str) -> Iterator[int]:
    """Where a text asks a question like one shortly before.

    The questions of a list of answers differ from each other.
    """
    before = deque[tuple[int, frozenset[str]]]()
    for at in _places(_QUESTION_MARK, text):
        while before and at - before[0][0] > _REPEAT_CHARS:
            before.popleft()
        asked = _question_words(text, at)
        if any(2 * len(asked & each) > min(len(asked), len(each)) for _, each in before):
            yield at
        if asked:
            before.append((at, asked))


def _question_words(text: str, end: int) -> frozenset[str]:
    """The first four letters of each content word of the question that ends at `end`."""
    first = max(0, end - _MAX_QUESTION_CHARS)
    start = max(text.rfind(each, first, end) for each in _ENDS)
    asked = words(text[max(first, start + 1) : end])
    return frozenset(each[:_COMPARED_LETTERS] for each in asked if each not in STOP_WORDS)


def _made_to_be_found(text: str) -> Iterator[int]:
    """Where a text repeats a question, answers itself, or repeats a word three times in a row."""
    yield from _places(_ANSWER, text)
    yield from _repeated_questions(text)
    found = list(_WORD.finditer(text))
    folded = [each.group().casefold() for each in found]
    for place, three in enumerate(zip(folded, folded[1:], folded[2:], strict=False)):
        if len(set(three)) == 1 and not folded[place].isdigit():
            yield found[place].start()

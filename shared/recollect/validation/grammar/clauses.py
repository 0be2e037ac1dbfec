"""Splits the sentences of an answer into clauses, and tells what each states and is about.

`The disk is full, but the service is up` has two.

Questions, advice and what follows an `if` state nothing. Neither do clauses that say what may be,
what was, or what somebody else said. `clause_subjects` tells what each clause is about.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from recollect.validation.grammar.advice import advice_sections, is_imperative
from recollect.validation.grammar.clause_subjects import (
    DOING,
    ClauseSubjects,
    Subject,
    ends_in_number,
    passing_subject,
)
from recollect.validation.grammar.folding import WORD
from recollect.validation.grammar.lexicon import KINDS, Lexicon
from recollect.validation.grammar.lexicons.particles import HAVING
from recollect.validation.grammar.proper_names import with_names
from recollect.validation.grammar.sentences import SENTENCE, start_of_open, stated_words
from recollect.validation.grammar.words import NOTHING, Word, any_means, cues_of, word_set

_IDLE: Final = frozenset({"maybe", "said", "formerly"})
_NAMES: Final = re.compile(
    r"[^\W\d_a-z][a-z\u00df-\u024f]{1,64} [^\W\d_a-z][a-z\u00df-\u024f]"
    r"|\b(?:in|at|from) [^\W\d_a-z]"
)
_CAPITALS: Final = re.compile(r"[^\W\d_a-z\u00df-\u00ff]")
CAPITAL: Final = "capital"
"""The cue of clauses with a capital letter, which may be that of a name."""
_WITH_CAPITAL: Final = frozenset({CAPITAL})
_FIGURE: Final = re.compile(r"[\d@:]")
"""A figure, mail address, link or label; these have rare characters, which are found fast."""

_WHETHER: Final = word_set("whether ob")
_OR: Final = word_set("or oder")
_FEW_WORDS: Final = 2
_MAX_SUBJECT_AND_VERB: Final = 7
_ENDS: Final = frozenset({",", ";", "(", ")", "|", "\u2013", "\u2014", "\u2022", "-"})
# These words only order events in time; what follows them is no condition.
_IN_ORDER: Final = frozenset({"before", "bevor", "vor", "antes", "avant", "prima", "voordat"})

MAX_SENTENCE_WORDS: Final = 200
"""A longer text is no sentence; rules that compare many of its words skip it."""


@dataclass(eq=False, slots=True)  # quicker to make and to read than a named tuple
class AnswerClause:
    """Words of a sentence up to a comma, a bracket or a `but`.

    `asserts_now` is true if it asserts what is so now, `asserts` if it asserts anything, past and
    future included: questions, advice and conditions do not. `sentence` has the words of the whole
    sentence, `at` is the index of its first word there. `is_event` is true if the sentence begins
    with a date or time.
    """

    words: Sequence[Word]
    at: int
    sentence: Sequence[Word]
    asserts_now: bool
    asserts: bool
    subject: Subject
    is_event: bool
    is_first: bool
    cues: frozenset[str]
    """The meanings and forms of its words, to skip a clause fast which lacks one of them.

    They include `CAPITAL` if a word has a capital letter.
    """
    texts: frozenset[str]
    """The texts of its words, for the same purpose."""
    whole: Sequence[Word]
    """All of its words; `words` ends at an `until` or `once`, behind which nothing is so yet."""


def clauses(
    answer: str,
    fold: str,
    lexicon: Lexicon,
    others: frozenset[str] = NOTHING,
    names: Sequence[str] = (),
) -> Iterator[AnswerClause]:
    """The clauses of the sentences that may state facts; `fold` is the folded answer.

    Such a sentence has a figure, a possible name, a cue of the lexicon, or one of `others`. Words
    within `names`, which are folded, deny and label nothing.
    """
    subject: Subject = "same"
    advised = advice_sections(fold)
    for match in SENTENCE.finditer(fold):
        sentence, (start, end) = match.group(), match.span()
        if not sentence or (advised and _is_inside(start, advised)):
            continue
        if sentence.isspace():
            subject = ""  # the end of a line behind a full stop
            continue
        if not _FIGURE.search(sentence) and lexicon.cues.isdisjoint(sentence.split()):
            found = WORD.findall(sentence)
            passes = lexicon.cues.isdisjoint(found) and others.isdisjoint(found)
            if passes and not _NAMES.search(answer, start, end):
                subject = passing_subject(found, lexicon)
                continue
        stated = stated_words(answer, fold, start, end, lexicon)
        if not stated:
            continue
        words = with_names(stated, fold, names) if names else stated
        open_from = start_of_open(fold, start, end)
        about = ClauseSubjects(words, subject)
        yield from _clauses_of_sentence(answer, words, open_from, about)
        subject = about.it


def _is_inside(at: int, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether an offset is within one of several spans, which are in order without overlaps."""
    last = bisect_right(spans, at, key=lambda span: span[0]) - 1
    return last >= 0 and at < spans[last][1]


def _clauses_of_sentence(
    answer: str, words: Sequence[Word], open_from: int, about: ClauseSubjects
) -> Iterator[AnswerClause]:
    is_event = _is_event(words)
    supposed = False
    first = True
    skips_next = False
    for at, part, meaningful in _parts(words):
        cues_of_words = [cues_of(word.means, word.form) for word in meaningful]
        if _CAPITALS.search(answer, part[0].start, part[-1].end):
            cues_of_words.append(_WITH_CAPITAL)
        cues = NOTHING.union(*cues_of_words)
        # The last clause of `you asked whether it is up: it is` is a statement.
        is_said_now = at > 0 and words[at - 1].text == ":"
        supposed = (supposed and not is_said_now) or "if" in cues or part[-1].end > open_from
        texts = frozenset([word.text for word in part])
        stated = part[: _stated_size(part)] if "when" in cues else part
        asserts = not supposed and "said" not in cues and not is_imperative(part)
        is_choice = at > 0 and part[0].text in _OR
        idle = (
            not asserts
            or skips_next
            or is_choice
            or (not cues.isdisjoint(_IDLE) and _is_idle(part))
        )
        skips_next = "when" in part[0].means and part[0].text not in _IN_ORDER
        own = about.next(at, part, cues, texts)
        yield AnswerClause(
            stated, at, words, not idle, asserts, own, is_event, first, cues, texts, part
        )
        first = False


def _is_idle(part: Sequence[Word]) -> bool:
    """Whether a clause says what may be, was said, or was once so; `the earlier case` does not."""
    return any(
        not word.means.isdisjoint(_IDLE)
        and not word.means_any("case", "label:opened")
        and not (
            word.means_any("formerly")
            and (_is_given(part[at + 1 : at + 3]) or ends_in_number(part[max(0, at - 1) : at]))
        )
        for at, word in enumerate(part)
    )


def _is_given(words: Sequence[Word]) -> bool:
    """Whether words are a ticket and its number, or a time: `case SCS0012345`, `20 minutes`."""
    if len(words) <= 1:
        return False
    is_ticket = words[0].means_any("case") and words[1].form == "name"
    return is_ticket or (words[0].form == "number" and words[1].means_some("unit:"))


def _stated_size(part: Sequence[Word]) -> int:
    """The number of words up to an `until` or `once`; `valid until 12 March` counts as a whole."""
    for place, word in enumerate(part):
        if word.means_any("when"):
            is_day = any(each.form == "date" for each in part[place + 1 : place + 2])
            was = any_means(part[:place], "was", "been")
            if not is_day or was or not place:
                return place
    return len(part)


def _parts(words: Sequence[Word]) -> Iterator[tuple[int, Sequence[Word], Sequence[Word]]]:
    """The clauses of a sentence, with their index and those of their words that have meanings."""
    begin = 0
    is_asked = False
    meaningful: list[Word] = []
    for at in [at for at, word in enumerate(words) if word.means or word.form != "word"]:
        word = words[at]
        text, means = word.text, word.means
        is_asked = is_asked or text in _WHETHER
        if (
            (word.form == "mark" and (text.strip() in _ENDS or (is_asked and text == ":")))
            or ("and" in means and _is_coordinate(words, begin, at))
            or ("but" in means and at > begin)
        ):
            if at > begin:
                yield begin, words[begin:at], meaningful
            begin = at + 1
            meaningful = []
            is_asked = False
        else:
            meaningful.append(word)
    if begin < len(words):
        yield begin, words[begin:], meaningful


def _is_coordinate(words: Sequence[Word], begin: int, at: int) -> bool:
    """Whether an `and` joins two full clauses: `the firmware is back and the case is open`."""
    behind = words[at + 1 : at + _MAX_SUBJECT_AND_VERB]
    if at > begin + 1 and behind and behind[0].means_any("nobody"):
        return True
    verb = next((place for place, word in enumerate(behind) if word.means_any(*DOING)), 0)
    named = [
        word for word in behind[:verb] if not word.means_any("determiner") or word.means_any("case")
    ]
    is_specific = any(word.form == "name" or word.means_any("case") for word in named)
    return (
        (is_specific or len(named) >= _FEW_WORDS)  # `the disk alarm is`, but not `the condition is`
        and all(_is_of_subject(word) for word in named)
        and any(map(is_predicate, words[begin:at]))
    )


def is_predicate(word: Word) -> bool:
    """Whether a word is a verb that makes a statement."""
    return word.means_any(*DOING) or word.text in HAVING


def _is_of_subject(word: Word) -> bool:
    """Whether a word may be in a subject: a name, a thing, or a word without a meaning."""
    is_thing = word.means_some("thing:") or word.means_any("user", *KINDS)
    return word.form == "name" or is_thing or word.is_unknown


def _is_event(words: Sequence[Word]) -> bool:
    for word in words:
        if word.form == "date":
            return True
        if word.form != "mark":
            return False
    return False

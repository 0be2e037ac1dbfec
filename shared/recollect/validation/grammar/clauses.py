"""Splits an answer into sentences and clauses, and tells what each states and is about.

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
from recollect.validation.grammar.lexicon import Lexicon
from recollect.validation.grammar.moments import BEFORE_MONTH
from recollect.validation.grammar.words import Word, cues_of, words_of

# A full stop that does not end a sentence: in `10.5`, `28. Oktober`, `Dr. Weber`.
_INNER_POINT: Final = (
    rf"(?:[.!?](?!\**(?:\s|$))|(?<=\d)\.(?=\s{BEFORE_MONTH})|(?:(?<=\bmr|\bdr|\bca)|(?<=\bmrs))\.(?=\s)"
    r"|(?<=\bno)\.(?=\s\d)"
    r"|(?<=\b[a-z])\.(?=\s\w))"
)
_SENTENCE: Final = re.compile(
    rf"[^\n.!?;\u2022]*+(?:{_INNER_POINT}[^\n.!?;\u2022]*+)*[.!?;\n\u2022]?"
)
_QUOTED: Final = re.compile(
    '["\u201c\u201e\u00ab][^"\u201c\u201d\u201e\u00ab\u00bb\n]{1,400}["\u201d\u201c\u00bb]'
)
_QUOTES: Final = re.compile('["\u201c\u201e\u00ab]')
HAVING: Final = frozenset(["has", "have", "had", "hat", "haben", "tiene", "tem", "ha", "heeft"])
"""Forms of `have`, the verb for who has a record; the lexicon gives it no meaning."""

_NONE: Final[frozenset[str]] = frozenset()
_IDLE: Final = frozenset({"maybe", "said", "formerly"})
_NAMES: Final = re.compile(
    r"[^\W\d_a-z][a-z\u00df-\u024f]{1,64} [^\W\d_a-z][a-z\u00df-\u024f]"
    r"|\b(?:in|at|from) [^\W\d_a-z]"
)
_CAPITALS: Final = re.compile(r"[^\W\d_a-z\u00df-\u00ff]")
CAPITAL: Final = "capital"
"""The cue of clauses with a capital letter, which may be that of a name."""
_WITH_CAPITAL: Final = frozenset({CAPITAL})
_FIGURE: Final = re.compile(r"[\d@:](?:(?<!:)|//)")
"""A figure, mail address or link; it begins with rare characters, which are found fast."""

_WHETHER: Final = frozenset(["whether", "ob"])
_OR: Final = frozenset(["or", "oder"])
_FEW_WORDS: Final = 2
_MAX_SUBJECT_AND_VERB: Final = 7
_ENDS: Final = frozenset({",", ";", "(", ")", "|", "\u2013", "\u2014", "\u2022", "-"})
# These words only order events in time; what follows them is no condition.
_IN_ORDER: Final = frozenset({"before", "bevor", "vor", "antes", "avant", "prima", "voordat"})

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
    answer: str, fold: str, lexicon: Lexicon, others: frozenset[str] = _NONE
) -> Iterator[AnswerClause]:
    """The clauses of the sentences that may state facts; `fold` is the folded answer.

    Such a sentence has a figure, a possible name, a cue of the lexicon, or one of `others`.
    """
    subject: Subject = "same"
    advised = advice_sections(fold)
    for match in _SENTENCE.finditer(fold):
        sentence, (start, end) = match.group(), match.span()
        if not sentence or (advised and _is_inside(start, advised)):
            continue
        if not _FIGURE.search(sentence) and lexicon.cues.isdisjoint(sentence.split()):
            found = WORD.findall(sentence)
            passes = lexicon.cues.isdisjoint(found) and others.isdisjoint(found)
            if passes and not _NAMES.search(answer, start, end):
                subject = passing_subject(found, lexicon)
                continue
        words = words_of(fold, start, end, lexicon)
        words = _without_quotes(answer, fold, words, start, end)
        words = _without_announcement(fold, words, start, end)
        if not words:
            continue
        is_question = sentence.endswith("?") or _QUESTION.match(fold, start, end)
        open_from = start if is_question else _start_of_unknown(fold, start, end)
        about = ClauseSubjects(words, subject)
        yield from _clauses_of_sentence(answer, words, open_from, about)
        subject = about.it


def _without_announcement(fold: str, words: list[Word], start: int, end: int) -> list[Word]:
    """The words of a sentence without a phrase that only announces a statement.

    Only a greeting may stand before it: later in an answer, the phrase may begin a draft for
    somebody else.
    """
    is_first = start <= _MAX_GREETING_LENGTH and _GREETED.fullmatch(fold, 0, start) is not None
    found = _ANNOUNCING.match(fold, start, end) if is_first and words else None
    return [word for word in words if word.start >= found.end()] if found else words


def _start_of_unknown(fold: str, start: int, end: int) -> int:
    """The offset where a sentence says what is unknown (`it doesn't say why`), else `end`."""
    found = _UNKNOWN.search(fold, start, end) if _MAY_BE_UNKNOWN.search(fold, start, end) else None
    return found.start() if found else end


def _is_inside(at: int, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether an offset is within one of several spans, which are in order without overlaps."""
    last = bisect_right(spans, at, key=lambda span: span[0]) - 1
    return last >= 0 and at < spans[last][1]


def _clauses_of_sentence(
    answer: str, words: list[Word], open_from: int, about: ClauseSubjects
) -> Iterator[AnswerClause]:
    is_event = _is_event(words)
    supposed = False
    first = True
    skips_next = False
    for at, part, meaningful in _parts(words):
        cues_of_words = [cues_of(word.means, word.form) for word in meaningful]
        if _CAPITALS.search(answer, part[0].start, part[-1].end):
            cues_of_words.append(_WITH_CAPITAL)
        cues = _NONE.union(*cues_of_words)
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
        word.means_any("maybe", "said", "formerly")
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
    return is_ticket or (words[0].form == "number" and bool(words[1].meanings_with("unit:")))


def _stated_size(part: Sequence[Word]) -> int:
    """The number of words up to an `until` or `once`; `valid until 12 March` counts as a whole."""
    for place, word in enumerate(part):
        if word.means_any("when"):
            is_day = any(each.form == "date" for each in part[place + 1 : place + 2])
            was = any(each.means_any("was", "been") for each in part[:place])
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
    is_thing = bool(word.meanings_with("thing:")) or word.means_any("case", "item", "user", "pod")
    return word.form == "name" or is_thing or (word.form == "word" and not word.means)


def _is_event(words: Sequence[Word]) -> bool:
    for word in words:
        if word.form == "date":
            return True
        if word.form != "mark":
            return False
    return False


def _without_quotes(answer: str, fold: str, words: list[Word], start: int, end: int) -> list[Word]:
    """The words outside of quotes of more than two words, which repeat somebody else."""
    if not _QUOTES.search(answer, start, end):
        return words
    spans = [
        match.span()
        for match in _QUOTED.finditer(fold, start, end)
        if len(match.group().split()) > _FEW_WORDS
    ]
    inside = [
        word for word in words if not any(begin <= word.start < stop for begin, stop in spans)
    ]
    return [word for word in inside if word.text not in '"\u201c\u201d\u201e\u00ab\u00bb']

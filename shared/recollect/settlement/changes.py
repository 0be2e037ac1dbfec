"""Finds what a text says has changed: what it replaces, what ended, and what is new.

Each function looks for the phrases that people use for this (`recollect.settlement.phrases`).
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final, NamedTuple

from recollect.core.lazy import lazy
from recollect.language.calendar_names import GERMAN_MONTH
from recollect.language.sentences import split_sentences
from recollect.language.terms import STOP_WORDS, terms, without_stop_words
from recollect.settlement import phrases
from recollect.settlement.names_in_text import names_in
from recollect.settlement.phrases import any_of
from recollect.settlement.provisos import changes_nothing, condition_words, leaves_what_was
from recollect.settlement.values import TAKEN_BACK

_SUBJECT_WORDS: Final = 6
_BEHIND_CHARS: Final = 100
_CHANGED: Final = rf"\b(?:{any_of(phrases.CHANGED)})\b|[(,] ?(?:formerly|previously)\b"
_ENDED: Final = f"(?:{any_of(phrases.NO_LONGER, phrases.ENDED)})"
_REPLACES = re.compile(rf"{_CHANGED}|\b{_ENDED}\b", re.IGNORECASE)
# A text that begins like "Price list February 2026" is the edition of a year.
_EDITION = re.compile(r"[^.:;!?\n]{0,60}\b20\d\d(?=[.:,;!]|\s-|$)")
# "3.5", "24.12.2026" and the German "1. Juli" end no clause, but "at 2. Then" does.
_CLAUSE_ENDS = re.compile(rf"[,;:!?(/|]|(?<!\d)\.|(?<=\d)\.(?=\s(?!{GERMAN_MONTH}))", re.IGNORECASE)
_HINTS_AT_CHANGE = re.compile(rf"\b(?:{any_of(phrases.MAY_HAVE_CHANGED)})\b", re.IGNORECASE)
# Something new may add to what was there before ("the scanner locks by itself now"); "open on
# Fridays, too" says that it does.
_IS_NEW = re.compile(r"\b(?:now|new|today)\b", re.IGNORECASE)
_SPAN: Final = r"(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|euros?|dollars?|points?)"
_COUNT: Final = r"(?:\d[\d.,]{0,15}|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve)"
# "Two days at the counter fewer", but not "a day with fewer guests".
_COUNTED: Final = r"(?:(?!(?:for|had|has|have|is|of|with) )[^\W\d_]+ )"
# "Two more days", "two people fewer", "an hour longer", "raised by 5", "doubled": how much it is
# now depends on what it was.
_IS_RELATIVE = re.compile(
    rf"\b{_COUNT} (?:more|fewer|extra|additional) {_SPAN}\b"
    rf"|\b{_COUNT} (?:{_COUNTED}{{1,4}}fewer\b(?! than| [^\W\d_]+s\b)|fewer\b(?! than))"
    r"|(?<!\ba )(?<!\bthe )\b(?:doubled|halved|tripled)\b"
    rf"|\b{_COUNT} {_SPAN} (?:longer|shorter|more|less|earlier|later)\b(?! than)"
    rf"|\b(?:another|an (?:extra|additional)) (?:\d+ )?{_SPAN}\b"
    rf"|\b(?:{any_of(phrases.RESIZED)}|rise[ns]?|rose|f[ae]lls?|up|down|longer|shorter|more|less)"
    r" by (?:about )?[$\u20ac\u00a3]?\d"
    r"|\b(?:half|twice|double) (?:the|as)\b",
    re.IGNORECASE,
)
_HAS_NEW_VALUE = re.compile(
    r"\b(?:is|are|costs?|takes?|lasts?|ends?|closes?|goes|to|until|moved|now|no longer)"
    r" [^.;!?\n]{0,30}?\d|\bmoved to\b",
    re.IGNORECASE,
)
_HAS_SUCCESSOR = re.compile(r"(?:is|are) (?:now )?(?:the|an?|our)\b", re.IGNORECASE)
_IS_ADDITIONAL = re.compile(r"\b(?:also|as well(?! as)|auch)\b|, too\b", re.IGNORECASE)
_WHAT_WAS_REPLACED = re.compile(
    r"\breplac(?:es|ed) ((?:[^\s.!?;,]{1,40} ){1,4}?)(?:with|by)\b", re.IGNORECASE
)
_DECISION_REPLACES = re.compile(rf"\b(?:{any_of(phrases.DECIDED_ANEW)})\b", re.IGNORECASE)
# "Customers now pay 5 euros for gift wrapping" leaves what they pay for delivery.
_IS_PAID = re.compile(r"\bpays?$", re.IGNORECASE)
_PAID_FOR = re.compile(
    rf"[^.;!?]*?\bfor ((?:[^\s.!?;,]{{1,40}} ?){{1,{_SUBJECT_WORDS}}})", re.IGNORECASE
)


class StatedChange(NamedTuple):
    """A phrase of change, and what stands before it in its clause, within it, and behind it.

    `condition` are the words of the condition under which it holds, if it has one.
    """

    before: str
    phrase: str
    within: str
    behind: str
    condition: frozenset[str]


class Changes:
    """What a text says has changed; each part is found when it is first needed.

    Of a decision, little is read as a change, and not what it is a change of.
    """

    def __init__(self, text: str, *, is_decision: bool) -> None:
        self._text, self._is_decision = text, is_decision

    @lazy
    def stated(self) -> tuple[StatedChange, ...]:
        """The changes that it states, without what it denies, and what is only trouble."""
        pattern = _DECISION_REPLACES if self._is_decision else _REPLACES
        return tuple(_changes(self._text, pattern)) if pattern.search(self._text) else ()

    @lazy
    def words(self) -> frozenset[str]:
        """The words of its phrases of change, as "moved" and "now"."""
        return terms(" ".join(each.phrase for each in self.stated))

    @lazy
    def conditions(self) -> frozenset[frozenset[str]]:
        """The words of the conditions of its changes, and of values that it takes back.

        For a change without a condition there is an empty set.
        """
        found = (*self.stated, *_changes(self._text, TAKEN_BACK))
        return frozenset(each.condition for each in found)

    @lazy
    def are_hinted(self) -> bool:
        """Whether it has words that people use when something has changed."""
        return _HINTS_AT_CHANGE.search(self._text) is not None

    @lazy
    def are_new(self) -> bool:
        """Whether it reports something new that may have replaced what was there before."""
        return _IS_NEW.search(self._text) is not None and _IS_ADDITIONAL.search(self._text) is None

    @lazy
    def are_relative(self) -> bool:
        """Whether it changes a value by an amount, so that only the old value says the new one.

        A text that also gives the new value does not: "14:00 now, an hour earlier".
        """
        rest, count = _IS_RELATIVE.subn(" ", self._text)
        return count > 0 and _HAS_NEW_VALUE.search(rest) is None

    @lazy
    def subjects(self) -> tuple[frozenset[str], ...]:
        """For each change, the words before it that name what changed."""
        return () if self._is_decision else tuple(map(_named_before, self.stated))

    @lazy
    def of_what(self) -> tuple[frozenset[str], ...]:
        """Like `subjects`, without places where nothing is named that was there before.

        What ended may be named behind the phrase: "we no longer use Slack". What came instead
        stands before "is … now": "fibre is the main line now".
        """
        known = (each for each in self.stated if not each.phrase.casefold().endswith(" now"))
        found = (_named_before(each) or _ended_behind(each) for each in known)
        return () if self._is_decision else tuple(filter(None, found))

    @lazy
    def name_a_successor(self) -> bool:
        """Whether it says what has a place now: "Fibre is now the main line"."""
        return any(_HAS_SUCCESSOR.match(each.phrase + each.behind) for each in self.stated)

    @lazy
    def endings(self) -> frozenset[str]:
        """The words in which it says that something ended, or was replaced with something else."""
        ended = (each for each in self.stated if _is_ending(each))
        around = (f"{each.before} {each.within} {each.behind}" for each in ended)
        return terms(" ".join((*around, *_WHAT_WAS_REPLACED.findall(self._text)))) - STOP_WORDS


def is_edition(text: str) -> bool:
    """Whether a text begins like a yearly edition: "Price list February 2026"."""
    return _EDITION.match(text) is not None


def _changes(text: str, pattern: re.Pattern[str]) -> Iterator[StatedChange]:
    for sentence in split_sentences(text):
        if pattern.search(sentence) is None or leaves_what_was(sentence):
            continue
        begins = [0, *(end.end() for end in _CLAUSE_ENDS.finditer(sentence))]
        for found in pattern.finditer(sentence):
            start, end = found.span()
            before = sentence[begins[bisect_right(begins, start) - 1] : start]
            behind = _CLAUSE_ENDS.split(sentence[end : end + _BEHIND_CHARS])[0]
            if not changes_nothing(before, found[0], behind):
                within = "".join(filter(None, found.groups()))
                condition = condition_words(sentence[:start], sentence[end:])
                yield StatedChange(before, found[0], within, behind, condition)


def _named_before(change: StatedChange) -> frozenset[str]:
    """The words that name what changed: those before the phrase, and what somebody pays for."""
    last = change.before.split()[-_SUBJECT_WORDS:]
    paid = _PAID_FOR.match(change.behind) if _IS_PAID.search(change.phrase) else None
    return without_stop_words(
        terms(f"{' '.join(last)} {change.within} {paid.group(1) if paid else ''}")
    )


def _is_ending(change: StatedChange) -> bool:
    # Compiled on first use, since many processes never need it.
    return re.fullmatch(_ENDED, change.phrase, re.IGNORECASE) is not None


def _ended_behind(change: StatedChange) -> frozenset[str]:
    """The names behind a phrase that says that something ended, or else the words there."""
    if not _is_ending(change):
        return frozenset()
    behind = " ".join(change.behind.split()[:_SUBJECT_WORDS])
    return names_in(behind) or without_stop_words(terms(behind))

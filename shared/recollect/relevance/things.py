"""The things that a question names, and which texts lack them or are about other things.

A question about one thing is not answered by facts about another: the owner of label-press is not
that of tax-engine. In judged questions and answers (docs/quality.md) a text that lacks what was
named is right a tenth as often as its likeness says, and one about another thing of the same form
never: sftp-01 for sftp-03, Halden Optics for Halden Marine, the manager at Ashby for the one at
Colton.

A thing is an identifier, a name in two parts such as `tax-engine`, a code such as `P1-EU`, `Q3` or
`E17`, or a word of four letters or more that is capitalised within a sentence. If most words are
capitalised, or all nouns as in German, capitals say nothing. Texts longer than a question name
things by the way. A word followed by a number, such as `route 33` or `jet bridge 6`, may also be an
amount: a text that lacks it is not doubted, but one that mentions `route 12` and no 33 is about
another thing.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from recollect.language.calendar_names import MONTH
from recollect.language.capitals import are_nouns_capitalised
from recollect.language.terms import STOP_WORDS
from recollect.relevance.identifiers import SHORT_CODE, any_of_form, any_spelling, exact_names
from recollect.relevance.notations import is_measure

_MAX_QUESTION_WORDS: Final = 12

_WORD: Final = re.compile(r"[^\W_]+(?:[-_.][^\W_]+)*|[.!?:]\s")
# Only after words that lead to a thing: "may I refund 380" names none. A day of a month is no such
# thing either, since it is written in many ways.
_NUMBERED: Final = re.compile(
    r"(?:^|\b(?:the|of|on|in|at|for|by|from|with|about|is|are|was|were|does|do|did|has|our|my) "
    r"|\b(?:closes|covers|drives|feeds|handles|leads|leaves|needs|opens|owns|reaches|runs|serves"
    r"|services|supplies|supports|uses) "
    r"|\b(?:of|on|in|at|for|by|from|with|about) (?:(?:the|our|my) )?[^\W\d_]{2,} )"
    rf"(?!{MONTH} )([^\W\d_]{{3,}}) (\d{{1,6}})(?![\w.,:/%€$-]*\w|%)",
    re.IGNORECASE,
)
_MIN_WORD_LETTERS: Final = 4
_PREPOSITIONS: Final = frozenset("at by for from in of on to with".split())
# A shorter compound, such as "set-up" or "cut-off", is a word.
_MIN_COMPOUND_LETTERS: Final = 8
_MAX_CAPITALISED_SHARE: Final = 1 / 3


@dataclass(frozen=True, slots=True)
class Thing:
    """A name in small letters, and a pattern for the names of other things of the same form.

    A text names it where `pattern` is found, or, without one, where the name stands. A text that
    lacks a thing that `is_needed` is doubted.
    """

    name: str
    form: re.Pattern[str] | None
    pattern: re.Pattern[str] | None = None
    is_needed: bool = True

    def is_in(self, text: str) -> bool:
        """Whether a text in small letters names it."""
        return self.name in text if self.pattern is None else self.pattern.search(text) is not None

    def has_another(self, text: str) -> bool:
        """Whether a text names another thing of its form, such as `sftp-01` for `sftp-03`."""
        return self.form is not None and self.form.search(text) is not None


def is_report(query: str) -> bool:
    """Whether a query has too many words for a question, and so names things by the way."""
    return len(query.split()) > _MAX_QUESTION_WORDS


def things_in(query: str) -> tuple[Thing, ...]:
    """The things that a question names; none for a report."""
    if is_report(query):
        return ()
    count = len(query.split())
    codes = dict.fromkeys(exact_names(query))
    capitalised = dict[str, str]()
    begins_sentence, lead, previous = True, "", ""
    for word in _WORD.findall(query):
        if word[0] in ".!?:":
            begins_sentence, lead, previous = True, "", ""
            continue
        if _is_compound(word) or SHORT_CODE.fullmatch(word):
            if not is_measure(word):
                codes[word.lower()] = None
        elif word[0].isupper() and not begins_sentence and len(word) >= _MIN_WORD_LETTERS:
            capitalised[word.lower()] = lead
        begins_sentence, lead, previous = False, _leading(previous, word), word
    if len(capitalised) > _MAX_CAPITALISED_SHARE * (count + 2) or are_nouns_capitalised(query):
        capitalised = {}
    return (
        *(Thing(each, any_of_form(each), any_spelling(each)) for each in sorted(codes)),
        *(
            Thing(each, _namesake(first))
            for each, first in capitalised.items()
            if each not in codes
        ),
        *(
            _numbered(*each)
            for each in _NUMBERED.findall(query)
            if each[0].lower() not in STOP_WORDS
        ),
    )


def missing_shares(things: Sequence[Thing], texts: Sequence[str]) -> list[float]:
    """For each text the share (0…1) of the needed things that it lacks; 0 if none is needed."""
    needed = [each for each in things if each.is_needed]
    count = max(len(needed), 1)
    return [
        sum(not each.is_in(small) for each in needed) / count for small in map(str.lower, texts)
    ]


def is_about_another(things: Sequence[Thing], text: str) -> bool:
    """Whether a text lacks one of the things and names another of the same form instead."""
    small = text.lower()
    return any(not each.is_in(small) and each.has_another(text) for each in things)


def _is_compound(word: str) -> bool:
    letters = sum(map(str.isalpha, word))
    has_digits = 0 < letters < len(word) and any(map(str.isdigit, word))
    return ("-" in word and letters >= _MIN_COMPOUND_LETTERS) or (
        has_digits and len(word) >= _MIN_WORD_LETTERS
    )


def _numbered(word: str, number: str) -> Thing:
    others = re.compile(rf"(?<!\w){re.escape(word)}[ -]\d{{1,6}}(?!\w)", re.IGNORECASE)
    return Thing(number, others, re.compile(rf"(?<!\w){number}(?!\w)"), is_needed=False)


def _leading(previous: str, word: str) -> str:
    """The words that lead to a name: `Halden` (Optics), `champion at` (Ashby); "" if none do."""
    if word[0].isupper():
        return word if len(word) >= _MIN_WORD_LETTERS else ""
    leads = word in _PREPOSITIONS and len(previous) >= _MIN_WORD_LETTERS
    return f"{previous} {word}" if leads and previous.lower() not in STOP_WORDS else ""


def _namesake(leading: str) -> re.Pattern[str] | None:
    """A pattern for other capitalised names behind the same leading words."""
    return re.compile(rf"(?<!\w)(?i:{re.escape(leading)}) [^\W\d_a-z][^\W_]+") if leading else None

"""The things that a question names, and which texts lack them or are about others.

A question about one thing is not answered by what is known of another: the owner of label-press is
not that of tax-engine. Of judged questions and answers (docs/quality.md) a text that lacks what was
named is right a tenth as often as its likeness says, and one about another thing of the same form
never: sftp-01 for sftp-03, Halden Optics for Halden Marine, the manager at Ashby for the one at
Colton.

A thing is an identifier, a name in two parts such as `tax-engine`, a code such as `P1-EU`, `Q3` or
`E17`, or a word of four letters or more that is written large within a sentence. Where most words
are written large, or all nouns as in German, that says nothing. Longer texts than a question name
things by the way. A word with a number after it, such as `route 33` or `jet bridge 6`, may also be
so many of something: nothing is doubted for lacking it, but what speaks of `route 12` and of no 33
is about another.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from recollect.language.calendar_names import MONTH
from recollect.language.capitals import are_nouns_large
from recollect.language.terms import STOP_WORDS
from recollect.relevance.identifiers import SHORT_CODE, any_of_form, any_spelling, identifiers
from recollect.relevance.notations import is_measure

_QUESTION_WORDS: Final = 12

_WORD: Final = re.compile(r"[^\W_]+(?:[-_.][^\W_]+)*|[.!?:]\s")
# Where it is spoken of, not paid, waited or wanted: "may I refund 380" names no thing. Nor is it a
# day of a month, which is told in many ways.
_NUMBERED: Final = re.compile(
    r"(?:^|\b(?:the|of|on|in|at|for|by|from|with|about|is|are|was|were|does|do|did|has|our|my) "
    r"|\b(?:closes|covers|drives|feeds|handles|leads|leaves|needs|opens|owns|reaches|runs|serves"
    r"|services|supplies|supports|uses) "
    r"|\b(?:of|on|in|at|for|by|from|with|about) (?:(?:the|our|my) )?[^\W\d_]{2,} )"
    rf"(?!{MONTH} )([^\W\d_]{{3,}}) (\d{{1,6}})(?![\w.,:/%€$-]*\w|%)",
    re.IGNORECASE,
)
_SHORTEST: Final = 4
_PREPOSITIONS: Final = frozenset("at by for from in of on to with".split())
# So that "set-up" and "cut-off" are words.
_LEAST_LETTERS: Final = 8
_MOST_LARGE: Final = 1 / 3


@dataclass(frozen=True, slots=True)
class Thing:
    """A name in small letters, and what finds the names of other things of its form.

    It is named by what is `said`, else by its name wherever that stands; what lacks one that is
    needed is doubted.
    """

    name: str
    form: re.Pattern[str] | None = None
    said: re.Pattern[str] | None = None
    is_needed: bool = True

    def is_in(self, text: str) -> bool:
        """Whether a text in small letters names it."""
        return self.name in text if self.said is None else self.said.search(text) is not None

    def has_another(self, text: str) -> bool:
        """Whether a text names another of its form, as `sftp-01` is one of that of `sftp-03`."""
        return self.form is not None and self.form.search(text) is not None


def is_report(query: str) -> bool:
    """Whether a query is no question, by its words: it names things by the way."""
    return len(query.split()) > _QUESTION_WORDS


def things_in(query: str) -> tuple[Thing, ...]:
    """The things that a question names; none of a report."""
    if is_report(query):
        return ()
    count = len(query.split())
    codes, large = dict.fromkeys(identifiers(query)), dict[str, str]()
    starts, before, previous = True, "", ""
    for word in _WORD.findall(query):
        if word[0] in ".!?:":
            starts, before, previous = True, "", ""
            continue
        if _is_compound(word) or SHORT_CODE.fullmatch(word):
            if not is_measure(word):
                codes[word.lower()] = None
        elif word[0].isupper() and not starts and len(word) >= _SHORTEST:
            large[word.lower()] = before
        starts, before, previous = False, _leading(previous, word), word
    if len(large) > _MOST_LARGE * (count + 2) or are_nouns_large(query):
        large = {}
    return (
        *(Thing(each, any_of_form(each), any_spelling(each)) for each in sorted(codes)),
        *(Thing(each, _namesake(first)) for each, first in large.items() if each not in codes),
        *(
            _numbered(*each)
            for each in _NUMBERED.findall(query)
            if each[0].lower() not in STOP_WORDS
        ),
    )


def missing_shares(things: Sequence[Thing], texts: Sequence[str]) -> list[float]:
    """For each text the share (0…1) of the needed things that it does not name; 0 without any."""
    needed = [each for each in things if each.is_needed]
    count = max(len(needed), 1)
    return [
        sum(not each.is_in(small) for each in needed) / count for small in map(str.lower, texts)
    ]


def is_about_another(things: Sequence[Thing], text: str) -> bool:
    """Whether a text lacks one of some things and names another of the same form instead."""
    small = text.lower()
    return any(not each.is_in(small) and each.has_another(text) for each in things)


def _is_compound(word: str) -> bool:
    letters = sum(map(str.isalpha, word))
    has_digits = 0 < letters < len(word) and any(map(str.isdigit, word))
    return ("-" in word and letters >= _LEAST_LETTERS) or (has_digits and len(word) >= _SHORTEST)


def _numbered(word: str, number: str) -> Thing:
    others = re.compile(rf"(?<!\w){re.escape(word)}[ -]\d{{1,6}}(?!\w)", re.IGNORECASE)
    return Thing(number, others, re.compile(rf"(?<!\w){number}(?!\w)"), is_needed=False)


def _leading(previous: str, word: str) -> str:
    """What leads to a name: `Halden` to `Halden Optics`, `champion at` to `champion at Ashby`."""
    if word[0].isupper():
        return word if len(word) >= _SHORTEST else ""
    leads = word in _PREPOSITIONS and len(previous) >= _SHORTEST
    return f"{previous} {word}" if leads and previous.lower() not in STOP_WORDS else ""


def _namesake(leading: str) -> re.Pattern[str] | None:
    """What leads to it, and after that another one that is written large."""
    return re.compile(rf"(?<!\w)(?i:{re.escape(leading)}) [^\W\d_a-z][^\W_]+") if leading else None

"""A text parsed for comparison: whether another text says the same, or something different.

Only the beginning of a text is read, and only once; then comparing two texts is comparing sets.
Recently read texts are kept in the process, since the same texts are found again and again.
"""

import re
from datetime import date
from itertools import islice
from typing import Final

from recollect.core.lazy import lazy
from recollect.core.lru_cache import LruCache
from recollect.language.calendar_names import MONTH, WEEKDAY
from recollect.language.sentences import split_sentences
from recollect.language.terms import terms, without_stop_words
from recollect.language.unspaced import spaced
from recollect.language.wrapping import unwrapped
from recollect.settlement import announcements, changes, editions, endings, factuality
from recollect.settlement.denials import NEGATION, ReadClause, clauses_in
from recollect.settlement.occurrences import (
    is_alert,
    is_event,
    without_measures,
    without_times,
)
from recollect.settlement.written_words import WRITTEN_WORD, bare, bare_words

MAX_READ_CHARS: Final = 1_000
"""How many characters of a text are read: a longer text is no single fact."""

_MAX_FACT_CHARS: Final = 500
_HEAD_WORDS: Final = 6
_FIRST_CHARS: Final = 60
_BEGINNING_CHARS: Final = 200
_MIN_CODE_DIGITS: Final = 4
# What precedes the first word of a sentence, and what follows the first word of a name of two.
_SENTENCE_BEGIN = re.compile(r"(?:^|[.!?:;\n\]>])[\s\"'(#*-]*$")
_NEXT_IS_NAME = re.compile(r" [A-Z]")
# Words, and signs that change the meaning: C is not C++, 5 degrees are not -5, $50 is not 50 %, and
# > 80 not < 80. A sign at the beginning of a line may be the mark of a list entry or a quotation.
_COMPARED_TOKEN = re.compile(
    rf"\b[a-z](?:\+\+|#)(?!\w)|{WRITTEN_WORD.pattern}|(?<=\w )[<>]=?(?= ?\d)|[$\u20ac\u00a3\u00a5%]"
    r"|(?<=[^\W\d_] )-(?=\d)",
    re.IGNORECASE,
)
_PRICE = re.compile(r"([$\u20ac\u00a3\u00a5]) ?(\d(?:[\d.,]*\d)?)")
_CURRENCY: Final = r"(?:CHF|EUR|GBP|JPY|PLN|USD|dollars?|euros?|zł)\b"
# Spaces separate thousands only: "Invoice 4711, 50 EUR" has two numbers.
_AMOUNT: Final = r"(?<!\d)(?:\d{1,3}(?: \d{3}){1,4}(?:[.,]\d{1,2})?|\d(?:[\d.,]{0,15}\d)?)"
_MONEY = re.compile(
    rf"(?:[$\u20ac\u00a3\u00a5]|\b{_CURRENCY}) ?{_AMOUNT}"
    rf"|{_AMOUNT} ?(?:[$\u20ac\u00a3\u00a5円]|{_CURRENCY})",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(?<![\w.,:])\d+(?:[.,:]\d+)*(?![^\W\d])")
_THOUSANDS = re.compile(r"(?<=\d)[.,](?=\d{3}(?!\d))")
# The lookahead at the first letter saves most of the time.
_TIME = re.compile(
    r"\b(?=[\dadfjmnostw])(?:"
    r"(?:\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?)?|\d\d?:\d\d(?::\d\d)?)\b"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b"
    r"|(?:\d\d? )?(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*(?: \d\d?)?\b"
    r"|(?:mon|tue|wed|thu|fri|sat|sun)\b)",
    re.IGNORECASE,
)
_OCCURRENCE = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?")
# What only identifies a case: the number of an order, a day.
_CASE_NUMBER = re.compile(
    r"\b(?:order|ticket|case|invoice|booking|parcel|shipment|payment|transaction|request|incident"
    r"|account|acct|customer|user|reference|ref)\W{0,3}(?:(?:no|nr|number|id)\W{1,3})?"
    r"#?(?:[a-z]{1,5}-?)?\d{3,}\b|#\d{3,}\b|\b[a-z]{2,10}+\d{5,}\b|\b\d{4}-\d\d-\d\d\b",
    re.IGNORECASE,
)
# A value that no longer holds: "within 2 days, not 5", "moves from Thursday evening to Sunday".
_TAKEN_BACK = re.compile(
    r"\b(?:not(?: just| only)?|instead of|rather than|used to be|nicht(?: nur)?|statt"
    r"|(?:up|down|moves?|moved|chang(?:es?|ed)|raised|lowered|goes|went|cut|shortened|extended"
    r"|increased|reduced|(?:up|down)graded) from)"
    r"(?: (?:the|till|until|up to|on|at|in|for|by|after|within|every|to|via|with|bis|am|um))?"
    r" ((?:\d[\w.,:/-]*|[^\W\d_][\w-]*))",
    re.IGNORECASE,
)
# Participles and adjectives: "discount" does not say in one word what "not count" says.
_DENIED = re.compile(
    r"\b(?:not|n['\u2019]t) (?:yet )?([^\W\d_]{2,}(?:[ai]ble|a[ln]t|ed|en?t|ful|ive|ous|wn))\b",
    re.IGNORECASE,
)
_DENYING_PREFIXES: Final = ("un", "in", "im", "ir", "il", "dis", "non")
_NUMBERED_PERIOD = re.compile(
    r"\b(week|wk|kw|cw|woche|semaine|semana|settimana|sprint|quarter|q)[ -]?(\d{1,2})\b",
    re.IGNORECASE,
)
_MAX_TITLE_CHARS: Final = 80
_IN_CAPITALS = re.compile(r"\W*([A-Z]{2,6}) [a-z]")
_NUMBERED = re.compile(
    rf"(?:^\W*|\b(?:at|for|in|of|on) )(?!(?:{MONTH}|{WEEKDAY}|about|after|allowance|at|before"
    r"|cap|every|fee|first|from|last|limit|max(?:imum)?|min(?:imum)?|next|only|over|price|quota"
    r"|since|threshold|timeout|under|until|within) )([^\W\d_]{3,}) (\d{1,6})(?=: | [^\W\d_])"
    # 購入後 30 日 is an amount, but 3 階 and 3 号 name a floor and a machine.
    r"(?! (?![号階])[\u30a1-\u30fa\u4e00-\u9fff])",
    re.IGNORECASE,
)
# What a Japanese text is about, and the particles that are attached to its words.
_TOPIC = re.compile(r"([^、。\n]{2,60}?)は")
_HIRAGANA: Final = re.compile("[\u3041-\u309f]")
_FIRST = re.compile(r"\W*([A-Z][^\W\d_]{4,40})(?![\w'-])")
# A text names its subject before what it says of it; "there are" says nothing of a subject yet.
_PREDICATE = re.compile(
    r":(?=\s)|(?<!\b[Tt]here)(?<!\b[Tt]his)(?<!\b[Yy]ou)(?<!\b[Ii]t)(?<!\b[Ww]e)"
    r"\s(?:=|are|can|had|has|have|is|may|must|should|was|were|will)\s"
)
# Or behind it, if more is said of it, or an amount belongs to it: "SLA: North Wind has 4 hours",
# "hours are 8 to 18 in Leeds"; not "Faults: North Lifts, 0555 118 903".
_SUBJECT_BEHIND = re.compile(
    r":\s+(?:(?:[A-Z]\S*[^\W_]\s+){2,4}(?=[a-z\d])"
    r"|[A-Z]\S*[^\W_] (?=(?:now )?(?:\d|has |is )))"
    r"|(?:\d[^.:;!?\n]{0,30}? (?:at|in|of)|\bfor) (?:the )?(?:[A-Z]\S*[^\W_](?: |$|(?=[.,]))){1,4}"
)
_SUBJECT_BEHIND_CHARS: Final = 100
# An amount or a year, neither of which is a code.
_QUANTITY = re.compile(r"\d+[.,]\d\d|(?:19|20)\d\d")
_THREE_DIGITS = re.compile(r"\d\d\d")
# Characters of the texts in the cache; a parsed text takes some tens of times its length.
_CACHED_CHARS: Final = 500_000


class ReadProse:
    """A text with its title, tags and case; each part is parsed when it is first needed.

    `case` is the situation in which a decision was made; None for a text that is no decision.
    """

    def __init__(
        self, body: str, title: str = "", tags: tuple[str, ...] = (), case: str = ""
    ) -> None:
        self.text = f"{title}. {body}" if title else body
        self.case = ReadProse(case) if case else None
        self._body, self._has_title, self._tags = body, bool(title), tags

    @lazy
    def terms(self) -> frozenset[str]:
        """Its words and numbers in comparable form, including those of its case."""
        own = terms(self.text)
        return own if self.case is None else own | self.case.terms

    @lazy
    def subject(self) -> frozenset[str]:
        """The words for what it is about, including those of its tags; no numbers."""
        found = self.terms if self.case is None else terms(self.text)
        if self._tags:
            found |= terms(" ".join(self._tags))
        return without_stop_words(found)

    @lazy
    def subject_in_text(self) -> frozenset[str]:
        """The words of its subject that stand in its text."""
        return self.subject & (self.terms if self.case is None else terms(self.text))

    @lazy
    def numbers(self) -> frozenset[str]:
        """Its numbers, without separators of thousands and without times."""
        return frozenset(_NUMBER.findall(_THOUSANDS.sub("", self._timeless)))

    @lazy
    def times(self) -> frozenset[str]:
        """Its dates, weekdays and times of day."""
        return frozenset(each.casefold() for each in _TIME.findall(self._case_independent))

    @lazy
    def names(self) -> frozenset[str]:
        """Its codes, long numbers, and capitalised words that do more than begin a sentence."""
        return _names(self._timeless, None)

    @lazy
    def head(self) -> frozenset[str]:
        """The names and codes among its first words, which name what it is about.

        They stand before its predicate, or behind it if they are what the predicate is about. A
        first word in capitals counts, too: "EU customers".
        """
        beginning = _TIME.sub(" ", self._body) if self._has_title else self._timeless
        # A price is no code that names something.
        beginning = _MONEY.sub("0", beginning[:_BEGINNING_CHARS])
        capitals, predicate = _IN_CAPITALS.match(beginning), _PREDICATE.search(beginning)
        found, start = _names(beginning, _HEAD_WORDS), 0
        if predicate is not None:
            start = predicate.start()
            codes = (each for each in found if any(map(str.isdigit, each)))
            found = _names(beginning[:start], _HEAD_WORDS).union(codes)
        behind = _SUBJECT_BEHIND.search(beginning, start, start + _SUBJECT_BEHIND_CHARS)
        if behind is not None:
            found |= {
                bare(each) for each in WRITTEN_WORD.findall(behind.group()) if each[0].isupper()
            }
        if capitals is not None:
            found |= {bare(capitals.group(1))}
        return frozenset(each for each in found if not _QUANTITY.fullmatch(each))

    @lazy
    def topic(self) -> frozenset[str]:
        """The terms of what a Japanese text says it is about; empty for other texts."""
        begin = _TOPIC.match(self._body)
        found = terms(begin.group(1)) if begin else ()
        return frozenset(each for each in found if not _HIRAGANA.search(each))

    @lazy
    def first(self) -> str:
        """Its first word, in small letters; "" if it is no capitalised word of letters."""
        begin = _FIRST.match(self._body)
        return "" if begin is None else begin.group(1).casefold()

    @lazy
    def numbered(self) -> tuple[str, str] | None:
        """The numbered thing that it is about, as "clinic" and "4"; None for a measure.

        The text begins with it, or has it before its predicate: "the roof of clinic 4: …".
        """
        predicate = _PREDICATE.search(self._case_independent, 0, _BEGINNING_CHARS)
        found = _NUMBERED.search(
            self._case_independent, 0, predicate.end() + 1 if predicate else _FIRST_CHARS
        )
        return None if found is None else (found.group(1).casefold(), found.group(2))

    @lazy
    def words(self) -> frozenset[str]:
        """Its words and codes as written, in lower case."""
        return frozenset(bare_words(self.text))

    @lazy
    def normalized_text(self) -> str:
        """Its words, joined, by which duplicates are found; without the times of its occurrences.

        An event also lacks other times, and an alert its measurements. A decision lacks what only
        identifies its case, and its case lacks names and times, too.
        """
        if self.case is not None:
            case = _without_names(_without_case_numbers(without_times(self.case.text)))
            return f"{case} | {_normalized(self._case_independent)}"
        text = without_times(self.text) if self.happened else _OCCURRENCE.sub(" ", self.text)
        return _normalized(without_measures(text) if self.is_alert else text)

    @lazy
    def is_alert(self) -> bool:
        """Whether it reads like a machine's message that it noticed something."""
        return is_alert(self.text)

    @lazy
    def happened(self) -> bool:
        """Whether it is an alert or a short event, which may happen again; a decision never is."""
        if self.case is not None:
            return False
        return self.is_alert or (self.is_short and is_event(self.text))

    def is_occurrence_of(self, other: "ReadProse") -> bool:
        """Whether both report the same event, at whatever times."""
        return self.happened and other.happened and self.normalized_text == other.normalized_text

    @lazy
    def is_negated(self) -> bool:
        """Whether it has a negation."""
        return NEGATION.search(self.text) is not None

    @lazy
    def denied_words(self) -> frozenset[str]:
        """The words that say in one what it says with "not": "unknown" for "not known"."""
        denied = (each.casefold() for each in _DENIED.findall(self.text))
        return frozenset(f"{prefix}{word}" for word in denied for prefix in _DENYING_PREFIXES)

    @lazy
    def numbered_periods(self) -> frozenset[tuple[str, str]]:
        """The numbered periods that its title or its first words name: ("week", "48")."""
        found = _NUMBERED_PERIOD.findall(self.text[:_MAX_TITLE_CHARS])
        return frozenset((kind.casefold(), number) for kind, number in found)

    @lazy
    def is_relative(self) -> bool:
        """Whether it changes a value by an amount, "two more days", without the new value."""
        return changes.is_relative(self._without_questions)

    @lazy
    def clauses(self) -> tuple[ReadClause, ...]:
        """Its clauses, to find what it denies of another text."""
        return clauses_in(self.text)

    @lazy
    def replaces(self) -> bool:
        """Whether it says that something is no longer as it was."""
        return changes.replaces(self._without_questions, is_decision=self.case is not None)

    @lazy
    def hints_at_change(self) -> bool:
        """Whether it has words that hint at a change, or is the edition of a year."""
        return changes.hints_at_change(self._without_questions) or changes.is_edition(self._body)

    @lazy
    def is_new(self) -> bool:
        """Whether it reports something new that may have replaced what was there before."""
        return changes.is_new(self._without_questions)

    @lazy
    def ended_subject(self) -> frozenset[str] | None:
        """The words for what it says ended; None if it says nothing ended, or also other changes.

        These words stand before the phrase, or, if none of them has a meaning, behind it: "we no
        longer use Slack".
        """
        return changes.ended_subject(self._without_questions) if self.case is None else None

    @lazy
    def changed_subjects(self) -> tuple[frozenset[str], ...]:
        """For each place where it says that something changed, the words before it that name that.

        A change under a condition does not count.
        """
        return (
            changes.changed_subjects(self._without_questions)
            if self.replaces and self.case is None
            else ()
        )

    @lazy
    def ending_words(self) -> frozenset[str]:
        """The words in which it says that something ended, or was replaced with something else."""
        return changes.ending_words(self._without_questions)

    @lazy
    def ended_names(self) -> frozenset[str]:
        """Its words, in small letters, where it says that something is gone; none of a decision."""
        return frozenset() if self.case is not None else endings.ended_names(self.text)

    @lazy
    def announced(self) -> date | None:
        """The earliest full date from which something is to hold; None where there is none."""
        return announcements.announced(self.text)

    def announced_next(self, told_at: date) -> date | None:
        """The day from which it is to hold by words such as "from next month"; None without such.

        `told_at` is the day on which the text was written.
        """
        period = self._announced_period
        return None if period is None else announcements.beginning_of_next(period, told_at)

    @lazy
    def replaces_an_edition(self) -> bool:
        """Whether it says that it replaces an edition of a document as a whole."""
        return self.case is None and editions.replaces_an_edition(self._without_questions)

    @lazy
    def is_undecided(self) -> bool:
        """Whether each of its sentences asks, proposes, or speaks of what may never happen.

        A decision is never undecided, whatever it proposes.
        """
        return self.case is None and factuality.is_undecided(self.text)

    @lazy
    def taken_back(self) -> frozenset[str]:
        """The values that it says no longer hold, or never did, in comparable form."""
        found = _TAKEN_BACK.findall(_THOUSANDS.sub("", self._without_questions))
        return frozenset(_value(each) for each in found if _may_be_value(each))

    @lazy
    def values(self) -> frozenset[str]:
        """Its numbers, times and names in comparable form, without those it takes back itself."""
        return frozenset(map(_value, (*self.numbers, *self.times, *self.names))) - self.taken_back

    @lazy
    def _announced_period(self) -> str | None:
        return announcements.announced_period(self.text)

    @property
    def is_short(self) -> bool:
        """Whether it is short enough to state one fact, which another text may contradict."""
        return len(self.text) <= _MAX_FACT_CHARS

    @lazy
    def _without_questions(self) -> str:
        """Its text without its questions, which do not say that anything has changed."""
        if "?" not in self.text:
            return self.text
        return " ".join(each for each in split_sentences(self.text) if not each.endswith("?"))

    @lazy
    def _case_independent(self) -> str:
        """Its text; of a decision, without what only identifies its case."""
        return self.text if self.case is None else _without_case_numbers(self.text)

    @lazy
    def _timeless(self) -> str:
        return _TIME.sub(" ", self._case_independent) if self.times else self._case_independent


def _names(text: str, max_words: int | None) -> frozenset[str]:
    found = islice(WRITTEN_WORD.finditer(text), max_words)
    # Most words are of small letters and no names, which is seen without a closer look.
    likely = [each for each in found if not (each.group().islower() and each.group().isalpha())]
    return frozenset([bare(each.group()) for each in likely if _is_name(each, text)])


def _is_name(word: re.Match[str], text: str) -> bool:
    written = word.group()
    if not written.isalpha() and any(map(str.isdigit, written)):
        return not written.isdigit() or len(written) >= _MIN_CODE_DIGITS
    if not written[0].isupper():
        return False
    return (
        _SENTENCE_BEGIN.search(text, 0, word.start()) is None
        or _NEXT_IS_NAME.match(text, word.end()) is not None
    )


def _without_case_numbers(text: str) -> str:
    """A text without what only identifies a case; such a number has three digits or more."""
    if _THREE_DIGITS.search(text) is None:
        return text
    return _CASE_NUMBER.sub(" ", _OCCURRENCE.sub(" ", text))


def _without_names(text: str) -> str:
    """The words of a text except capitalised names, in comparable form."""
    kept = [
        each.group()
        for each in WRITTEN_WORD.finditer(text)
        if each.group().islower() or not _is_proper_name(each, text)
    ]
    return " ".join(kept).casefold()


def _is_proper_name(word: re.Match[str], text: str) -> bool:
    return word.group().isalpha() and _is_name(word, text)


def _normalized(text: str) -> str:
    """The words of a text in small letters, and the signs that change the meaning of a word."""
    plain = _PRICE.sub(r"\2 \1", text.replace("\u2212", "-"))
    return " ".join(_COMPARED_TOKEN.findall(plain)).casefold()


def _may_be_value(word: str) -> bool:
    """Whether it may be a number, a time or a name: "not found" takes nothing back."""
    return not (word.isalpha() and word.islower()) or _TIME.match(word) is not None


def _value(word: str) -> str:
    """A number, a time or a name, in the singular: "Thursday" takes "Thursdays" back."""
    plain = bare(word.rstrip(".,:;"))
    return plain.removesuffix("s") if plain.isalpha() else plain


_Source = tuple[str, str, tuple[str, ...], str]


def _read(source: _Source) -> ReadProse:
    return ReadProse(*source)


def _size(source: _Source) -> int:
    text, title, tags, case = source
    return len(text) + len(title) + sum(map(len, tags)) + len(case)


_cached: Final = LruCache(_read, _size, _CACHED_CHARS)


def read_prose(text: str, title: str, tags: tuple[str, ...], case: str) -> ReadProse:
    """Parse the beginning of a text, with its title, tags, and the case it was decided in."""
    beginning, short_title, short_case = (
        spaced(unwrapped(each[:MAX_READ_CHARS])) for each in (text, title, case)
    )
    return _cached((beginning, short_title, tags, short_case))

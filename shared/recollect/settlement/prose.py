"""A text read, as far as it takes to see whether another one says the same, or otherwise.

Of a text the beginning is read, once; comparing two of them is comparing sets. What was read lately
is kept in the process, since the same texts are found again and again.
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
from recollect.settlement import changes, editions
from recollect.settlement.denials import NEGATION, ReadClause, clauses_in
from recollect.settlement.occurrences import (
    is_alert,
    is_event,
    without_measures,
    without_times,
)

READ: Final = 1_000
"""How many characters of a text are read: what is longer is no single fact."""

_LONGEST_FACT: Final = 500
_HEAD: Final = 6
_FIRST_WORDS: Final = 60
_BEGINNING: Final = 200
_LONG_NUMBER: Final = 4
# What stands before the first word of a sentence, and behind the first of a name of two.
_BEGINS = re.compile(r"(?:^|[.!?:;\n\]>])[\s\"'(#*-]*$")
_NEXT_IS_NAME = re.compile(r" [A-Z]")
_WORD = re.compile(r"[^\W_]+(?:[-_./'@][^\W_]+)*")
# C is not C++, 5 degrees are not -5, $50 not 50 %, and > 80 not < 80. What begins a line may be a
# point of a list, or a quotation.
_SAID = re.compile(
    rf"\b[a-z](?:\+\+|#)(?!\w)|{_WORD.pattern}|(?<=\w )[<>]=?(?= ?\d)|[$\u20ac\u00a3\u00a5%]"
    r"|(?<=[^\W\d_] )-(?=\d)",
    re.IGNORECASE,
)
_PRICE = re.compile(r"([$\u20ac\u00a3\u00a5]) ?(\d(?:[\d.,]*\d)?)")
_CURRENCY: Final = r"(?:CHF|EUR|GBP|JPY|PLN|USD|dollars?|euros?|zł)\b"
# Blanks part thousands only: "Invoice 4711, 50 EUR" has two numbers.
_AMOUNT: Final = r"(?<!\d)(?:\d{1,3}(?: \d{3}){1,4}(?:[.,]\d{1,2})?|\d(?:[\d.,]{0,15}\d)?)"
_MONEY = re.compile(
    rf"(?:[$\u20ac\u00a3\u00a5]|\b{_CURRENCY}) ?{_AMOUNT}"
    rf"|{_AMOUNT} ?(?:[$\u20ac\u00a3\u00a5円]|{_CURRENCY})",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(?<![\w.,:])\d+(?:[.,:]\d+)*(?![^\W\d])")
_THOUSANDS = re.compile(r"(?<=\d)[.,](?=\d{3}(?!\d))")
# The look at the first letter alone saves most of the time.
_TIME = re.compile(
    r"\b(?=[\dadfjmnostw])(?:"
    r"(?:\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?)?|\d\d?:\d\d(?::\d\d)?)\b"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b"
    r"|(?:\d\d? )?(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*(?: \d\d?)?\b"
    r"|(?:mon|tue|wed|thu|fri|sat|sun)\b)",
    re.IGNORECASE,
)
_OCCURRENCE = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?")
# What tells one case from another and nothing else: a number of an order, a day.
_OF_ONE_CASE = re.compile(
    r"\b(?:order|ticket|case|invoice|booking|parcel|shipment|payment|transaction|request|incident"
    r"|account|acct|customer|user|reference|ref)\W{0,3}(?:(?:no|nr|number|id)\W{1,3})?"
    r"#?(?:[a-z]{1,5}-?)?\d{3,}\b|#\d{3,}\b|\b[a-z]{2,10}+\d{5,}\b|\b\d{4}-\d\d-\d\d\b",
    re.IGNORECASE,
)
# What is taken back: "within 2 days, not 5", "moves from Thursday evening to Sunday".
_TAKEN_BACK = re.compile(
    r"\b(?:not(?: just| only)?|instead of|rather than|used to be|nicht(?: nur)?|statt"
    r"|(?:up|down|moves?|moved|chang(?:es?|ed)|raised|lowered|goes|went|cut|shortened|extended"
    r"|increased|reduced|(?:up|down)graded) from)"
    r"(?: (?:the|till|until|up to|on|at|in|for|by|after|within|every|to|via|with|bis|am|um))?"
    r" ((?:\d[\w.,:/-]*|[^\W\d_][\w-]*))",
    re.IGNORECASE,
)
_IN_CAPITALS = re.compile(r"\W*([A-Z]{2,6}) [a-z]")
_NUMBERED = re.compile(
    rf"(?:^\W*|\b(?:at|for|in|of|on) )(?!(?:{MONTH}|{WEEKDAY}|about|after|allowance|at|before"
    r"|cap|every|fee|first|from|last|limit|max(?:imum)?|min(?:imum)?|next|only|over|price|quota"
    r"|since|threshold|timeout|under|until|within) )([^\W\d_]{3,}) (\d{1,6})(?=: | [^\W\d_])"
    # 購入後 30 日: so much of something, but the third floor or machine.
    r"(?! (?![号階])[\u30a1-\u30fa\u4e00-\u9fff])",
    re.IGNORECASE,
)
# In Japanese: what it is about, without what hangs on the words.
_TOPIC = re.compile(r"([^、。\n]{2,60}?)は")
_HIRAGANA: Final = re.compile("[\u3041-\u309f]")
_FIRST = re.compile(r"\W*([A-Z][^\W\d_]{4,40})(?![\w'-])")
# What a text is about stands before what it says of it; "there are" tells nothing of it yet.
_SAYS = re.compile(
    r":(?=\s)|(?<!\b[Tt]here)(?<!\b[Tt]his)(?<!\b[Yy]ou)(?<!\b[Ii]t)(?<!\b[Ww]e)"
    r"\s(?:=|are|can|had|has|have|is|may|must|should|was|were|will)\s"
)
# Or behind it, where more is said of it, or it is what an amount is of: "SLA: North Wind has 4
# hours", "hours are 8 to 18 in Leeds"; not "Faults: North Lifts, 0555 118 903".
_TOLD_OF = re.compile(
    r":\s+(?:(?:[A-Z]\S*[^\W_]\s+){2,4}(?=[a-z\d])"
    r"|[A-Z]\S*[^\W_] (?=(?:now )?(?:\d|has |is )))"
    r"|(?:\d[^.:;!?\n]{0,30}? (?:at|in|of)|\bfor) (?:the )?(?:[A-Z]\S*[^\W_](?: |$|(?=[.,]))){1,4}"
)
_TOLD_WITHIN: Final = 100
# An amount or a year, which are no codes.
_QUANTITY = re.compile(r"\d+[.,]\d\d|(?:19|20)\d\d")
_THREE_DIGITS = re.compile(r"\d\d\d")
# Read, a text takes some tens of times its own room.
_KEPT: Final = 500_000


class ReadProse:
    """A text with what belongs to it, read; each part when it is first asked for.

    `case` is the situation in which it was decided; what is told of no case has none.
    """

    def __init__(
        self, body: str, title: str = "", tags: tuple[str, ...] = (), case: str = ""
    ) -> None:
        self.text = f"{title}. {body}" if title else body
        self.case = ReadProse(case) if case else None
        self._body, self._has_title, self._tags = body, bool(title), tags

    @lazy
    def terms(self) -> frozenset[str]:
        """Its words and numbers as they are compared, those of its case among them."""
        own = terms(self.text)
        return own if self.case is None else own | self.case.terms

    @lazy
    def subject(self) -> frozenset[str]:
        """The words that tell what it is about, those of its tags among them; no numbers."""
        found = self.terms if self.case is None else terms(self.text)
        if self._tags:
            found |= terms(" ".join(self._tags))
        return without_stop_words(found)

    @lazy
    def told(self) -> frozenset[str]:
        """The words of its subject that stand in its text."""
        return self.subject & (self.terms if self.case is None else terms(self.text))

    @lazy
    def numbers(self) -> frozenset[str]:
        """Its numbers, however thousands are marked in them; times are none."""
        return frozenset(_NUMBER.findall(_THOUSANDS.sub("", self._timeless)))

    @lazy
    def times(self) -> frozenset[str]:
        """Its dates, weekdays and times of day."""
        return frozenset(each.casefold() for each in _TIME.findall(self._stated))

    @lazy
    def names(self) -> frozenset[str]:
        """Its codes, long numbers, and capitalised words that do not just begin a sentence."""
        return _names(self._timeless, None)

    @lazy
    def head(self) -> frozenset[str]:
        """The names and codes among its first words: those of what it is about.

        Names stand before what it says of it, or are what that is told of. In capitals the very
        first word is one, too: "EU customers".
        """
        begin = _TIME.sub(" ", self._body) if self._has_title else self._timeless
        begin = _MONEY.sub("0", begin[:_BEGINNING])  # a price is no code that names something
        first, said = _IN_CAPITALS.match(begin), _SAYS.search(begin)
        found, start = _names(begin, _HEAD), 0
        if said is not None:
            start = said.start()
            codes = (each for each in found if any(map(str.isdigit, each)))
            found = _names(begin[:start], _HEAD).union(codes)
        told_of = _TOLD_OF.search(begin, start, start + _TOLD_WITHIN)
        if told_of is not None:
            found |= {_bare(each) for each in _WORD.findall(told_of.group()) if each[0].isupper()}
        if first is not None:
            found |= {_bare(first.group(1))}
        return frozenset(each for each in found if not _QUANTITY.fullmatch(each))

    @lazy
    def topic(self) -> frozenset[str]:
        """The terms of what a Japanese text says that it is about; empty for another one."""
        begin = _TOPIC.match(self._body)
        found = terms(begin.group(1)) if begin else ()
        return frozenset(each for each in found if not _HIRAGANA.search(each))

    @lazy
    def first(self) -> str:
        """Its first word, in small letters; "" where that is none, or of another form."""
        begin = _FIRST.match(self._body)
        return "" if begin is None else begin.group(1).casefold()

    @lazy
    def numbered(self) -> tuple[str, str] | None:
        """The one of several that it is about, as "Clinic" and "4"; None with a measure.

        It begins with that, or has it before what it says: "the roof of clinic 4: …".
        """
        said = _SAYS.search(self._stated, 0, _BEGINNING)
        begin = _NUMBERED.search(self._stated, 0, said.end() + 1 if said else _FIRST_WORDS)
        return None if begin is None else (begin.group(1).casefold(), begin.group(2))

    @lazy
    def words(self) -> frozenset[str]:
        """Its words and codes as they stand, in lower case."""
        return frozenset(map(_bare, _WORD.findall(self.text)))

    @lazy
    def saying(self) -> str:
        """What it says word by word, without the times of its occurrences.

        Of what happened also without any time, of an alert without what was measured; of a decision
        without what only tells its case from others, in which also names and times do.
        """
        if self.case is not None:
            case = _without_names(_of_any_case(without_times(self.case.text)))
            return f"{case} | {_worded(self._stated)}"
        text = without_times(self.text) if self.happened else _OCCURRENCE.sub(" ", self.text)
        return _worded(without_measures(text) if self.is_alert else text)

    @lazy
    def is_alert(self) -> bool:
        """Whether it reads as what a machine says when it notices something."""
        return is_alert(self.text)

    @lazy
    def happened(self) -> bool:
        """Whether it is an alert or a short event, which may happen again; no decision is."""
        if self.case is not None:
            return False
        return self.is_alert or (self.is_short and is_event(self.text))

    def is_occurrence_of(self, other: "ReadProse") -> bool:
        """Whether both tell that the same happened, at whatever times."""
        return self.happened and other.happened and self.saying == other.saying

    @lazy
    def is_negated(self) -> bool:
        """Whether it says that something is not."""
        return NEGATION.search(self.text) is not None

    @lazy
    def clauses(self) -> tuple[ReadClause, ...]:
        """Its clauses, to see what it denies of another."""
        return clauses_in(self.text)

    @lazy
    def replaces(self) -> bool:
        """Whether it says that something is not any more as it was."""
        return changes.replaces(self._told, is_decision=self.case is not None)

    @lazy
    def hints_at_change(self) -> bool:
        """Whether it has words that people use when something is otherwise, or is an edition."""
        return changes.hints_at_change(self._told) or changes.is_edition(self._body)

    @lazy
    def is_new(self) -> bool:
        """Whether it tells of something new, which may come instead of what was so before."""
        return changes.is_new(self._told)

    @lazy
    def ended(self) -> frozenset[str] | None:
        """The words for what it says ended; None where it says something else to be otherwise now.

        They stand before, or behind where nothing does that tells: we no longer use Slack.
        """
        return changes.ended(self._told) if self.case is None else None

    @lazy
    def anew(self) -> tuple[frozenset[str], ...]:
        """The words before each place where it says that something is otherwise now: what is so.

        What comes with a condition says nothing of that kind.
        """
        return changes.anew(self._told) if self.replaces and self.case is None else ()

    @lazy
    def ends(self) -> frozenset[str]:
        """The words in which it says that something ended, or was replaced with something else."""
        return changes.ends(self._told)

    @lazy
    def announced(self) -> date | None:
        """The first day with a year from which something is to hold; None where none is told."""
        return changes.announced(self.text)

    def announced_next(self, told_at: date) -> date | None:
        """The day from which it is to hold, told as "from next month"; None where it is not."""
        period = self._period
        return None if period is None else changes.beginning_of_next(period, told_at)

    @lazy
    def replaces_an_edition(self) -> bool:
        """Whether it says that it takes the place of an edition of a document, as a whole."""
        return self.case is None and editions.replaces_an_edition(self._told)

    @lazy
    def is_undecided(self) -> bool:
        """Whether each of its sentences asks, proposes, or hears of what may never be.

        A decision is none, whatever it proposes.
        """
        return self.case is None and changes.is_undecided(self.text)

    @lazy
    def taken_back(self) -> frozenset[str]:
        """The values that it says do not hold any more, or never did, as they are compared."""
        found = _TAKEN_BACK.findall(_THOUSANDS.sub("", self._told))
        return frozenset(_value(each) for each in found if _may_be_value(each))

    @lazy
    def values(self) -> frozenset[str]:
        """Its numbers, times and names as they are compared, without what it takes back itself."""
        return frozenset(map(_value, (*self.numbers, *self.times, *self.names))) - self.taken_back

    @lazy
    def _period(self) -> str | None:
        return changes.announced_period(self.text)

    @property
    def is_short(self) -> bool:
        """Whether it is short enough to state one fact, which another text may state otherwise."""
        return len(self.text) <= _LONGEST_FACT

    @lazy
    def _told(self) -> str:
        """Its text without its questions, which tell of nothing that it is otherwise now."""
        if "?" not in self.text:
            return self.text
        return " ".join(each for each in split_sentences(self.text) if not each.endswith("?"))

    @lazy
    def _stated(self) -> str:
        """Its text; of a decision without what only tells its case from others."""
        return self.text if self.case is None else _of_any_case(self.text)

    @lazy
    def _timeless(self) -> str:
        return _TIME.sub(" ", self._stated) if self.times else self._stated


def _names(text: str, most: int | None) -> frozenset[str]:
    found = islice(_WORD.finditer(text), most)
    # Most words are of small letters and no names, which is seen without a closer look.
    likely = [each for each in found if not (each.group().islower() and each.group().isalpha())]
    return frozenset([_bare(each.group()) for each in likely if _is_name(each, text)])


def _is_name(word: re.Match[str], text: str) -> bool:
    said = word.group()
    if not said.isalpha() and any(map(str.isdigit, said)):
        return not said.isdigit() or len(said) >= _LONG_NUMBER
    if not said[0].isupper():
        return False
    return (
        _BEGINS.search(text, 0, word.start()) is None
        or _NEXT_IS_NAME.match(text, word.end()) is not None
    )


def _of_any_case(text: str) -> str:
    """A text without what only tells a case from others; that has three digits or more."""
    if _THREE_DIGITS.search(text) is None:
        return text
    return _OF_ONE_CASE.sub(" ", _OCCURRENCE.sub(" ", text))


def _without_names(text: str) -> str:
    """The words of a text but for capitalised names, as they are compared."""
    kept = [
        each.group()
        for each in _WORD.finditer(text)
        if each.group().islower() or not _is_proper_name(each, text)
    ]
    return " ".join(kept).casefold()


def _is_proper_name(word: re.Match[str], text: str) -> bool:
    return word.group().isalpha() and _is_name(word, text)


def _worded(text: str) -> str:
    """Its words, and the signs that make something else of what they stand beside."""
    plain = _PRICE.sub(r"\2 \1", text.replace("\u2212", "-"))
    return " ".join(_SAID.findall(plain)).casefold()


def _bare(word: str) -> str:
    return word.casefold().removesuffix("'s")


def _may_be_value(said: str) -> bool:
    """Whether it may be a number, a time or a name: "not found" takes nothing back."""
    return not (said.isalpha() and said.islower()) or _TIME.match(said) is not None


def _value(said: str) -> str:
    """A number, a time or a name in the singular: "Thursdays" is taken back by "Thursday"."""
    plain = _bare(said.rstrip(".,:;"))
    return plain.removesuffix("s") if plain.isalpha() else plain


_Told = tuple[str, str, tuple[str, ...], str]


def _read(told: _Told) -> ReadProse:
    return ReadProse(*told)


def _size(told: _Told) -> int:
    text, title, tags, case = told
    return len(text) + len(title) + sum(map(len, tags)) + len(case)


_cached: Final = LruCache(_read, _size, _KEPT)


def read_prose(text: str, title: str, tags: tuple[str, ...], case: str) -> ReadProse:
    """The beginning of a text, with its title and tags, and of the case that it was decided in."""
    said, named, decided = (spaced(unwrapped(each[:READ])) for each in (text, title, case))
    return _cached((said, named, tags, decided))

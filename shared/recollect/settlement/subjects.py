"""What a text is about, by its first words: a name, a numbered thing, a topic, a period."""

import re
from typing import Final

from recollect.core.lazy import lazy
from recollect.language.calendar_names import (
    GERMAN_MONTH,
    MONTH,
    ROMANCE_OR_DUTCH_MONTH,
    WEEKDAY,
)
from recollect.language.terms import terms, without_stop_words
from recollect.settlement.names_in_text import WRITTEN_WORD, bare, names_in
from recollect.settlement.values import timeless

_HEAD_WORDS: Final = 6
_FIRST_CHARS: Final = 60
_BEGINNING_CHARS: Final = 200
_CURRENCY: Final = r"(?:CHF|EUR|GBP|JPY|PLN|USD|dollars?|euros?|zł)\b"
# Spaces separate thousands only: "Invoice 4711, 50 EUR" has two numbers.
_AMOUNT: Final = r"(?<!\d)(?:\d{1,3}(?: \d{3}){1,4}(?:[.,]\d{1,2})?|\d(?:[\d.,]{0,15}\d)?)"
_MONEY = re.compile(
    rf"(?:[$\u20ac\u00a3\u00a5]|\b{_CURRENCY}) ?{_AMOUNT}"
    rf"|{_AMOUNT} ?(?:[$\u20ac\u00a3\u00a5円]|{_CURRENCY})",
    re.IGNORECASE,
)
_NUMBERED_PERIOD = re.compile(
    # A kW is no week.
    r"\b(week|wk|(?!(?-i:kW))kw|cw|woche|semaine|semana|settimana|sprint|quarter|q)"
    r"[ -]?(\d{1,2})\b",
    re.IGNORECASE,
)
_QUARTERS: Final = frozenset(["quarter", "q"])
_MAX_TITLE_CHARS: Final = 80
_DAY_FIRST = re.compile(
    r"\W*(?:[^\W\d_]+ ){1,4}\d\d?(?:st|nd|rd|th|er|[.\u00ba\u00b0])? (?:de |di )?"
    rf"(?:{MONTH}|{GERMAN_MONTH}|{ROMANCE_OR_DUTCH_MONTH})\b(?: (?:de )?\d{{4}})?,? ",
    re.IGNORECASE,
)
_IN_CAPITALS = re.compile(r"\W*([A-Z]{2,6}) [a-z]")
_BEHIND: Final = r"\b(?:at|for|in|of|on) "
_NUMBERED_THING: Final = (
    rf"(?!(?:{MONTH}|{WEEKDAY}|about|after|allowance|at|before"
    r"|cap|every|fee|first|from|last|limit|max(?:imum)?|min(?:imum)?|next|only|over|price|quota"
    r"|since|threshold|timeout|under|until|within) )([^\W\d_]{3,}) (\d{1,6})(?=: | [^\W\d_])"
    # "10 percent off" names an amount, but "level 2 hours" may be those of level 2.
    r"(?! (?:days?|dollars?|euros?|minutes?|months?|percent|seconds?|weeks?|years?)\b)"
    # 購入後 30 日 is an amount, but 3 階 and 3 号 name a floor and a machine.
    r"(?! (?![号階])[\u30a1-\u30fa\u4e00-\u9fff])"
)
# Of a longer name, the number stands behind a capital: "Tariff Home 250", "la tarifa Fibra 300".
_BEGINNING: Final = (
    r"^\W*(?:(?:an?|d(?:as|er?|ie)|el|het|il|l[aeo]|o|the) )?"
    r"(?:[^\W\d_]+ (?=(?-i:[A-Z]))){0,2}"
)
_NUMBERED = re.compile(rf"(?:{_BEGINNING}|{_BEHIND}|\bwith ){_NUMBERED_THING}", re.IGNORECASE)
_NUMBERED_IN_DECISION = re.compile(_BEHIND + _NUMBERED_THING, re.IGNORECASE)
# "Horizon 9 replaces the Horizon 8" is about both.
_GIVEN_UP = re.compile(
    r"\b(?:instead of|no longer|replac(?:es|ed)|supersed(?:es|ed))"
    r"(?: (?:our|the))? ([^\W\d_]{3,}) (\d{1,6})\b",
    re.IGNORECASE,
)
# What a Japanese text is about, and the particles that are attached to its words.
_TOPIC = re.compile(r"([^、。\n]{2,60}?)は")
_HIRAGANA: Final = re.compile("[\u3041-\u309f]")
_FIRST = re.compile(r"\W*([A-Z][^\W\d_]{4,40})(?![\w'-])")
# A text names its subject before what it says of it; "there are" says nothing of a subject yet.
_VERB: Final = re.compile(
    r"(?<!\b[Tt]here)(?<!\b[Tt]his)(?<!\b[Yy]ou)(?<!\b[Ii]t)(?<!\b[Ww]e)"
    r"\s(?:=|are|can|had|has|have|is|may|must|should|was|were|will)\s"
)
_PREDICATE: Final = re.compile(rf":(?=\s)|{_VERB.pattern}")
# Or behind it, if more is said of it, or an amount belongs to it: "SLA: North Wind has 4 hours",
# "hours are 8 to 18 in Leeds", "Outage: fibre in Leeds down since 9:00"; not "Faults: North Lifts,
# 0555 118 903".
_SUBJECT_BEHIND = re.compile(
    r":\s+(?:(?:[A-Z]\S*[^\W_]\s+){2,4}(?=[a-z\d])"
    r"|[A-Z]\S*[^\W_] (?=(?:now )?(?:\d|has |is ))"
    r"|(?:(?!(?:are|is|was|were) )[^\W\d_]+ ){1,4}(?:at|en|in) (?:[A-Z]\S*[^\W_] ){1,4}"
    r"(?=(?:[^\W\d_]+ ){0,3}(?:since|seit|desde) ))"
    r"|(?:\d[^.:;!?\n]{0,30}? (?:at|in|of)|\bfor) (?:the )?(?:[A-Z]\S*[^\W_](?: |$|(?=[.,]))){1,4}"
)
_SUBJECT_BEHIND_CHARS: Final = 100
# An amount is no code.
_QUANTITY = re.compile(r"\d+[.,]\d\d")


class About:
    """What a text is about; each part is found when it is first needed.

    `text` is the text with its title. A decision begins with what was done, and the number behind
    that is a measure: "granted 20 percent".
    """

    def __init__(self, text: str, body: str, *, is_decision: bool) -> None:
        self._text, self._body, self._is_decision = text, body, is_decision

    @lazy
    def head(self) -> frozenset[str]:
        """The names and codes among its first words without times.

        They stand before its predicate, or behind it if they are what the predicate is about. A
        first word in capitals counts, too: "EU customers".
        """
        # A price is no code that names something.
        beginning = _MONEY.sub("0", timeless(_behind_first_day(self._body))[:_BEGINNING_CHARS])
        capitals, predicate = _IN_CAPITALS.match(beginning), _PREDICATE.search(beginning)
        found, start = names_in(beginning, _HEAD_WORDS), 0
        if predicate is not None:
            start = predicate.start()
            codes = (each for each in found if any(map(str.isdigit, each)))
            found = names_in(beginning[:start], _HEAD_WORDS).union(codes)
        behind = _SUBJECT_BEHIND.search(beginning, start, start + _SUBJECT_BEHIND_CHARS)
        if behind is not None:
            words = WRITTEN_WORD.findall(behind.group())
            found |= {bare(each) for each in words if each[0].isupper()}
        if capitals is not None:
            found |= {bare(capitals.group(1))}
        return frozenset(each for each in found if not _QUANTITY.fullmatch(each))

    @lazy
    def named(self) -> frozenset[str]:
        """The words before its first verb, which name a thing; empty where none is known."""
        predicate = _VERB.search(self._body, 0, _BEGINNING_CHARS)
        found = self._body[: predicate.start()] if predicate else ""
        return without_stop_words(terms(_behind_first_day(found)))

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
        """The numbered thing, as "clinic" and "4"; None for a measure.

        The text begins with it, but for the day from which it holds, or has it before its
        predicate: "the roof of clinic 4: …".
        """
        text = _behind_first_day(self._text)
        predicate = _PREDICATE.search(text, 0, _BEGINNING_CHARS)
        numbered = _NUMBERED_IN_DECISION if self._is_decision else _NUMBERED
        found = numbered.search(text, 0, predicate.end() + 1 if predicate else _FIRST_CHARS)
        return None if found is None else (found.group(1).casefold(), found.group(2))

    @lazy
    def given_up(self) -> frozenset[tuple[str, str]]:
        """The numbered things that it says something else has replaced: ("client", "8")."""
        found = _GIVEN_UP.findall(self._text)
        return frozenset((word.casefold(), number) for word, number in found)

    @lazy
    def periods(self) -> frozenset[tuple[str, str]]:
        """The numbered periods in its title or first words: ("week", "48")."""
        found = _NUMBERED_PERIOD.findall(self._text[:_MAX_TITLE_CHARS])
        return frozenset((_kind_of_period(kind.casefold()), number) for kind, number in found)


def prices_in(text: str) -> str:
    """The amounts of money in a text, joined by spaces."""
    return " ".join(_MONEY.findall(text))


def _behind_first_day(text: str) -> str:
    """A text without the day from which it holds, if it begins with it: "As of 1 March 2026, …"."""
    day = _DAY_FIRST.match(text)
    return text[day.end() :] if day else text


def _kind_of_period(word: str) -> str:
    """The kind of a period, whose words mean the same: `KW 48` is week 48."""
    if word in _QUARTERS:
        return "quarter"
    return word if word == "sprint" else "week"

"""Finds what a text says has changed: what it replaces, what ended, begins, or is only proposed.

Each function looks for the phrases that people use for this, in English and partly in German.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

from recollect.language.calendar_names import MONTH, WEEKDAY
from recollect.language.sentences import split_sentences
from recollect.language.terms import STOP_WORDS, terms, without_stop_words

_SUBJECT_WORDS: Final = 6
_MONTHS_OF_A_YEAR: Final = 12
_MONTHS: Final = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_GERMAN_MONTHS: Final = "jan feb mär apr mai jun jul aug sep okt nov dez".split()
_GERMAN_MONTH: Final = (
    "januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember"
)
# The months of each period; 0 for a week.
_PERIODS: Final = {
    "week": 0,
    "month": 1,
    "quarter": 3,
    "year": 12,
    "woche": 0,
    "monat": 1,
    "quartal": 3,
    "jahr": 12,
}
# A year alone ("since 2009") does not say that it was different before.
_FROM_WHEN: Final = (
    rf"(?:now|today|tomorrow|next|{MONTH}|{WEEKDAY}|\d\d?(?:st|nd|rd|th)?[ .] ?{MONTH}"
    r"|\d{4}-\d\d-\d\d|\d\d?[./]\d\d?[./]\d\d(?:\d\d)?)"
)
# Not "archived mail", "a deprecated method": there the word names a kind of thing, and does not say
# what became of one.
_OVER: Final = (
    r"(?<!\bnot )(?:archived|dissolved|retired|discontinued|abolished|deprecated|obsolete"
    r"|decommissioned|phased out|withdrawn|rescinded|revoked|scrapped)"
    r"(?=\W*$|[,.;:!)\]]| (?:and|as|at|by|for|from|in|last|on|since|this|to|with)\b)"
)
# That something ended. What ended stands before the phrase, or in its group.
_ENDED: Final = (
    r"(?:no longer|(?:\w{1,10}n['’]t|not)((?: [^\s.!?;,]{1,40}){0,5}?) any ?more"
    r"(?=\W*$|[,.;:!)\]]| (?:and|as|at|but|by|for|from|in|on|since|to|with)\b)|(?:is|are) gone"
    r"|(?:switch|turn)ed off|stopped"
    r"|(?:has|have) left (?:us|the (?:company|firm|house|team))"
    rf"|{_OVER}|nicht mehr)"
)
# That something changed. Not "instead of" and "used to": they advise and explain at least as often.
_CHANGED: Final = (
    r"\b(?:replac(?:es|ed)|replacing (?:the|our|what)|supersed(?:es|ed)|in place of"
    rf"|(?:is|are|now) (?:replac|supersed)ing|(?:as of|since|from|starting) {_FROM_WHEN}"
    r"|from now on|(?:is|are) now(?= \w)"
    r"|(?<=\w )now (?:applies|begins|belongs|closes|costs|ends|goes|happens|kicks|leaves|listens"
    r"|lives|meets|opens|runs|sits|starts)(?= (?!for\b|with)\w)"
    r"|(?:mov|chang|switch|migrat)ed(?: \w+)? (?:from|to|over)|cut over|renamed"
    r"|(?:mov|chang|switch)es(?: \w+)? (?:from|over)|(?:goes|going) (?:up|down) (?:from|to)"
    r"|(?:is|are)(?: (?!not\b)[\w-]+){1,6}(?<! right)(?<! just) now(?=\W*$|[,.;:!)\]])"
    r"|(?:correction|erratum|korrektur)(?=\W)"
    r"|was \S+, (?:is|now)|was [^.,;!?]{1,30}, (?:it['’]?s )?now|shortened"
    r"|(?:takes|took) over (?:as|from)"
    r"|(?:raised|lowered|extended|increased|reduced|bumped|dropped|cut|relaxed|tightened) to"
    r"|with effect from|effective (?:immediately|today|from|as of)"
    r"|(?:has|have|got) a new (?:number|extension|address|owner|lead|contact|home|name|limit)"
    r"|(?:br(?:ing|ings|ought)|moves|moved|pulled|pushed)(?: [^\s.!?;,]{1,40}){1,6}"
    rf" (?:forward|back) to(?= (?:\d\d?(?:[:.]\d\d|(?:st|nd|rd|th)?[ .] ?{MONTH})|next|this"
    rf"|{MONTH}|{WEEKDAY}))"
    r"|since the (?:change|merger|migration|move|new|reorgani[sz]ation|switch|update|upgrade)"
    r"|we(?:['’]ve| have)? (?:cancelled|canceled|ditched|dropped|left|quit|stopped using)"
    r"|no need (?:for|to)\b[^.;!?\n]{1,60}\bany ?more|until further notice"
    r"|(?<!\bbe )(?:up|down)graded to|shifted|handed over|ersetzt|ab sofort)\b"
    r"|[(,] ?(?:formerly|previously)\b"
)
_REPLACES = re.compile(rf"{_CHANGED}|\b{_ENDED}\b", re.IGNORECASE)
# Words of what may have changed, or is only repeated: alone they replace nothing.
_MAY_HAVE_CHANGED: Final = (
    r"instead|any ?(?:longer|more)|no (?:longer|more|need)|moved?s?|chang(?:ed?|es)"
    rf"|since|as of|from (?:now|then|this|{_FROM_WHEN})|starting|effective|until further notice"
    r"|t(?:ak(?:es?|en|ing)|ook) (?:off|over)|gone|old|void|empty|bounces?|clos(?:ed?|es)"
    r"|retires?d?|replac(?:ed?|es|ing)|rescheduled|shifted|switch(?:ed|es)?|stop(?:ped|s)?"
    r"|raised|lowered|extended|reduced|turned(?: \w{1,20}){0,4} (?:down|off|up)|went live|ended up"
    r"|forget what|leave \w{1,20} alone|please use|is dead|first (?:day|night|time|week)"
    r"|(?:you )?do(?:n['\u2019]t| not) \w{1,20} any(?:thing|body)?"
)
# A text that begins like "Price list February 2026" is the edition of a year.
_EDITION = re.compile(r"[^.:;!?\n]{0,60}\b20\d\d(?=[.:,;!]|\s-|$)")
_BEFORE: Final = r"((?:[^\s.!?;,]{1,40} ){1,4}?)"
# What ended, and what follows: "alerts" and "go to Slack" in "alerts no longer go to Slack".
_WHAT_ENDED = re.compile(
    rf"(?<!\S){_BEFORE}{_ENDED}\b(?=((?: [^\s.!?;,]{{1,40}}){{0,6}}))", re.IGNORECASE
)
# "3.5", "24.12.2026" and the German "1. Juli" end no clause, but "at 2. Then" does.
_CLAUSE_ENDS = re.compile(
    rf"[,;:!?(/|]|(?<!\d)\.|(?<=\d)\.(?=\s(?!{_GERMAN_MONTH}))", re.IGNORECASE
)
_CONDITION = re.compile(r"\b(?:if|once|unless|when|whether)\b", re.IGNORECASE)
_HINTS_AT_CHANGE = re.compile(rf"\b(?:{_MAY_HAVE_CHANGED})\b", re.IGNORECASE)
# Something new may add to what was there before ("the scanner locks by itself now"); "open on
# Fridays, too" says that it does.
_IS_NEW = re.compile(r"\b(?:now|new|today)\b", re.IGNORECASE)
_SPAN: Final = r"(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|euros?|dollars?|points?)"
_COUNT: Final = r"(?:\d[\d.,]*|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve)"
# "Two more days", "an hour longer", "raised by 5": how much it is now depends on what it was.
_IS_RELATIVE = re.compile(
    rf"\b{_COUNT} (?:more|fewer|extra|additional) {_SPAN}\b"
    rf"|\b{_COUNT} {_SPAN} (?:longer|shorter|more|less|earlier|later)\b(?! than)"
    rf"|\b(?:another|an (?:extra|additional)) (?:\d+ )?{_SPAN}\b"
    r"|\b(?:raised|lowered|extended|increased|reduced|cut|rise[ns]?|rose|f[ae]lls?|up|down|longer|shorter"
    r"|more|less) by (?:about )?[$\u20ac\u00a3]?\d"
    r"|\b(?:half|twice|double) (?:the|as)\b",
    re.IGNORECASE,
)
_HAS_NEW_VALUE = re.compile(
    r"\b(?:is|are|costs?|takes?|lasts?|ends?|closes?|goes|to|until|moved|now|no longer)"
    r" [^.;!?\n]{0,30}?\d|\bmoved to\b",
    re.IGNORECASE,
)
_IS_ADDITIONAL = re.compile(r"\b(?:also|as well(?! as)|auch)\b|, too\b", re.IGNORECASE)
_WHAT_WAS_REPLACED = re.compile(rf"\breplac(?:es|ed) {_BEFORE}(?:with|by)\b", re.IGNORECASE)
_ANNOUNCED = re.compile(
    r"(?<!ends )(?<!expires )(?<!out )\b(?:on|from|as of|since|starting|effective)(?: (?:in|the"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day,?))?"
    rf" (?:(\d{{4}})-(\d\d)-(\d\d)|(?:(\d\d?)(?:st|nd|rd|th)? )?({MONTH})"
    r"(?: (\d\d?)(?:st|nd|rd|th)?,?)? (\d{4}))\b",
    re.IGNORECASE,
)
# In "05/06/2026" either the day or the month may come first: it is certain only where one of them
# can be no month. Neither "seit" (since a day) announces anything, nor "vom" in the name of a thing
# (der Vertrag vom 1.2.2020).
_ANNOUNCED_IN_FIGURES = re.compile(
    r"\b(?:from|as of|starting|effective|ab|vom(?= [\w. ]{6,20} an\b)|zum|à partir du|dès le"
    r"|a partir del|desde el|od(?: dnia)?)(?: dem)?(?: \w{3,10}(?:tag|woch),? dem)?"
    rf" (\d\d?)(?:\. ?({_GERMAN_MONTH}) |([./])(\d\d?)\3)(\d{{4}})\b(?![./]\d)"
    r"|(\d{4})-(\d\d)-(\d\d) ?(?:から|以降|より)",
    re.IGNORECASE,
)
_NEXT = re.compile(
    r"\b(?:(?:from|as of|starting|effective)(?: the)? next|ab (?:nächste|kommende)[mnr])"
    rf" ({'|'.join(_PERIODS)})\b",
    re.IGNORECASE,
)
# A sentence that proposes, hopes for, heard of or waits for something that may never happen.
_UNDECIDED = re.compile(
    r"^\W*(?:idea|plan|proposal|suggestion|proposed|suggested|idee|vorschlag|entwurf) ?:|\b(?:"
    r"it (?:is|was|has been) (?:proposed|suggested)"
    r"|(?:proposed|proposes?|suggested|suggests?) (?:that|to)|undecided|tb[cd]|maybe|perhaps"
    r"|apparently|rumou?rs?|i heard|under discussion|what if|should we|could we|we could(?! not)"
    r"|(?:are|is|still) (?:considering|evaluating)|plan(?:s|ned|ning)? to"
    r"|(?:many|most|some) people want|hopes? (?:that|to)|thinks? [^.;!?]{1,60}? should"
    r"|(?:consultant|manufacturer|supplier|vendor)s? (?:advises?|recommends?|suggests?)"
    r"|(?:article|blog|newspaper|press)\b[^.;!?]{0,20}? (?:reports?|says|wrote)"
    r"|asked (?:if|whether)"
    r"|not (?:yet )?(?:been )?(?:agreed|approved|decided|final|true)|no (?:answer|decision) yet"
    r"|nobody has (?:agreed|approved)|to be (?:agreed|approved|decided)"
    r"|will (?:no longer|now|then)\b[^.;!?]{1,80}?\b(?:as soon as|once))\b"
    r"|^\W*if [^.;!?]{1,40}?\b(?:accepts?|agrees?|approves?|is approved|signs?)\b",
    re.IGNORECASE,
)
# What a sentence with one of these says may never hold, or holds no longer, or for a while only.
_NOT_A_CURRENT_FACT = re.compile(
    r"\b(?:ideas?|drafts?|propos(?:als?|es?|ed)|suggest(?:s|ed|ions?)?|undecided|tb[cd]|maybe"
    r"|perhaps|considering|what if|should we|could we|under discussion|might|would|i think"
    r"|not (?:yet )?(?:decided|approved|final|sure)|plan(?:s|ned|ning)? to|used to|anyone|anybody"
    r"|do(?:n['\u2019]t| not) know|thanks|thank you|unlike|(?<!from )(?:this|next) week"
    r"|(?:we|one) could(?! not)|(?:was|were) (?:not|down|off|out)\b"
    r"|(?:caller|customer|guest|patient|user)s? (?:sa(?:id|ys?)|claim(?:ed|s)?|report(?:ed|s)?)"
    r"|(?:today|tonight|tomorrow) only|only (?:today|tonight|tomorrow)"
    r"|(?<!from )(?<!as of )tomorrow"
    r"|idee|vorschlag|entwurf"
    rf"|\d\d?(?:\. ?| )?(?:-|\u2013|and|or|to|till|until|und|bis) ?\d\d?\.? ?{MONTH}"
    rf"|(?:till|until) (?:the )?(?:\d\d?(?:th|st|nd|rd)? )?(?:{MONTH}|{WEEKDAY}))\b|\?(?:\s|$)",
    re.IGNORECASE,
)
# A decision mostly reports an action: that a device was replaced does not replace a decision.
_DECISION_REPLACES = re.compile(
    r"\b(?:no longer|not any ?more|n['’]t \w+ any ?more|(?:as of|starting) (?:now|today)"
    r"|from now on|(?:this|which) (?:replaces|supersedes)|(?:replaces|supersedes) (?:the|our|what)"
    r"|obsolete|deprecated|nicht mehr|ab sofort)\b",
    re.IGNORECASE,
)


def replaces(text: str, *, is_decision: bool) -> bool:
    """Whether a text says that something is no longer as it was."""
    pattern = _DECISION_REPLACES if is_decision else _REPLACES
    return pattern.search(text) is not None


def hints_at_change(text: str) -> bool:
    """Whether a text has words that people use when something has changed."""
    return _HINTS_AT_CHANGE.search(text) is not None


def is_new(text: str) -> bool:
    """Whether a text reports something new that may have replaced what was there before."""
    return _IS_NEW.search(text) is not None and _IS_ADDITIONAL.search(text) is None


def is_relative(text: str) -> bool:
    """Whether a text changes a value by an amount, so that only the old value says the new one.

    A text that also gives the new value does not: "14:00 now, an hour earlier".
    """
    rest, count = _IS_RELATIVE.subn(" ", text)
    return count > 0 and _HAS_NEW_VALUE.search(rest) is None


def is_current_fact(text: str) -> bool:
    """Whether a text has no word of an idea, a question, a rumour, an exception or the past."""
    return _NOT_A_CURRENT_FACT.search(text) is None


def is_edition(text: str) -> bool:
    """Whether a text begins like a yearly edition: "Price list February 2026"."""
    return _EDITION.match(text) is not None


def ended_subject(text: str) -> frozenset[str] | None:
    """The words for what a text says ended; None if it says nothing ended, or also other changes.

    These words stand before the phrase, or, if none of them has a meaning, behind it: "we no longer
    use Slack".
    """
    phrases = _WHAT_ENDED.findall(text)
    # Compiled on first use, since many processes never need it.
    if not phrases or re.search(_CHANGED, text, re.IGNORECASE):
        return None
    found = (
        without_stop_words(terms(f"{what} {within}")) or without_stop_words(terms(behind))
        for what, within, behind in phrases
    )
    return frozenset().union(*found)


def changed_subjects(text: str) -> tuple[frozenset[str], ...]:
    """For each place where a text says that something changed, the words before it that name it.

    A change under a condition does not count.
    """
    return tuple(
        without_stop_words(terms(f"{' '.join(before.split()[-_SUBJECT_WORDS:])} {within or ''}"))
        for before, within in _clauses_with_changes(text)
        if _CONDITION.search(before) is None
    )


def _clauses_with_changes(text: str) -> Iterator[tuple[str, str | None]]:
    """For each phrase of change, its clause before the phrase, and the text of its group."""
    begins = [0, *(end.end() for end in _CLAUSE_ENDS.finditer(text))]
    for change in _REPLACES.finditer(text):
        start = begins[bisect_right(begins, change.start()) - 1]
        yield text[start : change.start()], change.group(1)


def ending_words(text: str) -> frozenset[str]:
    """The words in which a text says that something ended, or was replaced with something else."""
    endings = map(" ".join, _WHAT_ENDED.findall(text))
    return terms(" ".join((*endings, *_WHAT_WAS_REPLACED.findall(text)))) - STOP_WORDS


def announced(text: str) -> date | None:
    """The earliest full date from which something is to hold; None where there is none."""
    days = (
        *map(_day_of, _ANNOUNCED.finditer(text)),
        *map(_day_in_figures, _ANNOUNCED_IN_FIGURES.finditer(text)),
    )
    return min(filter(None, days), default=None)


def announced_period(text: str) -> str | None:
    """The period in a phrase such as "from next month"; None where there is none."""
    found = _NEXT.search(text)
    return None if found is None else found.group(1).lower()


def is_undecided(text: str) -> bool:
    """Whether each sentence of a text asks, proposes, or speaks of what may never happen."""
    return all(map(_is_undecided, split_sentences(text)))


def _day_of(found: re.Match[str]) -> date | None:
    year, month, day, before, name, after, year_too = found.groups()
    try:
        if year:
            return date(int(year), int(month), int(day))
        return date(int(year_too), _MONTHS.index(name[:3].lower()) + 1, int(before or after or 1))
    except ValueError:
        return None


def _day_in_figures(found: re.Match[str]) -> date | None:
    first, name, sign, second, year, *in_japanese = found.groups()
    try:
        if not year:
            return date(*map(int, in_japanese))
        if name:
            return date(int(year), _GERMAN_MONTHS.index(name[:3].lower()) + 1, int(first))
        day, month = int(first), int(second)
        if sign == "/" and month > _MONTHS_OF_A_YEAR:
            day, month = month, day
        is_certain = sign == "." or day > _MONTHS_OF_A_YEAR or day == month
        return date(int(year), month, day) if is_certain else None
    except ValueError:
        return None


def _is_undecided(sentence: str) -> bool:
    return sentence.rstrip().endswith("?") or _UNDECIDED.search(sentence) is not None


def beginning_of_next(period: str, day: date) -> date | None:
    """The first day of the period after that of `day`; None beyond the end of the calendar.

    `period` is one that `announced_period` returned.
    """
    months = _PERIODS[period]
    # Months from the beginning of the year to that of the current period.
    begun = (day.month - 1) // months * months if months else 0
    year, month = divmod(begun + months, 12)
    try:
        if not months:
            return day + timedelta(days=7 - day.weekday())
        return date(day.year + year, month + 1, 1)
    except (ValueError, OverflowError):
        return None

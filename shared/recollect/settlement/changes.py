"""Finds what a text says has changed: what it replaces, what ended, and what is new.

Each function looks for the phrases that people use for this, in English and, the most usual ones,
in German, Spanish, French, Italian, Portuguese and Dutch.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from recollect.language.calendar_names import (
    GERMAN_MONTH,
    MONTH,
    ROMANCE_OR_DUTCH_MONTH,
    WEEKDAY,
)
from recollect.language.sentences import split_sentences
from recollect.language.terms import STOP_WORDS, terms, without_stop_words
from recollect.settlement.names_in_text import names_in
from recollect.settlement.provisos import changes_nothing, condition_words, leaves_what_was
from recollect.settlement.values import TAKEN_BACK

_SUBJECT_WORDS: Final = 6
_BEHIND_CHARS: Final = 100
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
# "From 23 November to 4 December" is an exception: what was said before holds again after it.
_TO_WHEN: Final = (
    r"(?: \d\d?(?:st|nd|rd|th)?\b)?(?:,? \d{4})?,? (?:(?:till|until) (?!further notice)"
    rf"|(?:through|to|[-\u2013]) {_FROM_WHEN}\b)"
)
# Words with one first letter stand together in these, since that saves most of their time.
_IS_ELSEWHERE: Final = (
    r"a|c(?:ostan?o?|oûte(?:nt)?|uestan?|ustam?)|es(?:t|tán?)?|g(?:elten|ilt)"
    r"|h(?:a|aben|anno|at|ebben|eeft)|ist?|kost(?:e[nt]?)?|lie?gt|ont|s(?:ind|on[ot]?|ão)"
    r"|t(?:em|êm|ienen?)|zijn|[èé]"
)
_NOW_ELSEWHERE: Final = "a(?:desso|gora|hora)|jetzt|maintenant|nun?|ora"
# The same in other languages: "ab 1. März", "a partir del 1 de marzo", "dès aujourd'hui". An hour
# behind the preposition says when something begins every day, and the German "da" gives a reason.
_CHANGED_ELSEWHERE: Final = (
    r"(?:ab|a (?:contar|partire?)|à (?:compter|partir)|d(?:a(?! heute| jetzt)|al|epuis|esde|ès)"
    r"|met ingang|per(?= \d)|s(?:eit|inds)|vanaf)"
    r"(?: (?:dem|del?|du|el|l[ea]|dal?|do|da|o|van))? ?(?:d['\u2019])?"
    r"(?:(?:\d\d?(?:er|[.\u00ba\u00b0])? (?:de |di )?)?"
    rf"(?:{GERMAN_MONTH}|{ROMANCE_OR_DUTCH_MONTH})\b"
    r"(?!(?: (?:de )?\d{4})?,? (?:(?:e|et|en|und|y) )?"
    r"(?:bis|hasta|al?|au|jusqu|fino|até|ao|tot|t/m|[-\u2013])(?=\W))"
    r"|heute|hoy|mañana|aujourd['\u2019]hui|demain|oggi|domani|hoje|amanhã|vandaag"
    r"|a(?:desso|gora|hora)|jetzt|maintenant|nu|ora)"
    r"|d(?:aqui (?:em|por) diante|e a(?:gora em diante|hora en adelante)|ésormais|oravante"
    r"|orénavant|['\u2019]ora in poi)|künftig|von nun an|voortaan"
    r"|m(?:et onmiddellijke ingang|it sofortiger wirkung)"
    r"|(?:avec|co[mn]) ef\w{2,4} i[mn]?m[eé]diato?"
    rf"|(?:{_IS_ELSEWHERE}) (?:{_NOW_ELSEWHERE})(?! d[ei]\b)"
    # "Ahora es", but not "por ahora es" and "hasta ahora es".
    r"|(?=a[dgh]|ora )(?<!\bhasta )(?<!\baté )(?<!\bper )(?<!\bpor )(?:a(?:desso|gora|hora)|ora)"
    rf" (?:{_IS_ELSEWHERE})"
    # "Auf 50 MB erhöht", "passe à 25 Mo", "verhoogd naar 25 MB".
    r"|auf \d[^\s!?;]{0,10}(?: [^\s.!?;,]{1,20})? (?:angehoben|erhöht|gesenkt|ver(?:kürzt|längert))"
    r"|(?:baja|pass?(?:a(?:do|no|t[aeio])?|e(?:nt)?|ée?s?|ó|ou)|portat[aeio]"
    r"|s(?:ale|cende|obe|ub(?:e|ido|iu))) (?:a|à|para)(?= (?:\d|ser\b))"
    r"|ver(?:hoogd|kort|laagd|lengd) (?:naar|tot)(?= \d)"
)
# That something ended. What ended stands before the phrase, or in its group. "Nicht mehr als" and
# "ne … plus que" say how much it is.
_ENDED: Final = (
    r"(?:no longer|(?:\w{1,10}n['’]t|(?:can)?not)((?: [^\s.!?;,]{1,40}){0,8}?) any ?more"
    r"(?=\W*$|[,.;:!)\]]| (?:and|as|at|but|by|for|from|in|on|since|to|with)\b)|(?:is|are) gone"
    r"|(?:switch|turn)ed off|stopped"
    r"|(?:has|have) left (?:us|the (?:company|firm|house|team))"
    rf"|{_OVER}|nicht mehr(?! als\b)|ya no"
    r"|(?:já )?não(?= (?:se )?[^\s.!?;,]{1,20} mais\b(?! d[eo] (?:\d|que\b)))|já não"
    r"|n(?:e (?:l[ae]s? |se )?|['\u2019])[^\s.!?;,]{1,20} plus"
    r"(?! (?:[^\s.!?;,]{1,20} )?qu(?:e\b|['\u2019]))"
    r"|non (?:(?:ci|l[aeio]|ne|si) )?(?:[^\s.!?;,]{1,20} )?più(?! (?:di \d|tardi\b))"
    r"|niet (?:langer|meer)(?! dan\b))"
)
# What somebody changed, as in "raised the limit of a mailbox to 50 GB", but for its place or owner.
_OBJECT: Final = (
    r"((?: (?!(?:at|by|for|from|in|of|on|to)\b)[^\s.!?;,]{1,40}){1,4})"
    r"(?: (?:at|for|in|of|on)(?: [^\s.!?;,]{1,40}){1,5}?)?"
)
# That something changed. Not "instead of" and "used to": they advise and explain at least as often.
_CHANGED: Final = (
    r"\b(?:replac(?:es|ed)|replacing (?:the|our|what)|supersed(?:es|ed)|in place of"
    r"|(?:is|are|now) (?:replac|supersed)ing"
    rf"|(?:as of|since|from|starting) {_FROM_WHEN}(?!{_TO_WHEN})"
    r"|from now on|(?:is|are) now(?= (?!also\b)\w)"
    # "Can now pay by card" adds a way.
    r"|(?<=\w )(?<!\bcan )(?<!\bmay )(?<!\bto )now (?:appl(?:y|ies)|begins?|belongs?|closes?|costs?"
    r"|ends?|expires?|gets?|go(?:es)?|happens?|kicks?|lasts?|leaves?|listens?|lives?|meets?|opens?"
    r"|pays?|runs?|sits?|starts?|takes?|uses?)(?= (?!for\b|with)\w)"
    r"|(?:mov|chang|switch|migrat)ed(?: \w+)? (?:from|to|over)|cut over|renamed"
    rf"|(?:mov|chang|switch|migrat)ed{_OBJECT} from(?= [^.!?;,]{{1,40}} to\b)"
    r"|(?:mov|chang|switch)es(?: \w+)? (?:from|over)|(?:goes|going) (?:up|down) (?:from|to)"
    r"|(?:is|are)(?: (?!not\b)[\w:-]+){1,6}(?<! right)(?<! just) now(?=\W*$|[,.;:!)\]])"
    r"|(?:correction|erratum|korrektur)(?=\W)"
    r"|was \S+, (?:is|now)|was [^.,;!?]{1,30}, (?:it['’]?s )?now|shortened"
    r"|(?:takes|took) over (?:as|from)"
    r"|(?:raised|lowered|extended|increased|reduced|bumped|dropped|cut|relaxed|tightened) to"
    r"|(?:cut|doubled|extended|halved|increased|lowered|raised|reduced|shortened)"
    rf"{_OBJECT} to(?= [$\u20ac\u00a3]?\d)"
    r"|with effect from|effective (?:immediately|from|as of)"
    rf"|effective {_FROM_WHEN}"
    r"|(?:has|have|got) a new (?:number|extension|address|owner|lead|contact|home|name|limit)"
    r"|(?:br(?:ing|ings|ought)|moves|moved|pulled|pushed)(?: [^\s.!?;,]{1,40}){1,6}"
    rf" (?:forward|back) to(?= (?:\d\d?(?:[:.]\d\d|(?:st|nd|rd|th)?[ .] ?{MONTH})|next|this"
    rf"|{MONTH}|{WEEKDAY}))"
    r"|since the (?:change|merger|migration|move|new|reorgani[sz]ation|switch|update|upgrade)"
    r"|we(?:['’]ve| have)? (?:cancelled|canceled|ditched|dropped|left|quit|stopped using)"
    r"|no need (?:for|to)\b[^.;!?\n]{1,60}\bany ?more|until further notice"
    r"|(?<!\bbe )(?:up|down)graded to|shifted|handed over|ersetzt|ab sofort"
    rf"|{_CHANGED_ELSEWHERE})\b"
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
    r"|forget what|leave \w{1,20} alone|please use|first (?:day|night|time|week)"
    r"|is dead|ha(?:s|ve) given up|beyond repair|w(?:on['\u2019]t|ill not) be (?:mended|repaired)"
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
_CLAUSE_ENDS = re.compile(rf"[,;:!?(/|]|(?<!\d)\.|(?<=\d)\.(?=\s(?!{GERMAN_MONTH}))", re.IGNORECASE)
_HINTS_AT_CHANGE = re.compile(rf"\b(?:{_MAY_HAVE_CHANGED})\b", re.IGNORECASE)
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
# A decision mostly reports an action: that a device was replaced does not replace a decision.
_DECISION_REPLACES = re.compile(
    r"\b(?:no longer|not any ?more|n['’]t \w+ any ?more|(?:as of|starting) (?:now|today)"
    r"|from now on|(?:this|which) (?:replaces|supersedes)|(?:replaces|supersedes) (?:the|our|what)"
    r"|obsolete|deprecated|nicht mehr|ab sofort)\b",
    re.IGNORECASE,
)

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


def changes_in(text: str, *, is_decision: bool) -> tuple[StatedChange, ...]:
    """The changes that a text states, without what it denies, and what is only trouble."""
    pattern = _DECISION_REPLACES if is_decision else _REPLACES
    return tuple(_changes(text, pattern)) if pattern.search(text) else ()


def provisos(text: str, known: Iterable[StatedChange]) -> frozenset[frozenset[str]]:
    """The words of the conditions of the `known` changes in a text, and of values it takes back.

    For a change without a condition there is an empty set.
    """
    return frozenset(each.condition for each in (*known, *_changes(text, TAKEN_BACK)))


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


def changed_subjects(known: Iterable[StatedChange]) -> tuple[frozenset[str], ...]:
    """For each change, the words before it that name what changed."""
    return tuple(map(_named_before, known))


def what_changed(known: Iterable[StatedChange]) -> tuple[frozenset[str], ...]:
    """Like `changed_subjects`, without places where nothing is named that was there before.

    What ended may be named behind the phrase: "we no longer use Slack". What came instead stands
    before "is … now": "fibre is the main line now".
    """
    found = (each for each in known if not each.phrase.casefold().endswith(" now"))
    return tuple(filter(None, (_named_before(each) or _ended_behind(each) for each in found)))


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


def _ended_behind(change: StatedChange) -> frozenset[str]:
    """The names behind a phrase that says that something ended, or else the words there."""
    if re.fullmatch(_ENDED, change.phrase, re.IGNORECASE) is None:
        return frozenset()
    behind = " ".join(change.behind.split()[:_SUBJECT_WORDS])
    return names_in(behind) or without_stop_words(terms(behind))


def ending_words(text: str) -> frozenset[str]:
    """The words in which a text says that something ended, or was replaced with something else."""
    endings = map(" ".join, _WHAT_ENDED.findall(text))
    return terms(" ".join((*endings, *_WHAT_WAS_REPLACED.findall(text)))) - STOP_WORDS

"""Editions of one document, of which the last one holds.

A procedure, a bulletin, a price list comes again under its name, and says in its first lines that
it takes the place of the former one: "Supersedes version 3 of 12 January 2026". Whatever that says
otherwise holds no more, however much else is told there.

Of one name are also the reports of each month and the contracts of all customers, made of one form.
None of them is an edition of another: what is for another site, customer or period stays, and so
does what is of a later version than the one that is replaced, and what a draft wants to replace.
"""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Final, Self

from recollect.core.lazy import lazy
from recollect.language.calendar_names import MONTH
from recollect.language.capitals import are_nouns_large

# Of an edition as a whole: what "replaces the storage fees of the March tariff" leaves the rest.
_OF_AN_EDITION: Final = re.compile(
    r"\b(?:supersed(?:es|ing)|replac(?:es|ing)|ersetzt|ersetzen|remplace|annule|sustituye|reemplaza"
    r"|substitui|sostituisce|vervangt)"
    r"(?: (?:all|any|the|our|this|die|das|den|la|le|les|toutes|el|os|as|il|de))?"
    r"(?: [^\W\d_]+){0,2}? "
    r"(?:bulletins?|documents?|editions?|guide|instructions?|issues?|leaflet|list|manual|memo|notice"
    r"|page|plan|polic(?:y|ies)|procedure|revisions?|rev\.?|rota|schedule|sheet|table|tariff"
    r"|versions?|v(?=\d)|ausgabe|dokument|fassung|liste|stand|seite|version(?:en)?|édition|révision"
    r"|edición|revisión|versión(?:es)?|edição|revisão|versão|edizione|revisione|versione|uitgave"
    r"|versie)\b",
    re.IGNORECASE,
)
# It does not, or not yet, or not all of it, or it is somebody who puts one sheet for another.
_NOT_SO: Final = re.compile(
    r"\b(?:after|an?|before|each|every|if|may|might|must|neither|never|no[rt]?|once|one|only|parts?"
    r"|partial(?:ly)?|partly|pas|sections?|should|some|teilweise|then|till?|to|until|unless|when(?:ever)?"
    r"|who(?:ever)?|will|would|bis|falls|kein\w*|nicht|nie|noch|nur|sobald|wenn|wer|wird)\b|n['\u2019]t\b",
    re.IGNORECASE,
)
# A page or a table by its number, or a list of something, is a part of a document.
_OF_A_PART: Final = re.compile(
    r"(?<=page|eite|heet|able) \d"
    r"| (?:for|of) (?:our |the )?(?!entire|former|last|previous|prior|same)(?-i:[a-z])",
    re.IGNORECASE,
)
_SENTENCE_END: Final = re.compile(r"[.!?;]\s|\n\s*\n")
_DRAFT: Final = re.compile(
    r"\b(?:draft|for (?:comment|review)|not (?:yet )?(?:approved|in force|valid)|proposal|proposed"
    r"|bozza|borrador|brouillon|concept|entwurf|minuta|rascunho|vorschlag)\b",
    re.IGNORECASE,
)
_DAY: Final = r"(?<![\w-])(?:19|20)\d\d(?:[-/.]\d\d?){0,2}(?![\w-])"
# What tells editions of one name apart, and copies; a year or a number within a code does not.
_OF_ITS_EDITION: Final = re.compile(
    r"\(\d+\)|\.[a-z]{2,4}$|(?<![\w-])(?:v|ver|vers|version|rev|revision|edition|issue|ausgabe|stand)"
    rf"\W{{0,2}}(?:\d[\w.]*|[a-z])(?![\w-])|{_DAY}"
    r"|\b(?:copy|draft|final|new|old|neu|alt)\b",
    re.IGNORECASE,
)
_VERSION: Final = re.compile(
    r"(?<![\w-])(?:v|ver|vers|versi[^\W\d_]*|rev|revi[^\W\d_]*|edi[^\W\d_]*|édition|issue|ausgabe"
    r"|fassung|stand)\W{0,2}(\d{1,4}(?:\.\d{1,4}){0,3})(?![\w/-]|\.\d)",
    re.IGNORECASE,
)
_PERIOD: Final = re.compile(
    rf"(?:\b\d\d?\.? {MONTH},? (?:19|20)\d\d)|({_DAY}|\b{MONTH} (?:19|20)\d\d)", re.IGNORECASE
)
# What one of several documents of a form is for.
_FOR_WHOM: Final = re.compile(
    r"\b(account|address|article|asset|batch|branch|building|class|client|clinic|contract|country"
    r"|course|customer|depot|device|driver|employee|flat|insured|invoice|item|location|lot"
    r"|machine|model|month|name|office|order|part|patient|period|person|plant|product|project"
    r"|property|quarter|region|room|school|shop|site|store|student|supplier|tenant|unit|vehicle"
    r"|vendor|ward|warehouse|week|artikel|auftrag|charge|cliente|fahrzeug|filiale|firma|kunde"
    r"|magasin|maschine|mois|monat|nom|nombre|période|periodo|projekt|quartal|raum|sede|standort"
    r"|tienda|werk|woche|zeitraum)"
    r"(?:(?: (?:code|id|name|nr|no|number)\b\.?)?[*_ ]{0,3}:[*_ ]{0,3}"
    r"| (?:code|id|nr|no|number)\b\.? #?)"
    r"([^\s,;.|()]+(?: [^\s,;.|()]+){0,3})",
    re.IGNORECASE,
)
_FIRM: Final = re.compile(
    r"\b((?:[A-Z\u00c0-\u00de][\w&-]* ){1,4})"
    r"(?:AB|AG|BV|B\.V|Corp|GmbH|Inc|KG|LLC|Limited|Ltd|NV|Oy|SA|SARL|SAS|SE|SL|SpA|Srl|plc)\b"
)
_NAME: Final = re.compile(r"(?<=[a-z\u00df-\u00ff,(] )[A-Z\u00c0-\u00de][a-z\u00df-\u00ff]{2,}\b")
# What a document is called in its files.
_CODE: Final = re.compile(r"(?<![\w-])[A-Z]{2,}(?:-[A-Z\d]+)*-\d+(?![\w-])")
_LONGEST_NAME: Final = 120
_SHORTEST_NAME: Final = 4
_LED_BY: Final = 60
_BEGINNING: Final = 300
_OFTEN: Final = 2


def replaced_editions(text: str) -> tuple[str, ...]:
    """What a text says of the editions that it takes the place of as a whole; none of a draft."""
    return tuple(filter(None, (_claim(text, found) for found in _OF_AN_EDITION.finditer(text))))


def replaces_an_edition(text: str) -> bool:
    """Whether a text says that it takes the place of an edition, as a whole."""
    return bool(replaced_editions(text)) and _DRAFT.search(text[:_BEGINNING]) is None


def name_of_document(title: str, text: str) -> str:
    """What all editions of a document are called, by its title or first line; "" for hardly any."""
    plain = _OF_ITS_EDITION.sub(" ", _first_line(title, text).casefold())
    name = " ".join(re.findall(r"[^\W_]+", plain))
    return name if len(name) >= _SHORTEST_NAME else ""


class Edition:
    """A document by its title and beginning, read to see of what others it is an edition."""

    def __init__(self, title: str, text: str) -> None:
        self._title, self._text = title, text

    @lazy
    def name(self) -> str:
        """What all its editions are called."""
        return name_of_document(self._title, self._text)

    def may_replace(self, old: Self) -> bool:
        """Whether another of its name may be what it says that it replaces.

        That is for no other site, customer or period, unless that period is named, of no later
        version than that, and has the code that is named.
        """
        claims = self._claims
        if any(code not in old._whole for code in self._codes):
            return False
        if any(period not in claims for period in old._periods - self._periods):
            return False
        if self._replaced and old._version and old._version > self._replaced:
            return False
        return not self._is_for_others_than(old)

    @lazy
    def _whole(self) -> str:
        return f"{self._title}\n{self._text}"

    @lazy
    def _said(self) -> str:
        return " ".join(replaced_editions(self._text))

    @lazy
    def _claims(self) -> str:
        return self._said.casefold()

    @lazy
    def _codes(self) -> frozenset[str]:
        return frozenset(_CODE.findall(self._said))

    @lazy
    def _replaced(self) -> tuple[int, ...]:
        """The latest version that it says it replaces; empty where it names none."""
        return max(map(_number, _VERSION.findall(self._said)), default=())

    @lazy
    def _version(self) -> tuple[int, ...]:
        own = _VERSION.search(f"{self._title}\n{self._text[:_BEGINNING]}")
        return _number(own.group(1)) if own else ()

    @lazy
    def _periods(self) -> frozenset[str]:
        """The months and years in its first line, but for those of the day on which it came."""
        found = (each.group(1) for each in _PERIOD.finditer(_first_line(self._title, self._text)))
        return frozenset(each.casefold() for each in found if each)

    @lazy
    def _for_whom(self) -> Mapping[str, str]:
        found = _FOR_WHOM.findall(self._text)
        return {name.casefold(): said.casefold() for name, said in reversed(found)}

    @lazy
    def _firms(self) -> frozenset[str]:
        return frozenset(each.strip() for each in _FIRM.findall(self._text))

    @lazy
    def _names(self) -> frozenset[str]:
        """What it names several times within its sentences."""
        if are_nouns_large(self._text):
            return frozenset()
        counts = Counter(_NAME.findall(self._text))
        return frozenset(name for name, count in counts.items() if count >= _OFTEN)

    def _is_for_others_than(self, old: Self) -> bool:
        """Whether each says for whom it is, or names somebody again and again: others."""
        mine, its = self._for_whom, old._for_whom
        if any(mine[label] != its[label] for label in mine.keys() & its.keys()):
            return True
        named = ((self._firms, old._firms), (self._names, old._names))
        return any(not one <= other and not other <= one for one, other in named)


def _claim(text: str, found: re.Match[str]) -> str:
    """What is said to be replaced, to the end of its sentence; "" where that is not so."""
    lead = _SENTENCE_END.split(text[max(0, found.start() - _LED_BY) : found.start()])[-1]
    if _NOT_SO.search(lead) or _NOT_SO.search(found.group()):
        return ""
    if _OF_A_PART.match(text, found.end()):
        return ""
    end = _SENTENCE_END.search(text, found.end(), found.end() + _LONGEST_NAME)
    return text[found.start() : end.start() if end else found.end() + _LONGEST_NAME]


def _first_line(title: str, text: str) -> str:
    return (title.strip() or text.lstrip().partition("\n")[0])[:_LONGEST_NAME]


def _number(said: str) -> tuple[int, ...]:
    """A version as it is compared: 3.0 is 3."""
    parts = [*map(int, said.split("."))]
    while parts and not parts[-1]:
        parts.pop()
    return tuple(parts)

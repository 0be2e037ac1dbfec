"""Decides whether a document is an edition of another, and replaces it.

A procedure, a bulletin or a price list is published again under its name, and says in its first
lines that it replaces the former edition: "Supersedes version 3 of 12 January 2026". Everything in
the former edition then no longer holds, however much else it says.

Monthly reports and contracts with customers have one name, too, if they are made from one form.
None of them is an edition of another. So a document does not replace one for another site, customer
or period, nor one of a later version than the one it says it replaces; and a draft replaces
nothing.
"""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Final, Self

from recollect.core.lazy import lazy
from recollect.language.calendar_names import GERMAN_MONTH, MONTH
from recollect.language.capitals import are_nouns_capitalised
from recollect.settlement.phrases import CONDITION, POSSIBLE, any_of

# That an edition is replaced as a whole. "Replaces the storage fees of the March tariff" leaves the
# rest of it.
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
# That it does not replace it, or not yet, or only in part, or that a person replaces a sheet.
_NOT_REPLACED: Final = re.compile(
    rf"\b(?:{any_of(CONDITION, POSSIBLE)}|after|an?|before|each|every|must|neither|never|no[rt]?"
    r"|one|only|parts?|partial(?:ly)?|partly|pas|sections?|some|teilweise|then|till?|to|until"
    r"|who(?:ever)?|bis|kein\w*|nicht|nie|noch|nur|wer|wird)\b|n['\u2019]t\b",
    re.IGNORECASE,
)
# The same behind the phrase: what must happen first, or "nicht". A capital begins another line. "If
# any" is no condition, and "the guide on approvals" is named by its subject.
_LATER_OR_NOT: Final = re.compile(
    r"[^,;:]{0,60}?,?\s\(?(?:(?!if any\b|once and for all\b|falls vorhanden\b)"
    rf"(?:{any_of(CONDITION)}|as soon as|on (?:approval|sign(?:ature|-?off))|pending|provided"
    r"|subject to|falls|vorbehaltlich|dès|sous réserve|une fois|en cuanto|siempre que|una vez"
    r"|assim que|uma vez|appena|una volta|mits|nicht|niet)\b"
    r"|(?:after|upon|bei|nach|après|si|se|tras|após|dopo|als|bij|na)"
    r"(?: [^\W\d_]+['\u2019]?){0,2}?[ '\u2019]"
    r"(?i:akkoord|ap?prob|ap?prov|assin|firm(?!ware)|freigabe|genehm|getek|goedk|ondert|sign"
    r"|unter(?:schr|z)|zustimm))"
)
# A numbered page or table, or a list of something, is a part of a document.
_OF_A_PART: Final = re.compile(
    r"(?<=page|eite|heet|able) \d"
    r"| (?:for|of) (?:our |the )?(?!entire|former|last|previous|prior|same)(?-i:[a-z])",
    re.IGNORECASE,
)
_SENTENCE_END: Final = re.compile(rf"[.!?;]\s(?!(?:{GERMAN_MONTH})\b)|\n\s*\n", re.IGNORECASE)
_DRAFT: Final = re.compile(
    r"\b(?:draft|for (?:comment|review)|not (?:yet )?(?:approved|in force|valid)|proposal|proposed"
    r"|bozza|borrador|brouillon|concept|entwurf|minuta|rascunho|vorschlag)\b",
    re.IGNORECASE,
)
_DAY: Final = r"(?<![\w-])(?:19|20)\d\d(?:[-/.]\d\d?){0,2}(?![\w-])"
# Versions, dates and copies, in which names of editions differ. A year or a number within a code is
# none of these.
_EDITION_MARK: Final = re.compile(
    r"\(\d+\)|\.[a-z]{2,4}$|(?<![\w-])(?:v|ver|vers|version|rev|revision|edition|issue|ausgabe|stand)"
    rf"\W{{0,2}}(?:\d[\w.]*|[a-z])(?![\w-])|\b{MONTH},? (?:19|20)\d\d(?![\w-])|{_DAY}"
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
# For whom or what one of several documents made from one form is.
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
# The code of a document in its file system.
_CODE: Final = re.compile(r"(?<![\w-])[A-Z]{2,}(?:-[A-Z\d]+)*-\d+(?![\w-])")
_MAX_NAME_CHARS: Final = 120
_MIN_NAME_CHARS: Final = 4
_LEAD_CHARS: Final = 60
_BEGINNING_CHARS: Final = 300
_MIN_MENTIONS: Final = 2


def replaced_editions(text: str) -> tuple[str, ...]:
    """The phrases in which a text says that it replaces an edition as a whole."""
    return tuple(filter(None, (_claim(text, found) for found in _OF_AN_EDITION.finditer(text))))


def replaces_an_edition(text: str) -> bool:
    """Whether a text says that it replaces an edition as a whole, and is no draft."""
    return bool(replaced_editions(text)) and _DRAFT.search(text[:_BEGINNING_CHARS]) is None


def name_of_document(title: str, text: str) -> str:
    """The common name of all editions of a document, by its title or first line; "" if short."""
    plain = _EDITION_MARK.sub(" ", _first_line(title, text).casefold())
    name = " ".join(re.findall(r"[^\W_]+", plain))
    return name if len(name) >= _MIN_NAME_CHARS else ""


class Edition:
    """A document, by its title and beginning, that may be an edition of others."""

    def __init__(self, title: str, text: str) -> None:
        self._title, self._text = title, text

    @lazy
    def name(self) -> str:
        """The common name of all its editions."""
        return name_of_document(self._title, self._text)

    def may_replace(self, old: Self) -> bool:
        """Whether a document of the same name may be the edition that this one says it replaces.

        That one must be for the same site, customer and period (unless its period is named), of no
        later version than the one that is named, and have the codes that are named.
        """
        folded = self._folded_claims
        if any(code not in old._whole for code in self._codes):
            return False
        if any(period not in folded for period in old._periods - self._periods):
            return False
        if self._replaced and old._version and old._version > self._replaced:
            return False
        return not self._is_for_others_than(old)

    @lazy
    def _whole(self) -> str:
        return f"{self._title}\n{self._text}"

    @lazy
    def _claim_text(self) -> str:
        return " ".join(replaced_editions(self._text))

    @lazy
    def _folded_claims(self) -> str:
        return self._claim_text.casefold()

    @lazy
    def _codes(self) -> frozenset[str]:
        return frozenset(_CODE.findall(self._claim_text))

    @lazy
    def _replaced(self) -> tuple[int, ...]:
        """The latest version that it says it replaces; empty where it names none."""
        return max(map(_number, _VERSION.findall(self._claim_text)), default=())

    @lazy
    def _version(self) -> tuple[int, ...]:
        own = _VERSION.search(f"{self._title}\n{self._text[:_BEGINNING_CHARS]}")
        return _number(own.group(1)) if own else ()

    @lazy
    def _periods(self) -> frozenset[str]:
        """The months and years in its first line, except in the full date of its publication."""
        found = (each.group(1) for each in _PERIOD.finditer(_first_line(self._title, self._text)))
        return frozenset(each.casefold() for each in found if each)

    @lazy
    def _for_whom(self) -> Mapping[str, str]:
        found = _FOR_WHOM.findall(self._text)
        return {name.casefold(): value.casefold() for name, value in reversed(found)}

    @lazy
    def _firms(self) -> frozenset[str]:
        return frozenset(each.strip() for each in _FIRM.findall(self._text))

    @lazy
    def _names(self) -> frozenset[str]:
        """The names that it mentions several times within its sentences."""
        if are_nouns_capitalised(self._text):
            return frozenset()
        counts = Counter(_NAME.findall(self._text))
        return frozenset(name for name, count in counts.items() if count >= _MIN_MENTIONS)

    def _is_for_others_than(self, old: Self) -> bool:
        """Whether both say for whom they are, or often name firms or people, and these differ."""
        mine, its = self._for_whom, old._for_whom
        if any(mine[label] != its[label] for label in mine.keys() & its.keys()):
            return True
        named = ((self._firms, old._firms), (self._names, old._names))
        return any(not one <= other and not other <= one for one, other in named)


def _claim(text: str, found: re.Match[str]) -> str:
    """The phrase of what is replaced, to the end of its sentence; "" where nothing is replaced."""
    lead = _SENTENCE_END.split(text[max(0, found.start() - _LEAD_CHARS) : found.start()])[-1]
    if _NOT_REPLACED.search(lead) or _NOT_REPLACED.search(found.group()):
        return ""
    if _OF_A_PART.match(text, found.end()):
        return ""
    sentence = _SENTENCE_END.search(text, found.end(), found.end() + _MAX_NAME_CHARS)
    end = sentence.start() if sentence else found.end() + _MAX_NAME_CHARS
    return "" if _LATER_OR_NOT.match(text, found.end(), end) else text[found.start() : end]


def _first_line(title: str, text: str) -> str:
    return (title.strip() or text.lstrip().partition("\n")[0])[:_MAX_NAME_CHARS]


def _number(version: str) -> tuple[int, ...]:
    """A version as numbers for comparison: "3.0" is (3,), as is "3"."""
    parts = [*map(int, version.split("."))]
    while parts and not parts[-1]:
        parts.pop()
    return tuple(parts)

"""Check what an answer names by a number, a code or an address: tickets, hosts, mailboxes, links.

An answer may invent none of these. The names of people and companies are in `facts.people`.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.context.sentence_lines import is_ticket
from recollect.validation.facts.findings.judging import record_findings
from recollect.validation.facts.findings.verdicts import (
    FactFinding,
    contradiction,
    finding,
    same_if,
)
from recollect.validation.facts.names.other_names import contradicting_name
from recollect.validation.grammar.field_names import parts_of_name
from recollect.validation.grammar.words import Word, word_set
from recollect.validation.known.link_index import without_scheme
from recollect.validation.known.record_models import ResultValue
from recollect.validation.models import FactKind

NAME_CUES: Final = frozenset({"name", "ip", "email", "url"})
"""The cues of the clauses that these rules read: each of them has one."""

_MIN_HOST_LENGTH: Final = 5
_VERSION: Final = re.compile(r"v?\d+(?:\.\d+)*[a-z]?")
_MIN_VERSION_DOTS: Final = 2
"""Full stops in a number that can only be a version: 1.4 may be an amount."""

_TICKET_NUMBER: Final = re.compile(r"[A-Z]{1,10}-\d{1,12}")
"""The number of a ticket, in capitals: hosts are mostly written in small letters."""

_NUMBER_FIELDS: Final = (("id",), ("number",), ("no",), ("nr",), ("reference",), ("ref",), ("key",))
"""The last parts of the names of fields that hold the number of their object."""

_KIND_OF_FORM: Final[Mapping[str, FactKind]] = {"url": "url", "email": "address", "ip": "address"}

_DIRECTIONS: Final = word_set("from to via towards von nach vers desde hacia da verso")
"""Words before the address of something else: `FCG02 got no answer from 10.0.0.9`."""

_MAX_WORDS_BETWEEN: Final = 4
HOST: Final = re.compile(r"[a-z][a-z0-9]*(?:[-.][a-z0-9]+)+")
"""The name of a host of several parts."""


def name_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The findings on the tickets, hosts, identifiers, addresses and links that a clause names."""
    clause = context.clause
    for word in clause.words:
        kind = _kind(word, context.answer)
        if kind is None:
            continue
        of_item = list(address_findings(context, word)) if word.form == "ip" else []
        yield from of_item or _lookup_findings(context, word, kind)


def version_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The findings on versions that no result has, where results have one of the same line.

    17.6.5 for 17.9.4.
    """
    names = context.index.names
    numbers = [word for word in context.clause.words if word.form == "number"]
    versions = [word for word in numbers if word.text.count(".") >= _MIN_VERSION_DOTS]
    for word in versions if versions and not context.supposes else ():
        known = names.find(names.version_of_line(word.text)) if not names.find(word.text) else None
        if known is not None:
            yield contradiction((word,), "number", known)


def mistaken_names(context: ClauseContext) -> Iterator[FactFinding]:
    """The findings on names in advice that nearly are names of the results.

    `Open a call with QS-209141`. A name in a question or a denial may be somebody else's: `did you
    mean …?`.
    """
    end = context.clause.sentence[-1].end
    if "?" in context.answer[end - 1 : end + 1] or context.denials:
        return
    for word in context.clause.words:
        kind = _kind(word, context.answer)
        found = _lookup_findings(context, word, kind) if kind is not None else ()
        yield from (each for each in found if each.verdict == "contradicted")


def _lookup_findings(context: ClauseContext, word: Word, kind: FactKind) -> Iterator[FactFinding]:
    known = _find(context, word)
    if known is not None:
        yield finding((word,), _kind_by_field(kind, known), "supported", known)
    elif (other := contradicting_name(context, word)) is not None:
        yield contradiction((word,), _kind_by_field(kind, other), other)
    elif not (context.index.is_partial or _is_compound(word, context)):
        yield finding((word,), kind, "unsupported")


def _is_compound(word: Word, context: ClauseContext) -> bool:
    """Whether a German or Dutch noun begins with a code: `P2-Frist`, `E3-licentie`."""
    noun = word.text.rpartition("-")[2]
    return (
        context.lexicon.is_foreign
        and noun.isalpha()
        and not context.answer[word.start : word.end].isupper()
    )


def _kind(word: Word, answer: str) -> FactKind | None:
    if word.form == "name":
        return _kind_of_name(word.text, answer[word.start : word.end])
    return _KIND_OF_FORM.get(word.form)


def _kind_of_name(name: str, written: str) -> FactKind | None:
    """The kind of a name with digits; None for versions and short names, which may be anything."""
    if is_ticket(name):
        return "number"
    if _VERSION.fullmatch(name) or len(name) < _MIN_HOST_LENGTH or not any(map(str.isdigit, name)):
        return None
    if HOST.fullmatch(name):
        return "host"
    return "identifier" if written.isupper() or "_" in name else None


def _kind_by_field(kind: FactKind, known: ResultValue) -> FactKind:
    """The kind of a name, corrected by its field: INV-9 is no host in a field for numbers."""
    field = parts_of_name(known.source.path.rpartition(".")[2])
    is_number = field[-1:] in _NUMBER_FIELDS and _TICKET_NUMBER.fullmatch(known.text) is not None
    return "number" if kind == "host" and is_number else kind


def _find(context: ClauseContext, word: Word) -> ResultValue | None:
    names = context.index.names
    found = names.find(word.text)
    return names.find(without_scheme(word.text)) if found is None and word.form == "url" else found


def address_findings(context: ClauseContext, word: Word) -> Iterator[FactFinding]:
    """The finding on an IP address and the item named beside it, where results have either one's.

    The address must be the item's, or the item be the one that has the address.
    """
    item = _item_beside(context, word)
    if item is None:
        return
    records = context.index.records
    record = records.named(item.text)
    if record is not None and record.values("address"):
        yield from record_findings(
            context,
            "address",
            (word,),
            ("address",),
            lambda known: same_if(known.text == word.text),
            records=(record,),
        )
        return
    owner = records.named(word.text)
    host = context.index.names.find(item.text)
    if host is not None and owner is not None and records.listed(host.source) is owner:
        return  # an alert has its host, and that host's address
    if owner is not None and not any(each.endswith(item.text) for each in owner.ids):
        known = next(iter(owner.values("address")), None)
        yield contradiction((item,), "host", known)


def _item_beside(context: ClauseContext, address: Word) -> Word | None:
    """The item named beside the only IP address of a sentence; None where more is between them."""
    if not context.sentence.has_one_address:
        return None
    line, records = context.clause.sentence, context.index.records
    hosts = [each for each in line if each.form == "name"]
    before = [each for each in hosts if each.start < address.start]
    named = before[-1:] or [each for each in hosts[:1] if records.named(each.text) is not None]
    if not named:
        return None
    first, last = sorted((named[0].start, address.start))
    inside = [each for each in line if first < each.start < last]
    if inside and inside[-1].text in _DIRECTIONS:
        return None  # `FCG02 got no answer from 10.0.0.9`
    is_apart = any(each.form == "mark" and each.text != "|" for each in inside)
    return None if len(inside) > _MAX_WORDS_BETWEEN or is_apart else named[0]

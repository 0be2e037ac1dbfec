"""Check what an answer names by a number, a code or an address: tickets, hosts, mailboxes, links.

An answer may invent none of these. The names of people and companies are in `proper_names`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from recollect.core.spelling import most_similar
from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.facts.judging import record_findings
from recollect.validation.facts.links import other_link
from recollect.validation.facts.sentence_lines import is_ticket
from recollect.validation.facts.verdicts import FactFinding, ValueComparison
from recollect.validation.grammar.field_names import parts_of_name
from recollect.validation.grammar.folding import stands_in
from recollect.validation.grammar.lexicon import ENGLISH
from recollect.validation.grammar.slips import shape_of
from recollect.validation.grammar.words import POD, Word, place_at
from recollect.validation.known.link_index import without_scheme
from recollect.validation.known.name_index import NameIndex
from recollect.validation.known.passages import stems_of
from recollect.validation.known.records import Record, ResultValue
from recollect.validation.models import FactKind

_DIRECTIONS: Final = frozenset(
    ["from", "to", "via", "towards", "von", "nach", "vers", "desde", "hacia", "da", "verso"]
)
"""Words before the address of something else: `FCG02 got no answer from 10.0.0.9`."""

NAME_CUES: Final = frozenset({"name", "ip", "email", "url"})
"""The cues of the clauses that these rules read: each of them has one."""

_MIN_HOST_LENGTH: Final = 5
_HOST: Final = re.compile(r"[a-z][a-z0-9]*(?:[-.][a-z0-9]+)+")
_VERSION: Final = re.compile(r"v?\d+(?:\.\d+)*[a-z]?")
_MIN_VERSION_DOTS: Final = 2
"""Full stops in a number that can only be a version: 1.4 may be an amount."""

_MAX_WORDS_BETWEEN: Final = 4
_MAX_WRONG_DIGITS: Final = 2
_MAX_MAILBOXES: Final = 50
_MIN_SIMILAR: Final = 2
"""Other names that make a series with one; stems that a result's sentence shares with a clause."""

_SERIES_WINDOW: Final = 5
"""Words on each side of a name among which others of its series are looked for."""

_TICKET_NUMBER: Final = re.compile(r"[A-Z]{1,10}-\d{1,12}")
"""The number of a ticket, in capitals: hosts are mostly written in small letters."""

_NUMBER_FIELDS: Final = (("id",), ("number",), ("no",), ("nr",), ("reference",), ("ref",), ("key",))
"""The last parts of the names of fields that hold the number of their object."""

_HYPHENATED: Final = re.compile(r"(?<![\w-])[a-z][a-z0-9]*(?:-[a-z0-9]+)+(?![\w-])")
_KIND_OF_FORM: Final[Mapping[str, FactKind]] = {"url": "url", "email": "address", "ip": "address"}


def name_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The findings on the tickets, hosts, identifiers, addresses and links that a clause names."""
    clause = context.clause
    for at, word in enumerate(clause.words):
        kind = _kind(word, context.answer)
        if kind is None:
            continue
        before = clause.words[max(0, at - _MAX_WORDS_BETWEEN) : at]
        yield from list(_relation_findings(context, word, before)) or _lookup_findings(
            context, word, kind
        )


def version_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The findings on versions that no result has, where results have one of the same line.

    17.6.5 for 17.9.4.
    """
    names = context.index.names
    versions = [word for word in context.clause.words if _is_version(word)]
    for word in versions if versions and not context.supposes else ():
        known = names.find(names.version_of_line(word.text)) if not names.find(word.text) else None
        if known is not None:
            yield FactFinding(word.start, word.end, "number", "contradicted", known)


def _is_version(word: Word) -> bool:
    return word.form == "number" and word.text.count(".") >= _MIN_VERSION_DOTS


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


def _relation_findings(
    context: ClauseContext, word: Word, before: Sequence[Word]
) -> Iterator[FactFinding]:
    """The finding on the IP address of an item, or on the item that is said to be affected."""
    if word.form == "ip":
        yield from _address_findings(context, word)
    elif any(each.means_any("label:item") for each in before) and not is_ticket(word.text):
        yield from _item_findings(context, word)


def _lookup_findings(context: ClauseContext, word: Word, kind: FactKind) -> Iterator[FactFinding]:
    known = _find(context, word)
    if known is not None:
        yield FactFinding(word.start, word.end, _kind_by_field(kind, known), "supported", known)
    elif (other := _contradicting_name(context, word)) is not None:
        yield FactFinding(word.start, word.end, _kind_by_field(kind, other), "contradicted", other)
    elif not (context.index.is_partial or _is_compound(word, context)):
        yield FactFinding(word.start, word.end, kind, "unsupported")


def _is_compound(word: Word, context: ClauseContext) -> bool:
    """Whether a German or Dutch noun begins with a code: `P2-Frist`, `E3-licentie`."""
    noun = word.text.rpartition("-")[2]
    is_foreign = context.lexicon.language != ENGLISH
    return is_foreign and noun.isalpha() and not context.answer[word.start : word.end].isupper()


def _contradicting_name(context: ClauseContext, word: Word) -> ResultValue | None:
    """The name in the results that contradicts a name that they do not have, or None.

    It is the only one that differs in a digit or two or in their order, a similar mailbox, link or
    IP address, or a host of the sentence that the clause repeats. Where several names differ so
    little, the answer may mean another one of their series.
    """
    if word.form == "email":
        return _other_mailbox(context, word.text)
    if word.form == "url":
        return other_link(context, word)
    if _is_of_series(context, word):
        return None
    near = _with_nearest_figures(word.text, context.index.names)
    if len(near) == 1:
        return context.index.names.find(near[0])
    return (
        _other_address(context, word.text) if word.form == "ip" else _replaced_host(context, word)
    )


def _with_nearest_figures(name: str, known: NameIndex) -> Sequence[str]:
    """The known names of the same shape whose digits are nearest to those of `name`.

    Those with the same digits in another order; else those with other digits in the fewest places,
    as long as these are two at most, or only one digit is another one.
    """
    shaped = known.shaped(shape_of(name))
    size = sum(map(str.isdecimal, name))
    in_any_order = shaped.same_in_any_order(name)
    if size in in_any_order:
        return [
            each for each, count in zip(shaped.names, in_any_order, strict=True) if count == size
        ]
    in_place = shaped.same(name)
    most = max(in_place, default=0)
    nearest = [at for at, count in enumerate(in_place) if count == most]
    if size - most > _MAX_WRONG_DIGITS:
        nearest = [at for at in nearest if in_any_order[at] == size - 1]
    return [shaped.names[at] for at in nearest]


def _is_of_series(context: ClauseContext, word: Word) -> bool:
    """Whether a name stands near two others of its shape: `LBL02, LBL03 and LBL04`."""
    shape = shape_of(word.text)
    line = context.clause.sentence
    at = place_at(line, word.start)
    near = line[max(0, at - _SERIES_WINDOW) : at + _SERIES_WINDOW + 1]
    return sum(shape_of(each.text) == shape for each in near if each.form == "name") > _MIN_SIMILAR


def _other_mailbox(context: ClauseContext, address: str) -> ResultValue | None:
    """The mailbox of the same name at another domain; else the most similar one at this domain."""
    names = context.index.names
    local, _, domain = address.partition("@")
    same = names.find(names.mailbox(local))
    may_be_other = same is None and context.clause.asserts_now
    others = names.mailboxes_at(domain)[:_MAX_MAILBOXES] if may_be_other else ()
    if same is not None or not others:
        return same
    best = most_similar(local, (each.partition("@")[0] for each in others), least=0)
    return names.find(f"{best}@{domain}")


def _replaced_host(context: ClauseContext, word: Word) -> ResultValue | None:
    """The host in the result's sentence that the clause repeats, where it begins like this one.

    `TBK-WEX-UPS02` for `TBK-WEX-RCP01`: hosts that begin alike are of one customer or one site. For
    a pod, it is a pod whose name differs in the last part alone.
    """
    beginning = f"{word.text.partition('-')[0]}-"
    if beginning == f"{word.text}-" or not context.clause.asserts_now or context.supposes:
        return None
    if POD.fullmatch(word.text):
        beginning = f"{word.text.rpartition('-')[0]}-"
        known = context.index.names
        return known.find(known.beginning(beginning))
    stems = context.stems - stems_of(word.text)
    found = context.index.passages.closest(stems)
    if found is None or found[1] < _MIN_SIMILAR:
        return None
    names = [each for each in _HYPHENATED.findall(found[0].text) if each.startswith(beginning)]
    others = [each for each in names if not stands_in(each, context.sentence_text)]
    return context.index.names.find(others[0]) if others else None


def _other_address(context: ClauseContext, address: str) -> ResultValue | None:
    """The address with the same first two numbers; in a clause that states, else the first one."""
    names = context.index.names
    is_stated = context.clause.asserts_now and not context.supposes
    return names.find(names.address_near(address) or (names.first_address if is_stated else ""))


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
    if _HOST.fullmatch(name):
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


def _address_findings(context: ClauseContext, word: Word) -> Iterator[FactFinding]:
    """The finding on an IP address and the item named beside it, where results have either one's.

    The address must be the item's, or the item be the one that has the address.
    """
    line = context.clause.sentence
    records, names = context.index.records, context.index.names
    if not context.sentence.has_one_address:
        return
    hosts = [each for each in line if each.form == "name" and _is_host(each)]
    before = [each for each in hosts if each.start < word.start]
    named = before[-1:] or [each for each in hosts[:1] if records.named(each.text) is not None]
    if not named:
        return
    between = sorted((named[0].start, word.start))
    inside = [each for each in line if between[0] < each.start < between[1]]
    if inside and inside[-1].text in _DIRECTIONS:
        return  # `FCG02 got no answer from 10.0.0.9`
    if len(inside) > _MAX_WORDS_BETWEEN or any(
        each.form == "mark" and each.text != "|" for each in inside
    ):
        return
    record = records.named(named[0].text)
    if record is not None and record.values("address"):

        def judge(known: ResultValue) -> ValueComparison:
            return "same" if known.text == word.text else "other"

        yield from record_findings(context, "address", (word,), (record,), ("address",), judge)
        return
    owner = records.named(word.text)
    host = names.find(named[0].text)
    if host is not None and owner is not None and records.listed(host.source) is owner:
        return  # an alert has its host, and that host's address
    if owner is not None and not _is_called(owner, named[0].text):
        known = next(iter(owner.values("address")), None)
        yield FactFinding(named[0].start, named[0].end, "host", "contradicted", known)


def _is_host(word: Word) -> bool:
    return _HOST.fullmatch(word.text) is not None or any(map(str.isdigit, word.text))


def _is_called(record: Record, name: str) -> bool:
    """Whether a record has this name, or one that ends in it."""
    return any(each == name or each.endswith(name) for each in record.ids)


def _item_findings(context: ClauseContext, word: Word) -> Iterator[FactFinding]:
    """The finding on `The affected item is …`, by the item of the records."""
    is_record = context.index.records.named(word.text) is not None
    if not is_record and context.index.names.find(word.text) is not None:
        return  # what the results call something else: a model, a version

    def judge(known: ResultValue) -> ValueComparison:
        return "same" if word.text in known.text.lower() else "other"

    yield from record_findings(
        context, "host", (word,), context.about(word.start), ("item",), judge
    )

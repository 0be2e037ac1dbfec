"""What an answer names by a number, a code or an address: tickets, hosts, mailboxes, links.

Nothing of that may be invented. Names of people and companies are `proper_names`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from recollect.core.spelling import most_similar
from recollect.validation.facts.answer_sentences import is_ticket
from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.facts.judging import record_findings
from recollect.validation.facts.links import other_link
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

_WAYS: Final = frozenset(
    ["from", "to", "via", "towards", "von", "nach", "vers", "desde", "hacia", "da", "verso"]
)
"""Behind what stands the address of something else."""

NAMES: Final = frozenset({"name", "ip", "email", "url"})
"""Cues of which one is in each clause that names something."""

_SHORTEST_HOST: Final = 5
_HOST: Final = re.compile(r"[a-z][a-z0-9]*(?:[-.][a-z0-9]+)+")
_VERSION: Final = re.compile(r"v?\d+(?:\.\d+)*[a-z]?")
_PARTS: Final = 2
"""Full stops in what can be nothing but a version: 1.4 may be so much of something."""

_FAR: Final = 4
_MOST_WRONG: Final = 2
_MOST: Final = 50
_ENOUGH: Final = 2
_AROUND: Final = 5
"""Words before and behind a name in which others of its series stand."""

_NUMBERED: Final = re.compile(r"[A-Z]{1,10}-\d{1,12}")
"""A number of a ticket: hosts are mostly written small."""

_NUMBERING: Final = (("id",), ("number",), ("no",), ("nr",), ("reference",), ("ref",), ("key",))
"""What the name of a field ends in that has the number of its object."""

_NAMED: Final = re.compile(r"(?<![\w-])[a-z][a-z0-9]*(?:-[a-z0-9]+)+(?![\w-])")
_KINDS: Final[Mapping[str, FactKind]] = {"url": "url", "email": "address", "ip": "address"}


def name_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The findings on what a clause names that tells something."""
    clause = context.clause
    for at, word in enumerate(clause.words):
        kind = _kind(word, context.answer)
        if kind is None:
            continue
        before = clause.words[max(0, at - _FAR) : at]
        yield from list(_related(context, word, before)) or _known_or_not(context, word, kind)


def version_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The versions that no result has, where they have one of that line: 17.6.5 for 17.9.4."""
    names = context.index.names
    versions = [word for word in context.clause.words if _is_version(word)]
    for word in versions if versions and not context.supposes else ():
        known = names.find(names.version_of_line(word.text)) if not names.find(word.text) else None
        if known is not None:
            yield FactFinding(word.start, word.end, "number", "contradicted", known)


def _is_version(word: Word) -> bool:
    return word.form == "number" and word.text.count(".") >= _PARTS


def mistaken_names(context: ClauseContext) -> Iterator[FactFinding]:
    """The names in advice that are nearly ones of the results: `open a call with QS-209141`.

    What is asked or denied may be somebody else's name: `did you mean …?`.
    """
    end = context.clause.sentence[-1].end
    if "?" in context.answer[end - 1 : end + 1] or context.denials:
        return
    for word in context.clause.words:
        kind = _kind(word, context.answer)
        found = _known_or_not(context, word, kind) if kind is not None else ()
        yield from (each for each in found if each.verdict == "contradicted")


def _related(context: ClauseContext, word: Word, before: Sequence[Word]) -> Iterator[FactFinding]:
    """The finding on a name that is said to be that of something."""
    if word.form == "ip":
        yield from _address(context, word)
    elif any(each.says("label:item") for each in before) and not is_ticket(word.text):
        yield from _item(context, word)


def _known_or_not(context: ClauseContext, word: Word, kind: FactKind) -> Iterator[FactFinding]:
    known = _known(context, word)
    if known is not None:
        yield FactFinding(word.start, word.end, _kind_there(kind, known), "supported", known)
    elif (other := _nearly(context, word)) is not None:
        yield FactFinding(word.start, word.end, _kind_there(kind, other), "contradicted", other)
    elif not (context.index.is_partial or _is_compound(word, context)):
        yield FactFinding(word.start, word.end, kind, "unsupported")


def _is_compound(word: Word, context: ClauseContext) -> bool:
    """Whether a noun has a code before it, as in German and Dutch: `P2-Frist`, `E3-licentie`."""
    noun = word.text.rpartition("-")[2]
    is_foreign = context.lexicon.language != ENGLISH
    return is_foreign and noun.isalpha() and not context.answer[word.start : word.end].isupper()


def _nearly(context: ClauseContext, word: Word) -> ResultValue | None:
    """The one name that differs in a digit or two or in their order, or an address elsewhere.

    Of several such names, this may be another one.
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
    return _other_address(context, word.text) if word.form == "ip" else _instead(context, word)


def _with_nearest_figures(name: str, known: NameIndex) -> Sequence[str]:
    """The names with its figures in another order; else those that differ least, and but little."""
    shaped = known.shaped(shape_of(name))
    size = sum(map(str.isdecimal, name))
    moved = shaped.same_in_any_order(name)
    if size in moved:
        return [each for each, count in zip(shaped.names, moved, strict=True) if count == size]
    same = shaped.same(name)
    most = max(same, default=0)
    nearest = [at for at, count in enumerate(same) if count == most]
    if size - most > _MOST_WRONG:
        nearest = [at for at in nearest if moved[at] == size - 1]
    return [shaped.names[at] for at in nearest]


def _is_of_series(context: ClauseContext, word: Word) -> bool:
    """Whether a name is counted up beside two others: `LBL02, LBL03 and LBL04`."""
    shape = shape_of(word.text)
    line = context.clause.sentence
    at = place_at(line, word.start)
    near = line[max(0, at - _AROUND) : at + _AROUND + 1]
    return sum(shape_of(each.text) == shape for each in near if each.form == "name") > _ENOUGH


def _other_mailbox(context: ClauseContext, address: str) -> ResultValue | None:
    """The mailbox of this name elsewhere, or the one of this domain whose name is most alike."""
    names = context.index.names
    local, _, domain = address.partition("@")
    same = names.find(names.mailbox(local))
    may_be_other = same is None and context.clause.states
    others = names.mailboxes_at(domain)[:_MOST] if may_be_other else ()
    if same is not None or not others:
        return same
    best = most_similar(local, (each.partition("@")[0] for each in others), least=0)
    return names.find(f"{best}@{domain}")


def _instead(context: ClauseContext, word: Word) -> ResultValue | None:
    """The host that a statement has which a clause repeats with another one of its naming.

    `TBK-WEX-UPS02` for `TBK-WEX-RCP01`: what begins alike is of one customer, or of one site.
    """
    begin = f"{word.text.partition('-')[0]}-"
    if begin == f"{word.text}-" or not context.clause.states or context.supposes:
        return None
    if POD.fullmatch(word.text):
        begin = f"{word.text.rpartition('-')[0]}-"
        known = context.index.names
        return known.find(known.beginning(begin))
    stems = context.stems - stems_of(word.text)
    found = context.index.passages.closest(stems)
    if found is None or found[1] < _ENOUGH:
        return None
    names = [each for each in _NAMED.findall(found[0].text) if each.startswith(begin)]
    others = [each for each in names if not stands_in(each, context.sentence_text)]
    return context.index.names.find(others[0]) if others else None


def _other_address(context: ClauseContext, address: str) -> ResultValue | None:
    """An address that begins with the same two numbers; in what is stated else the first of all."""
    names = context.index.names
    is_stated = context.clause.states and not context.supposes
    return names.find(names.address_near(address) or (names.first_address if is_stated else ""))


def _kind(word: Word, answer: str) -> FactKind | None:
    if word.form == "name":
        return _kind_of_name(word.text, answer[word.start : word.end])
    return _KINDS.get(word.form)


def _kind_of_name(name: str, written: str) -> FactKind | None:
    """What a name with digits is of; versions and short ones may be anything."""
    if is_ticket(name):
        return "number"
    if _VERSION.fullmatch(name) or len(name) < _SHORTEST_HOST or not any(map(str.isdigit, name)):
        return None
    if _HOST.fullmatch(name):
        return "host"
    return "identifier" if written.isupper() or "_" in name else None


def _kind_there(kind: FactKind, known: ResultValue) -> FactKind:
    """The kind of a name by the field that has it, too: INV-9 is no host where it is a number."""
    field = parts_of_name(known.source.path.rpartition(".")[2])
    is_number = field[-1:] in _NUMBERING and _NUMBERED.fullmatch(known.text) is not None
    return "number" if kind == "host" and is_number else kind


def _known(context: ClauseContext, word: Word) -> ResultValue | None:
    names = context.index.names
    found = names.find(word.text)
    return names.find(without_scheme(word.text)) if found is None and word.form == "url" else found


def _address(context: ClauseContext, word: Word) -> Iterator[FactFinding]:
    """The address of the one item that is named beside it, where the results have that."""
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
    if inside and inside[-1].text in _WAYS:
        return  # `FCG02 got no answer from 10.0.0.9`
    if len(inside) > _FAR or any(each.form == "mark" and each.text != "|" for each in inside):
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
        return  # an alert with its host and the address of that
    if owner is not None and not _is_called(owner, named[0].text):
        known = next(iter(owner.values("address")), None)
        yield FactFinding(named[0].start, named[0].end, "host", "contradicted", known)


def _is_host(word: Word) -> bool:
    return _HOST.fullmatch(word.text) is not None or any(map(str.isdigit, word.text))


def _is_called(record: Record, name: str) -> bool:
    return any(each == name or each.endswith(name) for each in record.ids)


def _item(context: ClauseContext, word: Word) -> Iterator[FactFinding]:
    """`The affected item is …`, where the results have another one."""
    is_record = context.index.records.named(word.text) is not None
    if not is_record and context.index.names.find(word.text) is not None:
        return  # what the results call something else: a model, a version

    def judge(known: ResultValue) -> ValueComparison:
        return "same" if word.text in known.text.lower() else "other"

    yield from record_findings(
        context, "host", (word,), context.about(word.start), ("item",), judge
    )

"""What the results say, for looking facts up: records, populations, amounts, moments, names."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from recollect.validation.facts.folding import folded
from recollect.validation.facts.lexicon import Lexicon, lexicon_of
from recollect.validation.facts.moments import Moment, moments_in
from recollect.validation.facts.quantities import Amount, amounts_in
from recollect.validation.facts.records import (
    Known,
    Record,
    ResultText,
    Source,
    records_of,
    texts_of,
)
from recollect.validation.facts.values import statuses_in
from recollect.validation.facts.words import words_of
from recollect.validation.results import ReadResult

_NAME: Final = re.compile(
    r"[^\W_](?:[^\W_]|[-_.:/@](?=[^\W_])){0,255}",
)
_HAS_NUMBER: Final = re.compile(r"\d")
_SENTENCE: Final = re.compile(r"[^\n.]++(?:\.(?!\s|$)[^\n.]*+)*+")
_HEALTH: Final = re.compile(
    r"(?P<bad>\d+) of (?:the first )?(?P<of>\d+) pods? in \S+ (?:is|are) not healthy"
    r"|(?P<good>\d+) of (?P<among>\d+) pods? healthy"
    r"|all (?:of )?(?:the first )?(?P<all>\d+) pods? in \S+ (?:is|are) healthy"
    r"|(?P<none>no pods in )"
)
_FOUND: Final = re.compile(r"found (?P<count>\d+) (?:or more )?(?:cases?|incidents?|tickets?)\b")
_ENTRY: Final = re.compile(
    r"[\s\u2022*-]*(?P<when>[^\u2013\u2014]{5,40}?)\s*[\u2013\u2014-]\s*(?P<who>[^:\n]{1,60}):\s+(?P<what>\S.*)"
)
_STEM: Final = 5
_TELLING: Final = re.compile(r"([^\W_]{2,40}(?:[-_][^\W_]{1,40}){1,6})|([^\W\d_]{4,40})")
_SHORTEST: Final = 4
_SHORT_LINE: Final = 12
_ALIAS: Final = re.compile(r"(?:[^\W_]+[-_])+([a-z]+\d+)$")
_LISTS: Final = frozenset({"cases", "incidents", "items"})


@dataclass(slots=True)
class Population:
    """How many of a kind there are, and how many of them have each status.

    `total` is None where it is not known; `is_whole` where `records` are all of them.
    """

    kind: str
    source: Source
    total: int | None = None
    counts: dict[str, int] = field(default_factory=dict)
    records: Sequence[Record] = ()
    shown: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left out of the records."""
        return bool(self.records) and self.total in {None, len(self.records)}


@dataclass(frozen=True, slots=True)
class KnownAmount:
    """An amount of a result with the stems of what is said around it."""

    amount: Amount
    stems: frozenset[str]
    known: Known


@dataclass(frozen=True, slots=True)
class KnownMoment:
    """A moment of a result, with the stems of what is said around it."""

    moment: Moment
    stems: frozenset[str]
    known: Known


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A sentence of a result, folded, with its stems."""

    stems: frozenset[str]
    text: str
    known: Known


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a journal: when, who, and the stems of what was done."""

    moment: Moment
    who: str
    stems: frozenset[str]
    known: Known


@dataclass(slots=True)
class Index:
    """All of it. `is_partial` where a result could not be read: then nothing is unsupported."""

    records: list[Record] = field(default_factory=list)
    by_id: dict[str, Record] = field(default_factory=dict)
    populations: list[Population] = field(default_factory=list)
    amounts: dict[str, list[KnownAmount]] = field(default_factory=lambda: defaultdict(list))
    moments: list[KnownMoment] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    lines: list[ResultLine] = field(default_factory=list)
    shapes: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    names: dict[str, Known] = field(default_factory=dict)
    words: dict[str, Source] = field(default_factory=dict)
    slas: list[Known] = field(default_factory=list)
    breaches: list[tuple[bool, Known]] = field(default_factory=list)
    is_partial: bool = False

    @property
    def main(self) -> Record | None:
        """The one record that everything is about, if there is one."""
        own = [record for record in self.records if not record.is_listed]
        if len(own) == 1:
            return own[0]
        return self.records[0] if len(self.records) == 1 else None


def stems_of(fold: str) -> frozenset[str]:
    """The beginnings of the longer words of a folded text."""
    return frozenset(
        name or word[:_STEM]
        for name, word in _TELLING.findall(fold)
        if name or len(word) >= _SHORTEST
    )


def known_of(results: Iterable[ReadResult]) -> Index:
    """Read the results; linear in their length."""
    index = Index()
    for result in results:
        index.is_partial = index.is_partial or not result.is_readable
        texts = list(texts_of(result))
        records = records_of(result, texts)
        index.records += records
        index.populations += _populations(result, texts, records)
        for told in texts:
            _read(told, index)
        _read_breaches(result, index)
        _read_lengths(result, index)
    for record in index.records:
        for each in record.ids:
            index.by_id.setdefault(each, record)
    _read_aliases(index)
    for name in index.names:
        if any(map(str.isdigit, name)):
            index.shapes[shape_of(name)].append(name)
    return index


def _read_aliases(index: Index) -> None:
    """FW01 is ALTUS-FW01, where no other name ends so."""
    aliases: dict[str, list[str]] = defaultdict(list)
    for name in index.names:
        if found := _ALIAS.match(name):
            aliases[found[1]].append(name)
    for alias, names in aliases.items():
        if len(names) == 1:
            index.names.setdefault(alias, index.names[names[0]])
            if names[0] in index.by_id:
                index.by_id.setdefault(alias, index.by_id[names[0]])


def shape_of(name: str) -> str:
    """A name without its digits, and of a host without its last part's letters."""
    return re.sub(r"\d", "0", name)


def _read(told: ResultText, index: Index) -> None:
    fold = folded(told.text)
    whole = Known(told.text, told.source)
    for match in _NAME.finditer(fold):
        name = match.group()
        if name not in index.names:
            index.names[name] = Known(told.text[match.start() : match.end()], told.source)
        for part in re.findall(r"[^\W_]+", name) if not name.isalnum() else (name,):
            index.words.setdefault(part, told.source)
        if len(name) < len(told.text) and not name.isalnum():
            for piece in re.split("[:/@]", name):
                index.names.setdefault(piece, whole)
    if told.text.isdigit() or (not told.text.isascii() and told.text.isdecimal()):
        amount = Amount(float(told.text), _concept(told.name), "", number=float(told.text))
        index.amounts[amount.concept].append(KnownAmount(amount, frozenset(), whole))
        return
    lexicon = lexicon_of(told.text)
    for line in _SENTENCE.finditer(fold):
        if _HAS_NUMBER.search(line.group()) or not lexicon.numbers.isdisjoint(line.group().split()):
            _read_line(told, line, fold, lexicon, index)
        elif len(line.group()) > _SHORT_LINE:
            index.lines.append(
                ResultLine(stems_of(line.group()), line.group(), Known(line.group(), told.source))
            )


def _concept(name: str) -> str:
    return "pod" if name in {"total", "healthy", "unhealthy"} else ""


def _read_line(
    told: ResultText, line: re.Match[str], fold: str, lexicon: Lexicon, index: Index
) -> None:
    shown = told.text[line.start() : line.end()].strip()
    stems = stems_of(line.group())
    index.lines.append(ResultLine(stems, line.group(), Known(shown, told.source)))
    for start, end, moment in moments_in(line.group()):
        known = Known(told.text[line.start() + start : line.start() + end], told.source)
        index.moments.append(KnownMoment(moment, stems, known))
    entry = _ENTRY.match(line.group())
    if entry and (found := next(moments_in(entry["when"]), None)):
        index.entries.append(
            Entry(
                found[2], entry["who"].strip(), stems_of(entry["what"]), Known(shown, told.source)
            )
        )
    for amount in amounts_in(words_of(fold, line.start(), line.end(), lexicon)):
        text = told.text[amount.start : amount.end]
        index.amounts[amount.concept].append(KnownAmount(amount, stems, Known(text, told.source)))
    if line.group().strip().startswith("sla"):
        value = shown.partition(":")[2].strip()
        if value:
            index.slas.append(Known(value, told.source))


def _read_lengths(result: ReadResult, index: Index) -> None:
    """How many things a list has is something that an answer may say."""
    for name, value in result.content.items():
        if isinstance(value, list):
            known = Known(str(len(value)), Source(result.tool, name))
            index.amounts[""].append(
                KnownAmount(Amount(len(value), "", "", number=len(value)), frozenset(), known)
            )


def _read_breaches(result: ReadResult, index: Index) -> None:
    slas = result.content.get("slas")
    for place, each in enumerate(slas if isinstance(slas, list) else ()):
        if isinstance(each, dict) and isinstance(each.get("has_breached"), bool):
            source = Source(result.tool, f"slas[{place}].has_breached")
            text = "breached" if each["has_breached"] else "not breached"
            index.breaches.append((bool(each["has_breached"]), Known(text, source)))


def _populations(
    result: ReadResult, texts: Sequence[ResultText], records: Sequence[Record]
) -> Iterator[Population]:
    yield from _pods(result, texts)
    total = result.content.get("total")
    count = total if isinstance(total, int) and not isinstance(total, bool) else None
    for name, value in result.content.items():
        if isinstance(value, list) and name in _LISTS:
            listed = [each for each in records if each.is_listed]
            kind = "item" if name == "items" and result.contract == "searchCMDB" else "case"
            yield Population(
                kind,
                Source(result.tool, name),
                count if count is not None else len(value),
                {},
                listed,
            )
            return
    for told in texts:
        if found := _FOUND.search(folded(told.text)):
            listed = [each for each in records if each.is_listed]
            yield Population("case", told.source, int(found["count"]), {}, listed)
            return


def _pods(result: ReadResult, texts: Sequence[ResultText]) -> Iterator[Population]:
    content: Mapping[str, object] = result.content
    total, healthy = content.get("total"), content.get("healthy")
    pods = Population("pod", Source(result.tool, "unhealthy" if "unhealthy" in content else ""))
    if isinstance(total, int) and isinstance(healthy, int) and not isinstance(healthy, bool):
        pods.total = total
        pods.counts = {"healthy": healthy, "unhealthy": total - healthy}
        causes = content.get("byCause")
        if isinstance(causes, dict):
            pods.counts |= {
                str(name): count for name, count in causes.items() if isinstance(count, int)
            }
    for told in texts:
        if found := _HEALTH.search(folded(told.text)):
            _read_health(found, pods)
            pods.shown = pods.shown or found.group()
            if not pods.source.path:
                pods.source = told.source
    if pods.total is not None:
        yield pods


def _read_health(found: re.Match[str], pods: Population) -> None:
    part = found.groupdict()
    if part["none"]:
        total, bad = 0, 0
    elif part["all"]:
        total, bad = int(part["all"]), 0
    elif part["bad"]:
        total, bad = int(part["of"]), int(part["bad"])
    else:
        total = int(part["among"])
        bad = total - int(part["good"])
    if pods.total is None:
        pods.total = total
        pods.counts = {"healthy": total - bad, "unhealthy": bad}


def status_of(record: Record) -> frozenset[str]:
    """The statuses that a record has by its values."""
    return frozenset(each for known in record.values("status") for each in statuses_in(known.text))

"""What the results say, for looking facts up; each part is read when it is first asked for."""

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import accumulate, chain, combinations, islice
from typing import Final, Literal, NamedTuple

from pydantic import JsonValue

from recollect.core.lazy import lazy
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.lexicon import ENGLISH, lexicon
from recollect.validation.grammar.moments import (
    LEAP_YEAR,
    NEAR_DAYS,
    is_day,
    moments_in,
    number_of_day,
)
from recollect.validation.grammar.quantities import TIME, amounts_in
from recollect.validation.grammar.slips import figures
from recollect.validation.grammar.words import words_of
from recollect.validation.known.counted import Population, populations_of
from recollect.validation.known.passages import (
    Entry,
    KnownAmount,
    KnownMoment,
    Passage,
    lengths,
    passages_of,
    plain_amount,
    stems_of,
)
from recollect.validation.known.records import (
    Known,
    Record,
    ResultText,
    Source,
    records_of,
    texts_of,
)
from recollect.validation.known.slots import Slot, slots_of
from recollect.validation.known.statements import StatedClause, statements_of
from recollect.validation.known.values import OVER, plain, short_name, statuses_in
from recollect.validation.results import ReadResult

_WORD: Final = re.compile(r"[^\W_]+")
_PLAIN: Final = re.compile(r"\b[a-z]{3,40}\b")
_ALIAS: Final = re.compile(r"(?<![^\W_])((?:[^\W_]{1,60}[-_]){1,6}([a-z]{1,20}\d{1,6}))(?![^\W_])")
_NUMBERED: Final = re.compile(r"(?<![^\W_])[^\W_](?:[^\W_]|[-_.](?=[^\W_])){2,127}")
_DIGIT: Final = re.compile(r"\d")
_LINK: Final = re.compile(r"https?://[^\s\"'<>)\]|,;]+")
_TARGET: Final = re.compile(r"(?:resolution|response) \((\d{1,3} (?:minute|hour|day)s?)\)")
_MAIL: Final = re.compile(r"(?<![\w.+-])([\w.+-]{1,64})@([\w-]+(?:\.[\w-]+)+)")
_EDGES: Final = " .;!*_-\u2022\t"
_MOST_TRIED: Final = 50
_MOST_PLACES: Final = 30
_COUNTED: Final = ("user", "thing:")
_MOST_AMOUNTS: Final = 200
_MOST_STATEMENTS: Final = 2_000
_MOST_NEAR: Final = 12
_MOST_ALIKE: Final = 50
"""Names with the same first word of which none more is looked for in an answer."""

_MONTHLY: Final = re.compile(
    r"(\d{1,2})(?:st|nd|rd|th|\.|\u00ba)? "
    r"(?:of (?:every|each|the) month|jede[ns] monats|de cada mes|de chaque mois|di ogni mese"
    r"|van (?:elke|iedere) maand)\b"
)
_MONTHS: Final = 12
_AFTER: Final = re.compile(r"\b(?:after|later|nach|despues|apres|dopo|depois|na)\b")
_TAIL: Final = 4
_MOST_SHARES: Final = 60
_PER_CENT: Final = 100
_WEEK: Final = 7
_NEARLY: Final = 0.05
_SHORTEST_OWNER: Final = 3
_DAY: Final = 1_440
_YEAR: Final = 366
_MOST_LENGTHS: Final = 10


class NamedOne(NamedTuple):
    """Somebody whom results name, by the words of the name as user names have them."""

    words: tuple[str, ...]
    known: Known


OwnerKind = Literal["group", "customer", "assignee", "contact", "place"]
OWNERS: Final[Sequence[OwnerKind]] = ("place", "contact", "group", "customer", "assignee")
"""The fields that tell whom a record belongs to."""


class OwnerName(NamedTuple):
    """Whom records belong to, folded: a team, a customer or an assignee.

    `whole` has the form of a firm, too, which `text` has not.
    """

    text: str
    whole: str
    kind: OwnerKind


class Index:
    """What results say. `is_partial` where one could not be read: nothing is unsupported then."""

    def __init__(self, results: Sequence[ReadResult]) -> None:
        self.is_partial = any(not result.is_readable for result in results)
        self.records: list[Record] = []
        self.populations: list[Population] = []
        self._results = results
        self._texts: list[ResultText] = []
        for result in results:
            texts = list(texts_of(result))
            records = records_of(result, texts)
            self._texts += texts
            self.records += records
            self.populations += populations_of(result, texts, records)
        self._slots: dict[int, Sequence[Slot]] = {}
        self._own_slots: dict[int, Sequence[Slot]] = {}
        self._by_id = {each: record for record in reversed(self.records) for each in record.ids}

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to look facts up in."""
        return not self._texts and not self.populations

    @property
    def main(self) -> Record | None:
        """The one record that everything is about, if there is one."""
        own = [record for record in self.records if not record.is_listed]
        if len(own) == 1:
            return own[0]
        return self.records[0] if len(self.records) == 1 else None

    def numbered(self, digits: str) -> Record | None:
        """The one record whose number ends in these four digits and more: `7314` of SCS0007314."""
        named = self._by_tail.get(digits[-_TAIL:], ())
        found = {id(record): record for each, record in named if each.endswith(digits)}
        is_end = len(digits) >= _TAIL and digits.isdigit() and len(found) == 1
        return next(iter(found.values())) if is_end else None

    @lazy
    def _by_tail(self) -> Mapping[str, Sequence[tuple[str, Record]]]:
        """The records with their names, by the last characters of these."""
        found: dict[str, list[tuple[str, Record]]] = defaultdict(list)
        for each, record in self._by_id.items():
            found[each[-_TAIL:]].append((each, record))
        return found

    def record(self, name: str) -> Record | None:
        """The record of this name, or of the one name that ends so: FW01 is ALTUS-FW01."""
        found = self._by_id.get(name)
        return found or self._by_id.get(self._aliases.get(name, ""))

    def owner(self, source: Source) -> Record | None:
        """The record of a list that a value is a field of; None where it is of none or of all."""
        return self.owners.get((source.tool, source.path.rpartition(".")[0]))

    @lazy
    def owners(self) -> Mapping[tuple[str, str], Record]:
        """The records of lists by the tool and the path of what is a field of them."""
        return {
            (value.source.tool, value.source.path.rpartition(".")[0]): record
            for record in self.records
            if record.is_listed
            for values in record.fields.values()
            for value in values
            if value.source.path.rpartition(".")[0].endswith("]")
        }

    @lazy
    def pods(self) -> Mapping[str, Record]:
        """The pods by what their names begin with, where one alone begins so: `tax-77aa-w0p3d`."""
        found: dict[str, list[Record]] = defaultdict(list)
        for record in self.records:
            if record.values("restarts"):
                for each in record.ids:
                    found[each.partition("-")[0]].append(record)
        return {name: records[0] for name, records in found.items() if len(records) == 1}

    def name(self, name: str) -> Known | None:
        """Where the results have a name, a link or an address; None where they do not."""
        return self._written(name) or self._written(self._aliases.get(name, ""))

    def shaped(self, shape: str) -> Sequence[str]:
        """The names of the results that are of a shape, as `shape_of` has it."""
        return self._shapes.get(shape, ())

    def address_in(self, net: str) -> str:
        """An address of the results that begins so; "" if there is none."""
        pattern = rf"(?<![\d.]){re.escape(net)}\d{{1,3}}\.\d{{1,3}}(?!\d|\.\d)"
        found = re.search(pattern, self._distinct)
        return found.group() if found else ""

    @lazy
    def links(self) -> Sequence[str]:
        """The links of the results."""
        return [each.rstrip(".,:;") for each in _LINK.findall(self._distinct)]

    def mailbox(self, of: str) -> str:
        """The mail address of the results whose part before the @ is this; "" if there is none."""
        return next(iter(self._mailboxes_of.get(of, ())), "")

    def beginning(self, begin: str) -> str:
        """The first name of the results that begins so; "" if there is none."""
        found = re.search(rf"(?<![\w-]){re.escape(begin)}[\w-]+", self._distinct)
        return found.group() if found else ""

    def mailboxes_at(self, domain: str) -> Sequence[str]:
        """The mail addresses of the results at a domain."""
        return self._mailboxes_at.get(domain, ())

    @lazy
    def _mailboxes(self) -> Sequence[tuple[str, str]]:
        """The mail addresses of the results, each once: what is before the @, and behind it."""
        return list(dict.fromkeys(_MAIL.findall(self._distinct)))

    @lazy
    def _mailboxes_of(self) -> Mapping[str, Sequence[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for local, domain in self._mailboxes:
            found[local].append(f"{local}@{domain}")
        return found

    @lazy
    def _mailboxes_at(self) -> Mapping[str, Sequence[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for local, domain in self._mailboxes:
            found[domain].append(f"{local}@{domain}")
        return found

    @lazy
    def words(self) -> frozenset[str]:
        """All words of the results."""
        return frozenset(_WORD.findall(self._distinct))

    @lazy
    def people_named(self) -> Mapping[str, Sequence[NamedOne]]:
        """Who has a record, is its contact or wrote of it with more than one name, by the last."""
        fields = (each for record in self.records for each in record.values("assignee", "contact"))
        named = [(each.text, each) for each in fields]
        named += [(each.who.replace(".", " "), each.known) for each in self.entries]
        known = {tuple(_WORD.findall(folded(name))): each for name, each in reversed(named)}
        found: dict[str, list[NamedOne]] = defaultdict(list)
        for words, each in known.items():
            if len(words) > 1 and min(map(len, words)) > 1:
                names = tuple(map(plain, words))
                found[names[-1]].append(NamedOne(names, each))
        return found

    @lazy
    def people(self) -> frozenset[str]:
        """Words of the names of who has a record, or wrote of it."""
        values = (known.text for record in self.records for known in record.values("assignee"))
        told = chain(values, (each.who for each in self.entries))
        return frozenset(word for name in told for word in _WORD.findall(folded(name)))

    @lazy
    def stems_of_people(self) -> frozenset[str]:
        """The stems of these."""
        return stems_of(" ".join(self.people))

    def has_sentence(self, fold: str) -> bool:
        """Whether a folded sentence stands in the results as it is."""
        return fold.strip(_EDGES) in self._sentences

    @lazy
    def _sentences(self) -> frozenset[str]:
        return frozenset(each.text.strip(_EDGES) for each in self.passages)

    @lazy
    def passages(self) -> Sequence[Passage]:
        """All sentences of the results."""
        return list(passages_of(self._texts))

    def closest(self, stems: Iterable[str]) -> tuple[Passage, int] | None:
        """The passage that has most of these stems, the first of several; names count twice."""
        counts: dict[int, int] = {}
        for each in stems:
            weight = 1 + ("-" in each)
            for place in self._places.get(each, ()):
                counts[place] = counts.get(place, 0) + weight
        if not counts:
            return None
        most = max(counts.values())
        return self.passages[min(place for place in counts if counts[place] == most)], most

    def sharing(self, stems: Iterable[str]) -> Iterator[tuple[int, Passage]]:
        """The passages that have some of these stems, with how many; those with most first."""
        counts = Counter(chain.from_iterable(self._places.get(each, ()) for each in stems))
        for place, shared in sorted(counts.items(), key=lambda each: (-each[1], each[0])):
            yield shared, self.passages[place]

    @lazy
    def _places(self) -> Mapping[str, Sequence[int]]:
        """Which passages have a stem, the first ones."""
        found: dict[str, list[int]] = defaultdict(list)
        for place, passage in enumerate(self.passages):
            for each in passage.stems:
                if len(found[each]) < _MOST_PLACES:
                    found[each].append(place)
        return found

    def entries_sharing(self, stems: Iterable[str]) -> Iterator[tuple[int, Entry]]:
        """The lines of journals that have some of these stems, with how many; most first."""
        for shared, passage in self.sharing(stems):
            if (entry := passage.entry()) is not None:
                yield shared, entry

    @lazy
    def statements(self) -> Sequence[StatedClause]:
        """What the sentences of the results state, the first ones."""
        return list(islice(statements_of(self.passages), _MOST_STATEMENTS))

    def near(self, stems: Iterable[str]) -> Sequence[tuple[int, StatedClause]]:
        """The statements that share stems, with how much they share; the nearest first."""
        # Each key is the place and, far above it, minus what is shared: numbers sort fast.
        keys: dict[int, int] = {}
        stated = self._stated
        for each in stems:
            weight = _MOST_STATEMENTS if each.isalpha() else 2 * _MOST_STATEMENTS
            for place in stated.get(each, ()):
                keys[place] = keys.get(place, place) - weight
        return [
            (-(key // _MOST_STATEMENTS), self.statements[key % _MOST_STATEMENTS])
            for key in sorted(keys.values())[:_MOST_NEAR]
        ]

    def slots(self, told: StatedClause) -> Sequence[Slot]:
        """The numbers and names of a statement; they are read when it is first asked for."""
        key = id(told)
        if key not in self._slots:
            self._slots[key] = list(_slots_of(told))
        return self._slots[key]

    def own_slots(self, told: StatedClause) -> Sequence[Slot]:
        """The same, without names that stand somewhere in small letters, too."""
        key = id(told)
        if key not in self._own_slots:
            self._own_slots[key] = [each for each in self.slots(told) if not self.is_plain(each)]
        return self._own_slots[key]

    def is_plain(self, slot: Slot) -> bool:
        """Whether a name stands in small letters, too: a word at the beginning of a sentence."""
        return not self.plain.isdisjoint(slot.name)

    def rarity(self, of: str) -> int:
        """How many statements have a stem, up to a bound."""
        return len(self._stated.get(of, ()))

    @lazy
    def _stated(self) -> Mapping[str, Sequence[int]]:
        found: dict[str, list[int]] = defaultdict(list)
        for place, statement in enumerate(self.statements):
            for each in statement.stems:
                if len(found[each]) < _MOST_PLACES:
                    found[each].append(place)
        return found

    @lazy
    def is_over(self) -> bool:
        """Whether the only record is one that nobody works on any more."""
        return self.main is not None and not OVER.isdisjoint(status_of(self.main))

    @lazy
    def amounts(self) -> Mapping[str, Sequence[KnownAmount]]:
        """The amounts of the results, by what they count."""
        found: dict[str, list[KnownAmount]] = defaultdict(list)
        plain = filter(None, map(plain_amount, self._texts))
        spoken = (amount for passage in self.passages for amount in passage.amounts())
        for each in (*plain, *spoken, *lengths(self._lengths)):
            if len(found[each.amount.concept]) < _MOST_AMOUNTS:
                found[each.amount.concept].append(each)
        counted = {
            each.amount.value: concept
            for concept, amounts in found.items()
            if concept.startswith(_COUNTED)
            for each in amounts
        }
        for passage in self.passages if counted else ():
            for each in passage.shares(counted):
                found[each.amount.concept].append(each)
        return found

    @lazy
    def numbers(self) -> Mapping[float, Sequence[KnownAmount]]:
        """The amounts of the results by their number as it is written."""
        found: dict[float, list[KnownAmount]] = defaultdict(list)
        for amounts in self.amounts.values():
            for each in amounts:
                found[each.amount.number].append(each)
        return found

    @lazy
    def transposed(self) -> Mapping[str, Sequence[KnownAmount]]:
        """The amounts of the results by the figures of their number in order: 0148 of 1,840."""
        found: dict[str, list[KnownAmount]] = defaultdict(list)
        for number, amounts in self.numbers.items():
            found["".join(sorted(figures(number)))] += amounts
        return found

    @lazy
    def percentages(self) -> frozenset[int]:
        """The shares in per cent, rounded, that one of the first numbers is of another one."""
        numbers = sorted(each for each in islice(self.numbers, _MOST_SHARES) if each > 0)
        pairs = combinations(numbers, 2)
        return frozenset(round(_PER_CENT * part / whole) for part, whole in pairs)

    @lazy
    def moments(self) -> Sequence[KnownMoment]:
        """The dates and times of the results."""
        return [moment for passage in self.passages for moment in passage.moments()]

    @lazy
    def moments_by_day(self) -> Mapping[tuple[int, int], Sequence[KnownMoment]]:
        """The dates of the results, by their (month, day)."""
        found: dict[tuple[int, int], list[KnownMoment]] = defaultdict(list)
        for each in self.moments:
            for day in each.moment.days:
                found[day].append(each)
        return found

    @lazy
    def days_in_words(self) -> frozenset[tuple[int, int]]:
        """The (month, day) that the results may mean by `tomorrow`, or `the 15th of every month`.

        They are counted from the days that the same sentence has, or any field.
        """
        found: set[tuple[int, int]] = set()
        for passage in self.passages:
            near = NEAR_DAYS.search(passage.text)
            if near is not None:
                days = {day for each in passage.moments() for day in each.moment.days}
                found |= _days_around(days or self._field_days, 1 if near["near"] else _WEEK)
            for day in _MONTHLY.findall(passage.text):
                found |= {(month, int(day)) for month in range(1, _MONTHS + 1)}
        return frozenset(found)

    @lazy
    def days_after(self) -> frozenset[tuple[int, int]]:
        """The (month, day) so long after one of the results as these tell: 30 days, two weeks."""
        lengths = {each.amount.value for each in self.amounts.get(TIME, ())}
        counts = islice((int(each // _DAY) for each in lengths if each >= _DAY), _MOST_LENGTHS)
        lasting = [count for count in counts if count <= _YEAR]
        begins = [date(LEAP_YEAR, *day) for day in self.days]
        ends = (begin + timedelta(days=count) for begin in begins for count in lasting)
        return frozenset((end.month, end.day) for end in ends)

    @lazy
    def _field_days(self) -> frozenset[tuple[int, int]]:
        known = (
            value
            for record in self.records
            for value in record.values("opened", "updated", "closed")
        )
        moments = (each for value in known for each in moments_in(folded(value.text)))
        return frozenset(day for _, _, moment in moments for day in moment.days)

    @lazy
    def intervals(self) -> Sequence[float]:
        """The minutes between any two moments of the results, of the first ones."""
        known = {
            number_of_day(day) * _DAY + each.moment.minute
            for each in islice(self.moments, _MOST_PLACES)
            if each.moment.minute is not None
            for day in each.moment.days
            if is_day(day)
        }
        return sorted({float(abs(one - other)) for one in known for other in known} - {0.0})

    def is_interval(self, minutes: float) -> bool:
        """Whether so much time lies between two moments of the results, nearly."""
        return any(abs(minutes - each) <= _NEARLY * each + 1 for each in self.intervals)

    @lazy
    def clocks(self) -> frozenset[int]:
        """The minutes of the day that the results tell, whatever the day."""
        minutes = (each.moment.minute for each in self.moments)
        return frozenset(each for each in minutes if each is not None)

    @lazy
    def clocks_before(self) -> frozenset[int]:
        """The minutes of the day from which on one is so long after as its sentence tells."""
        told = (each for each in self.passages if _AFTER.search(each.text))
        return frozenset(
            int(moment.moment.minute - length.amount.value) % _DAY
            for passage in told
            for moment in passage.moments()
            if moment.moment.minute is not None
            for length in passage.amounts()
            if length.amount.concept == TIME
        )

    @lazy
    def days(self) -> frozenset[tuple[int, int]]:
        """The (month, day) that the results tell, the first ones."""
        told = islice((day for each in self.moments for day in each.moment.days), _MOST_PLACES)
        return frozenset(filter(is_day, told))

    @lazy
    def plain(self) -> frozenset[str]:
        """The words that stand in the results in small letters."""
        return frozenset(_PLAIN.findall("\n".join(self._lines)))

    @lazy
    def described(self) -> Sequence[tuple[frozenset[str], Record]]:
        """The stems of what each record is about, and of where it is."""
        return self._stems_of("about", "place")

    @lazy
    def described_by_customer(self) -> Sequence[tuple[frozenset[str], Record]]:
        """The same, with the stems of whose each record is."""
        return [*self.described, *self._stems_of("customer")]

    def _stems_of(self, *kinds: str) -> Sequence[tuple[frozenset[str], Record]]:
        """The stems of fields of records."""
        return [
            (stems_of(folded(each.text)), record)
            for record in self.records
            for each in record.values(*kinds)
        ]

    @lazy
    def customers(self) -> frozenset[str]:
        """What the customers of the records are called, folded, without the form of a firm."""
        known = (each for record in self.records for each in record.values("customer"))
        return frozenset(short_name(each.text) for each in known)

    @lazy
    def owners_by_text(self) -> Mapping[str, OwnerName]:
        """Whom records belong to, by their names."""
        return {
            name: OwnerName(name, folded(known.text).strip(), kind)
            for kind in OWNERS
            for record in self.records
            for known in record.values(kind)
            if len(name := _called(kind, known)) > _SHORTEST_OWNER
        }

    @lazy
    def owners_by_word(self) -> Mapping[str, Sequence[OwnerName]]:
        """The same, by the first word of their names."""
        found: dict[str, list[OwnerName]] = defaultdict(list)
        for name, owner in self.owners_by_text.items():
            for word in _WORD.findall(name)[:1]:
                if len(found[word]) < _MOST_ALIKE:
                    found[word].append(owner)
        return found

    @lazy
    def groups_of(self) -> Mapping[str, Sequence[Known]]:
        """The teams of all records that somebody has, by the name of that one."""
        found: dict[str, list[Known]] = defaultdict(list)
        for record in self.records:
            for known in record.values("assignee"):
                found[_called("assignee", known)] += record.values("group")
        return found

    @lazy
    def entries(self) -> Sequence[Entry]:
        """The lines of the journals."""
        return [entry for passage in self.passages if (entry := passage.entry()) is not None]

    @lazy
    def authors(self) -> frozenset[str]:
        """Who wrote the lines of the journals."""
        return frozenset(entry.who for entry in self.entries)

    @lazy
    def slas(self) -> Sequence[Known]:
        """What summaries say of service levels, of whatever record."""
        return [
            Known(line.partition(":")[2].strip(), told.source)
            for told in self._texts
            if "SLA" in told.text
            for line in told.text.splitlines()
            if line.strip().startswith("SLA:")
        ]

    @lazy
    def targets(self) -> Sequence[Known]:
        """The lengths of service levels, by their names: `4 hours` of `resolution (4 hours)`."""
        return [
            Known(length, told.source)
            for told in self._texts
            for length in _TARGET.findall(told.fold)
        ]

    @lazy
    def breaches(self) -> Sequence[bool]:
        """Whether each service level was breached, by the fields of results."""
        found = (each.get("has_breached") for _, each in self._levels)
        return [breached for breached in found if isinstance(breached, bool)]

    @lazy
    def breach_times(self) -> Sequence[Known]:
        """When service levels end or ended, by the fields of results."""
        found = ((source, each.get("breach_at")) for source, each in self._levels)
        return [Known(time, source) for source, time in found if isinstance(time, str)]

    @property
    def _levels(self) -> Iterator[tuple[Source, Mapping[str, JsonValue]]]:
        """The service levels of the fields of results."""
        for result in self._results:
            some = result.content.get("slas")
            for place, each in enumerate(some if isinstance(some, list) else ()):
                if isinstance(each, dict):
                    yield Source(result.tool, f"slas[{place}].breach_at"), each

    @lazy
    def depending(self) -> Mapping[tuple[str, str], Known]:
        """Who depends on whom, by their names."""
        lists = (
            (each.tool, some)
            for each in self._results
            if isinstance(some := each.content.get("relations"), list)
        )
        found: dict[tuple[str, str], Known] = {}
        for tool, some in lists:
            for place, each in enumerate(some):
                pair = _dependence(each)
                if pair is not None:
                    text = f"{pair[0]} depends on {pair[1]}"
                    names = folded(pair[0]), folded(pair[1])
                    found[names] = Known(text, Source(tool, f"relations[{place}]"))
        return found

    @lazy
    def kept(self) -> Sequence[Known]:
        """The service levels that only fields tell of, in words."""
        is_breached = any(self.breaches)
        source = next(
            (Source(each.tool, "slas") for each in self._results if each.content.get("slas")), None
        )
        return [Known("breached" if is_breached else "not breached", source)] if source else []

    @property
    def _lengths(self) -> Sequence[tuple[int, Known]]:
        return [
            (len(value), Known(str(len(value)), Source(result.tool, name)))
            for result in self._results
            for name, value in result.content.items()
            if isinstance(value, list)
        ]

    @lazy
    def _lines(self) -> Mapping[str, Source]:
        """The lines of the results, each once, with where it stands first.

        What a summary says stands in fields, too, and often in several results.
        """
        found: dict[str, Source] = {}
        for told in self._texts:
            for line in told.text.split("\n"):
                found.setdefault(line, told.source)
        return found

    @lazy
    def _distinct(self) -> str:
        """The lines of the results, each once, folded."""
        return folded("\n".join(self._lines))

    @lazy
    def _fold(self) -> str:
        return "\n".join(told.fold for told in self._texts)

    @lazy
    def _starts(self) -> Sequence[int]:
        return [0, *accumulate(len(told.text) + 1 for told in self._texts)]

    def _written(self, name: str) -> Known | None:
        """Where a name stands by itself, with nothing that belongs to it before or behind."""
        at = self._fold.find(name) if name else -1
        for _ in range(_MOST_TRIED):
            if at < 0:
                return None
            end = at + len(name)
            before, behind = self._fold[at - 1 : at], self._fold[end : end + 1]
            if not before.isalnum() and not behind.isalnum():
                place = bisect_right(self._starts, at) - 1
                told, start = self._texts[place], at - self._starts[place]
                return Known(told.text[start : start + len(name)], told.source)
            at = self._fold.find(name, at + 1)
        return None

    @lazy
    def _aliases(self) -> Mapping[str, str]:
        names: dict[str, set[str]] = defaultdict(set)
        for whole, end in _ALIAS.findall(self._distinct):
            names[end].add(whole)
        return {end: next(iter(wholes)) for end, wholes in names.items() if len(wholes) == 1}

    @lazy
    def _shapes(self) -> Mapping[str, Sequence[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for name in dict.fromkeys(_NUMBERED.findall(self._distinct)):
            if _DIGIT.search(name):
                found[shape_of(name)].append(name)
        return found


def _called(kind: str, known: Known) -> str:
    """What somebody is called, folded; a company without the form of the firm."""
    return (short_name if kind == "customer" else folded)(known.text).strip()


def _slots_of(told: StatedClause) -> Sequence[Slot]:
    if told.known is None:
        return ()
    fold = folded(told.known.text)
    begin = max(0, fold.find(told.text))
    words = words_of(fold, begin, begin + len(told.text), lexicon(ENGLISH))
    return slots_of(words, told.known.text, amounts_in(words))


def _days_around(days: Iterable[tuple[int, int]], reach: int) -> set[tuple[int, int]]:
    """The days that are at most so many away from one of these."""
    found: set[tuple[int, int]] = set()
    for month, day in days:
        if not is_day((month, day)):
            continue
        middle = date(LEAP_YEAR, month, day)
        for distance in range(-reach, reach + 1):
            other = middle + timedelta(days=distance)
            found.add((other.month, other.day))
    return found


def _dependence(relation: JsonValue) -> tuple[str, str] | None:
    """Who depends on whom in a relation of items."""
    if not isinstance(relation, dict):
        return None
    parent, child = relation.get("parent_name"), relation.get("child_name")
    kind = relation.get("type")
    if not isinstance(parent, str) or not isinstance(child, str) or not isinstance(kind, str):
        return None
    return (parent, child) if kind.casefold().startswith("depends on") else None


def shape_of(name: str) -> str:
    """A name with a nought for each of its digits."""
    return _DIGIT.sub("0", name)


def status_of(record: Record) -> frozenset[str]:
    """The statuses that a record has by its values."""
    return frozenset(each for known in record.values("status") for each in statuses_in(known.text))

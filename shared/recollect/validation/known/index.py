"""The index of the results of tools, by subject; each part is built on first access."""

from collections.abc import Iterable, Mapping, Sequence

from pydantic import JsonValue

from recollect.core.lazy import lazy
from recollect.validation.grammar.folding import folded
from recollect.validation.known.amount_index import AmountIndex
from recollect.validation.known.found_records import records_of
from recollect.validation.known.moment_index import MomentIndex
from recollect.validation.known.name_index import NameIndex
from recollect.validation.known.object_lists import ObjectList, object_lists
from recollect.validation.known.owner_index import OwnerIndex
from recollect.validation.known.passage_index import PassageIndex
from recollect.validation.known.people_index import JournalIndex, PeopleIndex
from recollect.validation.known.populations import Population, nothing_found, populations_of
from recollect.validation.known.record_index import RecordIndex
from recollect.validation.known.record_models import Record, ResultValue, Source
from recollect.validation.known.result_texts import ResultText, texts_of
from recollect.validation.known.service_level_index import ServiceLevelIndex
from recollect.validation.known.statement_index import StatementIndex
from recollect.validation.known.written_text import WrittenText
from recollect.validation.results import ReadResult


class Index:
    """The results of tools as rules look them up, with one attribute for each subject.

    `is_partial` if a result could not be read: then no fact is called unsupported.
    """

    def __init__(self, results: Sequence[ReadResult]) -> None:
        self.is_partial = any(not result.is_readable for result in results)
        self.populations: list[Population] = []
        all_texts: list[ResultText] = []
        all_records: list[Record] = []
        for result in results:
            texts = list(texts_of(result))
            records = records_of(result, texts)
            all_texts += texts
            all_records += records
            self.populations += populations_of(result, texts, records)
        is_any = any(each.total for each in self.populations)
        self.nothing_found = None if is_any else nothing_found(results)
        self.is_empty = not (all_texts or self.populations or self.nothing_found)
        """Whether there is nothing to look facts up in."""
        self._results = results
        self.text = WrittenText(all_texts)
        self.names = NameIndex(self.text)
        self.records = RecordIndex(all_records, self.names)
        self.owners = OwnerIndex(all_records)
        self.passages = PassageIndex(all_texts)
        self.journal = JournalIndex(self.passages)
        self.people = PeopleIndex(all_records, self.journal)
        self.statements = StatementIndex(self.passages, self.text)
        self.amounts = AmountIndex(results, all_texts, self.passages)
        self.moments = MomentIndex(self.passages, all_records, self.amounts)
        self.service_levels = ServiceLevelIndex(results, all_texts)

    @lazy
    def dependences(self) -> Mapping[tuple[str, str], ResultValue]:
        """The dependences between items, by the folded names of the dependent and the other one."""
        return dependences_of(self._results)

    @property
    def has_service_levels(self) -> bool:
        """Whether the results say anything about service levels."""
        levels = self.service_levels
        return bool(self.records.with_fields("sla") or levels.in_summaries or levels.breach_phrases)

    @lazy
    def lists(self) -> Sequence[ObjectList]:
        """The lists of objects."""
        return object_lists(self._results)


def dependences_of(results: Iterable[ReadResult]) -> Mapping[tuple[str, str], ResultValue]:
    """The dependences in results: the key is the dependent item and the other one, names folded."""
    found: dict[tuple[str, str], ResultValue] = {}
    for result in results:
        relations = result.content.get("relations")
        for place, relation in enumerate(relations if isinstance(relations, list) else ()):
            pair = _dependence(relation)
            if pair is not None:
                text = f"{pair[0]} depends on {pair[1]}"
                source = Source(result.tool, f"relations[{place}]")
                found[folded(pair[0]), folded(pair[1])] = ResultValue(text, source)
    return found


def _dependence(relation: JsonValue) -> tuple[str, str] | None:
    """The dependent item and the one it depends on, if the relation is a dependence."""
    if not isinstance(relation, dict):
        return None
    parent, child = relation.get("parent_name"), relation.get("child_name")
    kind = relation.get("type")
    if not isinstance(parent, str) or not isinstance(child, str) or not isinstance(kind, str):
        return None
    return (parent, child) if kind.casefold().startswith("depends on") else None

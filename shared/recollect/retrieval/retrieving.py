"""H4R: asks all sources at once, joins what the reader may see, and ranks it.

If the texts found show that the query is misspelt, the sources are asked once more with the
corrected query. The ports that this needs stand here, too, so the module is long.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final, Protocol

from recollect.core.concurrency import gather_both
from recollect.core.degradation import HISTORY_PART, Degradation
from recollect.core.errors import StoreError
from recollect.core.stopwatch import Clock
from recollect.learning.experience import SolvedCase
from recollect.questions.messages import extract_question
from recollect.relevance.arms import Arms
from recollect.relevance.misspellings import corrected, correction_note, corrections
from recollect.retrieval.asking import ask_sources
from recollect.retrieval.candidate_settling import bounded_by_as_of, settled_ranking
from recollect.retrieval.candidates import (
    Candidate,
    CandidateSource,
    EvidenceQuery,
    Scope,
    visible_matches,
)
from recollect.retrieval.joining import (
    CACHE,
    EXPERIENCE,
    TOLD_AS,
    Joining,
    StoredItems,
    Usages,
    usages_of,
    visible_candidates,
)
from recollect.retrieval.merging import merge
from recollect.retrieval.ranking import Ranking, RankingRules, Usage, rank
from recollect.retrieval.visibility import Reader, See

_CACHE_SECONDS: Final = 1.5
"""After this, searching is faster than the cache; a prepared prompt waits a second longer."""


@dataclass(frozen=True, slots=True)
class CacheLookup:
    """What is known about a query before the sources are asked.

    `version` is that of the knowledge; `has_turns`, `has_passages` and `has_cases` say whether the
    knowledge has conversations, passages and solved cases. `candidates` are those cached for the
    query.
    """

    version: str = ""
    has_turns: bool = True
    has_passages: bool = True
    has_cases: bool = True
    candidates: tuple[Candidate, ...] | None = None


class CandidateCache(Protocol):
    """Where candidates are cached for a short time; a write to the knowledge invalidates them."""

    async def look_up(self, query: EvidenceQuery) -> CacheLookup:
        """What is known about a query."""

    async def keep(
        self, query: EvidenceQuery, version: str, candidates: Sequence[Candidate]
    ) -> None:
        """Cache the candidates that a version of the knowledge gave for a query."""


class Experience(Protocol):
    """A store of solved cases."""

    async def similar(self, query: EvidenceQuery) -> Sequence[SolvedCase]:
        """The solved cases in the query's scope most similar to its text. Raises StoreError."""


@dataclass(frozen=True, slots=True)
class Retrieval:
    """The result of `Retriever.retrieve`: the ranked candidates and how long it took, in seconds.

    `text` is the query as it was read; `read_as` maps its misspelt words to their corrections.
    `candidates` counts those of each source, `gathering` is the time of asking all of them.
    `degraded` names the parts that were left out, `warnings` says the same to people.
    """

    ranking: Ranking
    text: str
    candidates: Mapping[str, int]
    gathering: float
    ranking_time: float
    total: float
    source_seconds: Mapping[str, float]
    read_as: Mapping[str, str] = field(default_factory=dict)
    degraded: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Found:
    """What a query found: as stored, as its reader may see it, and similar solved cases.

    `answers` has the visible candidates of each source, `seconds` how long each source took.
    """

    query: EvidenceQuery
    cached: CacheLookup
    answers: Mapping[str, Sequence[Candidate]]
    seconds: Mapping[str, float]
    stored: Sequence[Candidate]
    candidates: list[Candidate]
    cases: Sequence[SolvedCase]

    def is_whole(self, sources: Sequence[CandidateSource]) -> bool:
        """Whether all sources have answered, now or when the candidates were cached."""
        return self.cached.candidates is not None or len(self.answers) == len(sources)


@dataclass(frozen=True, slots=True)
class Retriever:
    """Asks the sources and ranks what they found; `deadline` is in seconds, for each source."""

    sources: Sequence[CandidateSource]
    cache: CandidateCache
    usages: Usages
    stored_items: StoredItems
    experience: Experience
    rules: RankingRules
    deadline: float
    clock: Clock

    async def retrieve(self, query: EvidenceQuery, reader: Reader, now: datetime) -> Retrieval:
        """The candidates for a query, ranked, as `reader` may see them.

        A source, the cache or the counts may fail and are then named in `degraded`. If every source
        fails, the first StoreError is raised: an empty answer would say that there is no evidence.
        """
        started = self.clock()
        degradation = Degradation(TOLD_AS)
        query = replace(
            bounded_by_as_of(query),
            text=extract_question(query.text),
            rights=reader.rights,
            bounds=reader.bounds,
            by_rarity=reader.knows_all,
        )
        found = await self._find(query, reader, degradation)
        read_as = _corrections(found, self.sources)
        if read_as:
            meant = replace(query, text=corrected(query.text, read_as))
            try:
                query, found = meant, await self._find(meant, reader, degradation)
            except StoreError:  # the failure is noted, and the first answer is used
                read_as = {}
        found_at = self.clock()
        # Incomplete answers are not cached.
        is_new = found.cached.candidates is None and found.is_whole(self.sources)
        kept = _worth_keeping(found.stored, reader) if is_new else ()
        usages, _ = await gather_both(
            self._read_usages(query.scope, found.candidates, degradation),
            self._keep(query, found.cached.version, kept, degradation),
        )
        joining = Joining(query, reader, self.stored_items, self.usages, self.deadline, degradation)
        candidates, usages, cases = await joining.with_needed(found.candidates, usages, found.cases)
        candidates, usages, left_out = await joining.with_successors(candidates, usages)
        _note_changes(query, candidates, usages, degradation)
        before_ranking = self.clock()
        then = query.as_of or now
        ranking = rank(query, candidates, usages, then, self.rules, cases)
        ranking = settled_ranking(query, ranking, then, left_out)
        ended = self.clock()
        return Retrieval(
            ranking=ranking,
            text=query.text,
            candidates={name: len(answer) for name, answer in found.answers.items()},
            gathering=found_at - started,
            ranking_time=ended - before_ranking,
            total=ended - started,
            source_seconds=found.seconds,
            read_as=read_as,
            degraded=degradation.parts,
            warnings=(*degradation.warnings, *filter(None, [correction_note(read_as)])),
        )

    async def _find(self, query: EvidenceQuery, reader: Reader, degradation: Degradation) -> _Found:
        """What all sources, or the cache, have for a query, as the reader may see it."""
        looking_up = self.cache.look_up(query)
        cached = await degradation.result_or(CACHE, CacheLookup(), looking_up, _CACHE_SECONDS)
        (answers, seconds), cases = await gather_both(
            self._ask_sources(query, cached, reader.see, degradation),
            self._similar_cases(query, cached, degradation),
        )
        # Neither sources nor the cache are trusted with this: the policy may have changed since.
        answers = {
            name: await visible_matches(answer, query, reader.see)
            for name, answer in answers.items()
        }
        stored = merge(list(answers.values()), query.limit)
        candidates = await visible_candidates(stored, reader)
        return _Found(query, cached, answers, seconds, stored, candidates, cases)

    async def _similar_cases(
        self, query: EvidenceQuery, cached: CacheLookup, degradation: Degradation
    ) -> Sequence[SolvedCase]:
        """Solved cases like the query; none if it only asks for words or names."""
        if not cached.has_cases or not query.asks_dense or not query.text or query.match == "named":
            return ()
        none: Sequence[SolvedCase] = ()
        return await degradation.result_or(
            EXPERIENCE, none, self.experience.similar(query), self.deadline
        )

    async def _ask_sources(
        self, query: EvidenceQuery, cached: CacheLookup, see: See, degradation: Degradation
    ) -> tuple[dict[str, Sequence[Candidate]], dict[str, float]]:
        """The cached candidates, or what each source found; and how long each took."""
        if cached.candidates is not None:
            return {"cache": cached.candidates}, {}
        asked = replace(query, with_turns=cached.has_turns, with_passages=cached.has_passages)
        return await ask_sources(self.sources, asked, see, self.deadline, self.clock, degradation)

    async def _read_usages(
        self, scope: Scope, candidates: Sequence[Candidate], degradation: Degradation
    ) -> dict[str, Usage]:
        ids = [each.item.id for each in candidates]
        usages = await usages_of(ids, scope, self.usages, degradation) if ids else ()
        return dict(zip(ids, usages, strict=True))

    async def _keep(
        self,
        query: EvidenceQuery,
        version: str,
        candidates: Sequence[Candidate],
        degradation: Degradation,
    ) -> None:
        if candidates and version:
            await degradation.result_or(CACHE, None, self.cache.keep(query, version, candidates))


def _corrections(found: _Found, sources: Sequence[CandidateSource]) -> Mapping[str, str]:
    """The corrections of misspelt words in a question, by the texts that its reader may see.

    None if a source is missing, or words are not searched: then the words of the knowledge are not
    known.
    """
    if not (found.is_whole(sources) and found.query.asks_sparse):
        return {}
    return corrections(found.query.text, [each.own_text for each in found.candidates])


def _note_changes(
    query: EvidenceQuery,
    candidates: Sequence[Candidate],
    usages: Mapping[str, Usage],
    degradation: Degradation,
) -> None:
    """Note how many candidates were stored again since `as_of`: their former text is unknown."""
    times = [usages.get(each.item.id, Usage()).stored_again_at for each in candidates]
    changed = sum(1 for at in times if query.as_of and at and at > query.as_of)
    if changed:
        warning = f"{changed} of {len(times)} candidates were stored again after as_of"
        degradation.note(HISTORY_PART, f"{warning}: what they said before is not known")


def _worth_keeping(candidates: Sequence[Candidate], reader: Reader) -> Sequence[Candidate]:
    """The candidates to cache; if the reader audits, also the withheld items."""
    return [*candidates, *(Candidate(each, Arms(), ()) for each in reader.audited)]

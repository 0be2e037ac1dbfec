"""What the ledger (Upstash Redis) counts of a memory, and what was last decided about it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache

from pydantic import JsonValue, TypeAdapter

from recollect.core.field_prefixes import (
    BOUNDED_IN_CONTEXT_PREFIX,
    IN_CONTEXT_PREFIX,
    SUPERSEDED_BY_PREFIX,
    TRIAL_PREFIX,
)
from recollect.core.timestamps import epoch_ms, iso
from recollect.learning.contexts import BoundedRuns, RunContext, Tally, weighed, within
from recollect.learning.judges import OPERATOR, is_upheld
from recollect.learning.posterior import Posterior, in_context
from recollect.learning.uplift import Trial
from recollect.memories.model import CorrectedBy, Outcome, State

MAX_RUNS_PER_JUDGE = 3
"""How many runs of one judge are believed for a memory; the Lua scripts have the same constant."""
TOMBSTONE_FIELD = "tombstone"
"""The field in the ledger that marks a memory whose deletion has begun."""


@dataclass(frozen=True, slots=True)
class MemoryCounts:
    """What is counted and decided about a memory. A field that nobody has decided is None.

    - `created_at`: in epoch milliseconds. Without it the ledger holds nothing of the memory.
    - `superseded_by`: the ids of memories that name this one as superseded, each with whether it
      is too sensitive for some callers.
    - `…_beyond`: the part of a count that is not believed, because it exceeds a judge's bounds.
    - `unproven`: nobody stands by the memory but its only writer (`writer`, not the operator).
    - `supporters` and `opponents`: the judges who stand by it and those who speak against it.
      Without anything in the ledger its judges are not known, and the operator stands by it.
    - `correction_by`: who said the correction, its writer when storing it or a judge.
    - `stored_at`: when it was last stored again as a success.
    - `succeeded_at`: when a run that cited it last succeeded; `failed_last`: how many such runs
      have failed since, by the reported moments.
    - `trials`: the runs with an outcome in which the memory was shown, or was withheld to measure
      its effect.
    - `contexts`: the weighed believed runs, by the stage and category that they worked in.
    """

    upvotes: int = 0
    downvotes: int = 0
    citations: int = 0
    successes: int = 0
    failures: int = 0
    reads: int = 0
    upvotes_beyond: int = 0
    downvotes_beyond: int = 0
    successes_beyond: int = 0
    failures_beyond: int = 0
    unproven: bool = False
    writer: str | None = None
    # Not compared: a history names the operator differently.
    supporters: frozenset[str] = field(default=frozenset({OPERATOR}), compare=False)
    opponents: frozenset[str] = field(default=frozenset(), compare=False)
    occurrences: int = 1
    outcome: Outcome | None = None
    correction: str | None = None
    correction_by: CorrectedBy | None = None
    category: str | None = None
    state: State | None = None
    validated_at: datetime | None = None
    stored_at: datetime | None = None
    succeeded_at: datetime | None = None
    failed_last: int = 0
    archived_at: datetime | None = None
    restored_at: datetime | None = None
    retracted: bool = False
    revision: int = 0
    tombstoned: bool = False
    superseded_by: tuple[tuple[str, bool], ...] = ()
    trials: tuple[Trial, ...] = ()
    contexts: tuple[tuple[RunContext, Tally], ...] = ()
    created_at: int | None = field(default=None, compare=False)

    @property
    def exists(self) -> bool:
        """Whether the memory was stored or imported, and its deletion has not begun."""
        return self.created_at is not None and not self.tombstoned

    @property
    def success_rate(self) -> float:
        """The share of successes among the judged runs that cited the memory; 0 without any."""
        return self.successes / self.judged if self.judged else 0.0

    @property
    def judged(self) -> int:
        """How many runs that cited the memory have an outcome."""
        return self.successes + self.failures

    @property
    def believed_votes(self) -> tuple[int, int]:
        """The numbers of upvotes and downvotes within the bounds of their judges."""
        upvotes = _believed(self.upvotes, self.upvotes_beyond)
        return upvotes, _believed(self.downvotes, self.downvotes_beyond)

    @property
    def believed_runs(self) -> tuple[int, int]:
        """The numbers of successes and failures within the bounds of their judges."""
        successes = _believed(self.successes, self.successes_beyond)
        return successes, _believed(self.failures, self.failures_beyond)

    def runs_in(self, context: RunContext) -> Posterior:
        """How likely a run in this context that cites the memory succeeds, by its believed runs."""
        return in_context([self.believed_runs, *within(dict(self.contexts), context)])

    @property
    def is_believed(self) -> bool:
        """Whether more believed votes and runs speak for the memory than against it."""
        votes, runs = self.believed_votes, self.believed_runs
        return votes[0] + runs[0] > votes[1] + runs[1]

    @property
    def backers(self) -> frozenset[str]:
        """The judges besides its writer who stand by it."""
        return frozenset() if self.unproven else self.supporters

    @property
    def is_disputed(self) -> bool:
        """Whether some judges stand by it and others speak against it."""
        return bool(self.backers and self.opponents)

    @property
    def is_upheld(self) -> bool:
        """Whether judges speak against it, but fewer than stand by it, and not the operator."""
        return is_upheld(self.backers, self.opponents)

    @property
    def decided(self) -> dict[str, JsonValue]:
        """The metadata that the ledger has decided, as a merge patch for the record."""
        patch: dict[str, JsonValue] = {
            SUPERSEDED_BY_PREFIX + name: "1" if is_sensitive else "0"
            for name, is_sensitive in self.superseded_by
        }
        if self.state is not None:
            patch |= {"archived_at": None, "retracted": None}
        for name in ("outcome", "category", "state"):
            if (value := getattr(self, name)) is not None:
                patch[name] = value
        if self.correction is not None:
            patch["correction"] = self.correction or None
        if self.validated_at is not None:
            patch["last_validated_at"] = iso(self.validated_at)
            patch["last_validated_at_ms"] = epoch_ms(self.validated_at)
        if self.archived_at is not None:
            patch |= {"state": "archived", "archived_at": iso(self.archived_at)}
            patch["retracted"] = self.retracted or None
        return patch


@cache
def _counts_reader() -> TypeAdapter[MemoryCounts]:
    return TypeAdapter(MemoryCounts)


def _believed(counted: int, beyond: int) -> int:
    """The believed part of a count, at least 0: of an imported vote that is taken back, nobody
    knows whether it was believed."""
    return max(0, counted - beyond)


def counts_of(fields: Mapping[str, str]) -> MemoryCounts:
    """Read the fields of a memory's hash; missing ones take their defaults."""
    unnamed = "" if "created_at" in fields else f"{OPERATOR}\n"
    kept = {
        "tombstoned": TOMBSTONE_FIELD in fields,
        "supporters": _lines(fields.get("supporters", unnamed)),
        "opponents": _lines(fields.get("opponents", "")),
        "superseded_by": successors_in(fields),
        "trials": trials_of(fields),
        "contexts": _contexts_in(fields),
    }
    return _counts_reader().validate_python({**fields, **kept})


def _lines(text: str) -> frozenset[str]:
    return frozenset(text.split("\n")[:-1])


def trials_of(fields: Mapping[str, str]) -> tuple[Trial, ...]:
    """The trials that the fields of a hash count.

    `trials 2026-11 0.9000` counts a month's runs with that probability of being shown the memory:
    successes and failures of those that were shown it, then of those that did without.
    """
    found: list[Trial] = []
    for name, runs in fields.items():
        if name.startswith(TRIAL_PREFIX):
            month, propensity = name.removeprefix(TRIAL_PREFIX).split(" ")
            found += _trials_of_month(month, float(propensity), runs)
    return tuple(each for each in found if each.runs > 0)


def _trials_of_month(month: str, propensity: float, runs: str) -> list[Trial]:
    ends = [(shown, success) for shown in (True, False) for success in (True, False)]
    return [
        Trial(shown, propensity, success, int(each), month)
        for (shown, success), each in zip(ends, runs.split(" "), strict=True)
    ]


def _contexts_in(fields: Mapping[str, str]) -> tuple[tuple[RunContext, Tally], ...]:
    counted: dict[str, dict[str, str]] = {}
    for name, runs in fields.items():
        if name.startswith(IN_CONTEXT_PREFIX):
            counter, _, context_name = name.removeprefix(IN_CONTEXT_PREFIX).partition(" ")
            counted.setdefault(context_name, {})[counter] = runs
    return tuple(
        (
            _context_of(context_name),
            _weighed(counts, fields[BOUNDED_IN_CONTEXT_PREFIX + context_name]),
        )
        for context_name, counts in sorted(counted.items())
    )


def _context_of(name: str) -> RunContext:
    stage, _, category = name.partition("\n")
    return RunContext(stage, category)


def _weighed(counts: Mapping[str, str], bounded_text: str) -> Tally:
    """The runs of a context, weighed by who reported them."""
    tally = float(counts.get("successes", 0)), float(counts.get("failures", 0))
    bounded = BoundedRuns(*map(int, bounded_text.split(" ")))
    well, badly = weighed(tally, bounded)
    # If a run was judged while the hash had no room for its context, more is taken back than was
    # counted.
    return max(0.0, well), max(0.0, badly)


def successors_in(fields: Mapping[str, JsonValue]) -> tuple[tuple[str, bool], ...]:
    """The ids of the memories that supersede one, by the fields of its hash or of its record.

    Each comes with whether it is too sensitive for some callers. They are in the order of their
    ids: a hash has its fields in the order in which they happened to be written.
    """
    names = sorted(each for each in fields if each.startswith(SUPERSEDED_BY_PREFIX))
    return tuple((each.removeprefix(SUPERSEDED_BY_PREFIX), fields[each] == "1") for each in names)

"""The memories that runs were shown, in the in-memory ledger."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from recollect.core.ids import Key
from recollect.learning.uplift import Trial
from recollect.memories.model import CitationOutcome
from recollect.memories.stored.counts import trials_of
from recollect.memories.stored.ledger_data import Exposure
from tests.memories.fake_ledger_entries import SHOWN, Entry, RunJudgement

_ENDS = ("shown success", "shown failure", "withheld success", "withheld failure")
_CERTAIN = frozenset({"0.0000", "1.0000"})


@dataclass(slots=True)
class FakeRun:
    """A run with the memories it was shown, and the trials counted of them."""

    opener: str
    exposures: dict[Key, Exposure] = field(default_factory=dict)
    counted: dict[Key, tuple[str, str]] = field(default_factory=dict)
    """The outcome, and in which month."""
    outcome: tuple[CitationOutcome, str] = "failure", ""
    """What was said of the latest moment, and that."""


class FakeExposures:
    """The exposures of all runs, and the trials of each collection."""

    def __init__(self) -> None:
        self.runs: dict[Key, FakeRun] = {}
        self._totals: defaultdict[tuple[str, bool], dict[str, str]] = defaultdict(dict)

    def trials(self, collection: str, *, sensitive: bool) -> tuple[Trial, ...]:
        which = (False, True) if sensitive else (False,)
        return tuple(each for one in which for each in trials_of(self._totals[collection, one]))

    def is_opener(self, run: Key, actor: str) -> bool:
        return run in self.runs and self.runs[run].opener == actor

    def outcome_of(self, run: Key) -> CitationOutcome | None:
        """The outcome stated for the latest moment, or None."""
        kept = self.runs.get(run)
        return kept.outcome[0] if kept and kept.outcome[1] else None

    def expose(self, run: Key, actor: str, exposures: Sequence[Exposure]) -> None:
        kept = self.runs.setdefault(run, FakeRun(actor))
        for each in exposures:
            kept.exposures.setdefault(each.key, each)

    def judge(
        self,
        run: Key,
        said: RunJudgement,
        existing: Callable[[Key], Entry | None],
        own: str,
    ) -> None:
        """Count a run's outcome for the memories it was shown, as far as it is believed.

        Nobody judges their `own` memories.
        """
        kept = self.runs.get(run)
        if kept is None:
            return
        if kept.outcome[1] <= said.stamp:
            kept.outcome = said.outcome, said.stamp
        for key, exposure in kept.exposures.items():
            entry, before = existing(key), kept.counted.get(key)
            if entry is None or own in entry.writers or f"{exposure.propensity:.4f}" in _CERTAIN:
                continue
            entry.apply_judgement(_name(run), said)
            words = entry.believed_of(_name(run))
            word = next(iter(words)) if len(words) == 1 else None
            if word == (before[0] if before else None):
                continue
            now = (word, said.day[:7]) if word else None
            self._move(run[0], entry, exposure, before, now)
            kept.counted.pop(key, None)
            if now:
                kept.counted[key] = now

    def _move(
        self,
        collection: str,
        entry: Entry,
        exposure: Exposure,
        before: tuple[str, str] | None,
        now: tuple[str, str] | None,
    ) -> None:
        side = "shown" if exposure.shown else "withheld"
        totals = self._totals[collection, entry.fields.get("listed") == "False"]
        for fields in (entry.fields, totals):
            for told, by in ((before, -1), (now, 1)):
                if told:
                    _count(fields, f"{exposure.propensity:.4f}", told, side, by)

    def forget(self, key: Key) -> bool:
        """Forget the exposures of a memory; whether there were any."""
        found = False
        for run in self.runs.values():
            found |= run.exposures.pop(key, None) is not None
            run.counted.pop(key, None)
        return found


def _name(run: Key) -> str:
    return f"{SHOWN}{run}"


def _count(
    fields: dict[str, str], propensity: str, told: tuple[str, str], side: str, by: int
) -> None:
    """Count a trial in its month, or take it back; trials are kept for a year."""
    outcome, month = told
    name = f"trials {month} {propensity}"
    a_year_ago = f"{int(month[:4]) - 1:04d}{month[4:]}"
    for old in [each for each in fields if each.startswith("trials ")]:
        if name not in fields and by > 0 and old.split(" ")[1] <= a_year_ago:
            del fields[old]
    runs = [int(each) for each in fields.get(name, "0 0 0 0").split(" ")]
    runs[_ENDS.index(f"{side} {outcome}")] += by
    if name in fields or by > 0:
        fields[name] = " ".join(map(str, runs))

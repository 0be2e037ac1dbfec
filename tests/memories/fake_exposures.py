"""What runs were shown, in the ledger in memory."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from recollect.core.ids import Key
from recollect.learning.uplift import Trial
from recollect.memories.ports import Exposure
from recollect.memories.record import trials_of
from tests.memories.fake_ledger_entries import Entry, Said

_CERTAIN = frozenset({"0.0000", "1.0000"})


@dataclass(slots=True)
class FakeRun:
    """A run by what it was shown, and what of that was counted."""

    opener: str
    exposures: dict[Key, Exposure] = field(default_factory=dict)
    counted: dict[Key, str] = field(default_factory=dict)


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

    def expose(self, run: Key, actor: str, exposures: Sequence[Exposure]) -> None:
        kept = self.runs.setdefault(run, FakeRun(actor))
        for each in exposures:
            kept.exposures.setdefault(each.key, each)

    def judge(
        self,
        run: Key,
        said: Said,
        existing: Callable[[Key], Entry | None],
        believed: Mapping[Key, str | None],
    ) -> None:
        """Count a run's outcome for what it was shown, as far as it is believed."""
        kept = self.runs.get(run)
        if kept is None:
            return
        for key, exposure in kept.exposures.items():
            entry, before = existing(key), kept.counted.get(key)
            if entry is None or f"{exposure.propensity:.4f}" in _CERTAIN:
                continue
            if key in believed:
                word = believed[key]
            else:
                word, _, _ = entry.hear(f"shown {run}", before, said)
            if word:
                self._move(run[0], entry, exposure, before, word)
                kept.counted[key] = word

    def _move(
        self, collection: str, entry: Entry, exposure: Exposure, before: str | None, now: str
    ) -> None:
        side = "shown" if exposure.shown else "withheld"
        cell = f"trial {side} {exposure.propensity:.4f} "
        totals = self._totals[collection, entry.fields.get("listed") == "False"]
        for fields in (entry.fields, totals):
            for outcome, by in ((before, -1), (now, 1)) if before != now else ():
                if outcome:
                    fields[cell + outcome] = str(int(fields.get(cell + outcome, "0")) + by)

    def forget(self, key: Key) -> bool:
        """Whether anything was kept of a memory."""
        found = False
        for run in self.runs.values():
            found |= run.exposures.pop(key, None) is not None
            run.counted.pop(key, None)
        return found

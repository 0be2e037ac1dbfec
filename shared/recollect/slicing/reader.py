"""A specialist as the reader of a request: the policy's verdict on each item that it finds."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from typing_extensions import override

from recollect.retrieval.items import LIFTED_BY, Item
from recollect.retrieval.visibility import Bounds, Fallback, Reader, Sight
from recollect.slicing.decisions import PolicyDecisions
from recollect.slicing.policy import Verdict
from recollect.slicing.redaction import RedactionBudget, redact
from recollect.slicing.specialist import Specialist


@dataclass(frozen=True, slots=True)
class Withheld:
    """An item that the specialist may not see, and why; only for callers that audit."""

    item: Item = field(repr=False)
    reason: str
    fallback: Fallback | None
    is_broken: bool = False
    """Whether it is withheld only because its redaction paths cannot be applied."""


class SpecialistReader(Reader):
    """The port `Reader` of `recollect.retrieval`, made for one request.

    Each item is decided once. For a caller that audits, stores leave nothing out, so that
    `withheld` is complete.
    """

    def __init__(
        self, specialist: Specialist, decisions: PolicyDecisions, *, audits: bool = False
    ) -> None:
        self._specialist = specialist
        self._decisions = decisions
        self._audits = audits
        # By identity, since content is no key; with the item, so that its identity stays unique.
        self._decided: dict[int, tuple[Item, Sight | Withheld]] = {}
        self._work = RedactionBudget()
        self.asked = 0
        self.cache_hits = 0

    @property
    @override
    def rights(self) -> str:
        one = self._specialist
        rights: list[object] = [one.security_level, sorted(one.authorized_groups), self._audits]
        # The five local rules ignore type and id; another policy may use them.
        has_rules = self._decisions.bounds_of(one) is not None
        return json.dumps(rights if has_rules else [*rights, one.type, one.id])

    @property
    @override
    def knows_all(self) -> bool:
        return self._audits

    @property
    @override
    def bounds(self) -> Bounds | None:
        return None if self._audits else self._decisions.bounds_of(self._specialist)

    @property
    @override
    def audited(self) -> Sequence[Item]:
        return [each.item for each in self.withheld]

    @override
    async def see(self, items: Sequence[Item]) -> Sequence[Sight | None]:
        new = [each for each in items if id(each) not in self._decided]
        if new:
            decided = await self._decisions.decide(self._specialist, new)
            self.asked += decided.asked
            self.cache_hits += decided.cache_hits
            for item, verdict in zip(new, decided.verdicts, strict=True):
                shown = item if self._audits else _without_lifter(item)
                self._decided[id(item)] = (item, _seen(shown, verdict, self._work))
        found = (self._decided[id(each)][1] for each in items)
        return [each if isinstance(each, Sight) else None for each in found]

    @property
    def withheld(self) -> Sequence[Withheld]:
        """The items found that the specialist may not see, ordered by id, each id once."""
        if not self._audits:
            return ()
        found = [each for _, each in self._decided.values() if isinstance(each, Withheld)]
        return list(
            {each.item.id: each for each in sorted(found, key=lambda each: each.item.id)}.values()
        )


def _without_lifter(item: Item) -> Item:
    """The item without the name of whoever lifted its mark."""
    if LIFTED_BY not in item.metadata:
        return item
    kept = {name: value for name, value in item.metadata.items() if name != LIFTED_BY}
    return replace(item, metadata=kept)


def _seen(item: Item, verdict: Verdict, work: RedactionBudget) -> Sight | Withheld:
    if not verdict.allow:
        return Withheld(item, verdict.reason, verdict.fallback)
    if not verdict.redacted_fields:
        return Sight(item, fallback=verdict.fallback)
    left = redact(item, verdict.redacted_fields, work)
    if left.problem:
        return Withheld(item, left.problem, verdict.fallback, is_broken=True)
    seen = Item(item.id, left.content, left.metadata) if left.replaced else item
    return Sight(seen, left.replaced > 0, left.unmatched, verdict.fallback)


def fallback_warnings(fallbacks: Iterable[Fallback | None]) -> Iterator[str]:
    """One warning for each cause of a fallback, with the number of items."""
    counts = Counter(each for each in fallbacks if each is not None)
    for (cause, consequence), count in sorted(counts.items()):
        items = "1 item" if count == 1 else f"{count} items"
        yield f"policy: {cause}; {consequence.format(items=items)}"


def broken_warnings(withheld: Iterable[Withheld]) -> Iterator[str]:
    """One warning for each item that is withheld because its redaction cannot be applied."""
    for each in withheld:
        if each.is_broken:
            yield f"{each.item.id}: {each.reason}; the item is withheld"

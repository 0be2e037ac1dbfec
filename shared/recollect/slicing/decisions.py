"""A policy's decisions on items: by the five local rules, or by OPA with these as a fallback."""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from pydantic import JsonValue
from typing_extensions import override

from recollect.core.concurrency import gather_all
from recollect.core.errors import StoreError
from recollect.retrieval.items import Item
from recollect.retrieval.visibility import Bounds, Fallback
from recollect.slicing.policy import PolicyInput, Verdict, local_bounds, local_verdict, policy_input
from recollect.slicing.specialist import Specialist

MAX_DOCUMENT_BYTES: Final = 1_000_000
"""Bytes of JSON; a larger item is no evidence, and no policy is asked about it."""

_MAX_REASON_CHARS = 200
_CANONICAL: Final = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
)
_NO_ANSWER: Final = "OPA did not answer"
_NONSENSE: Final = "OPA's answer makes no sense"


@dataclass(frozen=True, slots=True)
class Verdicts:
    """The verdicts on items, in order; `asked` and `cache_hits` count how they were obtained."""

    verdicts: tuple[Verdict, ...] = ()
    cache_hits: int = 0
    asked: int = 0


class PolicyDecisions(Protocol):
    """Decides who may see what."""

    def bounds_of(self, specialist: Specialist) -> Bounds | None:
        """What is denied in any case, for a store to leave out; None if nothing is."""

    async def decide(self, specialist: Specialist, items: Sequence[Item]) -> Verdicts:
        """One verdict for each item, in order. Raises nothing: an undecidable item is denied."""


class LocalDecisions(PolicyDecisions):
    """The five rules alone."""

    @override
    def bounds_of(self, specialist: Specialist) -> Bounds | None:
        return local_bounds(specialist)

    @override
    async def decide(self, specialist: Specialist, items: Sequence[Item]) -> Verdicts:
        return Verdicts(tuple(local_verdict(policy_input(specialist, item)) for item in items))


class OpaPort(Protocol):
    """A policy agent."""

    async def ask(self, document: PolicyInput) -> JsonValue:
        """The result document for this input, None if there is none. Raises StoreError."""


class DecisionCache:
    """OPA's verdicts, for `ttl_ms` milliseconds; with 0, or room for no entry, nothing is kept.

    `clock` returns seconds. If it runs backwards, entries may be lost, but none lasts longer.
    """

    def __init__(self, ttl_ms: float, clock: Callable[[], float], max_entries: int) -> None:
        self._ttl_s = ttl_ms / 1000
        self._clock = clock
        self._max_entries = max_entries
        self._entries: dict[bytes, tuple[float, Verdict]] = {}

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, key: bytes) -> Verdict | None:
        """The verdict stored under `key`, if it is not older than the time to live."""
        entry = self._entries.get(key)
        if entry is None:
            return None
        if 0 <= self._clock() - entry[0] < self._ttl_s:
            return entry[1]
        del self._entries[key]
        return None

    def put(self, key: bytes, verdict: Verdict) -> None:
        """Store a verdict; the oldest ones are removed to make room."""
        if self._ttl_s <= 0 or self._max_entries <= 0:
            return
        self._entries.pop(key, None)
        while len(self._entries) >= self._max_entries:
            del self._entries[next(iter(self._entries))]
        self._entries[key] = (self._clock(), verdict)


class OpaDecisions(PolicyDecisions):
    """OPA's answers, some from the cache; without one the local rules decide, or deny.

    A cache entry is found by the whole question: specialist, level, groups and the item as it is
    now. Verdicts without OPA are not cached.
    """

    def __init__(self, opa: OpaPort, cache: DecisionCache, *, fallback_local: bool) -> None:
        self._opa = opa
        self._cache = cache
        self._consequence = (
            "the local rules decided for {items}" if fallback_local else "{items} withheld"
        )
        self._decide_instead = local_verdict if fallback_local else _denied

    @override
    def bounds_of(self, specialist: Specialist) -> Bounds | None:
        """None: a custom policy may allow what the five rules deny."""
        return None

    @override
    async def decide(self, specialist: Specialist, items: Sequence[Item]) -> Verdicts:
        documents = [policy_input(specialist, item) for item in items]
        keys = [_key_of(document) for document in documents]
        known = [_UNWRITABLE if key is None else self._cache.get(key) for key in keys]
        unknown = [index for index, verdict in enumerate(known) if verdict is None]
        answers = await gather_all(self._asked(documents[index]) for index in unknown)
        for index, answer in zip(unknown, answers, strict=True):
            known[index] = self._decided(keys[index], documents[index], answer)
        return Verdicts(
            verdicts=tuple(verdict for verdict in known if verdict is not None),
            cache_hits=len(items) - len(unknown) - keys.count(None),
            asked=len(unknown),
        )

    async def _asked(self, document: PolicyInput) -> Verdict | Fallback:
        try:
            result = await self._opa.ask(document)
        except StoreError as error:
            return Fallback(f"{_NO_ANSWER} ({error.reason})", self._consequence)
        return verdict_of(result) or Fallback(_NONSENSE, self._consequence)

    def _decided(
        self, key: bytes | None, document: PolicyInput, answer: Verdict | Fallback
    ) -> Verdict:
        if isinstance(answer, Fallback):
            return replace(self._decide_instead(document), fallback=answer)
        if key is not None:
            self._cache.put(key, answer)
        return answer


_UNWRITABLE: Final = Verdict(
    allow=False, redacted_fields=(), reason="too large, or not to be written as JSON"
)


def _denied(_document: PolicyInput) -> Verdict:
    return Verdict(allow=False, redacted_fields=(), reason="policy could not be decided")


def _key_of(document: PolicyInput) -> bytes | None:
    """The SHA-256 of the document's canonical JSON; None if it has none, or it is too large."""
    try:
        written = _CANONICAL.encode(document).encode()
    except (ValueError, TypeError, RecursionError):  # NaN, a lone surrogate, endless nesting
        return None
    return hashlib.sha256(written).digest() if len(written) <= MAX_DOCUMENT_BYTES else None


# Written differently than in `piiTexts`, so that a text is replaced whole, and not only masked.
_ALL_OF_CONTENT: Final = ("$['content']",)


def verdict_of(result: JsonValue) -> Verdict | None:
    """Read OPA's result `{allow, redact?, redactedFields?, reason?}`; None if it is invalid.

    A denial counts whatever else the result says. Named fields are redacted even without `redact`,
    and the whole content if it says `redact` and names none.
    """
    if not isinstance(result, dict) or not isinstance(result.get("allow"), bool):
        return None
    if not result["allow"]:
        reason = result.get("reason")
        named = reason[:_MAX_REASON_CHARS] if isinstance(reason, str) else ""
        return Verdict(allow=False, redacted_fields=(), reason=named or "denied by the policy")
    redact, listed = result.get("redact", False), result.get("redactedFields", [])
    if not isinstance(redact, bool) or not isinstance(listed, list):
        return None
    fields = tuple(one for one in listed if isinstance(one, str))
    if len(fields) < len(listed):
        return None
    whole = _ALL_OF_CONTENT if redact else ()
    return Verdict(allow=True, redacted_fields=fields or whole, reason="")

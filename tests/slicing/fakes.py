"""Policy agents and decisions whose answers a test sets."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from pydantic import JsonValue
from typing_extensions import override

from recollect.core.errors import StoreError
from recollect.retrieval.items import Item
from recollect.retrieval.visibility import Bounds
from recollect.slicing.decisions import OpaPort, PolicyDecisions, Verdicts
from recollect.slicing.policy import PolicyInput, Verdict, local_verdict
from recollect.slicing.reader import fallback_warnings
from recollect.slicing.specialist import Specialist

ALLOW: Mapping[str, JsonValue] = {"allow": True, "redact": False, "redactedFields": []}


@dataclass(slots=True)
class FakeOpa(OpaPort):
    """Answers by the item's id, or else `otherwise`; an error is raised."""

    answers: Mapping[str, JsonValue | StoreError] = field(default_factory=dict)
    otherwise: JsonValue | StoreError = field(default_factory=lambda: dict(ALLOW))
    asked: list[str] = field(default_factory=list)
    at_once: int = 0
    _open: int = 0

    @override
    async def ask(self, document: PolicyInput) -> JsonValue:
        item = document["item"]
        assert isinstance(item, dict)
        self.asked.append(str(item["id"]))
        self._open += 1
        self.at_once = max(self.at_once, self._open)
        await asyncio.sleep(0)
        self._open -= 1
        answer = self.answers.get(str(item["id"]), self.otherwise)
        if isinstance(answer, StoreError):
            raise answer
        return answer


class RulesOpa(OpaPort):
    """Answers by the five rules, as the shipped policy does."""

    @override
    async def ask(self, document: PolicyInput) -> JsonValue:
        verdict = local_verdict(document)
        fields: list[JsonValue] = [*verdict.redacted_fields]
        return {"allow": verdict.allow, "redactedFields": fields, "reason": verdict.reason}


@dataclass(slots=True)
class Prepared(PolicyDecisions):
    """Verdicts set by a test, by item id; an item without one is allowed."""

    verdicts: Mapping[str, Verdict] = field(default_factory=dict)
    decided: list[int] = field(default_factory=list)

    @override
    def bounds_of(self, specialist: Specialist) -> Bounds | None:
        return None

    @override
    async def decide(self, specialist: Specialist, items: Sequence[Item]) -> Verdicts:
        self.decided.append(len(items))
        allowed = Verdict(allow=True, redacted_fields=(), reason="")
        return Verdicts(tuple(self.verdicts.get(item.id, allowed) for item in items))


def warnings_of(found: Verdicts) -> tuple[str, ...]:
    """The warnings about items that another policy had to decide than the configured one."""
    return tuple(fallback_warnings(each.fallback for each in found.verdicts))


def verdicts_of(found: Verdicts) -> tuple[Verdict, ...]:
    """The verdicts, without which policy decided them."""
    return tuple(replace(each, fallback=None) for each in found.verdicts)


def denied(reason: str) -> Verdict:
    return Verdict(allow=False, redacted_fields=(), reason=reason)


def redacting(*paths: str) -> Verdict:
    return Verdict(allow=True, redacted_fields=paths, reason="")

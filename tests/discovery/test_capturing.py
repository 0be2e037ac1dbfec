"""Exemplars are captured when they are good, and say something new."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from typing_extensions import override

from recollect.core.customers import ALL_CUSTOMERS, Customers
from recollect.core.errors import Forbidden
from recollect.discovery.capturing import (
    NEAR_DUPLICATE,
    ExemplarRepository,
    StoredExemplar,
    capture_exemplar,
)
from recollect.discovery.exemplar_request import CaptureResult, NewExemplar
from recollect.discovery.exemplars import FoundExemplar
from recollect.knowledge.records import CASES, KnowledgeRecord
from tests.cases import each_case
from tests.discovery.samples import NOW
from tests.knowledge.fakes import FakeKnowledge
from tests.writers import EDITOR

GOOD: dict[str, Any] = {
    "caseNumber": "SCS0009876",
    "interactionType": "triage",
    "inputContext": {"userRequest": "VPN does not connect"},
    "actionTaken": {"escalation": "Escalated to network team"},
    "outcome": "success",
    "qualitySignals": {"supervisorApproved": True, "humanFeedback": "positive"},
}


@dataclass(slots=True)
class Repository(ExemplarRepository):
    """Keeps exemplars; all are as similar to everything as `similarity` says."""

    similarity: float = 1.0
    kept: dict[str, FoundExemplar] = field(default_factory=dict)

    @override
    async def similar(self, text: str, limit: int) -> Sequence[FoundExemplar]:
        found = [replace(each, similarity=self.similarity) for each in self.kept.values()]
        return found[:limit]

    @override
    async def put(self, stored: StoredExemplar) -> None:
        assert stored.at == NOW
        self.kept[stored.id] = stored.exemplar


async def captured(
    repository: Repository, customers: Customers = ALL_CUSTOMERS, /, **change: object
) -> CaptureResult:
    new = NewExemplar.model_validate(GOOD | change)
    cases = FakeKnowledge()
    numbers = ["SCS0000001", "OPS-1234"]
    await cases.put(CASES, [KnowledgeRecord(n, "Mail", {"company": "Altus"}) for n in numbers])
    return await capture_exemplar(
        new, NOW, EDITOR, repository=repository, cases=cases, customers=customers
    )


@each_case(
    "told",
    [
        {"company": "Altus"},
        {"inputContext": {"caseSnapshot": {"account": "Altus"}}},
        {"inputContext": {"discoveryPack": {"metadata": {"companyName": "Altus"}}}},
        {"caseNumber": "SCS0000001"},
        {"caseNumber": "SCS-0000001"},
        {"caseNumber": "OPS-1234"},
    ],
)
async def test_an_exemplars_customer_is_the_one_named_or_that_of_the_resolved_case(
    told: dict[str, object],
) -> None:
    repository = Repository()
    result = await captured(repository, Customers.of(["Altus"]), **told)

    assert repository.kept[str(result.id)].company == "Altus"


async def test_an_exemplar_of_a_foreign_customer_is_refused_and_a_foreign_case_is_not_known() -> (
    None
):
    repository, stranger = Repository(), Customers.of(["Kestrel"])
    with pytest.raises(Forbidden, match="customers"):
        await captured(repository, stranger, company="Altus")
    assert not repository.kept

    result = await captured(repository, stranger, caseNumber="SCS0000001")
    assert repository.kept[str(result.id)].company is None


async def test_a_good_interaction_is_kept_in_the_form_in_which_it_will_be_shown() -> None:
    repository = Repository()
    result = await captured(repository)

    assert (result.captured, result.quality_score) == (True, 0.7)
    assert result.id is not None
    assert repository.kept[result.id] == FoundExemplar(
        case_number="SCS0009876",
        interaction_type="triage",
        summary="triage: VPN does not connect",
        quality=0.7,
        similarity=1.0,
        action_taken="Escalated to network team",
        outcome="success",
    )


@each_case(
    "change",
    [
        {"outcome": "failure"},
        {"qualitySignals": {"supervisorApproved": True}},
        {"outcome": "user_corrected", "qualitySignals": {"supervisorApproved": True,
                                                         "outcomeSuccess": True}},
    ],
)  # fmt: skip
async def test_an_interaction_that_is_not_good_enough_is_not_kept(
    change: dict[str, object],
) -> None:
    repository = Repository()
    result = await captured(repository, **change)

    assert (result.captured, result.id) == (False, None)
    assert result.reason
    assert not repository.kept


async def test_a_repeated_exemplar_is_not_kept_twice() -> None:
    repository = Repository()
    await captured(repository)
    for change in (
        {},
        {"caseNumber": "SCS0000002"},  # the same was done elsewhere
        {"actionTaken": {"escalation": "In other words"}},  # the same case
    ):
        again = await captured(repository, **change)
        assert (again.captured, again.id) == (False, None)
        assert "kept already" in again.reason
    assert len(repository.kept) == 1


@each_case(
    "change",
    [
        {"interactionType": "escalation"},
        {"caseNumber": "SCS0000001", "actionTaken": {"notes": "Reset the gateway"}},
    ],
)
async def test_a_different_answer_to_the_same_request_is_kept(change: dict[str, object]) -> None:
    repository = Repository()
    first, second = await captured(repository), await captured(repository, **change)

    assert second.captured
    assert first.id != second.id
    assert len(repository.kept) == 2


async def test_the_same_at_another_customer_is_kept() -> None:
    repository = Repository()
    for customer in ("Altus", "Meridian"):
        assert (await captured(repository, company=customer)).captured
    again = await captured(repository, company="ALTUS")
    assert "kept already" in again.reason


async def test_the_same_takes_the_place_of_its_worse_self() -> None:
    repository = Repository()
    barely = {"supervisorApproved": True, "outcomeSuccess": True}
    first = await captured(repository, qualitySignals=barely)
    better = await captured(repository)
    assert (first.quality_score, better.quality_score) == (0.6, 0.7)
    assert first.id == better.id
    assert [each.quality for each in repository.kept.values()] == [0.7]

    worse = await captured(repository, qualitySignals=barely)
    assert "kept already" in worse.reason


async def test_an_exemplar_that_is_only_similar_is_kept() -> None:
    repository = Repository(similarity=NEAR_DUPLICATE - 0.01)
    first = await captured(repository)
    second = await captured(repository, inputContext={"userRequest": "VPN connects but is slow"})
    assert first.captured
    assert second.captured
    assert len(repository.kept) == 2


async def test_a_kept_exemplar_holds_no_secret() -> None:
    repository = Repository()
    await captured(
        repository,
        inputContext={"userRequest": "Mail ann@example.com, password: hunter2horse"},
        actionTaken={"password": "hunter2horse", "notes": "called ann@example.com"},
    )
    assert "hunter2horse" not in str(repository.kept)
    assert "ann@example.com" not in str(repository.kept)

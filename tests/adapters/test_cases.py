"""Cases that resemble a text: the best of all, and also the best of the company's own."""

from collections.abc import Sequence
from uuid import uuid4

import httpx
import pytest

from recollect.adapters.upstash.vector.cases import VectorCases
from recollect.adapters.upstash.vector.client import STORE, VectorIndex
from recollect.core.customers import ALL_CUSTOMERS
from recollect.core.errors import StoreRefused
from recollect.knowledge.case_storing import CaseBatch, ingest_cases
from recollect.knowledge.similar_cases import FoundCase
from recollect.wiring.knowledge import build_knowledge_services
from recollect.wiring.stores import Stores
from tests.adapters.misbehaving import misbehaving, reply
from tests.adapters.services import service
from tests.cases import each_case
from tests.writers import EDITOR

TEXT = "The ISP circuit is flapping"


@pytest.fixture
async def cases(emulated: Stores) -> VectorCases:
    """No cases but those of this test."""
    await emulated.vector.reset(namespace="cases")
    return VectorCases(emulated.vector)


async def store(emulated: Stores, *cases: dict[str, object]) -> None:
    batch = CaseBatch.model_validate({"cases": list(cases)})
    services = build_knowledge_services(emulated)
    ownership = services.ownership(EDITOR)
    await ingest_cases(batch, ownership, repository=services.repository, customers=ALL_CUSTOMERS)


def case(number: str, content: str = TEXT, **fields: object) -> dict[str, object]:
    return {"case_number": number, "content": content, **fields}


def numbers(found: Sequence[FoundCase]) -> set[str]:
    assert len({each.case_number for each in found}) == len(found)
    return {each.case_number for each in found}


async def test_a_found_case_comes_with_all_its_fields(emulated: Stores, cases: VectorCases) -> None:
    url = "https://desk.example/A1"
    await store(
        emulated, case("A1", company="Altus Health", url=url), case("B2", "Printer on fire")
    )
    found = {each.case_number: each for each in await cases.similar(TEXT, (), 10)}

    assert set(found) == {"A1", "B2"}
    best = found["A1"]
    assert (best.company, best.url, best.text) == ("Altus Health", url, TEXT)
    assert best.arms.dense == pytest.approx(1, abs=0.01)
    assert best.arms.dense > found["B2"].arms.dense
    assert (found["B2"].company, found["B2"].url) == (None, None)


async def test_a_companys_own_cases_are_found_among_any_number_of_better_ones(
    emulated: Stores, cases: VectorCases
) -> None:
    others = [case(f"B{n}", company="Other") for n in range(20)]
    own = case("A1", f"{TEXT} and so were many other things", company="Altus  HEALTH")
    await store(emulated, own, *others)

    assert "A1" not in numbers(await cases.similar(TEXT, (), 3))
    assert "A1" not in numbers(await cases.similar(TEXT, ("Nobody",), 3))
    found = {each.case_number: each for each in await cases.similar(TEXT, ("altus health",), 3)}
    assert 4 <= len(found) <= 7
    # It has the same score as in a search of all cases.
    everything = {each.case_number: each for each in await cases.similar(TEXT, (), 100)}
    assert found["A1"] == everything["A1"]
    assert all(found[each].arms == everything[each].arms for each in found)


async def test_a_customers_cases_are_found_under_each_of_its_names(
    emulated: Stores, cases: VectorCases
) -> None:
    others = [case(f"B{n}", company="Other") for n in range(20)]
    filed = [
        case(f"A{n}", f"{TEXT} and so were many other things", company=company)
        for n, company in enumerate(("Altus Health", "ALTUS"))
    ]
    await store(emulated, *filed, *others)
    names = ("altus health", "Altus", 'it\'s "both"\\', "")
    assert {"A0", "A1"} <= numbers(await cases.similar(TEXT, names, 3))


async def test_a_limited_search_scores_no_case_lower_than_a_search_of_all(
    emulated: Stores, cases: VectorCases
) -> None:
    words = TEXT.split()
    mixed = [
        case(f"C{n}", " ".join([*words[: n % 5], *["filler"] * n]), company="AB"[n % 2] * 2)
        for n in range(1, 30)
    ]
    await store(emulated, *mixed)
    everything = {each.case_number: each for each in await cases.similar(TEXT, (), 100)}

    for names in ((), ("aa",), ("bb",)):
        for limit in (1, 2, 5):
            for each in await cases.similar(TEXT, names, limit):
                exact = everything[each.case_number].arms
                assert each.arms.dense >= exact.dense - 1e-6
                assert each.arms.sparse >= exact.sparse - 1e-6


async def test_a_company_whose_name_can_be_quoted_is_found_by_it(
    emulated: Stores, cases: VectorCases
) -> None:
    for name in ("O'Neill & Söhne", 'The "Best"'):
        own = uuid4().hex[:8]
        await store(
            emulated, case(own, f"x {own}", company=name), *(case(f"A{n}") for n in range(9))
        )
        assert own.upper() in numbers(await cases.similar(TEXT, (name,), 2))


async def test_an_empty_text_resembles_no_case(emulated: Stores, cases: VectorCases) -> None:
    await store(emulated, case("A1"))

    assert await cases.similar(" \n", ("Altus",), 3) == ()
    for text in ("🙂", "\0", "\ud83d half of one"):
        assert numbers(await cases.similar(text, (), 3)) <= {"A1"}


@each_case("names", [(), ("Altus",), ("Altus", "Altus Health")])
async def test_a_search_is_one_round_trip(
    http_client: httpx.AsyncClient, names: tuple[str, ...]
) -> None:
    arms: list[list[object]] = [[], [], [], []] if names else [[], []]
    async with misbehaving([reply(200, {"result": arms})]) as server:
        assert list(await foreign(http_client, server.url).similar(TEXT, names, 3)) == []
        assert server.requests == 1


@each_case(
    "answer",
    [
        {"result": []},
        {"result": [[], []]},
        {"result": None},
        {"result": [[{"id": "A"}], [], [], []]},
        {"result": [[{"id": "A", "score": "x"}], [], [], []]},
        {"result": [[{"id": "A", "score": 1, "metadata": [1]}], [], [], []]},
        [],
    ],
)
async def test_a_malformed_answer_is_refused(
    http_client: httpx.AsyncClient, answer: object
) -> None:
    async with misbehaving([reply(200, answer)]) as server:
        with pytest.raises(StoreRefused):
            await foreign(http_client, server.url).similar(TEXT, ("Altus",), 3)


async def test_a_field_that_a_record_lacks_is_none_or_empty(http_client: httpx.AsyncClient) -> None:
    hit = {"id": "A1", "score": 1, "metadata": {"company": 7, "url": ""}}
    async with misbehaving([reply(200, {"result": [[hit], []]})]) as server:
        (found,) = await foreign(http_client, server.url).similar(TEXT, (), 3)

    assert (found.case_number, found.company, found.url, found.text) == ("A1", None, None, "")


def foreign(client: httpx.AsyncClient, url: str) -> VectorCases:
    return VectorCases(VectorIndex(service(client, STORE, url)))

"""Stored cases: by their number, under their company, without secrets."""

import unicodedata

import pytest
from pydantic import ValidationError

from recollect.core.customers import ALL_CUSTOMERS
from recollect.core.errors import InvalidRequest, OwnedByAnother
from recollect.core.writer import Writer
from recollect.knowledge.case_reading import CaseReader
from recollect.knowledge.case_storing import CaseBatch, StoredCases, ingest_cases
from recollect.knowledge.forgetting import Forgotten, forget_case
from recollect.knowledge.ownership import Ownership
from recollect.knowledge.records import CASES, KnowledgeRecord
from tests.cases import each_case
from tests.knowledge.fake_business_contexts import FakeBusinessContexts
from tests.knowledge.fakes import FakeKnowledge, FakeOwners
from tests.writers import ANN, BOB, EDITOR

# A ¦ keeps a made-up secret from looking like one in this file.
SECRET = "AKIA¦Q3EXK7LPZ2MWN5TR".replace("¦", "")


def case(number: str = "SCS0001010", **fields: object) -> dict[str, object]:
    return {"case_number": number, "content": "The circuit was flapping.", **fields}


async def kept(*cases: dict[str, object]) -> dict[str, KnowledgeRecord]:
    repository = FakeKnowledge()
    batch = CaseBatch.model_validate({"cases": list(cases)})
    ownership = Ownership(EDITOR, FakeOwners(), repository)
    stored = await ingest_cases(batch, ownership, repository=repository, customers=ALL_CUSTOMERS)
    assert stored.stored == len(stored.ids)
    assert list(stored.ids) == list(repository.of(CASES))
    return repository.of(CASES)


async def test_a_case_is_stored_with_all_of_its_known_fields() -> None:
    (record,) = (
        await kept(
            case(
                "scs0001010",
                company=" Altus  Health ",
                url="https://desk.example/SCS0001010",
                resolved_at="2025-01-15T05:53:11.0029+01:00",
            )
        )
    ).values()

    assert record == KnowledgeRecord(
        "SCS0001010",
        "The circuit was flapping.",
        {
            "case_number": "SCS0001010",
            "company": "Altus  Health",
            "company_key": "altus health",
            "url": "https://desk.example/SCS0001010",
            "resolved_at": "2025-01-15T04:53:11.002Z",
            "resolved_at_ms": 1_736_916_791_002,
        },
    )


async def test_unknown_fields_of_a_case_are_not_stored() -> None:
    (record,) = (await kept(case())).values()

    assert record.metadata == {"case_number": "SCS0001010"}


async def test_secrets_and_personal_data_are_not_kept() -> None:
    (record,) = (
        await kept(case(content=f"Key {SECRET} of jane.roe@example.com on 10.52.0.4."))
    ).values()

    assert record.text == "Key [REDACTED:aws] of [REDACTED:email] on 10.52.0.4."


async def test_a_case_number_may_occur_only_once_in_a_batch_whatever_its_case() -> None:
    with pytest.raises(InvalidRequest) as refused:
        await kept(case("A-1"), case("B-2"), case("a-1"), case("b-2"))

    assert [each.field for each in refused.value.errors] == [
        "cases.2.case_number",
        "cases.3.case_number",
    ]


def test_an_invalid_case_is_refused() -> None:
    cases: list[dict[str, object]] = [
        {"case_number": ""},
        {"case_number": "A 1"},
        {"case_number": "Ä1"},
        {"case_number": "A1\n"},
        {"case_number": "A" * 41},
        {"content": " \n"},
        {"content": "a\0b"},
        {"content": None},
        {"company": ""},
        {"company": "x" * 129},
        {"company": "a\nb"},
        {"url": "ftp://desk.example"},
        {"url": "https://desk.example/a b"},
        {"url": "https://desk.example/\0"},
        {"url": "javascript:alert(1)"},
        {"url": f"https://desk.example/?key={SECRET}"},
        {"url": "https://desk.example/" + "x" * 2_048},
        {"resolved_at": "2025-01-15T04:53:11"},
        {"resolved_at": "0001-01-01T00:00:00+14:00"},
        {"resolved": True},
    ]
    for fields in cases:
        with pytest.raises(ValidationError):
            CaseBatch.model_validate({"cases": [case() | fields]})


def test_texts_of_cases_are_normalized_and_hold_nothing_that_nobody_sees() -> None:
    written = case(content=unicodedata.normalize("NFD", "Grö\u200bße gelöst\U000e0041"))
    assert CaseBatch.model_validate({"cases": [written]}).cases[0].content == "Größe gelöst"


@each_case("count", [0, 101])
def test_a_batch_has_1_to_100_cases(count: int) -> None:
    with pytest.raises(ValidationError):
        CaseBatch.model_validate({"cases": [case(f"A{n}") for n in range(count)]})


async def test_100_cases_are_kept_at_once() -> None:
    assert len(await kept(*(case(f"A{n}") for n in range(100)))) == 100


class Kept:
    """A store with a case of Ann's."""

    def __init__(self, number: str = "SCS0001010") -> None:
        self.owners = FakeOwners({(CASES, number): ANN.subject}, places={(CASES, number): "1"})
        record = KnowledgeRecord(number, "Of long ago.", {"case_number": number})
        self.repository = FakeKnowledge({CASES: {number: record}})

    async def send(self, writer: Writer, number: str) -> StoredCases:
        batch = CaseBatch.model_validate({"cases": [case(number)]})
        return await ingest_cases(
            batch, self.owned_by(writer), repository=self.repository, customers=ALL_CUSTOMERS
        )

    async def forget(self, writer: Writer, number: str) -> Forgotten:
        return await forget_case(number, self.owned_by(writer), repository=self.repository)

    async def read(self, number: str) -> str:
        business_contexts = FakeBusinessContexts()
        reader = CaseReader(self.repository, self.owners, ALL_CUSTOMERS, business_contexts)
        return (await reader.one(number)).content

    def owned_by(self, writer: Writer) -> Ownership:
        return Ownership(writer, self.owners, self.repository)

    def traces(self) -> set[str]:
        """The case numbers of which anything is kept."""
        kept = (*self.owners.writers, *self.owners.places)
        return {number for _, number in kept} | set(self.repository.of(CASES))


WRITTEN = ["SCS0001010", "SCS-0001010", "#scs 0001010"]


@each_case("written", WRITTEN)
async def test_a_case_is_read_replaced_and_forgotten_however_its_number_is_written(
    written: str,
) -> None:
    store = Kept()
    assert await store.read(written) == "Of long ago."
    assert (await store.send(ANN, written)).ids == ("SCS0001010",)
    assert await store.read(written) == "The circuit was flapping."
    assert (await store.forget(ANN, written)).deleted_ids == ("SCS0001010",)
    assert store.traces() == set()


@each_case("written", WRITTEN)
async def test_a_case_stays_its_writers_however_its_number_is_written(written: str) -> None:
    store = Kept()
    for attempt in (store.send(BOB, written), store.forget(BOB, written)):
        with pytest.raises(OwnedByAnother):
            await attempt
    assert (await store.send(EDITOR, written)).ids == ("SCS0001010",)


async def test_keys_of_another_desk_with_and_without_a_hyphen_are_different_cases() -> None:
    store = Kept("OPS-1234")
    await store.send(BOB, "OPS1234")
    assert store.traces() == {"OPS-1234", "OPS1234"}

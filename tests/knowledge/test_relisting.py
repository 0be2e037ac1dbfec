"""What a ledger has lost of evidence and cases is written again from their records."""

from copy import deepcopy

from recollect.core.customers import ALL_CUSTOMERS
from recollect.knowledge.case_storing import CaseBatch, ingest_cases
from recollect.knowledge.records import CASES, KnowledgeRecord
from recollect.knowledge.relisting import Relisting
from tests.knowledge.fakes import FakeOwners, FakeThreads
from tests.knowledge.stores import ITEMS, SCOPE, Stores, said
from tests.writers import EDITOR

LONG = {"id": "page", "content": "All about printers. " * 200}


async def filled() -> Stores:
    stores = Stores()
    await stores.store({"id": "old", "content": "The old rule"}, LONG)
    await stores.store({"id": "new", "content": "The new rule", "supersedes": ["old"]})
    await stores.store(said("a", 0), said("b", 1), said("c", 1))
    await stores.store({"id": "apart", "content": "of another project"}, project="api")
    case = {
        "case_number": "CS0001234",
        "content": "It rang.",
        "resolved_at": "2026-01-02T00:00:00Z",
    }
    await ingest_cases(
        CaseBatch.model_validate({"cases": [case]}),
        stores.owned_by(EDITOR),
        repository=stores.repository,
        customers=ALL_CUSTOMERS,
    )
    solved = KnowledgeRecord("run", "It rang", {})
    await stores.repository.put(f"experience:{SCOPE.tenant}:{SCOPE.project}", [solved])
    return stores


async def relisted(stores: Stores, owners: FakeOwners, threads: FakeThreads) -> dict[str, int]:
    listed = dict[str, int]()
    relisting = Relisting(stores.repository, owners, threads, stores.run_cases)
    async for namespace, count in relisting.everything():
        listed[namespace] = listed.get(namespace, 0) + count
    return listed


async def test_lists_conversations_and_successors_are_as_they_were_and_nobody_owns_anything() -> (
    None
):
    stores = await filled()
    owners, threads = FakeOwners(), FakeThreads()
    assert await relisted(stores, owners, threads) == {ITEMS: 6, "evidence:acme:api": 1, CASES: 1}

    assert owners.places == stores.owners.places
    assert owners.supersedes == stores.owners.supersedes == {"new": ("old",)}
    assert owners.writers == {}
    order = {key: sorted(places, key=places.__getitem__) for key, places in threads.places.items()}
    assert order == {"acme:web:C1": ["a", "b", "c"]}
    assert threads.with_passages == {SCOPE}
    assert stores.run_cases.solved_in == {SCOPE}


async def test_what_the_ledger_still_has_stays_as_it_is() -> None:
    stores = await filled()
    before = deepcopy((stores.owners, stores.threads.places))
    await relisted(stores, stores.owners, stores.threads)
    assert (stores.owners, stores.threads.places) == before

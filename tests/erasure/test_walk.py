"""An erasure gives the same receipt however it is paged, interrupted or repeated."""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.core.cursors import Cursors
from recollect.core.errors import InvalidRequest, StoreUnavailable
from recollect.erasure.reach import OF_ANY, Reach
from recollect.erasure.subject import ErasureReceipt, ErasureRequest, Subject
from recollect.erasure.walk import Eraser, ErasurePage, ErasureRepository
from recollect.settings.sources import FurtherSources
from tests.cases import each_case

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
EVERYWHERE = Reach(*(frozenset({"*"}),) * 3)

# What an item has to do with the subject: "-" nothing, "m" mentions it, "a" is about it.
_items = st.lists(st.sampled_from("-ma"), max_size=12)
_worlds = st.dictionaries(st.sampled_from(["1 a", "1 a-b", "2 b", "4 keys"]), _items, max_size=4)


@dataclass
class FakeErasureRepository:
    """Items in a row; a cursor is the place of the next item. An erased item concerns nobody."""

    name: str
    items: list[str]
    breaks: set[int] = field(default_factory=set)
    """The places where pages begin that are erased and then fail, each once."""

    async def page(self, cursor: str, limit: int) -> ErasurePage:
        start = int(cursor or 0)
        places = range(start, min(start + limit, len(self.items)))
        about = [at for at in places if self.items[at] == "a"]
        mentions = [at for at in places if self.items[at] == "m"]

        async def erase() -> None:
            for at in (*about, *mentions):
                self.items[at] = "-"
            if start in self.breaks:
                self.breaks.remove(start)
                raise StoreUnavailable("fake", "broke off")

        following = str(places.stop) if places.stop < len(self.items) else ""
        gone, kept = {"memories": len(about)}, {"evidence": len(mentions)}
        return ErasurePage(len(places), following, gone, kept, erase)  # type: ignore[arg-type]  # kinds


async def erased(
    world: dict[str, list[str]],
    limit: int,
    *,
    dry_run: bool = False,
    breaks: dict[str, set[int]] | None = None,
    hurry: bool = False,
) -> ErasureReceipt:
    """Erase page by page, repeating pages that broke off; in a `hurry`, one page a request."""
    repositories: Sequence[ErasureRepository] = [
        FakeErasureRepository(name, items, (breaks or {}).get(name, set()))
        for name, items in world.items()
    ]

    async def found(known_as: Sequence[str]) -> Sequence[ErasureRepository]:
        assert known_as == ["first name"], "what it began with goes on to the end"
        return repositories

    async def known_as() -> Sequence[str]:
        return [names.pop()]

    # A directory that is asked a second time no longer knows the names.
    names = ["first name"] if breaks is None else ["first name"] * 99

    request = ErasureRequest(subject=Subject(name="Ada Lovelace"), dry_run=dry_run, limit=limit)
    cursors = Cursors.of_list("secret", "erasure", request)
    while True:
        ticks = iter([False])
        late = (lambda ticks=ticks: next(ticks, True)) if hurry else (lambda: False)
        eraser = Eraser(known_as, found, NOW, late, "id", request.subject.hashed("secret"))
        try:
            receipt = await eraser.erase(request, cursors)
        except StoreUnavailable:
            continue
        if receipt.next_cursor is None:
            return receipt
        assert len(receipt.next_cursor) <= 4_096
        request = request.model_copy(update={"cursor": receipt.next_cursor})


def copied(world: dict[str, list[str]]) -> dict[str, list[str]]:
    return {name: list(items) for name, items in world.items()}


@given(_worlds, st.integers(1, 9), st.booleans())
async def test_every_item_is_erased_once_and_asked_after_once(
    world: dict[str, list[str]], limit: int, hurry: bool
) -> None:
    everything = [each for items in world.values() for each in items]
    now = copied(world)
    receipt = await erased(now, limit, hurry=hurry)

    assert set("".join("".join(items) for items in now.values())) <= {"-"}
    assert receipt.removed.memories == everything.count("a")
    assert receipt.masked.evidence == everything.count("m")
    assert (receipt.proof.asked, receipt.proof.found) == (len(everything), 0)
    assert receipt == await erased(copied(world), 100)


@given(_worlds, st.integers(1, 9))
async def test_a_dry_run_counts_the_same_and_changes_nothing(
    world: dict[str, list[str]], limit: int
) -> None:
    before = copied(world)
    dry = await erased(world, limit, dry_run=True)
    assert world == before
    done = await erased(world, 100)
    assert (dry.removed, dry.masked) == (done.removed, done.masked)
    found = sum(each != "-" for items in before.values() for each in items)
    assert dry.proof.found == found


@given(_worlds, st.integers(1, 9), st.sets(st.integers(0, 12)))
async def test_a_page_that_broke_off_is_done_by_its_repeat(
    world: dict[str, list[str]], limit: int, pages: set[int]
) -> None:
    breaks = {name: set(pages) for name in world}
    receipt = await erased(world, limit, breaks=breaks)
    assert receipt.proof.found == 0
    assert set("".join("".join(items) for items in world.values())) <= {"-"}


async def test_a_cursor_that_the_erasure_did_not_issue_is_refused() -> None:
    request = ErasureRequest(subject=Subject(email="ada@example.com"), cursor="AAAA")

    async def nowhere(known_as: Sequence[str]) -> Sequence[ErasureRepository]:
        assert not known_as
        return []

    async def nobody() -> Sequence[str]:
        return ()

    eraser = Eraser(nobody, nowhere, NOW, lambda: False, "id", "hash")
    with pytest.raises(InvalidRequest):
        await eraser.erase(request, Cursors.of_list("secret", "erasure", request))


def test_a_receipt_names_the_subject_only_by_a_keyed_hash() -> None:
    ada = Subject(name="Ada Lovelace")
    assert ada.hashed("key") == Subject(name="Ada Lovelace").hashed("key")
    assert ada.hashed("key") != ada.hashed("other")
    assert ada.hashed("key") != Subject(user_id="Ada Lovelace").hashed("key")


@each_case(
    ("reach", "names"),
    [
        (EVERYWHERE, "aekcn"),
        (Reach(frozenset({"a"}), frozenset({"*"}), frozenset({"*"})), "aekn"),
        (Reach(frozenset({"*"}), frozenset({"b"}), frozenset({"*"})), "akn"),
        (Reach(frozenset(), frozenset({"t"}), frozenset({"p"})), "ekn"),
    ],
)
def test_an_erasure_searches_only_where_its_caller_has_rights(reach: Reach, names: str) -> None:
    places = {
        "a": "support:a", "e": "evidence:t:p:turns", "c": OF_ANY, "n": "cases", "k": "",
    }  # fmt: skip
    subject = Subject(name="Ada Lovelace")
    asked = ErasureRequest(subject=subject)
    seen = {name for name, place in places.items() if reach.has(place, asked)}
    assert seen == set(names)
    of_app = ErasureRequest(subject=subject, apps=("a",))
    assert {name for name, place in places.items() if reach.has(place, of_app)} == seen & {"a"}


def test_erasing_a_tenant_or_a_project_searches_only_its_own_namespaces() -> None:
    names = ["evidence:t:p", "evidence:t:q:turns", "experience:t:p", "evidence:u:p", "support:t"]
    names += ["cases", OF_ANY, ""]
    tenant = ErasureRequest(subject=Subject(tenant="t"))
    project = ErasureRequest(subject=Subject(tenant="t", project="p"))
    assert [each for each in names if EVERYWHERE.has(each, tenant)] == names[:3]
    assert [each for each in names if EVERYWHERE.has(each, project)] == [names[0], names[2]]
    assert project.subject.identifier == ("project", "t/p")
    assert project.subject.hashed("key") != tenant.subject.hashed("key")


def test_a_proof_names_the_places_that_were_not_searched() -> None:
    narrow = Reach(frozenset({"a"}), frozenset({"*"}), frozenset({"*"}))

    def said(reach: Reach, **asked: object) -> str:
        return "; ".join(reach.unreached(ErasureRequest.model_validate(asked)))

    person = said(EVERYWHERE, subject={"name": "Ada Lovelace"})
    assert "backups" in person
    assert "nicknames" in person
    assert "no right to" not in person
    assert "kept answers" not in person
    assert "no right to" in said(narrow, subject={"name": "Ada Lovelace"})
    assert "kept answers" in said(narrow, subject={"name": "Ada Lovelace"})
    assert "cases, exemplars" in said(EVERYWHERE, subject={"email": "a@b.cd"}, apps=["a"])
    assert "nicknames" not in said(EVERYWHERE, subject={"user_id": "ada"})
    assert "memories and runs" in said(EVERYWHERE, subject={"tenant": "t"})
    assert "memories and solved cases" in said(EVERYWHERE, subject={"customer": "Altus"})
    # An erasure that broke off may have removed the directory entry that led to the names.
    assert "or no longer" in said(EVERYWHERE, subject={"customer": "Altus"})


def test_a_proof_names_every_further_source_of_evidence() -> None:
    person = ErasureRequest.model_validate({"subject": {"name": "Ada Lovelace"}})
    told = "; ".join(EVERYWHERE.unreached(person)).casefold()
    assert [each.name for each in fields(FurtherSources) if each.name not in told] == []

"""What the directory promises: to which entity a name, an alias or a channel leads."""

import asyncio
from uuid import uuid4

import pytest

from recollect.adapters.upstash.redis.business_contexts import RedisBusinessContexts
from recollect.core.customers import ALL_CUSTOMERS, NO_CUSTOMERS, Customers
from recollect.core.errors import OwnedByAnother
from recollect.core.writer import Writer
from recollect.knowledge.business_contexts import (
    BusinessContext,
    BusinessContextRepository,
    NewBusinessContext,
    put_business_context,
)
from recollect.knowledge.folded_names import folded_name
from tests.adapters.contract.evidence import Evidence
from tests.cases import each_case
from tests.knowledge.fake_business_contexts import FakeBusinessContexts
from tests.writers import ANN, EDITOR


class Entities:
    """A directory, and names that nobody else uses."""

    def __init__(self, business_contexts: BusinessContextRepository, slug: str) -> None:
        self.business_contexts = business_contexts
        self.slug = slug

    def name(self, name: str) -> str:
        return f"{name} {self.slug}"

    def channel(self, channel: str) -> str:
        return f"{channel}{self.slug}".upper().replace("-", "")

    async def put(
        self,
        name: str,
        *aliases: str,
        channels: tuple[str, ...] = (),
        writer: Writer = EDITOR,
        sees: Customers = NO_CUSTOMERS,
    ) -> str:
        """Keep an entity; return its name."""
        new = NewBusinessContext(
            entity_type="CLIENT",
            aliases=tuple(map(self.name, aliases)),
            slack_channels=tuple(map(self.channel, channels)),
        )
        told = await put_business_context(
            self.name(name),
            new,
            writer,
            sees=sees,
            business_contexts=self.business_contexts,
            customers=ALL_CUSTOMERS,
        )
        return told.entity_name

    async def found(self, name: str | None = None, channel: str | None = None) -> str | None:
        found = await self.business_contexts.look_up(
            None if channel is None else self.channel(channel),
            None if name is None else self.name(name),
        )
        return None if found is None else found.entity_name


@pytest.fixture(params=["fake", "redis"])
def entities(request: pytest.FixtureRequest, evidence: Evidence) -> Entities:
    # A short slug: with it, a channel must not get longer than one may be.
    slug = evidence.scope.project[-12:] if request.param == "fake" else uuid4().hex[:12]
    real = RedisBusinessContexts(evidence.stores.redis)
    return Entities(FakeBusinessContexts() if request.param == "fake" else real, slug)


async def test_an_entity_is_found_by_channel_name_and_alias(entities: Entities) -> None:
    altus = await entities.put("Altus", "Health", channels=("C1",))

    assert await entities.found(channel="C1") == altus
    assert await entities.found("ALTUS") == altus
    assert await entities.found("health") == altus
    assert await entities.found("Altus", "C9") == altus


async def test_the_channel_comes_before_the_name_and_the_name_before_an_alias(
    entities: Entities,
) -> None:
    one = await entities.put("One", channels=("C1",))
    two = await entities.put("Two", "One")

    assert await entities.found("Two", "C1") == one
    assert await entities.found("One") == one
    assert await entities.found("Two", "C2") == two


async def test_an_unknown_name_or_channel_leads_nowhere(entities: Entities) -> None:
    assert await entities.found("Nobody", "C9") is None
    assert await entities.found() is None
    assert await entities.business_contexts.look_up("", " ") is None
    assert await entities.business_contexts.get(folded_name(entities.name("Nobody"))) is None


async def test_an_alias_or_channel_that_an_entity_gave_up_leads_nowhere(entities: Entities) -> None:
    await entities.put("Altus", "Old", "Kept", channels=("C1", "C2"))
    altus = await entities.put("Altus", "Kept", "New", channels=("C2", "C3"))

    assert [await entities.found(each) for each in ("Old", "Kept", "New")] == [None, altus, altus]
    found = [await entities.found(channel=each) for each in ("C1", "C2", "C3")]
    assert found == [None, altus, altus]


async def test_the_last_entity_to_claim_an_alias_or_a_channel_has_it(entities: Entities) -> None:
    await entities.put("One", "Shared", channels=("C1",))
    two = await entities.put("Two", "Shared", channels=("C1",))
    assert await entities.found("Shared") == await entities.found(channel="C1") == two

    # The former holder cannot take it away.
    await entities.put("One")
    assert await entities.found("Shared") == await entities.found(channel="C1") == two

    one = await entities.put("One", "Shared")
    assert await entities.found("Shared") == one
    assert await entities.found(channel="C1") == two


async def test_putting_the_same_entity_again_changes_nothing(entities: Entities) -> None:
    for _ in range(2):
        altus = await entities.put("Altus", "Health", channels=("C1",))
        assert await entities.found("Health") == await entities.found(channel="C1") == altus


@each_case(
    "name", ["alias:x", "channel:C1", "a:b%3A", "%", "日本 🙂", "x\u2003y", "'\"\\", "*", "-1"]
)
async def test_a_name_with_special_characters_leads_only_to_its_own_entity(
    entities: Entities, name: str
) -> None:
    own = await entities.put(name, f"{name}{name}")
    await entities.put("x", "b", channels=("C1",))

    assert await entities.found(name) == await entities.found(name * 2) == own
    assert await entities.found(channel="C1") == entities.name("x")


async def test_of_simultaneous_writes_one_stands_and_nothing_of_the_others(
    entities: Entities,
) -> None:
    await asyncio.gather(*(entities.put("Altus", f"Alias {n}") for n in range(8)))

    found = [await entities.found(f"Alias {n}") for n in range(8)]
    assert len([each for each in found if each]) == 1
    kept = await entities.business_contexts.get(folded_name(entities.name("Altus")))
    assert isinstance(kept, BusinessContext)
    assert await entities.found(kept.aliases[0].removesuffix(f" {entities.slug}"))


@each_case(
    ("name", "aliases", "channels", "leads"),
    [
        ("Altus", (), (), True),
        ("Other", ("Health",), (), True),
        ("Other", (), ("C1",), True),
        ("Health", (), (), True),
        ("Other", ("New",), ("C2",), False),
    ],
)
async def test_nothing_is_taken_from_another_writer(
    entities: Entities, name: str, aliases: tuple[str, ...], channels: tuple[str, ...], leads: bool
) -> None:
    altus = await entities.put("Altus", "Health", channels=("C1",), writer=EDITOR)
    if not leads:
        assert await entities.put(name, *aliases, channels=channels, writer=ANN)
        return
    for sees, told in ((ALL_CUSTOMERS, "editor wrote"), (NO_CUSTOMERS, "somebody else wrote")):
        with pytest.raises(OwnedByAnother, match=told):
            await entities.put(name, *aliases, channels=channels, writer=ANN, sees=sees)

    assert await entities.found("health") == altus
    assert await entities.found(channel="C1") == altus
    assert await entities.found("Other") is None

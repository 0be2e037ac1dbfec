"""Full text search and walks in a real Postgres."""

from collections.abc import AsyncIterator
from dataclasses import replace
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import JsonValue

from recollect.adapters.postgres.database import Postgres
from recollect.adapters.postgres.evidence import PostgresEvidence
from recollect.relevance.calibration import QueryType
from recollect.relevance.filters import Filters
from recollect.retrieval.candidates import EvidenceQuery, Scope, Walk
from recollect.retrieval.items import Item
from recollect.retrieval.visibility import Bounds
from tests.adapters.postgres_server import postgres_url, put
from tests.retrieval.readers import FakeReader, found, hops, see_all

TIMEOUT = 20.0
WEB = Scope("web-of-words", "tests")


@pytest.fixture(scope="module")
async def source() -> AsyncIterator[PostgresEvidence]:
    postgres = Postgres(postgres_url(), TIMEOUT)
    yield PostgresEvidence(postgres)
    postgres.close()


@pytest.fixture
def scope() -> Scope:
    """A project of this test's own."""
    return Scope("acme", uuid4().hex)


def asking(scope: Scope, text: str, limit: int = 10, query: QueryType = "keyword") -> EvidenceQuery:
    return EvidenceQuery(scope, query, text, Filters(), limit)


def walking(scope: Scope, start: str, depth: int, *fields: str, limit: int = 50) -> EvidenceQuery:
    walk = Walk(start, fields or ("caused_by",), depth)
    return EvidenceQuery(scope, "graph_traversal", "", Filters(), limit, walk)


def item(item_id: str, text: str = "x", **metadata: JsonValue) -> Item:
    return Item(item_id, text, metadata)


async def test_one_matching_word_of_many_is_enough(source: PostgresEvidence, scope: Scope) -> None:
    await put(scope, [item("a", "The printer is out of paper"), item("b", "The lift is stuck")])
    assert await found(source, asking(scope, "printers that nobody ever refilled")) == ["a"]


async def test_the_rarer_word_counts_for_more(source: PostgresEvidence, scope: Scope) -> None:
    common = [item(f"c{n}", "the login failed again") for n in range(9)]
    await put(scope, [*common, item("rare", "the certificate failed again")])
    candidates = await source.candidates(asking(scope, "login certificate"), see_all)
    scores = [candidate.arms.sparse for candidate in candidates]
    assert candidates[0].item.id == "rare"
    assert scores == sorted(scores, reverse=True)
    assert 0 < scores[-1] < scores[0]


async def test_texts_with_more_of_the_words_and_fewer_others_come_first(
    source: PostgresEvidence, scope: Scope
) -> None:
    text = "password reset link expired"
    await put(
        scope,
        [
            item("all", text),
            item("long", f"{text}, and then about the weather, trains, soup, hats and chess"),
            item("half", "password reset"),
            item("none", "printer"),
        ],
    )
    assert await found(source, asking(scope, text)) == ["all", "long", "half"]


async def test_a_score_does_not_depend_on_the_filters(
    source: PostgresEvidence, scope: Scope
) -> None:
    await put(scope, [item("a", "login failed", kind="x"), item("b", "login works", kind="y")])
    everything = {
        each.item.id: each.arms
        for each in await source.candidates(asking(scope, "login failed"), see_all)
    }
    filters = Filters(equals={"kind": "y"})
    [alone] = await source.candidates(
        EvidenceQuery(scope, "keyword", "login failed", filters, 10), see_all
    )
    assert alone.arms == everything["b"]


async def test_a_text_without_words_finds_nothing(source: PostgresEvidence, scope: Scope) -> None:
    cases: list[str] = ["", "  ", "the of and", "!!! & | <->", "\0", "\ud800"]
    await put(scope, [item("a", "the of and login")])
    for text in cases:
        assert await found(source, asking(scope, text)) == []


async def test_hostile_texts_are_searched_as_plain_words(
    source: PostgresEvidence, scope: Scope
) -> None:
    cases: list[str] = [
        "login & !failed | (x <-> y):*",
        "login'; DROP TABLE evidence; --",
        "it's \"login\" \\ \\' '' :A",
        "login\0\x01\x1f\x7f\u2028",
        "login 🔥👩‍💻 東京",
        "login \ud800",
        "login http://a.com:8080/x?y=1&z=!2|(3)'\\q a.com:80/a'b\\c:*&!d|e",
        "login C:\\temp\\x 'a\\'b' http://a.b/c?d='e'&f=\\g foo@bar.de -1.5e-7 <b c='d'>",
        "login " + "word " * 900 + "x" * 5_000,
        "login " * 100_000,
    ]
    await put(scope, [item("a", "login failed"), item("b", "printer")])
    for text in cases:
        assert await found(source, asking(scope, text)) == ["a"]


@pytest.fixture
async def needle() -> None:
    """An item stored before the examples run; each `put` opens a connection of its own."""
    await put(WEB, [item("a", "needleinhaystack")])


@pytest.mark.usefixtures("needle")
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(before=st.text(max_size=30), after=st.text(max_size=30))
async def test_no_text_is_read_as_an_operator(
    source: PostgresEvidence, before: str, after: str
) -> None:
    # An angle bracket may begin a tag, which is not a word.
    text = f"{before} needleinhaystack {after}".replace("<", " ")
    assert await found(source, asking(WEB, text)) == ["a"]


async def test_a_huge_text_is_stored_and_found_by_its_beginning(
    source: PostgresEvidence, scope: Scope
) -> None:
    words = " ".join(f"w{n:x}x" for n in range(300_000))
    await put(scope, [item("huge", f"login {words} logout"), item("word", "x" * 2_000_000)])
    assert len(words) > 2_000_000
    assert await found(source, asking(scope, "login")) == ["huge"]
    assert await found(source, asking(scope, "logout")) == []


async def test_postgres_finds_nothing_by_meaning(source: PostgresEvidence, scope: Scope) -> None:
    await put(scope, [item("a", "login")])
    assert await found(source, asking(scope, "login", query="semantic")) == []
    assert await found(source, asking(scope, "login", query="hybrid")) == ["a"]


async def test_the_creation_time_of_a_candidate_is_that_of_its_row(
    source: PostgresEvidence, scope: Scope
) -> None:
    await put(scope, [item("a", "login", created_at="2025-01-15T05:53:11.002+01:00")])
    [candidate] = await source.candidates(asking(scope, "login"), see_all)
    assert candidate.item.metadata["created_at"] == "2025-01-15T04:53:11.002000Z"


async def test_a_walk_goes_both_ways_and_ends_in_a_cycle(
    source: PostgresEvidence, scope: Scope
) -> None:
    ring = [item(f"n{n}", caused_by=[f"n{(n + 1) % 6}"]) for n in range(6)]
    await put(scope, [*ring, item("loner"), item("self", caused_by=["self"])])
    around = {"n0": 0, "n1": 1, "n5": 1, "n2": 2, "n4": 2, "n3": 3}
    assert await hops(source, walking(scope, "n0", 10)) == around
    assert await hops(source, walking(scope, "n0", 1)) == {"n0": 0, "n1": 1, "n5": 1}
    assert await hops(source, walking(scope, "self", 10)) == {"self": 0}


async def test_a_walk_follows_only_the_fields_that_it_names(
    source: PostgresEvidence, scope: Scope
) -> None:
    await put(
        scope,
        [
            item("a", caused_by="b", relates_to=["c"]),
            item("b"),
            Item("c", "x", {"it's": ["d"]}),
            item("d"),
        ],
    )
    assert await hops(source, walking(scope, "a", 3)) == {"a": 0, "b": 1}
    both = walking(scope, "d", 3, "relates_to", "it's", "no-such", "nul\0")
    assert await hops(source, both) == {"d": 0, "c": 1, "a": 2}


async def test_a_walk_passes_through_ids_that_are_not_stored(
    source: PostgresEvidence, scope: Scope
) -> None:
    await put(scope, [item("a", caused_by=["INC-1"]), item("b", caused_by=["INC-1"])])
    assert await hops(source, walking(scope, "INC-1", 1)) == {"a": 1, "b": 1}
    assert await hops(source, walking(scope, "a", 2)) == {"a": 0, "b": 2}
    assert await hops(source, walking(scope, "nobody", 2)) == {}
    assert await hops(source, walking(scope, "a\0", 2)) == {}


async def test_the_limit_leaves_out_the_farthest(source: PostgresEvidence, scope: Scope) -> None:
    await put(scope, [item(f"n{n}", caused_by=[f"n{n + 1}"]) for n in range(30)])
    assert await hops(source, walking(scope, "n0", 10, limit=3)) == {"n0": 0, "n1": 1, "n2": 2}


async def test_a_walk_may_pass_through_items_that_the_filters_leave_out(
    source: PostgresEvidence, scope: Scope
) -> None:
    chain = [item("a", caused_by=["b"]), item("b", caused_by=["c"]), item("c", kind="x")]
    await put(scope, chain)
    query = EvidenceQuery(
        scope, "graph_traversal", "", Filters(equals={"kind": "x"}), 1, Walk("a", ("caused_by",), 5)
    )
    assert await hops(source, query) == {"c": 2}


BOUNDS = Bounds(least_trust=0.3, most_sensitive=0.7, groups=("qa",))
SEEN = [
    item("plain", "login failed"),
    item("null", "login failed", trust=None, sensitivity=None, restrictedToGroups=None),
    item("ours", "login works", trust=0.3, sensitivity=0.7, restrictedToGroups=["ops", "qa"]),
    item("open", "login", hasCredentials=False, restrictedToGroups=[], caused_by=["plain"]),
]
OUT_OF_BOUNDS = [
    item("secret", "login login", hasCredentials=True),
    item("odd", "login login", hasCredentials="no", caused_by=["plain", "open"]),
    item("rumour", "login failed", trust=0.29),
    item("unsure", "login failed", trust="high"),
    item("sensitive", "login failed failed", sensitivity=0.71, caused_by=["plain", "ours"]),
    item("theirs", "failed", restrictedToGroups=["board"]),
    item("unreadable", "failed", restrictedToGroups="qa"),
]


async def test_items_out_of_bounds_are_neither_found_nor_counted_nor_walked_through(
    source: PostgresEvidence, scope: Scope
) -> None:
    bare = Scope(scope.tenant, f"{scope.project}-bare")
    await put(scope, [*OUT_OF_BOUNDS, *SEEN])
    await put(bare, SEEN)
    searches, walks = [], []
    for where in (scope, bare):
        search, walk = asking(where, "login failed", limit=3), walking(where, "plain", 3)
        searches.append(await source.candidates(replace(search, bounds=BOUNDS), see_all))
        walks.append(await source.candidates(replace(walk, bounds=BOUNDS), see_all))
    assert searches[0] == searches[1]
    assert {each.item.id: each.hops for each in walks[0]} == {"plain": 0, "open": 1}
    assert walks[0] == walks[1]


async def test_without_bounds_items_that_cannot_be_seen_make_no_word_common(
    source: PostgresEvidence, scope: Scope
) -> None:
    bare = Scope(scope.tenant, f"{scope.project}-bare")
    await put(scope, [*OUT_OF_BOUNDS, *SEEN])
    await put(bare, SEEN)
    see = FakeReader({each.id for each in OUT_OF_BOUNDS}).see
    asked = [replace(asking(where, "login failed"), by_rarity=False) for where in (scope, bare)]
    found = [
        {each.item.id: each.arms for each in await source.candidates(one, see)} for one in asked
    ]
    assert found[0] == found[1]
    assert len(found[0]) >= 3


async def test_without_bounds_items_that_cannot_be_seen_are_not_walked_through_and_take_no_place(
    source: PostgresEvidence, scope: Scope
) -> None:
    await put(scope, [*OUT_OF_BOUNDS, *SEEN])
    see = FakeReader({each.id for each in OUT_OF_BOUNDS}).see
    walked = await source.candidates(walking(scope, "plain", 3), see)
    assert {each.item.id: each.hops for each in walked} == {"plain": 0, "open": 1}
    searched = await source.candidates(asking(scope, "login failed", limit=3), see)
    assert len(searched) == 3

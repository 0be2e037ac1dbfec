"""Which memories are retrieved to help a tool."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from recollect.enrichment.choosing import Mode
from recollect.enrichment.memories import (
    ContextSummary,
    ToolMemory,
    ToolMemoryRepository,
    session_key,
)
from recollect.relevance.arms import Arms
from tests.enrichment.fakes import GARBAGE, GIVEN, TEXT, TOOL, Store, enricher, memory, settings
from tests.virtual_time import virtually


def retrieved(
    memories: ToolMemoryRepository,
    session: str | None = "session",
    *,
    least: float = 0.5,
    asked: dict[str, JsonValue] = GIVEN,
    **changes: Any,
) -> list[ContextSummary]:
    remembering = enricher(memories, settings(**changes), least=least)
    return virtually(remembering.retrieve_relevant_context(TOOL, asked, session))


def ids(summaries: Sequence[ContextSummary]) -> list[str | None]:
    return [each.memory_id for each in summaries]


def test_the_mode_decides_whose_memories_are_searched() -> None:
    cases: list[tuple[Mode, str | None, str | None, list[str]]] = [
        ("tool", TOOL, None, ["t1", "t2"]),
        ("conversation", None, session_key("session"), ["s1"]),
        ("hybrid", TOOL, session_key("session"), ["t1", "t2"]),
    ]
    for mode, tool, session, found in cases:
        store = Store(
            (memory("t1"), memory("t2", dense=0.8)), (memory("s1", source="conversation"),)
        )
        assert ids(retrieved(store, mode=mode)) == found
        (wanted,) = store.wanted
        assert (wanted.tool, wanted.session, wanted.domain) == (tool, session, "openshift")
        assert wanted.limit >= 3
        assert "checkout" in wanted.text


def test_a_session_stands_in_for_a_tool_without_relevant_memories() -> None:
    cases: list[tuple[ToolMemory, ...]] = [(), (memory("t1", dense=0.0, sparse=0.1),)]
    for of_tool in cases:
        store = Store(of_tool, (memory("s1", source="conversation"),))
        assert ids(retrieved(store)) == ["s1"]
        assert len(store.wanted) == 1
        assert ids(retrieved(store, mode="tool")) == []


def test_without_a_session_its_memories_are_not_searched() -> None:
    cases: list[str | None] = [None, ""]
    for session in cases:
        store = Store((), (memory("s1"),))
        assert retrieved(store, session, mode="conversation") == []
        assert store.wanted == []
        assert retrieved(store, session) == []
        assert [each.session for each in store.wanted] == [None]


def test_the_best_come_first_then_the_newest_then_the_lesser_id() -> None:
    store = Store(
        (
            memory("_old", days_old=9),
            memory("b"),
            memory("a"),
            memory("best", dense=0.95, days_old=90),
            memory("weak", dense=0.7),
        )
    )
    assert ids(retrieved(store, top_k=9)) == ["best", "a", "b", "_old", "weak"]
    assert ids(retrieved(store, top_k=2)) == ["best", "a"]


def test_a_memory_that_names_the_case_is_relevant_whatever_its_score() -> None:
    text = "The checkout team raised the limit."
    named = memory("named", dense=0.1, sparse=0.1, text=text, tags=())
    tagged = memory("tagged", dense=0.1, sparse=0.0, tags=("namespace:checkout",))
    other = memory("other", dense=0.1, sparse=0.1, text="Nothing of any check-outs.", tags=())
    found = retrieved(Store((named, tagged, other)), asked={"namespace": "checkout"})
    assert ids(found) == ["named", "tagged"]


def test_memories_with_the_same_text_are_given_once() -> None:
    alike = [memory(name, text=TEXT) for name in ("a", "b", "c")]
    store = Store((*alike, memory("other", dense=0.85)))
    assert ids(retrieved(store)) == ["a", "other"]


def incident(name: str, resolution: str, days_old: int, dense: float = 0.9) -> ToolMemory:
    text = f"symptoms: billing pods pending, insufficient cpu\n{resolution}\naffected: billing"
    told = memory(name, text=text, source="operational", tags=(), days_old=days_old, dense=dense)
    return replace(told, finding="cause")


def test_a_memory_that_revokes_another_comes_before_it() -> None:
    old = incident("old", "resolution: Scale the pool by hand to 5 nodes", 9)
    new = incident(
        "new", "resolution: We no longer scale the pool by hand, the autoscaler does it.", 2, 0.8
    )
    earlier = replace(new, created_at_ms=(old.created_at_ms or 0) - 1)
    assert ids(retrieved(Store((old, new)))) == ["new", "old"]
    assert ids(retrieved(Store((old, earlier)))) == ["old", "new"], "what is older replaces nothing"
    assert ids(retrieved(Store((old, replace(new, finding="nothing"))))) == ["old", "new"]


def test_a_memory_revoked_for_one_customer_stays_valid_for_others() -> None:
    text = "resolution: We no longer scale the pool by hand, the autoscaler does it."
    old, new = incident("old", "resolution: Scale the pool by hand", 9), incident("new", text, 2, 0)

    def order(olds: str, news: str) -> list[str | None]:
        whose = (replace(old, customers=(*olds.split(),)), replace(new, customers=(*news.split(),)))
        return ids(retrieved(Store(whose), least=0.0))

    assert order("Altus", "Altus") == order("Altus", "") == order("Altus", "Altus Boreal")
    assert order("Altus", "Altus") == ["new", "old"]
    assert order("Boreal", "Altus") == ["old", "new"]
    assert order("", "Altus") == ["old", "new"], "what is everybody's is not one customer's to end"


def test_a_revocation_about_another_thing_changes_no_order() -> None:
    old = incident("old", "resolution: Scale the pool by hand to 5 nodes", 9)
    other = memory("other", text="summary: The badge office no longer opens on Fridays.", dense=0.8)
    assert ids(retrieved(Store((old, replace(other, finding="cause"))))) == ["old", "other"]


def test_memories_that_differ_only_in_punctuation_are_given_once() -> None:
    cause = "root cause: The tax service throttles us"
    once = [incident("a", cause, 3), incident("b", f"{cause}!", 2), incident("c", f"{cause}.", 4)]
    assert ids(retrieved(Store(once))) == ["b"]


def test_of_runs_with_the_same_trouble_the_one_about_the_asked_host_is_given() -> None:
    def failed(name: str, host: str, days_old: int) -> ToolMemory:
        text = f"error: Restarting did not help, {days_old} orders were lost."
        tags = ("service:intake", f"host:{host}")
        return replace(memory(name, text=text, tags=tags, days_old=days_old), finding="trouble")

    store = Store((failed("own", "app-3", 9), failed("newer", "app-4", 2)))
    assert ids(retrieved(store, asked={"service": "intake", "host": "app-3"})) == ["own"]
    assert ids(retrieved(store, asked={"service": "intake", "host": "app-9"})) == ["newer"]


def test_troubles_with_different_codes_are_different() -> None:
    def failed(name: str, told: str, days_old: int) -> ToolMemory:
        text = f"error: {told} while job-{days_old}x9 of INC00{days_old}4711 ran at 10:4{days_old}"
        return replace(memory(name, text=text, days_old=days_old), finding="trouble")

    cases = [("ORA-00054", "ORA-00600"), ("(E4031)", "(E4032)"), ("status: 500", "status: 404")]
    for one, other in cases:
        found = (failed("old", one, 9), failed("new", other, 2), failed("newest", one, 1))
        assert ids(retrieved(Store(found))) == ["newest", "new"], "one for each code"


def test_a_memory_is_given_with_its_kind_and_score() -> None:
    (told,) = retrieved(Store((memory("m1", source="operational"),)))
    expected = memory("m1")
    assert told.model_dump() == {
        "source": "operational",
        "memoryId": "m1",
        "sessionId": None,
        "timestamp": expected.created_at_ms,
        "score": 0.9,
        "similarity": 0.9,
        "tags": ("namespace:payments",),
        "snippet": TEXT,
        "origin": "upstash-vector",
    }


def test_relevance_combines_meaning_and_words() -> None:
    text = "The checkout of the weekend was slow."
    weak, strong = memory("weak", dense=0.4), memory("strong", dense=0.4, text=text)
    assert ids(retrieved(Store((weak, strong)), least=0.45)) == ["strong"]
    assert ids(retrieved(Store((weak, strong)), least=0.0)) == ["strong", "weak"]


def test_only_some_unreadable_memories_are_read() -> None:
    unreadable = [memory(f"u{number:02}", text="?" * number) for number in range(1, 7)]
    assert retrieved(Store((*unreadable, memory("z", dense=0.85)))) == []
    assert ids(retrieved(Store((*unreadable[:5], memory("z", dense=0.85))))) == ["z"]


def test_a_session_has_a_key_without_quotes() -> None:
    cases: list[str] = ["it's", 'a "quoted" one', "a\nb", "\ud83d", "x" * 10_000]
    for session in cases:
        key = session_key(session)
        assert len(key) == 32
        assert set(key) <= set("0123456789abcdef")
        assert key != session_key(session + "x")


@given(st.lists(st.tuples(st.floats(), st.floats()), max_size=20), st.integers(1, 5))
def test_no_invalid_score_disturbs_the_order(scores: list[tuple[float, float]], top_k: int) -> None:
    memories = [
        replace(memory(f"m{number % 7}"), arms=Arms(*each)) for number, each in enumerate(scores)
    ]
    found = retrieved(Store(memories), top_k=top_k, least=0.3)
    assert len(found) <= top_k
    assert len(set(ids(found))) == len(found)
    given_scores = [each.score for each in found]
    assert given_scores == sorted(given_scores, reverse=True)
    assert all(0.3 - 1e-4 <= score <= 1 for score in given_scores)


def test_garbage_is_left_out_and_the_rest_is_found() -> None:
    found = retrieved(Store(GARBAGE), top_k=20)
    assert sorted(map(str, ids(found))) == ["beyond", "inf", "line", "tags", "times", "twice"]

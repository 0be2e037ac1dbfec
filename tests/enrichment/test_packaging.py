"""The memory context that a tool is given, within a limit of bytes."""

import re
from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from recollect.detection.mask import masked
from recollect.enrichment.memories import ContextSummary, ToolMemoryKind
from recollect.enrichment.packaging import packaged, size_of
from recollect.language.texts import continues
from recollect.tools.memory_context import MemoryContext
from tests.enrichment.arguments import HARMLESS_IN_WHOLE, TEXTS
from tests.enrichment.fakes import DAY_MS, NOW, TEXT

NOW_MS = int(NOW.timestamp() * 1000)
LONG = "The memory limit was raised, and the pods of payments were ready again. " * 14


def summary(
    score: float = 0.9,
    *,
    snippet: str = TEXT,
    tags: tuple[str, ...] = (),
    source: ToolMemoryKind = "tool_exec",
    timestamp: int | None = NOW_MS - 3 * DAY_MS,
) -> ContextSummary:
    return ContextSummary(
        source=source, score=score, tags=tags, snippet=snippet, timestamp=timestamp
    )


def packed(*summaries: ContextSummary, top_k: int = 3, most_bytes: int = 1_500) -> MemoryContext:
    context = packaged(summaries, top_k, most_bytes, NOW)
    assert context is not None
    assert size_of(context) <= most_bytes
    return context


def test_memories_are_given_in_order_with_dates_and_a_short_summary() -> None:
    context = packed(
        summary(0.61, tags=("crash_loop", "payments"), timestamp=NOW_MS - 40 * DAY_MS),
        summary(0.92, source="operational", tags=("payments", "tool:x", "mem_ctx:used")),
    )
    assert context.summary == (
        "2 relevant memories: 1 execution of this tool, 1 incident; "
        "tags payments, crash_loop; newest 3 days ago"
    )
    assert [each.score for each in context.items] == [0.61, 0.92]
    assert [each.at for each in context.items] == [
        "2025-12-01T12:00:00.000Z",
        "2026-01-07T12:00:00.000Z",
    ]
    assert [each.tags for each in context.items] == [
        ("crash_loop", "payments"),
        ("payments", "tool:x"),
    ]
    assert [each.snippet for each in context.items] == [TEXT, TEXT]


def test_the_summary_counts_the_given_memories_by_kind() -> None:
    cases: list[tuple[tuple[ToolMemoryKind, ...], str]] = [
        (("tool_exec",), "1 relevant memory: 1 execution of this tool"),
        (("tool_exec", "tool_exec"), "2 relevant memories: 2 executions of this tool"),
        (("conversation",), "1 relevant memory: 1 note of this conversation"),
        (
            ("operational", "conversation", "operational"),
            "3 relevant memories: 2 incidents, 1 note of this conversation",
        ),
    ]
    for sources, told in cases:
        context = packed(*(summary(source=each, timestamp=None) for each in sources))
        assert context.summary == told


def test_the_summary_states_the_age_of_the_newest_memory() -> None:
    cases: list[tuple[timedelta, str]] = [
        (timedelta(seconds=5), "; newest just now"),
        (timedelta(minutes=1), "; newest 1 minute ago"),
        (timedelta(hours=5), "; newest 5 hours ago"),
        (timedelta(days=1, hours=3), "; newest 1 day ago"),
        (timedelta(days=400), "; newest 400 days ago"),
        (timedelta(days=-1), ""),
    ]
    for age, told in cases:
        moment = int((NOW - age).timestamp() * 1000)
        older = summary(timestamp=moment - 1_000 * DAY_MS)
        context = packed(summary(timestamp=moment), older)
        assert context.summary == f"2 relevant memories: 2 executions of this tool{told}"


def test_at_most_top_k_memories_are_given() -> None:
    context = packed(*(summary(score / 10) for score in range(9)), top_k=3)
    assert [each.score for each in context.items] == [0.0, 0.1, 0.2]


def test_long_snippets_are_shortened_evenly_and_short_ones_left_whole() -> None:
    context = packed(summary(0.9, snippet=LONG), summary(0.8), summary(0.7, snippet=LONG))
    first, second, third = (each.snippet for each in context.items)
    assert second == TEXT
    assert first == third
    assert first.endswith("…")
    assert LONG.startswith(first[:-1])
    assert LONG[len(first) - 1] == " "
    assert size_of(context) > 1_300


def test_tags_and_then_memories_are_dropped_to_keep_snippets_readable() -> None:
    tags = tuple(f"{letter * 60}" for letter in "abcdefgh")
    three = [summary(score, snippet=LONG, tags=tags) for score in (0.9, 0.8, 0.7)]
    without_tags = packed(*three, most_bytes=1_000)
    assert [each.tags for each in without_tags.items] == [(), (), ()]
    fewer = packed(*three, most_bytes=300)
    assert [each.score for each in fewer.items] == [0.9, 0.8]
    assert [len(each.tags) for each in packed(*three, most_bytes=2_400).items] == [8, 8, 8]


def test_without_a_readable_snippet_there_is_no_context() -> None:
    cases: list[tuple[ContextSummary, ...]] = [
        (),
        (summary(snippet=""),),
        (summary(snippet="OOMKilled"),),
        (summary(snippet="\x00" * 99),),
    ]
    for summaries in cases:
        assert packaged(summaries, 3, 1_500, NOW) is None


def test_if_no_memory_fits_there_is_no_context() -> None:
    cases: list[tuple[int, int]] = [(0, 1_500), (3, 0), (3, 70), (-1, -1)]
    for top_k, most_bytes in cases:
        assert packaged([summary()], top_k, most_bytes, NOW) is None


def test_an_unreadable_memory_leaves_its_place_to_the_next() -> None:
    context = packed(summary(0.9, snippet="OOM"), summary(0.8), top_k=1)
    assert [each.score for each in context.items] == [0.8]


def test_invalid_scores_are_bounded_to_zero_or_one() -> None:
    odd = (float("nan"), float("inf"), -3.0, 7.0)
    context = packed(*map(summary, odd), top_k=4, most_bytes=4_000)
    assert [each.score for each in context.items] == [0.0, 0.0, 0.0, 1.0]


def test_tags_are_few_and_short_and_hold_no_personal_data() -> None:
    tags = ("x" * 10_000, "jane.doe@example.com", " ", "a\nb", *(f"n{n}" for n in range(20)))
    context = packed(summary(tags=tags))
    (item,) = context.items
    assert item.tags == ("x" * 63 + "…", "a b", "n0", "n1", "n2", "n3", "n4", "n5")


_ODD = st.sampled_from(
    (
        '"\\' * 200,
        "\x00\x1f\x7f" * 90,
        "👩‍👩‍👧‍👦" * 80,
        "🇩🇪🇫🇷" * 80,
        "e\u0301" * 300,
        "電話" * 400,
        LONG,
    )
)
_SUMMARIES = st.lists(
    st.builds(
        ContextSummary,
        source=st.sampled_from(("conversation", "operational", "tool_exec")),
        timestamp=st.none() | st.integers(-(2**70), 2**70),
        score=st.floats(),
        tags=st.lists(TEXTS.filter(str.isprintable) | st.just("t" * 9_000), max_size=12).map(tuple),
        snippet=st.lists((TEXTS.filter(str.isprintable) | _ODD), max_size=4).map(" ".join),
    ),
    max_size=6,
)


@given(_SUMMARIES, st.integers(-1, 8), st.integers(-1, 4_000))
def test_a_context_is_never_too_large_and_always_readable(
    summaries: list[ContextSummary], top_k: int, most_bytes: int
) -> None:
    context = packaged(summaries, top_k, most_bytes, NOW)
    if context is None:
        return
    text = context.model_dump_json()
    assert len(text.encode()) <= most_bytes
    assert MemoryContext.model_validate_json(text) == context
    assert 1 <= len(context.items) <= top_k
    for item in context.items:
        assert len(item.snippet) >= 20
        assert masked(item.snippet) == item.snippet
        assert len(item.tags) <= 8
        assert all(0 < len(tag) <= 64 and masked(tag) == tag for tag in item.tags)
    assert not re.search(r"[\x00-\x1f\x7f]|\\u00", text)
    assert re.match(rf"(?:{len(context.items)} relevant memor(?:y|ies)\b|$)", context.summary)


@given(
    st.sampled_from(("👩‍👩‍👧‍👦", "🇩🇪", "e\u0301", "👍🏽", "ab")).map(lambda each: each * 200),
    st.integers(200, 1_500),
)
def test_no_grapheme_is_cut(snippet: str, most_bytes: int) -> None:
    context = packaged([summary(snippet=snippet)], 3, most_bytes, NOW)
    if context is not None:
        shown = context.items[0].snippet.removesuffix("…")
        assert snippet.startswith(shown)
        assert shown == snippet or not continues(snippet, len(shown))


def test_personal_data_that_only_a_cut_reveals_is_masked() -> None:
    for text in HARMLESS_IN_WHOLE:
        tricky = summary(snippet=text, timestamp=None)
        contexts = [packaged([tricky], 1, most_bytes, NOW) for most_bytes in range(110, 240)]
        snippets = [each.items[0].snippet for each in contexts if each is not None]
        assert len(set(snippets)) > 3
        assert [masked(each) for each in snippets] == snippets


@given(st.integers(300, 4_000))
def test_a_context_uses_the_available_room(most_bytes: int) -> None:
    context = packed(*(summary(snippet=LONG) for _ in range(3)), most_bytes=most_bytes)
    assert len(context.items) == (3 if most_bytes >= 400 else len(context.items))
    assert size_of(context) > min(most_bytes, 3_000) * 0.6

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from pydantic import JsonValue

from recollect.discovery.fitting import fitted_pack
from recollect.discovery.schema import MAX_PACK_BYTES, DiscoveryPack
from tests.cases import EXAMPLES
from tests.discovery.packs import Json, alert, cmdb, exemplars, full, similar, slack
from tests.discovery.samples import EXAMPLE, pack


def size(of: DiscoveryPack) -> int:
    return len(of.model_dump_json().encode())


def is_honest(of: DiscoveryPack) -> bool:
    return (
        (of.slack_recent is None or of.slack_recent.total_messages == len(of.slack_recent.messages))
        and (of.similar_cases is None or of.similar_cases.total == len(of.similar_cases.cases))
        and (of.cmdb_hits is None or of.cmdb_hits.total == len(of.cmdb_hits.items))
        and (
            of.muscle_memory_exemplars is None
            or of.muscle_memory_exemplars.total == len(of.muscle_memory_exemplars.exemplars)
        )
    )


def test_a_pack_that_fits_is_left_as_it_is() -> None:
    example = DiscoveryPack.model_validate_json(EXAMPLE)
    assert fitted_pack(example) is example
    assert fitted_pack(example, size(example)) is example


def test_long_texts_are_shortened_before_anything_is_dropped() -> None:
    long = full(similarCases=similar(80, 40, excerpt="a" * 5_000))
    slim = fitted_pack(long, size(full()) + 600)
    assert slim.similar_cases is not None
    assert [len(each.excerpt) for each in slim.similar_cases.cases] == [280, 280]
    assert slim.model_copy(update={"similar_cases": None}) == full().model_copy(
        update={"similar_cases": None}
    )


def left(of: DiscoveryPack) -> tuple[list[str], ...]:
    """The entries of each section that has a list."""
    found: list[list[str]] = []
    found.append([each.text for each in of.slack_recent.messages] if of.slack_recent else [])
    found.append([each.case_number for each in of.similar_cases.cases] if of.similar_cases else [])
    exemplars_left = of.muscle_memory_exemplars.exemplars if of.muscle_memory_exemplars else ()
    found.append([each.case_number for each in exemplars_left])
    items = of.cmdb_hits.items if of.cmdb_hits else ()
    found.append([each.name for each in items])
    found.append([each.name for item in items for each in item.related_items or ()])
    found.append([each.message for each in of.policy_alerts or ()])
    return tuple(found)


def test_entries_and_then_sections_are_dropped_from_the_least_valuable() -> None:
    whole = full()
    states: list[tuple[list[str], ...]] = []
    limit = size(whole)
    while limit >= size(pack()):
        slim = fitted_pack(whole, limit)
        assert is_honest(slim)
        if not states or left(slim) != states[-1]:
            states.append(left(slim))
        limit = size(slim) - 1
    cases, best = ["A80", "A40"], ["E0.9", "E0.5"]
    alerts = ["late", "night"]
    items = ["FW0", "FW1"]
    assert states == [
        (["one", "two"], cases, best, items, ["FW-0", "FW-1", "FW-0"], alerts),
        (["one", "two"], cases, best, items, ["FW-0", "FW-1"], alerts),
        (["one", "two"], cases, best, items, ["FW-0"], alerts),
        (["one", "two"], cases, best, items, [], alerts),
        (["one", "two"], cases[:1], best, items, [], alerts),
        (["one", "two"], cases[:1], best[:1], items, [], alerts),
        (["two"], cases[:1], best[:1], items, [], alerts),
        (["two"], cases[:1], best[:1], items[:1], [], alerts),
        (["two"], cases[:1], best[:1], items[:1], [], alerts[:1]),
        (["two"], cases[:1], [], items[:1], [], alerts[:1]),
        (["two"], [], [], items[:1], [], alerts[:1]),
        (["two"], [], [], [], [], alerts[:1]),
        ([], [], [], [], [], alerts[:1]),
        ([], [], [], [], [], []),
    ]


def test_the_lowest_scored_entry_is_dropped_first_wherever_it_stands() -> None:
    rest = {"cmdbHits": cmdb(0), "policyAlerts": []}
    many = pack(similarCases=similar(10, 90, 80), muscleMemoryExemplars=exemplars(0.2, 0.5), **rest)
    best = pack(similarCases=similar(90, 80), muscleMemoryExemplars=exemplars(0.5), **rest)
    assert fitted_pack(many, size(best)) == best


def test_the_metadata_stays_whole_while_there_is_anything_else() -> None:
    named = full(
        metadata={"caseNumbers": ["SCS0001234"], "companyName": "Altus." * 26},
        policyAlerts=[alert("info", "m" * 30_000)],
    )
    slim = fitted_pack(named, 1_000)
    assert slim.metadata == fitted_pack(named, 100_000).metadata
    assert slim.policy_alerts is not None


def test_a_value_that_cannot_be_cut_is_dropped_whole() -> None:
    cases: Json = {
        "total": 1,
        "cases": [
            {"caseNumber": "A1", "score": 1, "excerpt": "a", "url": "https://a/" + "b" * 30_000}
        ],
    }
    details: Json = {"changes": ["c" * 30_000]}
    slim = fitted_pack(
        pack(similarCases=cases, policyAlerts=[{**alert("info", "m"), "details": details}])
    )
    assert slim.similar_cases is not None
    assert slim.similar_cases.cases[0].url is None
    assert slim.policy_alerts is not None
    assert slim.policy_alerts[0].details is None


def test_ten_thousand_aliases_leave_five() -> None:
    aliases: list[JsonValue] = [f"Altus {number}" for number in range(10_000)]
    slim = fitted_pack(full(businessContext={"entityName": "Altus", "aliases": aliases}))
    assert slim.business_context is not None
    assert slim.business_context.aliases == tuple(f"Altus {number}" for number in range(5))
    assert slim.model_copy(update={"business_context": None}) == full().model_copy(
        update={"business_context": None}
    )


def test_characters_that_utf_8_cannot_encode_are_left_out() -> None:
    assert left(fitted_pack(pack(slackRecent=slack("a\ud800b"))))[0] == ["a b"]


def test_an_empty_list_of_alerts_is_not_the_same_as_alerts_left_out() -> None:
    slim = fitted_pack(pack(policyAlerts=[], slackRecent=slack("a" * 30_000)))
    assert slim.policy_alerts == ()


def test_a_limit_that_leaves_no_room_is_an_error() -> None:
    with pytest.raises(ValueError, match="does not fit into 50 bytes"):
        fitted_pack(full(), 50)


@pytest.mark.slow
def test_a_huge_pack_is_cut_to_fit() -> None:
    monster = pack(
        slackRecent=slack(*["💥" * 500] * 5_000),
        similarCases=similar(*range(5_000), excerpt='\x01"\\' * 200),
        cmdbHits=cmdb(*[50] * 100, name="名" * 300),
        muscleMemoryExemplars=exemplars(*[0.5] * 1_000, summary="😀" * 300),
        policyAlerts=[alert("warning", "m" * 9_000)] * 200,
    )
    slim = fitted_pack(monster)
    assert size(slim) <= MAX_PACK_BYTES
    assert is_honest(slim)
    # No more is given up than has to be.
    assert size(slim) > MAX_PACK_BYTES * 0.8


PIECES = st.sampled_from(
    ["a", " ", "word ", "💥", "\x01", '"', "\\", "\ud800", "e\u0301", "名", "👨\u200d👩"]
)
TEXTS = st.builds(lambda piece, times: piece * times, PIECES, st.integers(0, 9_000))
COUNTS = st.integers(0, 60)


def many(entry: SearchStrategy[Json], total: str, entries: str) -> SearchStrategy[Json]:
    return st.builds(
        lambda one, count: {total: count, entries: [one] * count}, entry, st.integers(0, 300)
    )


def entry(*texts: str, **others: SearchStrategy[JsonValue]) -> SearchStrategy[Json]:
    return st.fixed_dictionaries({**dict.fromkeys(texts, TEXTS), **others})


RELATED = entry("name", "className", "matchReason", "environment")
LISTS = st.builds(lambda text, count: [text] * count, TEXTS, COUNTS)
SECTIONS = {
    "businessContext": entry("entityName", "industry", "serviceDetails", aliases=LISTS),
    "caseContext": entry(
        "caseNumber", "channelId", "threadTs", "detectedAt", "lastUpdated", messageCount=COUNTS
    ),
    "slackRecent": many(
        entry("text", "timestamp", role=st.just("user")), "totalMessages", "messages"
    ),
    "similarCases": many(
        entry("caseNumber", "excerpt", "url", score=st.integers(0, 100)), "total", "cases"
    ),
    "cmdbHits": many(
        entry(
            "name",
            "ownerGroup",
            "matchReason",
            ipAddresses=LISTS,
            relatedItems=st.lists(RELATED, max_size=3),
        ),
        "total",
        "items",
    ),
    "policyAlerts": st.lists(
        entry(
            "message",
            "detectedAt",
            type=st.just("vip"),
            severity=st.just("info"),
            details=st.builds(lambda text: {"changes": [text]}, TEXTS),
        ),
        max_size=30,
    ),
    "muscleMemoryExemplars": many(
        entry(
            "caseNumber",
            "interactionType",
            "summary",
            "actionTaken",
            qualityScore=st.floats(0, 1),
            outcome=st.just("success"),
        ),
        "total",
        "exemplars",
    ),
}
METADATA = entry("channelId", "threadTs", "companyName", caseNumbers=LISTS)


@settings(max_examples=EXAMPLES // 2, suppress_health_check=[HealthCheck.data_too_large])
@given(st.fixed_dictionaries({"metadata": METADATA}, optional=SECTIONS), st.just("now") | TEXTS)
def test_no_pack_is_ever_too_large(sections: dict[str, object], generated: str) -> None:
    monster = pack(**{**sections, "generatedAt": generated})
    slim = fitted_pack(monster)
    assert size(slim) <= MAX_PACK_BYTES
    assert slim.schema_version == "1.1.0"
    if slim is not monster:
        assert is_honest(slim)
        assert fitted_pack(slim) is slim
    # A sent pack can be read again.
    assert DiscoveryPack.model_validate(json.loads(slim.model_dump_json())) == slim

"""Filters contain values that callers send; no value may be read as more than itself."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pydantic import JsonValue

from infra.local.emulators.vector.filters import parse_filter
from recollect.adapters.upstash.vector.filters import filter_of, quoted, within
from recollect.core.errors import InvalidRequest
from recollect.relevance.filters import Filters
from recollect.retrieval.items import Item, Metadata
from recollect.slicing.policy import local_bounds, local_verdict, policy_input
from recollect.slicing.specialist import Specialist
from tests.cases import each_case
from tests.slicing.samples import POLICY_METADATA, SPECIALISTS, specialist

_FRAGMENTS = st.sampled_from(
    [
        *"'\"\\ ()=!<>*?[],.1aü",
        *"\0\n\r\t\x7f‘’“”\N{FULLWIDTH APOSTROPHE}\N{PRIME}",
        *("\N{NO-BREAK SPACE}", "\N{LINE SEPARATOR}", "\N{ZERO WIDTH SPACE}"),
        *("''", '""', "\\'", "' OR '1' = '1", '" OR stage != "', " AND ", " OR ", "NOT ", "IN ("),
        *("HAS FIELD ", "CONTAINS", "GLOB '*'", "TRUE", "x' OR HAS FIELD stage"),
    ]
)
NASTY = st.lists(_FRAGMENTS, min_size=1, max_size=6).map("".join) | st.text(min_size=1)


def literal_of(value: str) -> str | None:
    try:
        return quoted("category", value)
    except InvalidRequest:
        return None


@given(NASTY)
@example("it's")
@example('say "hi"')
@example("'")
def test_a_quoted_value_matches_only_itself_or_is_refused(value: str) -> None:
    literal = literal_of(value)
    if literal is None:
        return
    predicate = parse_filter(f"category = {literal}")
    assert predicate({"category": value})
    assert not predicate({"category": f"{value} "})
    assert not predicate({"category": ""})
    assert not predicate({})


@each_case("value", ["plain", "it's", 'a "b"', "‘x’", "100%", "a b", "", "日本", "🙂"])
def test_ordinary_values_are_not_refused(value: str) -> None:
    assert parse_filter(f"tags CONTAINS {quoted('tags', value)}")({"tags": [value]})


@each_case("value", ["both ' and \"", "back\\slash", "nul\0", "new\nline", "\x1b"])
def test_a_value_that_cannot_be_quoted_safely_is_refused(value: str) -> None:
    with pytest.raises(InvalidRequest) as refused:
        quoted("category", value)
    assert [error.field for error in refused.value.errors] == ["category"]


@st.composite
def filters_and_metadata(draw: st.DrawFn) -> tuple[Filters, list[Metadata]]:
    """Filters, and metadata that hold their values, parts of them, or something else."""
    values = draw(st.lists(NASTY, min_size=1, max_size=4))
    some = st.sampled_from(values)
    names = st.sampled_from(["stage", "outcome", "category"])
    filters = Filters(
        draw(st.dictionaries(names, some, max_size=3)), tuple(draw(st.lists(some, max_size=2)))
    )
    scalars = st.dictionaries(names, some | NASTY)
    tags = st.fixed_dictionaries({}, optional={"tags": st.lists(some | NASTY, max_size=4)})
    either = st.builds(lambda one, other: {**one, **other}, scalars, tags)
    matching: Metadata = {**filters.equals, "tags": list(filters.tags)}
    return filters, [matching, *draw(st.lists(either, max_size=4))]


@given(filters_and_metadata())
def test_a_filter_passes_exactly_the_records_that_match_it(
    both: tuple[Filters, list[Metadata]],
) -> None:
    filters, records = both
    try:
        text = filter_of(filters)
    except InvalidRequest:
        return
    if not text:
        assert filters == Filters({}, ())
        return
    predicate = parse_filter(text)
    assert [predicate(each) for each in records] == [filters.match(each) for each in records]
    assert predicate(records[0])


@given(POLICY_METADATA, SPECIALISTS)
def test_bounds_exclude_no_item_that_the_rules_allow(
    metadata: dict[str, JsonValue], of: Specialist
) -> None:
    # Upstash keeps no null, and nothing of ours stores one.
    stored = {name: value for name, value in metadata.items() if value is not None}
    document = policy_input(of, Item("a", "text", stored))
    if local_verdict(document).allow:
        assert parse_filter(within(local_bounds(of)))(stored)


@each_case(
    "metadata",
    [
        {"hasCredentials": True},
        {"trust": 0.29},
        {"sensitivity": 0.71},
        {"trust": "a"},
        {"restrictedToGroups": ["board"]},
    ],
)
def test_bounds_exclude_items_that_the_rules_deny(metadata: dict[str, JsonValue]) -> None:
    passes = parse_filter(within(local_bounds(specialist("internal"))))
    assert not passes(metadata)
    assert passes({})


@each_case("groups", [[], ["qa"], ["qa", "it's"]])
@each_case("restricted", [[], ["qa"], ["board", "it's"], ["board"]])
def test_bounds_pass_items_restricted_to_one_of_the_callers_groups(
    groups: list[str], restricted: list[str]
) -> None:
    passes = parse_filter(within(local_bounds(specialist("internal", *groups))))
    assert passes({"restrictedToGroups": restricted}) == (
        not restricted or any(each in groups for each in restricted)
    )


@each_case("groups", [["qa", "both ' and \""], [f"group-{n}" for n in range(500)]])
def test_groups_that_no_filter_can_name_exclude_nothing(groups: list[str]) -> None:
    passes = parse_filter(within(local_bounds(specialist("internal", *groups))))
    assert passes({"restrictedToGroups": [groups[1]]})
    assert not passes({"restrictedToGroups": [groups[1]], "trust": 0.1})


def test_a_caller_without_bounds_has_no_filter() -> None:
    assert within(None) == ""

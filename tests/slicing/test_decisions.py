"""OPA decides where it can; where it cannot, nothing is allowed by accident."""

import math

from pydantic import JsonValue

from recollect.core.errors import StoreRefused, StoreTimeout, StoreUnavailable
from recollect.retrieval.items import Item
from recollect.slicing.decisions import (
    DecisionCache,
    LocalDecisions,
    OpaDecisions,
    OpaPort,
    Verdicts,
    verdict_of,
)
from recollect.slicing.policy import Verdict
from recollect.slicing.redaction import redact
from recollect.slicing.specialist import Specialist
from tests.cases import each_case
from tests.clocks import Clock
from tests.slicing.fakes import ALLOW, FakeOpa, denied, redacting, verdicts_of, warnings_of
from tests.slicing.samples import item, specialist

ALLOWED = redacting()
UNDECIDED = denied("policy could not be decided")


def opa_decisions(
    opa: OpaPort, *, fallback_local: bool = True, cache: DecisionCache | None = None
) -> OpaDecisions:
    none = DecisionCache(0, Clock(), 100)
    return OpaDecisions(opa, none if cache is None else cache, fallback_local=fallback_local)


async def decide(
    decisions: OpaDecisions | LocalDecisions, *items: Item, of: Specialist | None = None
) -> Verdicts:
    return await decisions.decide(of or specialist(), items)


async def test_the_local_rules_decide_without_opa() -> None:
    rulings = await decide(LocalDecisions(), item("a"), item("b", trust=0.1))
    assert rulings == Verdicts((ALLOWED, denied("trust 0.1 is below 0.3")))
    assert warnings_of(rulings) == ()


async def test_opa_decides_on_all_items_at_once_and_in_order() -> None:
    no: JsonValue = {"allow": False, "reason": "not on Sundays"}
    opa = FakeOpa({"b": no, "c": {"allow": True, "redact": True, "redactedFields": ["$.content"]}})

    rulings = await decide(opa_decisions(opa), *map(item, "abc"))

    assert rulings.verdicts == (ALLOWED, denied("not on Sundays"), redacting("$.content"))
    assert (rulings.asked, rulings.cache_hits, warnings_of(rulings)) == (3, 0, ())
    assert opa.at_once == 3


async def test_no_items_need_no_decision() -> None:
    assert await decide(opa_decisions(FakeOpa())) == Verdicts()


@each_case(
    ("error", "said"),
    [
        (StoreTimeout("opa", "no answer"), "OPA did not answer (timeout)"),
        (StoreUnavailable("opa", "down"), "OPA did not answer (unavailable)"),
        (StoreRefused("opa", "html"), "OPA did not answer (refused)"),
    ],
)
async def test_without_opa_the_local_rules_decide_and_one_warning_says_so(
    error: StoreTimeout, said: str
) -> None:
    items = [item("a"), item("b", trust=0.1), item("c", containsPII=True)]

    rulings = await decide(opa_decisions(FakeOpa(otherwise=error)), *items)

    assert verdicts_of(rulings) == (await decide(LocalDecisions(), *items)).verdicts
    assert warnings_of(rulings) == (f"policy: {said}; the local rules decided for 3 items",)


async def test_without_opa_and_local_rules_everything_is_withheld() -> None:
    opa = FakeOpa(otherwise=StoreTimeout("opa", "no answer"))
    rulings = await decide(opa_decisions(opa, fallback_local=False), item("a"))
    assert verdicts_of(rulings) == (UNDECIDED,)
    assert warnings_of(rulings) == ("policy: OPA did not answer (timeout); 1 item withheld",)


async def test_if_opa_fails_for_one_item_its_answers_about_others_stand() -> None:
    down = StoreUnavailable("opa", "down")
    opa = FakeOpa({"b": down, "c": None}, otherwise={"allow": False, "reason": "no"})

    rulings = await decide(opa_decisions(opa), *map(item, "abcd"))

    assert verdicts_of(rulings) == (denied("no"), ALLOWED, ALLOWED, denied("no"))
    assert warnings_of(rulings) == (
        "policy: OPA did not answer (unavailable); the local rules decided for 1 item",
        "policy: OPA's answer makes no sense; the local rules decided for 1 item",
    )


NONSENSE: list[JsonValue] = [
    None,
    {},
    [],
    "yes",
    True,
    {"allow": 1},
    {"allow": "true"},
    {"allow": None},
    {"redact": False},
    {"allow": True, "redact": "no"},
    {"allow": True, "redact": None},
    {"allow": True, "redactedFields": "$.content"},
    {"allow": True, "redactedFields": ["$.content", 1]},
    {"allow": True, "redactedFields": None},
]


async def test_a_nonsensical_answer_allows_nothing() -> None:
    for nonsense in NONSENSE:
        opa = FakeOpa(otherwise=nonsense)
        assert verdict_of(nonsense) is None
        strict = await decide(opa_decisions(opa, fallback_local=False), item())
        local = await decide(opa_decisions(opa), item(hasCredentials=True))
        assert verdicts_of(strict) == (UNDECIDED,)
        assert verdicts_of(local) == (denied("holds credentials"),)


def test_a_denial_with_invalid_other_fields_still_denies() -> None:
    said: JsonValue = {"allow": False, "redact": "?", "redactedFields": 3, "reason": 7}
    assert verdict_of(said) == denied("denied by the policy")
    assert verdict_of({"allow": False, "reason": "x" * 10_000}) == denied("x" * 200)


@each_case("fields", [{}, {"redactedFields": []}])
def test_a_redaction_without_a_field_redacts_the_whole_content(
    fields: dict[str, JsonValue],
) -> None:
    verdict = verdict_of({"allow": True, "redact": True, **fields})
    assert verdict is not None
    contents: tuple[tuple[JsonValue, list[JsonValue]], ...] = (
        ("Ring +49 151 23456789 at noon", ["$.content"]),
        ({"a": 1}, []),
    )
    for content, masked in contents:
        left = redact(item("a", content, piiTexts=masked), verdict.redacted_fields)
        assert left.content == "[REDACTED]"


@each_case("redact", [{}, {"redact": False}, {"redact": True}])
def test_named_fields_are_redacted_whatever_the_redact_flag_says(
    redact: dict[str, JsonValue],
) -> None:
    said: JsonValue = {"allow": True, "redactedFields": ["$.content.a", "$.b"], **redact}
    assert verdict_of(said) == redacting("$.content.a", "$.b")


async def test_an_item_that_cannot_be_sent_to_opa_is_denied() -> None:
    cases: list[JsonValue] = [math.nan, {"a": [math.inf]}, "\ud83d", "x" * 1_000_001]
    for content in cases:
        opa = FakeOpa()
        rulings = await decide(opa_decisions(opa), item("a"), item("odd", content), item("b"))
        assert [verdict.allow for verdict in rulings.verdicts] == [True, False, True]
        assert (opa.asked, rulings.asked, rulings.cache_hits) == (["a", "b"], 2, 0)


async def test_an_item_nested_without_end_is_denied() -> None:
    content: JsonValue = []
    for _ in range(100_000):
        content = [content]
    rulings = await decide(opa_decisions(FakeOpa()), item("deep", content))
    assert not rulings.verdicts[0].allow


class Cached:
    """A policy agent behind a cache of three entries for a minute."""

    def __init__(self, otherwise: JsonValue | StoreTimeout = None) -> None:
        self.clock = Clock()
        self.opa = FakeOpa(otherwise=otherwise or dict(ALLOW))
        self.cache = DecisionCache(60_000, self.clock, 3)
        self.decisions = opa_decisions(self.opa, cache=self.cache)

    async def hits(self, *items: Item, of: Specialist | None = None) -> int:
        return (await decide(self.decisions, *items, of=of)).cache_hits


async def test_opa_is_not_asked_again_about_an_item_that_it_has_decided() -> None:
    cached = Cached({"allow": False, "reason": "no"})
    first = await decide(cached.decisions, item("a"), item("b"))
    again = await decide(cached.decisions, item("b"), item("c"), item("a"))
    assert again.verdicts == (*first.verdicts, denied("no"))
    assert (again.asked, again.cache_hits) == (1, 2)
    assert cached.opa.asked == ["a", "b", "c"]


async def test_another_item_version_or_specialist_is_decided_anew() -> None:
    cached = Cached()
    of = specialist("internal", "qa", "ops")
    assert await cached.hits(item("a", {"x": 1}), of=of) == 0
    assert await cached.hits(item("a", {"x": 2}), of=of) == 0
    assert await cached.hits(item("a", {"x": 1}, trust=0.9), of=of) == 0
    assert await cached.hits(item("a", {"x": 1}), of=specialist("public", "qa", "ops")) == 0
    assert await cached.hits(item("a", {"x": 1}), of=specialist("internal", "qa")) == 0


async def test_the_order_of_fields_and_groups_makes_no_difference() -> None:
    cached = Cached()
    await cached.hits(item("a", {"x": 1, "y": 2}, b=1, c=2), of=specialist("public", "p", "q"))
    same = item("a", {"y": 2, "x": 1}, c=2, b=1)
    assert await cached.hits(same, of=specialist("public", "q", "p")) == 1


async def test_a_decision_made_without_opa_is_not_cached() -> None:
    for bad in (StoreTimeout("opa", "no answer"), "nonsense"):
        cached = Cached(bad)
        await cached.hits(item("a"))
        assert len(cached.cache) == 0
        assert await cached.hits(item("a")) == 0


async def test_a_decision_is_kept_for_its_time_and_no_longer() -> None:
    cached = Cached()
    await cached.hits(item("a"))
    cached.clock.now += 59.9
    assert await cached.hits(item("a")) == 1
    cached.clock.now += 0.1
    assert await cached.hits(item("a")) == 0


async def test_a_clock_that_runs_backwards_keeps_nothing_for_ever() -> None:
    cached = Cached()
    await cached.hits(item("a"))
    cached.clock.now -= 1_000_000
    assert await cached.hits(item("a")) == 0
    cached.clock.now += 59
    assert await cached.hits(item("a")) == 1
    cached.clock.now += 1
    assert await cached.hits(item("a")) == 0


async def test_the_oldest_decisions_make_room() -> None:
    cached = Cached()
    for name in "abcd":
        await cached.hits(item(name))
    assert len(cached.cache) == 3
    assert await cached.hits(*map(item, "bcd")) == 3
    assert await cached.hits(item("a")) == 0


@each_case(("ttl_ms", "entries"), [(0, 100), (60_000, 0), (-1, 100)])
async def test_a_cache_without_time_or_room_keeps_nothing(ttl_ms: float, entries: int) -> None:
    cache = DecisionCache(ttl_ms, Clock(), entries)
    cache.put(b"key", Verdict(allow=True, redacted_fields=(), reason=""))
    assert (len(cache), cache.get(b"key")) == (0, None)

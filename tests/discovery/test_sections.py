"""What each section of a pack asks its sources for, and what it makes of the answers."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from recollect.core.errors import StoreUnavailable
from recollect.discovery.inputs import PackInputs
from recollect.discovery.sections import Gathering
from recollect.discovery.shared_answers import Losses, SharedAnswer
from recollect.discovery.sources import PackSources
from recollect.knowledge.business_contexts import BusinessContext
from recollect.servicedesk.tickets import Change, Ticket
from tests.cases import each_case
from tests.discovery.fakes import ALTUS, CASE, RULES, Sources
from tests.discovery.samples import NOW, request, user

THREAD: dict[str, Any] = {"channelId": "C1", "threadTs": "1.5"}
NUMBERED: dict[str, Any] = {"caseNumbers": ["SCS0001234"], **THREAD}


async def gathered(asked: PackSources, timeout_s: float = 5.0, **fields: object) -> dict[str, Any]:
    """All sections by their names."""
    inputs = PackInputs(request(**fields), NOW, asked, timeout_s)
    works = Gathering(inputs, RULES).sections()
    try:
        found = await asyncio.gather(*works.values())
        return dict(zip(works, found, strict=True))
    finally:
        await inputs.close()


def calls_of(sources: Sources, method: str) -> list[str]:
    return [
        each.removeprefix(method).strip() for each in sources.asked if each.split()[0] == method
    ]


async def test_cases_of_the_company_come_before_more_relevant_ones_of_others() -> None:
    similar = (await gathered(Sources().all, **NUMBERED))["similarCases"]

    assert [each.case_number for each in similar.cases] == ["A2", "A1"]
    assert similar.cases[0].score < similar.cases[1].score


async def test_cases_that_are_filed_under_an_alias_of_the_company_come_first_too() -> None:
    sources = Sources()
    other, own = sources.resolved
    sources.resolved = (other, replace(own, company="altus"))
    similar = (await gathered(sources.all, **NUMBERED))["similarCases"]
    assert [each.case_number for each in similar.cases] == ["A2", "A1"]


async def test_similar_cases_are_searched_by_users_messages_or_else_by_the_case() -> None:
    said = (user("circuit"), replace(user("of a bot"), role="assistant"), user("loss"), user("👍"))
    sources = Sources(said=said)
    await gathered(sources.all, **NUMBERED)
    assert calls_of(sources, "similar") == ["Altus Community Healthcare circuit\nloss"]

    sources = Sources(said=said[1:2], by_request=None)
    await gathered(sources.all, **NUMBERED)
    assert calls_of(sources, "similar") == ["Altus Packet loss\nThe firewall drops."]
    assert calls_of(sources, "exemplars") == ["Packet loss\nThe firewall drops."]


async def test_a_search_uses_the_beginning_and_the_end_of_a_long_conversation() -> None:
    sources = Sources(said=[user("VPN is down"), user("x" * 10_000), user("the end")])
    await gathered(sources.all, **THREAD)

    (searched,) = calls_of(sources, "exemplars")
    assert searched.startswith("VPN is down\nx")
    assert searched.endswith("x\nthe end")
    assert len(searched) <= 4_000


async def test_messages_of_the_request_take_the_place_of_those_in_slack() -> None:
    sources = Sources()
    messages = [{"role": "system", "text": "10.1.1.1"}]
    told = await gathered(sources.all, **NUMBERED, messages=messages)

    assert calls_of(sources, "messages") == []
    assert told["slackRecent"] is None
    assert told["cmdbHits"] is None
    assert calls_of(sources, "touch") == ["0"]


async def test_items_are_looked_up_in_the_requests_journal_text_too() -> None:
    sources = Sources(said=())
    told = await gathered(sources.all, **THREAD, journalText="ping 10.52.0.4 failed")

    assert calls_of(sources, "configuration_items") == ["10.52.0.4"]
    assert calls_of(sources, "relations") == ["10.52.0.4"]
    assert told["cmdbHits"].items[0].name == "ALTUS-AMARILLO-FW01"


async def test_without_a_mention_no_items_are_looked_up() -> None:
    sources = Sources(said=[user("it is slow")])
    assert (await gathered(sources.all, **THREAD))["cmdbHits"] is None
    assert calls_of(sources, "configuration_items") == calls_of(sources, "relations") == []


async def test_changes_are_looked_up_for_the_named_company_or_else_for_the_cases() -> None:
    with_id = CASE.model_copy(update={"account_sys_id": "s1"})
    for case, by_request, named, expected in (
        (with_id, ALTUS, None, ["s1"]),
        (CASE, ALTUS, None, ["Altus Community Healthcare"]),
        (CASE, None, None, ["Altus"]),
        (with_id, None, "Asked", ["Asked"]),
    ):
        sources = Sources(found_case=case, by_request=by_request)
        await gathered(sources.all, **NUMBERED, companyName=named)
        assert calls_of(sources, "changes") == expected

    sources = Sources(found_case=Ticket(sys_id="c1", number="SCS0001234"), by_request=None)
    await gathered(sources.all, **NUMBERED)
    assert calls_of(sources, "changes") == []


def change(number: str) -> Change:
    """A change that is under way."""
    return Change(number, "Implement", "", NOW - timedelta(hours=1), NOW + timedelta(hours=1))


def of_cases(told: dict[str, Any], kind: str) -> list[tuple[object, str]]:
    """The case and the message of each alert of a kind."""
    alerts = [each for each in told["policyAlerts"] if each.type == kind]
    return [((each.details or {}).get("caseNumber"), each.message) for each in alerts]


async def test_each_case_has_the_changes_and_hours_of_its_own_customer() -> None:
    hours = {"timeZone": "UTC", "days": ["sun"], "start": "01:00", "end": "02:00"}
    closed = {"entityName": "Meridian", "entityType": "CLIENT", "businessHours": hours}
    sources = Sources(
        found_case=CASE.model_copy(update={"account_sys_id": "s1"}),
        further_cases=[
            Ticket(sys_id="c2", number="SCS0001246", account="Meridian"),
            Ticket(sys_id="c3", number="SCS0001250", account="Meridian"),
            Ticket(sys_id="c4", number="SCS0001260"),
        ],
        business_contexts={"Meridian": BusinessContext.model_validate(closed)},
        changes={"s1": [change("CHG1")], "Meridian": [change("CHG2")]},
    )
    numbers = ["SCS0001246", "SCS0001234", "SCS0001250", "SCS0001260"]
    for named in (numbers, numbers[::-1]):
        sources.asked.clear()
        told = await gathered(sources.all, caseNumbers=named)

        assert dict(of_cases(told, "maintenance_window")) == {
            "SCS0001234": "Active change CHG1 running through 05:53 UTC",
            "SCS0001246": "Active change CHG2 running through 05:53 UTC",
            "SCS0001250": "Active change CHG2 running through 05:53 UTC",
        }
        assert {number for number, _ in of_cases(told, "after_hours")} == {
            "SCS0001246", "SCS0001250",
        }  # fmt: skip
        assert sorted(calls_of(sources, "changes")) == ["Meridian", "s1"]
        assert sorted(calls_of(sources, "look_up")) == ["None Altus", "None Meridian"]


@each_case(("fail", "hang"), [({"look_up None Altus"}, set()), (set(), {"look_up None Altus"})])
async def test_a_failed_lookup_of_one_customer_leaves_the_hours_of_others(
    fail: set[str], hang: set[str]
) -> None:
    hours = {"timeZone": "UTC", "days": ["sun"], "start": "01:00", "end": "02:00"}
    closed = {"entityName": "Meridian", "entityType": "CLIENT", "businessHours": hours}
    sources = Sources(
        hang,
        fail,
        found_case=CASE.model_copy(update={"account": "Meridian"}),
        further_cases=[Ticket(sys_id="c2", number="SCS0001246", account="Altus")],
        business_contexts={"Meridian": BusinessContext.model_validate(closed)},
    )
    losses = Losses.begin()
    told = await gathered(sources.all, 0.5, caseNumbers=["SCS0001234", "SCS0001246"])

    assert [number for number, _ in of_cases(told, "after_hours")] == ["SCS0001234"]
    assert losses.any


async def test_a_named_customer_applies_to_all_cases() -> None:
    sources = Sources(
        further_cases=[Ticket(sys_id="c2", number="SCS0001246", account="Meridian")],
        by_request=None,
        changes={"Asked": [change("CHG1")], "Meridian": [change("CHG2")]},
    )
    numbers = ["SCS0001234", "SCS0001246"]
    told = await gathered(sources.all, caseNumbers=numbers, companyName="Asked")

    message = "Active change CHG1 running through 05:53 UTC"
    assert of_cases(told, "maintenance_window") == [(each, message) for each in numbers]
    assert calls_of(sources, "changes") == ["Asked"]


async def test_without_a_case_the_changes_of_the_customer_are_still_shown() -> None:
    sources = Sources(found_case=None, changes={ALTUS.entity_name: [change("CHG1")]})
    told = await gathered(sources.all, **NUMBERED)

    message = "Active change CHG1 running through 05:53 UTC"
    assert of_cases(told, "maintenance_window") == [(None, message)]


async def test_the_hours_of_a_customer_that_only_the_case_names_count() -> None:
    hours = {"timeZone": "UTC", "days": ["sun"], "start": "01:00", "end": "02:00"}
    closed = BusinessContext.model_validate(ALTUS.model_dump() | {"businessHours": hours})
    told = await gathered(Sources(by_request=None, by_case=closed).all, **NUMBERED)

    assert told["businessContext"].entity_name == ALTUS.entity_name
    assert [each.type for each in told["policyAlerts"]] == ["sla_breach", "after_hours"]


async def test_a_source_that_is_not_configured_is_not_missed() -> None:
    sources = Sources(by_request=None)
    bare = replace(sources.all, desk=None, cmdb=None, conversations=None, exemplars=None)
    told = await gathered(bare, **NUMBERED)

    assert {name for name, each in told.items() if each is not None} == {
        "caseContext", "policyAlerts",
    }  # fmt: skip
    assert told["policyAlerts"] == ()
    assert {each.split()[0] for each in sources.asked} == {"kept", "look_up", "touch"}


async def test_a_thread_about_no_case_has_no_case_context() -> None:
    assert (await gathered(Sources().all, **THREAD))["caseContext"] is None
    assert (await gathered(Sources().all, channelId="C1"))["caseContext"] is None


async def test_at_most_five_aliases_are_shown() -> None:
    many = ALTUS.model_copy(update={"aliases": tuple("abcdefg")})
    told = await gathered(Sources(by_request=many).all, channelId="C1")
    assert told["businessContext"].aliases == tuple("abcde")


async def test_items_are_looked_up_in_a_cases_fields_and_journal_too() -> None:
    named = CASE.model_copy(update={"configuration_item": "ALTUS-AMARILLO-FW01"})
    sources = Sources(said=(), found_case=named)
    told = await gathered(sources.all, **NUMBERED)
    assert told["cmdbHits"].items[0].match_reason == "Name: ALTUS-AMARILLO-FW01"

    sources = Sources(said=(), noted=["ping <b>10.52.0.4</b> failed"])
    told = await gathered(sources.all, **NUMBERED)
    assert calls_of(sources, "journal") == ["c1"]
    assert told["cmdbHits"].items[0].match_reason == "IP: 10.52.0.4"


async def test_a_case_that_only_the_thread_names_becomes_the_case_at_hand() -> None:
    for said in (user("see #scs-0001234, please"), user("SCS 0001234 is back")):
        sources = Sources(said=(said,))
        told = await gathered(sources.all, **THREAD)
        assert calls_of(sources, "case") == ["SCS0001234"]
        assert told["caseContext"].case_number == "SCS0001234"
        assert told["policyAlerts"][0].details["caseNumber"] == "SCS0001234"


async def test_the_customer_is_the_named_one_or_else_the_cases_or_else_the_channels() -> None:
    own = BusinessContext(entity_name="Of the case", entity_type="CLIENT")
    channels = BusinessContext(entity_name="Of the channel", entity_type="CLIENT")
    sources = Sources(by_case=own, by_request=channels)
    assert (await gathered(sources.all, **NUMBERED))["businessContext"].entity_name == "Of the case"
    told = await gathered(sources.all, **THREAD)
    assert told["businessContext"].entity_name == "Of the channel"
    told = await gathered(sources.all, **NUMBERED, companyName="Altus")
    assert told["businessContext"].entity_name == "Of the case"


async def test_a_case_is_detected_and_updated_at_the_times_of_its_thread() -> None:
    said = (user("down", "1700000060.5"), user("up", "2023-11-14T22:30:00Z"))
    place = {**NUMBERED, "threadTs": "1700000000.000100"}
    context = (await gathered(Sources(said=said).all, **place))["caseContext"]
    assert (context.detected_at, context.last_updated) == (
        "2023-11-14T22:13:20.000Z",
        "2023-11-14T22:30:00.000Z",
    )


async def test_messages_without_content_find_nothing_similar() -> None:
    for text in ("👍", ":+1:", ":thumbsup: thanks!", "ok", "Danke", "..."):
        sources = Sources(said=(user(text),), found_case=None)
        told = await gathered(sources.all, **THREAD)
        assert told["similarCases"] is told["muscleMemoryExemplars"] is None
        assert calls_of(sources, "similar") == []


async def _answers(seconds: float, answer: str) -> str:
    await asyncio.sleep(seconds)
    if not answer:
        raise StoreUnavailable("fake", "broken")
    return answer


async def test_a_late_answer_is_replaced_at_first_but_still_awaited() -> None:
    late = SharedAnswer.begin(_answers(0.1, "late"), 0.01)

    assert await late.answer_or("instead") == "instead"
    assert await late.answer() == "late"
    assert await late.answer_or("instead") == "late"


async def test_a_failed_answer_raises_where_nothing_can_replace_it() -> None:
    failed = SharedAnswer.begin(_answers(0, ""), 5)

    assert await failed.answer_or("instead") == "instead"
    with pytest.raises(StoreUnavailable):
        await failed.answer()


async def test_a_waiter_that_gives_up_leaves_the_answer_to_the_others() -> None:
    fact = SharedAnswer.begin(_answers(0.05, "there"), 5)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await fact.answer()
    assert await fact.answer() == "there"

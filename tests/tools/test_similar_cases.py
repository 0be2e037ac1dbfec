from collections.abc import Sequence
from dataclasses import replace

from recollect.knowledge.business_contexts import BusinessContext
from recollect.knowledge.similar_cases import FoundCase
from recollect.relevance.arms import Arms
from recollect.servicedesk.tickets import Ticket, TicketSearch
from tests.cases import each_case
from tests.tools.fakes import Desk, KnownBusinessContexts, Resolved, World
from tests.tools.samples import SIMILAR, down

ASKED = "email is down"
KNOWN = Ticket(
    sys_id="4" * 32,
    number="SCS0012301",
    short_description="Mailbox sync failing",
    cause="Authentication",
    priority="2 - High",
)


async def test_weak_cases_are_left_out() -> None:
    answer = await World().call_as_json("searchSimilarCases", query=ASKED)
    assert [each["caseNumber"] for each in answer["similarCases"]] == ["SCS0012300", "SCS0012301"]


async def test_cases_of_the_customer_come_first() -> None:
    world = World()
    answer = await world.call_as_json(
        "searchSimilarCases", query=ASKED, customer="contoso corp", limit=2
    )
    assert [each["caseNumber"] for each in answer["similarCases"]] == ["SCS0012301", "SCS0012300"]
    assert world.resolved.of("similar") == [[ASKED, ("contoso corp",), 50]]


async def test_cases_under_another_name_of_the_customer_come_first_too() -> None:
    contoso = BusinessContext(
        entity_name="Contoso Corporation", entity_type="CLIENT", aliases=("CTSO", "contoso corp")
    )
    world = World(business_contexts=KnownBusinessContexts(known=[contoso]))
    answer = await world.call_as_json("searchSimilarCases", query=ASKED, customer="CTSO", limit=2)
    assert [each["caseNumber"] for each in answer["similarCases"]] == ["SCS0012301", "SCS0012300"]
    assert answer["matched"]["customer"] == ["Contoso Corp"]


@each_case(("customer", "theirs"), [("contoso corp", ["Contoso Corp"]), ("Nobody Ltd", [])])
async def test_the_answer_names_the_matched_customers_even_if_there_are_none(
    customer: str, theirs: list[str]
) -> None:
    answer = await World().call_as_json("searchSimilarCases", query=ASKED, customer=customer)
    assert answer["similarCases"]
    assert answer["matched"]["customer"] == theirs


async def test_without_a_customer_argument_no_match_is_reported() -> None:
    assert "matched" not in await World().call_as_json("searchSimilarCases", query=ASKED)


async def test_at_most_the_requested_number_of_cases_is_returned() -> None:
    answer = await World().call_as_json("searchSimilarCases", query=ASKED, limit=1)
    assert [each["caseNumber"] for each in answer["similarCases"]] == ["SCS0012300"]


async def test_causes_and_priorities_come_from_the_service_desk() -> None:
    world = World(Desk(known=[KNOWN]))
    answer = await world.call_as_json("searchSimilarCases", query=ASKED, customer="Contoso Corp")
    assert answer["pattern_summary"] == "Mailbox sync failing (authentication) - high priority"
    assert world.desk.of("tickets") == [
        ["case", TicketSearch(numbers=("SCS0012301", "SCS0012300"), limit=2)]
    ]


async def test_without_a_desk_there_is_still_a_pattern() -> None:
    output = await World(is_without_desk=True).call("searchSimilarCases", query=ASKED)
    assert output.result.model_dump()["pattern_summary"] == "Mail flow is stuck"
    assert output.degraded == ()


async def test_with_the_desk_down_there_is_a_pattern_and_the_answer_is_degraded() -> None:
    world = World()
    world.desk.fail["tickets"] = down()
    output = await world.call("searchSimilarCases", query=ASKED)
    assert output.result.model_dump()["pattern_summary"] == "Mail flow is stuck"
    assert output.degraded == ("ticketDetails",)


@each_case("found", [(), SIMILAR[2:], [replace(SIMILAR[0], text=" ")]])
async def test_a_sentence_says_that_no_case_is_similar(found: Sequence[FoundCase]) -> None:
    world = World(resolved=Resolved(cases=found))
    answer = await world.call_as_json("searchSimilarCases", query=ASKED)
    assert answer == {"similarCases": [], "pattern_summary": "No similar cases are known."}
    assert world.desk.asked == []


async def test_a_case_found_twice_is_shown_by_its_better_text() -> None:
    worse = replace(SIMILAR[0], text="Printer is out of toner", arms=SIMILAR[1].arms)
    for found in ([SIMILAR[0], worse], [worse, SIMILAR[0]]):
        world = World(resolved=Resolved(cases=found), is_without_desk=True)
        answer = await world.call_as_json("searchSimilarCases", query=ASKED)
        (case,) = answer["similarCases"]
        assert case["excerpt"] == "Mail flow is stuck"
        assert answer["pattern_summary"] == "Mail flow is stuck"


async def test_a_case_that_shares_only_a_common_word_makes_no_pattern() -> None:
    weak = replace(SIMILAR[1], text="The storage is broken, a disk failed", arms=Arms(0.35, 1.0))
    world = World(resolved=Resolved(cases=[weak]), is_without_desk=True)
    answer = await world.call_as_json("searchSimilarCases", query="coffee machine broken")
    assert len(answer["similarCases"]) == 1
    assert answer["pattern_summary"] == "No pattern found."

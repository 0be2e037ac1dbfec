"""That nothing is known is said only where everything was asked; what is missing is named."""

from recollect.core.errors import StoreUnavailable
from recollect.discovery.schema import DiscoveryPack
from recollect.memories.search_result import NO_MEMORIES, SearchResult
from recollect.preparing.facts import KnownFact, facts_of_pack
from recollect.preparing.preparing import Part, prepare_parts
from recollect.preparing.request import PartName, empty_part_notes

SAID = DiscoveryPack.model_validate(
    {
        "generated_at": "2026-01-15T08:00:00.000Z",
        "metadata": {"caseNumbers": []},
        "slackRecent": {
            "totalMessages": 1,
            "messages": [{"role": "user", "text": "zebra serengeti migration"}],
        },
    }
)
ECHO = "## What was said\n- user: zebra serengeti migration\n"


async def empty() -> Part:
    return Part(SearchResult(results=()))


async def echoing() -> Part:
    return Part(SAID, tuple(facts_of_pack(SAID, echoes=True)))


async def hearing() -> Part:
    return Part(SAID, tuple(facts_of_pack(SAID)))


async def remembering() -> Part:
    return Part(SearchResult(results=()), (KnownFact("Evidence", "Zebras migrate"),))


async def failing() -> Part:
    raise StoreUnavailable("upstash-vector", "status 500")


async def lacking() -> Part:
    return Part(SearchResult(results=()), missing=("reputation",))


async def test_nothing_is_known_where_all_parts_came_and_tell_nothing() -> None:
    told = await prepare_parts({"memories": empty}, 100)
    assert (told.nothing_found, told.degraded) == (True, ())
    assert told.prompt == "Nothing is known about this.\n"


async def test_what_could_not_be_looked_up_is_not_called_unknown() -> None:
    told = await prepare_parts({"memories": failing}, 100)
    assert (told.nothing_found, told.degraded) == (False, ("memories",))
    assert told.prompt == "Could not be looked up: memories.\n"


async def test_what_is_to_be_known_of_a_part_is_told_as_an_alert() -> None:
    async def doubtful() -> Part:
        return Part(SAID, (KnownFact("Alerts", "INFO: x"),), doubts=("There is no such customer",))

    told = await prepare_parts({"pack": doubtful}, 100)
    assert told.prompt == ("## Alerts\n- There is no such customer\n- INFO: x\n")


async def test_a_part_that_holds_nothing_is_named_empty() -> None:
    async def unheard() -> Part:
        return Part(SearchResult(results=()), is_empty=True)

    told = await prepare_parts({"memories": unheard, "pack": hearing}, 100)
    assert told.empty == ("memories",)
    assert empty_part_notes(told.empty) == (NO_MEMORIES,)
    assert (await prepare_parts({"memories": empty}, 100)).empty == ()


async def test_how_a_misspelt_question_was_read_stands_before_what_is_known_of_it() -> None:
    async def reading() -> Part:
        found = (KnownFact("Evidence", "Zebras migrate"),)
        return Part(SearchResult(results=()), found, read_as={"zibra": "zebra"})

    told = await prepare_parts({"memories": reading}, 100)
    assert told.prompt.startswith('## Alerts\n- The question was read "zibra" as "zebra"\n')


async def test_a_part_that_lacks_something_does_not_show_that_nothing_is_known() -> None:
    told = await prepare_parts({"memories": lacking}, 100)
    assert (told.nothing_found, told.degraded) == (False, ("memories.reputation",))
    assert told.prompt == "Could not be looked up: memories.reputation.\n"


async def test_what_makes_evidence_quicker_or_orders_it_is_no_knowledge_that_is_missing() -> None:
    async def slower() -> Part:
        return Part((), missing=("cache", "usage", "reads"))

    told = await prepare_parts({"evidence": slower}, 100)
    assert told.degraded == ("evidence.cache", "evidence.usage", "evidence.reads")
    assert (told.nothing_found, told.prompt) == (True, "Nothing is known about this.\n")
    both = await prepare_parts({"evidence": slower, "memories": failing}, 100)
    assert (both.nothing_found, both.prompt) == (False, "Could not be looked up: memories.\n")


async def test_a_part_without_the_right_to_it_is_missing_too() -> None:
    withheld: list[PartName] = ["pack"]
    told = await prepare_parts({"memories": empty}, 100, withheld)
    assert (told.nothing_found, told.degraded) == (False, ("pack",))
    assert told.prompt == "Could not be looked up: pack.\n"


async def test_what_the_caller_says_is_no_knowledge_and_stands_only_beside_some() -> None:
    alone = await prepare_parts({"pack": echoing, "memories": empty}, 100)
    assert (alone.nothing_found, alone.prompt) == (True, "Nothing is known about this.\n")
    beside = await prepare_parts({"pack": echoing, "memories": remembering}, 100)
    assert not beside.nothing_found
    assert beside.prompt == f"{ECHO}## Evidence\n- Zebras migrate\n"


async def test_what_a_thread_told_is_knowledge() -> None:
    told = await prepare_parts({"pack": hearing}, 100)
    assert (told.nothing_found, told.prompt) == (False, ECHO)

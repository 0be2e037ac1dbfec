"""A prompt says that nothing is known only if every part answered; it names missing parts."""

from datetime import UTC, datetime

from recollect.core.errors import StoreUnavailable
from recollect.discovery.schema import DiscoveryPack
from recollect.memories.search_result import NO_MEMORIES, SearchResult
from recollect.preparing.facts import KnownFact, facts_of_pack
from recollect.preparing.preparing import Part, prepare_parts
from recollect.preparing.request import PartName, empty_part_notes

NOW = datetime(2026, 1, 15, 11, 40, tzinfo=UTC)
NOW_SAID = "It is 2026-01-15 11:40 UTC.\n"
THREAD_PACK = DiscoveryPack.model_validate(
    {
        "generated_at": "2026-01-15T08:00:00.000Z",
        "metadata": {"caseNumbers": []},
        "slackRecent": {
            "totalMessages": 1,
            "messages": [{"role": "user", "text": "zebra serengeti migration"}],
        },
    }
)
ECHO = f"{NOW_SAID}## What was said\n- user: zebra serengeti migration\n"


async def empty() -> Part:
    return Part(SearchResult(results=()))


async def echoing() -> Part:
    return Part(THREAD_PACK, tuple(facts_of_pack(THREAD_PACK, echoes=True)))


async def hearing() -> Part:
    return Part(THREAD_PACK, tuple(facts_of_pack(THREAD_PACK)))


async def remembering() -> Part:
    return Part(SearchResult(results=()), (KnownFact("Evidence", "Zebras migrate"),))


async def failing() -> Part:
    raise StoreUnavailable("upstash-vector", "status 500")


async def lacking() -> Part:
    return Part(SearchResult(results=()), missing=("reputation",))


async def test_nothing_is_known_if_all_parts_came_and_all_are_empty() -> None:
    told = await prepare_parts({"memories": empty}, 100, at=NOW)
    assert (told.nothing_found, told.degraded) == (True, ())
    assert told.prompt == "Nothing is known about this.\n"


async def test_a_part_that_failed_is_not_called_unknown() -> None:
    told = await prepare_parts({"memories": failing}, 100, at=NOW)
    assert (told.nothing_found, told.degraded) == (False, ("memories",))
    assert told.prompt == "Could not be looked up: memories.\n"


async def test_the_doubts_about_a_part_are_shown_as_alerts() -> None:
    async def doubtful() -> Part:
        return Part(
            THREAD_PACK, (KnownFact("Alerts", "INFO: x"),), doubts=("There is no such customer",)
        )

    told = await prepare_parts({"pack": doubtful}, 100, at=NOW)
    assert told.prompt == (f"{NOW_SAID}## Alerts\n- There is no such customer\n- INFO: x\n")


async def test_a_part_that_holds_nothing_is_named_empty() -> None:
    async def unheard() -> Part:
        return Part(SearchResult(results=()), is_empty=True)

    told = await prepare_parts({"memories": unheard, "pack": hearing}, 100, at=NOW)
    assert told.empty == ("memories",)
    assert empty_part_notes(told.empty) == (NO_MEMORIES,)
    assert (await prepare_parts({"memories": empty}, 100, at=NOW)).empty == ()


async def test_the_corrected_spelling_of_a_question_is_shown_before_the_facts() -> None:
    async def reading() -> Part:
        found = (KnownFact("Evidence", "Zebras migrate"),)
        return Part(SearchResult(results=()), found, read_as={"zibra": "zebra"})

    told = await prepare_parts({"memories": reading}, 100, at=NOW)
    noted = f'{NOW_SAID}## Alerts\n- The question was read "zibra" as "zebra"\n'
    assert told.prompt.startswith(noted)


async def test_an_incomplete_part_does_not_show_that_nothing_is_known() -> None:
    told = await prepare_parts({"memories": lacking}, 100, at=NOW)
    assert (told.nothing_found, told.degraded) == (False, ("memories.reputation",))
    assert told.prompt == "Could not be looked up: memories.reputation.\n"


async def test_a_missing_cache_or_usage_count_is_not_missing_knowledge() -> None:
    async def slower() -> Part:
        return Part((), missing=("cache", "usage", "reads"))

    told = await prepare_parts({"evidence": slower}, 100, at=NOW)
    assert told.degraded == ("evidence.cache", "evidence.usage", "evidence.reads")
    assert (told.nothing_found, told.prompt) == (True, "Nothing is known about this.\n")
    both = await prepare_parts({"evidence": slower, "memories": failing}, 100, at=NOW)
    assert (both.nothing_found, both.prompt) == (False, "Could not be looked up: memories.\n")


async def test_a_part_that_the_caller_has_no_right_to_is_missing_too() -> None:
    withheld: list[PartName] = ["pack"]
    told = await prepare_parts({"memories": empty}, 100, withheld, at=NOW)
    assert (told.nothing_found, told.degraded) == (False, ("pack",))
    assert told.prompt == "Could not be looked up: pack.\n"


async def test_the_callers_own_words_are_not_knowledge_and_appear_only_beside_facts() -> None:
    alone = await prepare_parts({"pack": echoing, "memories": empty}, 100, at=NOW)
    assert (alone.nothing_found, alone.prompt) == (True, "Nothing is known about this.\n")
    beside = await prepare_parts({"pack": echoing, "memories": remembering}, 100, at=NOW)
    assert not beside.nothing_found
    assert beside.prompt == f"{ECHO}## Evidence\n- Zebras migrate\n"


async def test_messages_read_from_a_thread_are_knowledge() -> None:
    told = await prepare_parts({"pack": hearing}, 100, at=NOW)
    assert (told.nothing_found, told.prompt) == (False, ECHO)

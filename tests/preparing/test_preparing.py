"""That nothing is known is said only where everything was asked; what is missing is named."""

from recollect.core.errors import StoreUnavailable
from recollect.memories.model import SearchResult
from recollect.preparing.preparing import Part, Preparer
from recollect.preparing.request import PartName

NONE = Part(SearchResult(results=()))


async def empty() -> Part:
    return NONE


async def failing() -> Part:
    raise StoreUnavailable("upstash-vector", "status 500")


async def lacking() -> Part:
    return Part(SearchResult(results=()), lacks=("reputation",))


async def test_nothing_is_known_where_all_parts_came_and_tell_nothing() -> None:
    told = await Preparer().prepare({"memories": empty}, 100)
    assert (told.nothing_found, told.degraded) == (True, ())
    assert told.prompt == "Nothing is known about this.\n"


async def test_what_could_not_be_looked_up_is_not_called_unknown() -> None:
    told = await Preparer().prepare({"memories": failing}, 100)
    assert (told.nothing_found, told.degraded) == (False, ("memories",))
    assert told.prompt == "Could not be looked up: memories.\n"


async def test_a_part_that_lacks_something_does_not_show_that_nothing_is_known() -> None:
    told = await Preparer().prepare({"memories": lacking}, 100)
    assert (told.nothing_found, told.degraded) == (False, ("memories.reputation",))
    assert told.prompt == "Could not be looked up: memories.reputation.\n"


async def test_a_part_without_the_right_to_it_is_missing_too() -> None:
    withheld: list[PartName] = ["pack"]
    told = await Preparer().prepare({"memories": empty}, 100, withheld)
    assert (told.nothing_found, told.degraded) == (False, ("pack",))
    assert told.prompt == "Could not be looked up: pack.\n"

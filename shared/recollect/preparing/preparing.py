"""Requests a pack, evidence and memories concurrently, and makes one text of what came in time."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from itertools import chain
from typing import Final, NamedTuple

from recollect.core.concurrency import gather_all
from recollect.core.errors import StoreError
from recollect.discovery.schema import DiscoveryPack
from recollect.memories.search_result import SearchResult
from recollect.preparing.facts import KnownFact
from recollect.preparing.prompt import composed
from recollect.preparing.request import PARTS, PartName, Prepared, PreparedParts
from recollect.relevance.misspellings import correction_note
from recollect.slicing.sliced import SlicedItem

DEADLINE: Final = 2.5
"""Seconds for each part; late parts are left out, so that an answer takes at most three."""

_NO_KNOWLEDGE: Final = frozenset({"evidence.cache", "evidence.usage", "evidence.reads"})
"""Parts that make evidence faster or order it: without them, everything was still looked up.

Without `usage` it is not known what replaces a piece of evidence; that is among its doubts.
"""

PartAnswer = DiscoveryPack | tuple[SlicedItem, ...] | SearchResult


class Part(NamedTuple):
    """One part of a prepared prompt: the answer, and the same as facts for the prompt.

    `missing` names what the answer lacks; of these, sections that are `incomplete` are there, but
    may lack something. `doubts` are sentences for its reader, `read_as` maps misspelt words of the
    question to their corrections. `is_empty` says that nothing could be found in it, whatever is
    asked. `about` is the subject as far as this part knows it, for the other parts of a request
    without a text.
    """

    answer: PartAnswer
    facts: tuple[KnownFact, ...] = ()
    missing: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    read_as: Mapping[str, str] = {}
    is_empty: bool = False
    about: str = ""
    incomplete: tuple[str, ...] = ()


async def prepare_parts(
    asked: Mapping[PartName, Callable[[], Awaitable[Part]]],
    most_tokens: int,
    withheld: Sequence[PartName] = (),
    *,
    at: datetime,
) -> Prepared:
    """Request all parts concurrently, and compose the prompt from what came in time.

    A part that is late or whose store fails is named in `degraded`; so are those `withheld`, for
    which the caller lacks the right. The prompt says that it is `at` this time. Never raises
    because a store fails.
    """
    answers = await gather_all(_in_time(ask) for ask in asked.values())
    came = {name: each for name, each in zip(asked, answers, strict=True) if each is not None}
    parts = PreparedParts.model_validate({name: each.answer for name, each in came.items()})
    facts = [came[name].facts for name in PARTS if name in came]
    is_known = not all(fact.echoes for part in facts for fact in part)
    doubts = [doubt for each in came.values() for doubt in each.doubts]
    read_as = dict(chain.from_iterable(each.read_as.items() for each in came.values()))
    if is_known and (note := correction_note(read_as)):
        doubts.append(f"The question was {note}")
    alerts = [KnownFact("Alerts", doubt) for doubt in doubts]
    missing = [name for name in PARTS if name in {*asked, *withheld} and name not in came]
    lacking = [f"{name}.{lack}" for name, each in came.items() for lack in each.missing]
    degraded = (*missing, *lacking)
    incomplete = {f"{name}.{each}" for name, part in came.items() for each in part.incomplete}
    unknown = [each for each in degraded if each not in _NO_KNOWLEDGE]
    prompt = composed(
        (alerts, *(facts if is_known else ())), most_tokens, unknown, incomplete, at=at
    )
    return Prepared(
        prompt=prompt.text,
        parts=parts,
        citations=prompt.citations,
        nothing_found=not unknown and not is_known,
        degraded=degraded,
        empty=tuple(name for name in PARTS if name in came and came[name].is_empty),
    )


async def _in_time(ask: Callable[[], Awaitable[Part]]) -> Part | None:
    try:
        async with asyncio.timeout(DEADLINE):
            return await ask()
    except (StoreError, TimeoutError):
        return None

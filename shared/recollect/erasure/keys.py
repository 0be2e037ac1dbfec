"""Erases a person from what is kept beside records, under keys.

Copies of answers are removed whole, and so are entries of the directory and solved cases that are
about the person. In counts, votes and histories of records only the places that name the person are
removed or masked: the counts stay.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pydantic import JsonValue, ValidationError

from recollect.core.concurrency import gather_all
from recollect.erasure.involvement import involvement
from recollect.erasure.kept import (
    HistoryEntry,
    KeptCase,
    KeptCopy,
    KeptEntity,
    KeptField,
    KeptThread,
    KeptTraces,
    KeptUnderKey,
    Keyspace,
    Scrub,
)
from recollect.erasure.masking import MARK, masked_text, masked_value, texts_of_json
from recollect.erasure.reach import Reaches
from recollect.erasure.subject import ErasedKind
from recollect.erasure.subject_spellings import Find
from recollect.erasure.walk import ErasurePage
from recollect.knowledge.business_contexts import BusinessContext
from recollect.knowledge.solved_cases import SolvedCases


@dataclass(frozen=True, slots=True)
class ErasableKeys:
    """All keys. They come after the records, whose removal removes most of their keys."""

    find: Find
    keyspace: Keyspace
    cases: SolvedCases
    reaches: Reaches

    @property
    def name(self) -> str:
        """A name sorted after those of records, and before those of solved cases."""
        return "4 keys"

    async def page(self, cursor: str, limit: int) -> ErasurePage:
        """The page after `cursor`."""
        asked, kept, following = await self.keyspace.page(cursor, limit)
        within = [each for each in kept if self.reaches(each.namespace)]
        found = [(each, scrub_of(each, self.find)) for each in within]
        scrubs = [(each, scrub) for each, scrub in found if scrub is not None]
        removed: dict[ErasedKind, int] = {}
        masked: dict[ErasedKind, int] = {}
        for _, each in scrubs:
            counts = removed if each.is_removed else masked
            counts[each.kind] = counts.get(each.kind, 0) + 1

        async def erase() -> None:
            cases = [(kept.run, each) for kept, each in scrubs if isinstance(kept, KeptCase)]
            gone = [each for _, each in cases if each.is_removed]
            # Together with their searched records, and what refers to them.
            await self.cases.forget_runs([run for run, each in cases if each.is_removed])
            await self.keyspace.scrub([each for _, each in scrubs if each not in gone])
            await gather_all(self.cases.follow(run) for run, _ in cases)

        return ErasurePage(asked, following, removed, masked, erase)


def scrub_of(kept: KeptUnderKey, find: Find) -> Scrub | None:
    """What to do with a key, or None if it does not name the person."""
    if isinstance(kept, KeptCopy):
        found = any(map(find, texts_of_json(kept.text)))
        return Scrub(kept.key, kept.kind, is_removed=True) if found else None
    if isinstance(kept, KeptCase):
        return _of_case(kept, find)
    if isinstance(kept, KeptEntity):
        return _of_entity(kept, find)
    if find.fields:
        return None  # the other keys are removed with the records that have these fields
    if isinstance(kept, KeptThread):
        return Scrub(kept.key, "traces", is_removed=True) if find(kept.reader) else None
    scrub = _of_traces(kept, find)
    return scrub if scrub.changes else None


def _of_entity(kept: KeptEntity, find: Find) -> Scrub | None:
    if not kept.context:
        return None
    context: dict[str, JsonValue] = json.loads(kept.context)
    named = [str(context.get("entityName", "")), *map(str, _listed(context.get("aliases")))]
    if find.fields:
        # Only the entity's name: an alias may be another entity's, and a key escapes the name
        # ("Q:R" becomes "q%3ar").
        is_theirs = involvement(find, "", {"company": named[0]}, (), ()) == "about"
        return Scrub(kept.key, "directory", is_removed=True) if is_theirs else None
    related = involvement(find, kept.entity, {}, named, [context])
    if related is None:
        return _without_writer(kept, find)
    masked = json.dumps(masked_value(context, find), ensure_ascii=False)
    # An entry cannot lose a name that leads to it, and masks may make a text too long.
    if related == "about" or any(map(find, named)) or not _is_context(masked):
        return Scrub(kept.key, "directory", is_removed=True)
    return Scrub(kept.key, "directory", reworded={"context": (kept.context, masked)})


def _without_writer(kept: KeptEntity, find: Find) -> Scrub | None:
    return Scrub(kept.key, "traces", fields=["writer"]) if find(kept.writer) else None


def _is_context(text: str) -> bool:
    try:
        BusinessContext.model_validate_json(text)
    except ValidationError:
        return False
    return True


def _of_case(kept: KeptCase, find: Find) -> Scrub | None:
    parts: list[JsonValue] = [kept.situation, kept.opener]
    bearing: dict[str, JsonValue] = {"user": kept.opener, "run": kept.run[1]}
    related = involvement(find, "", bearing, [kept.situation], parts)
    if related == "about" or (related and not kept.situation):
        return Scrub(kept.key, "solved_cases", is_removed=True)
    masked = {} if find.fields else _masked_fields(kept.judges, find)
    if related is None:
        return Scrub(kept.key, "traces", reworded=masked) if masked else None
    masked["situation"] = (kept.situation, masked_text(kept.situation, find))
    return Scrub(kept.key, "solved_cases", reworded=masked)


def _of_traces(kept: KeptTraces, find: Find) -> Scrub:
    """The scrub of a memory's, an item's or a run's votes, writers, openers, texts and history."""
    counts = [each for each in kept.fields if each.form == "count"]
    return Scrub(
        kept.key,
        "traces",
        fields=[each.name for each in counts if any(map(find, each.names))],
        reworded=_masked_fields(kept.fields, find),
        members=[each for each in kept.members if find(each)],
        entries=[
            HistoryEntry(each.id, _masked_json(each.actor, find), _masked_json(each.details, find))
            for each in kept.entries
            if any(map(find, (*texts_of_json(each.actor), *texts_of_json(each.details))))
        ],
    )


def _masked_fields(fields: Sequence[KeptField], find: Find) -> dict[str, tuple[str, str]]:
    """The fields that name the person and stay, each with its text before and after masking."""
    return {
        each.name: (each.text, _MASKED[each.form](each.text, find))
        for each in fields
        if each.form != "count" and any(map(find, each.names))
    }


def _masked_lines(text: str, find: Find) -> str:
    return "\n".join(MARK if find(line) else line for line in text.split("\n"))


_MASKED: Final[Mapping[str, Callable[[str, Find], str]]] = {
    "words": masked_text,
    "lines": _masked_lines,
}


def _masked_json(text: str, find: Find) -> str:
    if text[:1] != "{":
        return MARK if find(text) else text
    return json.dumps(masked_value(json.loads(text), find), ensure_ascii=False)


def _listed(value: JsonValue) -> Sequence[JsonValue]:
    return value if isinstance(value, list) else []

import asyncio
import json

import pytest

from recollect.core.ids import Key
from recollect.memories.assembly import assemble
from recollect.memories.feedback import Judgement, judge_memory
from recollect.memories.model import Memory
from recollect.memories.record import Record
from recollect.memories.requests import NewVote
from recollect.memories.transfer import Line, import_memories, line_of
from tests.memories.fakes import FakeCounts, FakeIndex
from tests.memories.lives import begin, break_off, doom, forget
from tests.memories.samples import APP, NOW, op, record_of

PLAIN = Line(situation="Printer on fire", decision="Called the fire brigade")


class Stores:
    """Both stores, with import and export."""

    def __init__(self) -> None:
        self.index, self.counts = FakeIndex(), FakeCounts()
        self._tokens = iter(range(1_000))

    async def load(self, *lines: Line, app: str = APP) -> int:
        return await import_memories(
            lines,
            app,
            op(),
            f"token {next(self._tokens)}",
            records=self.index,
            births=self.counts,
            archive=self.counts,
        )

    async def exported(self) -> list[Line]:
        records = tuple(self.index.records.values())
        legacies = await self.counts.dump([record.key for record in records])
        return [line_of(*each) for each in zip(records, legacies, strict=True)]

    async def memory(self) -> Memory:
        (standing,) = await self.counts.read((self.record.key,))
        return assemble(self.record, standing, NOW)

    @property
    def record(self) -> Record:
        (record,) = self.index.records.values()
        return record


async def with_a_past() -> Stores:
    stores = Stores()
    record = record_of(
        age_days=3, category="refund", tags=["vip"], conversation_id="cnv_1", importance=0.9
    )
    await stores.index.add((record,))
    await begin(stores.counts, record)
    await stores.counts.vote(record.key, NewVote(vote="upvote", voter_id="v1"), op())
    judgement = Judgement("corrected", NOW, "Escalate — now", "money")
    await judge_memory(record.key, judgement, op(), records=stores.index, feedback=stores.counts)
    await stores.counts.validate(record.key, op())
    return stores


async def test_what_is_exported_is_imported_as_it_was() -> None:
    before, after = await with_a_past(), Stores()
    lines = [Line.model_validate_json(line.model_dump_json()) for line in await before.exported()]
    assert await after.load(*lines) == 1
    assert await after.memory() == await before.memory()
    # What was decided since is the standing's to say; the record keeps no more than it was given.
    assert set(after.record.metadata) <= set(before.record.metadata)
    history = await before.counts.history(before.record.key)
    assert (await after.counts.history(before.record.key))[:-1] == history


async def test_a_second_export_differs_only_in_having_been_imported() -> None:
    before, after = await with_a_past(), Stores()
    (first,) = await before.exported()
    await after.load(first)
    (second,) = await after.exported()
    changed = {name for name in Line.model_fields if getattr(first, name) != getattr(second, name)}
    assert changed == {"history", "standing"}
    assert {**first.standing, "revision": ""} == {**second.standing, "revision": ""}


async def test_a_plain_line_becomes_a_fresh_memory() -> None:
    stores = Stores()
    assert await stores.load(PLAIN) == 1
    assert stores.record.metadata["created_at"] == "2026-03-01T12:00:00.000Z"
    assert stores.record.metadata["stage"] == "draft"
    (standing,) = await stores.counts.read((stores.record.key,))
    assert (standing.occurrences, standing.upvotes) == (1, 0)
    (event,) = await stores.counts.history(stores.record.key)
    assert event.type == "imported"


async def test_importing_again_doubles_nothing() -> None:
    stores = Stores()
    assert [await stores.load(PLAIN, PLAIN) for _ in range(3)] == [1, 0, 0]
    (standing,) = await stores.counts.read((stores.record.key,))
    assert standing.occurrences == 1
    assert len(await stores.counts.history(stores.record.key)) == 1


async def test_what_was_decided_since_is_not_undone_by_an_old_export() -> None:
    stores = await with_a_past()
    lines = await stores.exported()
    judgement = Judgement("success", op(minutes=9).at)
    key = stores.record.key
    await judge_memory(key, judgement, op(), records=stores.index, feedback=stores.counts)
    assert await stores.load(*lines) == 0
    assert stores.record.metadata["outcome"] == "success"


async def test_an_import_that_was_interrupted_between_the_stores_is_finished_by_the_next() -> None:
    (line,) = await (await with_a_past()).exported()
    stores = Stores()
    await stores.load(line)
    await forget(stores.counts, stores.record.key)
    assert await stores.load(line) == 1
    (standing,) = await stores.counts.read((stores.record.key,))
    assert standing.upvotes == 1
    stores.index.records.clear()
    await stores.load(line)
    assert stores.record.metadata["category"] == "money"


async def test_a_file_may_go_to_another_app() -> None:
    stores = Stores()
    (line,) = await (await with_a_past()).exported()
    assert await stores.load(line, app="global") == 1
    assert stores.record.collection == "support:global"
    assert await stores.counts.of_conversation("support:global", "cnv_1") == (stores.record.id,)


async def test_importing_nothing_makes_nothing() -> None:
    stores = Stores()
    assert await stores.load() == 0
    assert stores.index.records == {}


async def test_an_import_gives_its_claims_back() -> None:
    stores = Stores()
    await stores.load(PLAIN)
    (claim,) = await stores.counts.claim([stores.record.key], "next")
    assert claim.value == "regranted"


def test_a_line_is_json_that_a_store_request_is_too() -> None:
    text = json.dumps({"situation": "a", "decision": "b", "stage": "route"})
    line = Line.model_validate_json(text)
    assert (line.stage, line.standing, line.voters, line.history) == ("route", {}, {}, ())


@pytest.mark.parametrize(
    "extra",
    [
        {"standing": {"UPPER CASE": "1"}},
        {"standing": {"upvotes": "many"}},
        {"standing": {"outcome": "great"}},
        {"standing": {"condemned": "1"}},
        {"standing": {"condemned": "0"}},
        {"standing": {"outcome": "failed", "outcome_at": "99999999999999999:"}},
        {"standing": {"outcome": "failed", "outcome_at": "2026-01-01T00:00:00Z"}},
        {"standing": {"outcome": "failed", "outcome_at": "000001772366400000"}},
        {"standing": {"outcome": "failed", "outcome_at": "z"}},
        {"standing": {"correction": "no", "correction_at": ""}},
        {"standing": {"category": "a", "category_at": "٠٠٠٠٠١٧٧٢٣٦٦٤٠٠:"}},
        {"voters": {"v1": "maybe"}},
        {"voters": {"not a reference!": "upvote"}},
        {"created_at": "2026-01-01T00:00:00"},
        {"history": [{"at": "x"}]},
        {"colour": "red"},
    ],
)
def test_a_line_that_makes_no_sense_is_refused(extra: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="validation error"):
        Line.model_validate({"situation": "a", "decision": "b", **extra})


@pytest.mark.parametrize("rest", ["", "op", "a:b", "0123456789abcdef"])
def test_a_stamp_like_ours_is_taken(rest: str) -> None:
    stamp = f"001772366400000:{rest}"
    standing = {f"{name}_at": stamp for name in ("outcome", "correction", "category")}
    line = Line.model_validate({"situation": "a", "decision": "b", "standing": standing})
    assert dict(line.standing) == standing


async def test_every_stamp_of_an_export_is_one_that_an_import_takes() -> None:
    (line,) = await (await with_a_past()).exported()
    stamps = {name for name in line.standing if name.endswith("_at")} - {"validated_at"}
    assert stamps == {"outcome_at", "correction_at", "category_at"}
    assert Line.model_validate_json(line.model_dump_json()) == line


async def test_an_import_replaces_what_a_removal_that_broke_off_left() -> None:
    stores = await with_a_past()
    key = stores.record.key
    await break_off(stores.counts, key)
    line = Line(situation=stores.record.situation, decision=stores.record.decision)
    assert await stores.load(line) == 1
    assert "category" not in stores.record.metadata
    (standing,) = await stores.counts.read((key,))
    assert (standing.condemned, standing.upvotes, standing.outcome) == (False, 0, None)
    assert [event.type for event in await stores.counts.history(key)] == ["imported"]
    assert await stores.counts.of_conversation(stores.record.collection, "cnv_1") == ()


async def test_an_import_waits_for_who_removes_and_then_brings_the_memory_back() -> None:
    stores = Stores()
    await stores.load(PLAIN)
    key = stores.record.key
    token = await doom(stores.counts, key)
    loading = asyncio.create_task(stores.load(PLAIN))
    await asyncio.sleep(0.01)
    assert not loading.done()
    await stores.index.remove(*key_as_ids(key))
    await stores.counts.remove([key], token)
    assert await loading == 1
    assert stores.record.key == key


def key_as_ids(key: Key) -> tuple[str, tuple[str, ...]]:
    return key[0], (key[1],)

"""Storing evidence: flags, ids, trust, and turns among their neighbours."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from recollect.core.errors import InvalidRequest
from recollect.core.timestamps import epoch_ms, iso, parse_moment
from recollect.knowledge.items import evidence_item
from recollect.knowledge.records import KnowledgeRecord
from recollect.knowledge.repeats import unwritten
from recollect.knowledge.requests import FailedItem, NewEvidence, StoredEvidence, WithheldItem
from recollect.retrieval.candidates import Scope
from recollect.retrieval.items import Item, Metadata
from recollect.slicing.policy import local_verdict, policy_input
from recollect.slicing.redaction import redact
from tests.knowledge.stores import SCOPE, New, Stores, said
from tests.retrieval.samples import NOW
from tests.slicing.samples import specialist
from tests.writers import EDITOR

EMAIL = "bob.miller@example.com"
KEY = "AKIA" + "Q3EGVZ5TNLPJ7KWC"


def made(**fields: JsonValue) -> Item:
    return evidence_item(NewEvidence.model_validate(fields), SCOPE, NOW, EDITOR)


def flags(metadata: Metadata) -> tuple[JsonValue, JsonValue, JsonValue]:
    return metadata["containsPII"], metadata["piiFields"], metadata["hasCredentials"]


def visible(item: Item) -> JsonValue:
    """What a reader with all other rights sees of an item."""
    verdict = local_verdict(policy_input(specialist("restricted", "*"), item))
    return repr(redact(item, verdict.redacted_fields)) if verdict.allow else ""


def test_an_item_keeps_its_fields_and_gets_a_creation_time() -> None:
    item = made(id="m", content="text", tags=["a"], status="failed", caused_by=["b"], trust=0.5)
    assert item == Item(
        "m",
        "text",
        {
            "created_at": "2025-01-15T12:00:00.000Z",
            "created_at_ms": 1736942400000,
            "tags": ["a"],
            "source": "agent",
            "importance": 0.5,
            "trust": 0.5,
            "sensitivity": 0.0,
            "containsPII": False,
            "piiFields": [],
            "piiTexts": [],
            "hasCredentials": False,
            "instructionLike": False,
            "restrictedToGroups": [],
            "caused_by": ["b"],
            "derived_from": [],
            "status": "failed",
        },
    )


def test_all_times_are_stored_in_utc_with_milliseconds() -> None:
    metadata = made(
        content="x",
        created_at="2025-01-15T14:00:00.0019+02:00",
        last_validated_at="2025-01-15T10:00:00-02:00",
    ).metadata
    assert metadata["created_at"] == "2025-01-15T12:00:00.001Z"
    assert metadata["created_at_ms"] == 1736942400001
    assert metadata["last_validated_at"] == "2025-01-15T12:00:00.000Z"


def test_an_item_from_the_future_is_as_old_as_its_storing() -> None:
    metadata = made(content="x", created_at="2099-01-01T00:00:00Z").metadata
    assert metadata["created_at"] == iso(NOW)
    assert metadata["created_at_ms"] == epoch_ms(NOW)


@given(st.datetimes(timezones=st.just(UTC)), st.booleans())
def test_both_forms_of_a_time_name_the_same_moment(at: datetime, is_said: bool) -> None:
    new = NewEvidence.model_validate({"content": "x", "created_at": at if is_said else None})
    metadata = evidence_item(new, SCOPE, at, EDITOR).metadata
    found = parse_moment(metadata["created_at"])
    assert found is not None
    assert round(found.timestamp() * 1000) == metadata["created_at_ms"]


def test_detected_secrets_and_personal_data_override_flags_of_the_caller() -> None:
    content: JsonValue = {"note": f"mail {EMAIL}", "deep": [{"key": KEY}]}
    item = made(content=content, containsPII=False, hasCredentials=False)
    assert flags(item.metadata) == (True, ["$.content.note"], True)


def test_personal_data_detected_in_metadata_is_flagged_with_its_path() -> None:
    item = made(content="x", owner={"mail": EMAIL}, id="m")
    assert flags(item.metadata) == (True, ["$.metadata.owner.mail"], False)
    assert EMAIL not in str(visible(item))
    assert flags(made(content="x", note=KEY).metadata) == (False, [], True)


def seen(item: Item) -> JsonValue:
    """The content as a reader with all other rights sees it."""
    verdict = local_verdict(policy_input(specialist("restricted", "*"), item))
    return redact(item, verdict.redacted_fields).content


def test_detected_personal_data_is_masked_within_a_text() -> None:
    item = made(content=f"mail {EMAIL} about the leak")
    assert flags(item.metadata) == (True, ["$.content"], False)
    assert seen(item) == "mail [REDACTED:email] about the leak"


def test_a_text_that_the_caller_flags_is_hidden_whole() -> None:
    text = f"mail {EMAIL} about the leak"
    assert seen(made(content=text, piiFields=["$.content"])) == "[REDACTED]"
    assert seen(made(content=text, containsPII=True)) == "[REDACTED]"
    forged = made(content=text, piiFields=["$.content"], piiTexts=["$.content"])
    assert seen(forged) == "[REDACTED]"


def test_a_value_whose_field_name_denotes_personal_data_is_hidden_whole() -> None:
    item = made(content={"phone": f"ask Ann, {EMAIL}", "note": f"ask Ann, {EMAIL}"})
    assert seen(item) == {"phone": "[REDACTED]", "note": "ask Ann, [REDACTED:email]"}


def test_a_flagged_text_that_an_earlier_release_stored_is_hidden_whole() -> None:
    item = made(content=f"mail {EMAIL}")
    old = {name: value for name, value in item.metadata.items() if name != "piiTexts"}
    assert seen(Item(item.id, item.content, old)) == "[REDACTED]"


def test_flags_set_by_the_caller_are_kept() -> None:
    item = made(
        content={"a": "b"}, containsPII=True, piiFields=["$.content.a"], hasCredentials=True
    )
    assert flags(item.metadata) == (True, ["$.content.a"], True)


def test_detected_paths_come_after_the_callers_paths_without_repetition() -> None:
    content: JsonValue = {"a": EMAIL, "b": EMAIL, "c": "d"}
    item = made(content=content, piiFields=["$.content.c", "$.content.b"])
    assert flags(item.metadata) == (True, ["$.content.c", "$.content.b", "$.content.a"], False)


def test_paths_that_the_caller_names_are_hidden_even_if_contains_pii_is_false() -> None:
    item = made(content={"a": "secret"}, piiFields=["$.content.a"], containsPII=False)
    assert "secret" not in str(visible(item))


def test_contains_pii_without_paths_hides_all_of_the_content() -> None:
    # A field that we find is not the only one.
    item = made(content={"name": "Bob Miller the third", "mail": EMAIL}, containsPII=True)
    assert "Miller" not in str(visible(item))
    assert "Miller" not in str(visible(made(content={"name": "Bob Miller"}, containsPII=True)))


def test_too_many_or_too_long_paths_are_replaced_by_the_whole() -> None:
    cases: list[JsonValue] = [
        {f"field{at}": f"bob{at}@example.com" for at in range(300)},
        {f"f{at}": f"bob{at}@example.com" for at in range(60)},
        {"x" * 1_500: EMAIL, "note": "rest"},
        {"x" * 300: {f"field{at}": f"bob{at}@example.com" for at in range(40)}, "note": "rest"},
    ]
    for content in cases:
        within, beside = made(content=content), made(content="x", further=content)
        assert flags(within.metadata) == (True, ["$.content"], False)
        assert flags(beside.metadata) == (True, ["$.metadata"], False)
        for item in (within, beside):
            assert "example.com" not in str(visible(item))
        assert "'x'" in str(visible(beside))


async def test_the_same_content_gets_the_same_id_in_its_project(stores: Stores) -> None:
    first = await stores.store({"content": {"a": 1, "b": 2}})
    again = await stores.store({"content": {"b": 2, "a": 1}, "tags": ["other"]})
    other = await stores.store({"content": {"a": 1, "b": 3}})
    elsewhere = await stores.store({"content": {"a": 1, "b": 2}}, project="app")
    assert first.ids == again.ids
    assert len({*first.ids, *other.ids, *elsewhere.ids}) == 3
    assert stores.item(first.ids[0]).metadata["tags"] == ["other"]


async def test_an_item_stored_again_is_replaced(stores: Stores) -> None:
    await stores.store({"id": "m", "content": "old", "status": "new"})
    assert await stores.store({"id": "m", "content": "new"}) == StoredEvidence(stored=1, ids=("m",))
    assert stores.item("m").content == "new"
    assert "status" not in stores.item("m").metadata


async def test_items_that_could_not_be_stored_are_named_and_a_repeat_stores_them(
    stores: Stores,
) -> None:
    batch = [said("a", 0), {"id": "b", "content": "plain"}, said("c", 1), said("d", 2)]
    stores.repository.unwritable = {"b", "c"}
    found = await stores.store(*batch)
    assert (found.stored, found.ids) == (2, ("a", "d"))
    assert found.failed == (
        FailedItem(index=1, id="b", reason="timeout"),
        FailedItem(index=2, id="c", reason="timeout"),
    )
    assert stores.kept()[0].keys() == stores.turns().keys() == {"a", "d"}
    assert stores.threads.changes

    stores.repository.unwritable = set()
    again = await stores.store(*batch)
    assert again == StoredEvidence(stored=4, ids=("a", "b", "c", "d"))
    assert "failed" not in again.model_dump_json()
    assert stores.turns().keys() == {"a", "c", "d"}


async def test_the_answer_names_stored_items_withheld_for_their_credentials(stores: Stores) -> None:
    password = "password=Sup3rS3¦cret!99".replace("¦", "")
    found = await stores.store(
        {"id": "plain", "content": "Restart nginx on web-3."},
        {"id": "found", "content": {"note": "Restart nginx on web-3.", "db": password}},
        {"id": "beside", "content": "Restart nginx on web-3.", "login": password},
        {"id": "told", "content": "The key is under the mat.", "hasCredentials": True},
    )
    assert found.ids == ("plain", "found", "beside", "told")
    assert found.withheld == tuple(
        WithheldItem(index=index, id=each, reason="holds credentials")
        for index, each in enumerate(("found", "beside", "told"), start=1)
    )
    plain = await stores.store({"id": "plain", "content": "Restart nginx on web-3."})
    assert plain.model_dump_json() == '{"stored":1,"ids":["plain"]}'


async def test_the_answer_names_stored_items_withheld_for_their_trust(stores: Stores) -> None:
    found = await stores.store(
        {"id": "rumour", "content": "The disk of web-3 is full.", "trust": 0.2},
        {"id": "echo", "content": "So web-3 is down.", "derived_from": ["rumour"], "trust": 0.9},
        {"id": "hearsay", "content": "The disk of web-4 is full.", "trust": 0.3},
        {"id": "both", "content": "The key is x.", "trust": 0.1, "hasCredentials": True},
    )
    assert [(each.index, each.id, each.reason) for each in found.withheld or ()] == [
        (0, "rumour", "trust 0.2 is below 0.3"),
        (1, "echo", "trust 0.2 is below 0.3"),
        (3, "both", "holds credentials; trust 0.1 is below 0.3"),
    ]


async def test_evidence_derived_from_a_stored_withheld_item_is_not_named_as_withheld(
    stores: Stores,
) -> None:
    await stores.store({"id": "rumour", "content": "The disk of web-3 is full.", "trust": 0.2})
    later = await stores.store(
        {"id": "echo", "content": "So web-3 is down.", "derived_from": ["rumour"], "trust": 0.7}
    )
    assert later.withheld is None


async def test_an_item_that_could_not_be_stored_is_not_named_as_withheld(stores: Stores) -> None:
    stores.repository.unwritable = {"a"}
    found = await stores.store(
        {"id": "a", "content": "x", "hasCredentials": True},
        {"id": "b", "content": "y", "hasCredentials": True},
    )
    assert [each.id for each in found.failed or ()] == ["a"]
    assert [each.id for each in found.withheld or ()] == ["b"]


async def test_repeating_a_large_batch_writes_only_missing_or_changed_items(stores: Stores) -> None:
    batch = [{"id": f"r{n}", "content": f"plain {n}"} for n in range(50)]
    stores.repository.unwritable = {f"r{n}" for n in range(20, 50)}
    assert (await stores.store(*batch)).stored == 20
    # Now the store takes what it did not, and nothing of what it has.
    stores.repository.unwritable = {f"r{n}" for n in range(20)}
    assert (await stores.store(*batch)).stored == 50

    other = await stores.store(*batch[1:], {"id": "r0", "content": "plain, and other"})
    assert other.failed == (FailedItem(index=49, id="r0", reason="timeout"),)


def test_an_unchanged_item_is_not_rewritten_at_once_but_later_gets_a_new_time() -> None:
    # What comes after the milliseconds of a moment is not kept.
    after = timedelta(microseconds=546)

    def record(minutes: float, text: str = "text", **fields: JsonValue) -> KnowledgeRecord:
        at = NOW + timedelta(minutes=minutes)
        dated: Metadata = {"created_at": iso(at), "created_at_ms": epoch_ms(at), **fields}
        return KnowledgeRecord("r", text, dated)

    def writes(new: KnowledgeRecord, was: KnowledgeRecord, minutes: float = 0) -> bool:
        return bool(unwritten([new], [was], NOW + timedelta(minutes=minutes) + after))

    assert unwritten([record(0)], [], NOW)
    assert not writes(record(5), record(0), 5)
    assert writes(record(11), record(0), 11)
    assert not writes(record(-90), record(-90))
    assert writes(record(-90), record(-91))
    assert writes(record(0, "other"), record(0))
    assert writes(record(0, trust=0.5), record(0, trust=0.7))
    assert writes(record(0), record(1))


async def test_a_turn_that_could_not_be_replaced_stays_until_the_repeat(stores: Stores) -> None:
    await stores.store(said("a", 0), said("b", 1))
    plain = {"id": "a", "content": "says a", "created_at": NOW.isoformat()}
    stores.repository.unwritable = {"a"}
    found = await stores.store(plain, {"id": "x", "content": "other"})
    assert found.failed == (FailedItem(index=0, id="a", reason="timeout"),)
    assert "a" in stores.turns()

    stores.repository.unwritable = set()
    await stores.store(plain)
    assert stores.turns().keys() == {"b"}
    assert "says a" not in stores.turns()["b"]


async def test_identical_items_in_a_batch_are_stored_once(stores: Stores) -> None:
    found = await stores.store({"content": "same"}, {"content": "other"}, {"content": "same"})
    assert (found.stored, len(set(found.ids))) == (2, 2)


@pytest.mark.parametrize(
    "second", [{"id": "m", "content": "other"}, {"id": "m", "content": "text"}]
)
async def test_an_id_that_occurs_twice_in_a_batch_is_refused(stores: Stores, second: New) -> None:
    with pytest.raises(InvalidRequest, match=r"^items\.1\.id: stands twice in this batch$"):
        await stores.store({"id": "m", "content": "text"}, second)
    assert stores.repository.records == {}


async def test_items_with_the_same_content_but_other_fields_need_an_id(stores: Stores) -> None:
    # Else the groups of the second would be lost.
    with pytest.raises(InvalidRequest, match=r"^items\.2\.id: is needed: another item"):
        await stores.store(
            {"content": "Yes"}, {"content": "No"}, {"content": "Yes", "restrictedToGroups": ["ops"]}
        )
    assert stores.repository.records == {}


async def test_every_write_is_recorded_as_a_change_of_its_project(stores: Stores) -> None:
    await stores.store({"content": "text"})
    await stores.store({"content": "text"}, project="app")
    assert stores.threads.changes == [SCOPE, Scope("acme", "app")]

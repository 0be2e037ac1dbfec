"""The index: what it changes and keeps, with many clients at once and after a restart."""

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from infra.local.emulators.vector.errors import RecordTooLargeError, UnreadableRequestError
from infra.local.emulators.vector.hashed_embedder import HashedEmbedder
from infra.local.emulators.vector.index import EmulatedIndex
from infra.local.emulators.vector.payloads import MAX_DATA_BYTES, UpdateBody
from infra.local.emulators.vector.records import merge_patch
from infra.local.emulators.vector.storage import EmbedderChangedError
from tests.infra.local.vector.examples import TEXTS, Axes, find, names, patch, put, query


def test_a_patch_changes_the_metadata_and_nothing_else(index: EmulatedIndex) -> None:
    put(index, "a", TEXTS)
    before = find(index, "a", TEXTS["mail"])[0]
    assert patch(index, "a", "mail", {"k": 1, "n": None})
    after = find(index, "a", TEXTS["mail"], "DENSE", "k = 1 AND HAS NOT FIELD n")[0]
    assert (after.record.id, after.record.data, after.score) == (
        "mail",
        TEXTS["mail"],
        before.score,
    )
    assert find(index, "a", "delayed", "SPARSE", "k = 1")
    assert index.fetch("a", ["mail", "none"])[1] is None
    assert not patch(index, "a", "none", {"k": 1})
    assert not patch(index, "elsewhere", "mail", {"k": 1})


def test_an_updated_record_is_found_by_its_new_text_only(index: EmulatedIndex) -> None:
    put(index, "a", TEXTS)
    new = {"id": "mail", "data": "Printer jams", "metadata": {"k": 1}}
    change = UpdateBody.model_validate({**new, "metadataUpdateMode": "OVERWRITE"})
    assert index.update("a", change)
    (hit,) = find(index, "a", "printer", "SPARSE")
    assert (hit.record.data, hit.record.metadata) == ("Printer jams", {"k": 1})
    assert find(index, "a", "Printer jams")[0].record.id == "mail"
    assert not find(index, "a", "delayed", "SPARSE")
    assert not index.update("a", change.model_copy(update={"id": "none"}))
    with pytest.raises(RecordTooLargeError):
        index.update("a", change.model_copy(update={"data": "x" * (MAX_DATA_BYTES + 1)}))


RFC_7396: tuple[tuple[JsonValue, JsonValue, JsonValue], ...] = (
    ({"a": "b"}, {"a": "c"}, {"a": "c"}),
    ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
    ({"a": "b"}, {"a": None}, {}),
    ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
    ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
    ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
    ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
    ({"a": "foo"}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
)


def test_a_patch_is_merged_as_rfc_7396_shows() -> None:
    for target, change, expected in RFC_7396:
        assert merge_patch(target, change) == expected, (target, change)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(target=st.dictionaries(st.sampled_from("abc"), JSON), patch=JSON)
def test_merging_a_patch_twice_changes_nothing_more(target: JsonValue, patch: JsonValue) -> None:
    once = merge_patch(target, patch)
    assert merge_patch(once, patch) == once


def test_a_patch_may_not_grow_metadata_over_their_limit(index: EmulatedIndex) -> None:
    put(index, "a", {"x": "text"})
    for key in ("p", "q"):
        patch(index, "a", "x", {key: "y" * 20_000})
    with pytest.raises(RecordTooLargeError):
        patch(index, "a", "x", {"r": "y" * 20_000})
    (record,) = index.fetch("a", ["x"])
    assert record is not None
    assert set(record.metadata or {}) == {"n", "p", "q"}


def test_pages_go_through_all_ids_once_whatever_changes_between_them(index: EmulatedIndex) -> None:
    put(index, "a", {f"k{n:02}": "text" for n in range(10)})
    first, after_first = index.page("a", "0", 4)
    index.delete("a", ["k03", "k05"])
    put(index, "a", {"k01": "changed", "k00a": "new", "k06a": "new"})
    second, after_second = index.page("a", after_first, 4)
    third, after_third = index.page("a", after_second, 4)
    assert [r.id for r in first] == ["k00", "k01", "k02", "k03"]
    assert [r.id for r in second] == ["k04", "k06", "k06a", "k07"]
    assert [r.id for r in third] == ["k08", "k09"]
    assert after_third == ""
    assert index.page("nowhere", "", 4) == ([], "")
    with pytest.raises(UnreadableRequestError):
        index.page("a", "not a cursor!", 1)


def test_everything_survives_a_restart(tmp_path: Path) -> None:
    first = EmulatedIndex(HashedEmbedder(), tmp_path / "new")
    put(first, "support:a", TEXTS | {"gone": "text"})
    put(first, "", {"größe\0": "naïve 東京"})
    put(first, "empty", {"x": "y"})
    put(first, "dropped", {"x": "y"})
    patch(first, "support:a", "mail", {"k": [1, {"x": None}]})
    first.delete("support:a", ["gone"])
    first.reset("empty")
    first.delete_namespace("dropped")
    queries = [query("DENSE", "gateway mail"), query("SPARSE", "gateway mail")]
    before = [[(h.record.id, h.score) for h in hits] for hits in first.query("support:a", queries)]
    first.close()

    second = EmulatedIndex(HashedEmbedder(), tmp_path / "new")
    after = [[(h.record.id, h.score) for h in hits] for hits in second.query("support:a", queries)]
    (mail,) = second.fetch("support:a", ["mail"])
    (name,) = second.fetch("", ["größe\0"])
    counts = second.counts()
    second.close()
    assert after == before
    assert counts == {"": 1, "empty": 0, "support:a": 4}
    assert mail is not None
    assert mail.metadata == {"n": "mail", "k": [1, {"x": None}]}
    assert name is not None
    assert name.data == "naïve 東京"


def test_written_records_survive_a_process_that_did_not_close_the_index(tmp_path: Path) -> None:
    killed = EmulatedIndex(HashedEmbedder(), tmp_path)
    put(killed, "a", TEXTS)
    second = EmulatedIndex(HashedEmbedder(), tmp_path)
    assert second.counts()["a"] == 4
    second.close()
    killed.close()


def test_data_of_another_embedder_are_refused(tmp_path: Path) -> None:
    EmulatedIndex(HashedEmbedder(), tmp_path).close()
    with pytest.raises(EmbedderChangedError, match="embedded by hashed"):
        EmulatedIndex(Axes(), tmp_path)


def test_patches_from_many_threads_are_all_kept(index: EmulatedIndex) -> None:
    put(index, "a", {"x": "text"})
    start = threading.Barrier(16)

    def write(thread: int) -> None:
        start.wait()
        for n in range(10):
            patch(index, "a", "x", {f"k{thread}-{n}": n})

    with ThreadPoolExecutor(16) as pool:
        list(pool.map(write, range(16)))
    (record,) = index.fetch("a", ["x"])
    assert record is not None
    assert len(record.metadata or {}) == 161


def test_readers_and_writers_do_not_disturb_each_other(tmp_path: Path) -> None:
    index = EmulatedIndex(HashedEmbedder(), tmp_path)
    put(index, "a", TEXTS)

    def write(thread: int) -> None:
        for n in range(20):
            put(index, "a", {f"w{thread}-{n}": f"mail number {n}", "shared": f"mail {thread} {n}"})
            index.delete("a", [f"w{thread}-{n}"] if n % 2 else [])

    def read(_thread: int) -> None:
        for _ in range(30):
            assert "mail" in names(find(index, "a", "mail delayed"))
            assert "mail" in names(find(index, "a", "mail delayed", "SPARSE"))

    with ThreadPoolExecutor(16) as pool:
        jobs = [pool.submit(write if n % 2 else read, n) for n in range(16)]
        for job in jobs:
            job.result()
    assert index.counts()["a"] == len(TEXTS) + 1 + 8 * 10
    index.close()
    reopened = EmulatedIndex(HashedEmbedder(), tmp_path)
    assert reopened.counts()["a"] == len(TEXTS) + 1 + 8 * 10
    reopened.close()

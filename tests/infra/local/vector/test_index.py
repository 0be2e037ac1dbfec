"""The index: what it finds, and how it ranks it."""

import pytest

from infra.local.emulators.vector.errors import NamespaceNotFoundError, UnprocessableError
from infra.local.emulators.vector.index import EmulatedIndex
from infra.local.emulators.vector.payloads import Mode
from tests.infra.local.vector.examples import TEXTS, find, names, put, query

MODES: tuple[Mode, ...] = ("DENSE", "SPARSE")


def test_the_dense_arm_scores_all_between_0_and_1_and_the_same_text_1(index: EmulatedIndex) -> None:
    put(index, "a", TEXTS)
    hits = find(index, "a", TEXTS["cert"])
    assert hits[0].record.id == "cert"
    assert hits[0].score == pytest.approx(1)
    assert len(hits) == 4
    assert all(0 <= hit.score <= 1 for hit in hits)


def test_the_sparse_arm_finds_only_texts_that_share_a_word_with_the_query(
    index: EmulatedIndex,
) -> None:
    put(index, "a", TEXTS)
    hits = find(index, "a", "which gateway certificates expire", "SPARSE")
    assert names(hits) == ["cert", "dns"]
    assert hits[0].score > hits[1].score > 0
    assert find(index, "a", "why is the of", "SPARSE") == []


def test_idf_is_computed_for_each_namespace(index: EmulatedIndex) -> None:
    put(index, "rare", {"x": "gateway", **{f"o{n}": "mail server" for n in range(50)}})
    put(index, "common", {f"g{n}": "gateway" for n in range(50)})
    rare = find(index, "rare", "gateway", "SPARSE")[0].score
    common = find(index, "common", "gateway", "SPARSE")[0].score
    assert rare > 10 * common


def test_deleted_and_replaced_texts_do_not_count_in_the_statistics(index: EmulatedIndex) -> None:
    put(index, "fresh", TEXTS)
    put(index, "worn", {f"old{n}": "gateway certificate mail" for n in range(40)} | TEXTS)
    put(index, "worn", {"old1": "something else altogether", "dns": "first version"})
    put(index, "worn", {"dns": TEXTS["dns"]})
    index.delete("worn", [f"old{n}" for n in range(40)])
    for mode in MODES:
        fresh, worn = (
            [(hit.record.id, hit.score) for hit in find(index, name, "gateway mail", mode)]
            for name in ("fresh", "worn")
        )
        assert worn == fresh


def test_namespaces_do_not_see_each_other(index: EmulatedIndex) -> None:
    put(index, "support:a", {"one": "mail"})
    put(index, "support:b", {"one": "disk", "two": "mail"})
    assert names(find(index, "support:a", "disk mail")) == ["one"]
    index.delete("support:b", ["one", "one", "none"])
    assert index.counts() == {"": 0, "support:a": 1, "support:b": 1}
    assert find(index, "support:c", "mail") == []
    index.delete_namespace("support:b")
    assert list(index.counts()) == ["", "support:a"]
    with pytest.raises(NamespaceNotFoundError):
        index.delete_namespace("support:b")
    with pytest.raises(UnprocessableError):
        index.delete_namespace("")


def test_results_with_equal_scores_are_in_the_order_of_ids(index: EmulatedIndex) -> None:
    put(index, "a", dict.fromkeys(("d", "b", "a", "e", "c"), "the same text"))
    for mode in MODES:
        assert names(index.query("a", [query(mode, "same text", 3)])[0]) == ["a", "b", "c"]


def test_a_filter_is_applied_before_the_best_are_taken(index: EmulatedIndex) -> None:
    texts = {f"m{n:03}": "mail is delayed" for n in range(300)}
    put(index, "a", texts | {"z1": "mail", "z2": "delayed disk"})
    for mode in MODES:
        hits = find(index, "a", "mail is delayed", mode, "n IN ('z1', 'z2', 'nobody')")
        assert sorted(names(hits)) == ["z1", "z2"]

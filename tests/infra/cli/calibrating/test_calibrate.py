"""`recollect calibrate`: folders of judged questions in, a calibration out, nothing left behind."""

import json
from collections.abc import Mapping
from pathlib import Path

import httpx
import pytest

from infra.cli.stores import platform_target
from recollect.relevance.calibration import calibration_of
from tests.infra.cli.commands import recollect

SIMILAR = Path(__file__).parents[3] / "bench" / "data" / "similar"

COMMAND = ("calibrate", "--model", "made-up")


def namespaces(url: str) -> list[str]:
    target = platform_target(url).environment
    headers = {"Authorization": f"Bearer {target['UPSTASH_VECTOR_REST_TOKEN']}"}
    asked = httpx.post(f"{target['UPSTASH_VECTOR_REST_URL']}/list-namespaces", headers=headers)
    names: list[str] = asked.raise_for_status().json()["result"]
    return names


def question_folder(folder: Path, **question: object) -> Path:
    """Make a folder with one item and one question."""
    folder.mkdir()
    item = {"scope": "s", "id": "one", "text": "a text", "created_at": "2026-01-01T00:00:00Z"}
    asked: Mapping[str, object] = {
        "scope": "s",
        "text": "a question",
        "relevant": ["one"],
        "now": "2026-01-02T00:00:00Z",
        **question,
    }
    (folder / "corpus.jsonl").write_text(json.dumps(item) + "\n")
    (folder / "queries.jsonl").write_text(json.dumps(asked) + "\n")
    return folder


def test_calibrate_writes_a_calibration_and_its_reliability_to_files(
    url: str, tmp_path: Path
) -> None:
    before, figures, file = namespaces(url), tmp_path / "figures.json", tmp_path / "made-up.json"
    options = ("--output", str(file), "--reliability", str(figures))

    done = recollect(*COMMAND, str(SIMILAR), "--url", url, *options)

    assert (done.returncode, done.stdout) == (0, "")
    calibration = calibration_of(file.read_text())
    assert calibration.model == "made-up"
    assert calibration.hybrid is not None
    assert calibration.hybrid.level + calibration.hybrid.lead > 0
    (result,) = json.loads(figures.read_text())
    assert (result["name"], result["questions"], result["unanswerable"]) == ("similar", 150, 60)
    assert result["errors"]["hybrid"] < 0.05
    assert result["unseen"] is False
    assert "Expected calibration error" in done.stderr
    assert namespaces(url) == before


def test_calibrate_starts_a_platform_of_its_own_for_a_local_embedder(tmp_path: Path) -> None:
    more = question_folder(tmp_path / "one", text="How did we handle a refund?", relevant=[])

    figures = tmp_path / "figures.json"
    options = ("--embedder", "hashed", "--reliability", str(figures))

    narrow = {"COLUMNS": "80"}
    done = recollect(*COMMAND, str(SIMILAR), str(more), *options, environment=narrow)

    assert done.returncode == 0
    written_out = calibration_of(done.stdout)
    assert written_out.model == "made-up"
    assert written_out.words_weight > 0
    # The other folder has no answer, so nothing can be learned from it.
    results = json.loads(figures.read_text())
    assert [(each["name"], each["unseen"]) for each in results] == [
        ("similar", False),
        ("one", True),
    ]
    # No name is cut.
    for name in ("similar", "one", "questions", "without answer", "ECE semantic", "nDCG@10"):
        assert f" {name} " in done.stderr


def test_url_and_embedder_cannot_be_given_together() -> None:
    done = recollect(*COMMAND, str(SIMILAR), "--embedder", "hashed", "--url", "http://127.0.0.1:1")

    assert done.returncode == 2
    assert "--url or --embedder" in done.stderr


def test_a_failed_calibration_leaves_no_namespace_behind(url: str, tmp_path: Path) -> None:
    before = namespaces(url)

    done = recollect(*COMMAND, str(question_folder(tmp_path / "one")), "--url", url)

    assert done.returncode == 1
    assert done.stderr == ("recollect: what semantic queries find does not say what is relevant\n")
    assert namespaces(url) == before


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ({"relevant": ["two"]}, "queries.jsonl: two is no item of s"),
        ({"scope": "other"}, "queries.jsonl: one is no item of other"),
        ({"now": "2026-01-02T00:00:00"}, "queries.jsonl: line 1: now: Input should have timezone"),
        ({"text": ""}, "queries.jsonl: line 1: text: String should have at least 1 character"),
    ],
)
def test_an_invalid_question_is_named_with_its_file(
    tmp_path: Path, question: dict[str, object], reason: str
) -> None:
    folder = question_folder(tmp_path / "one", **question)

    done = recollect(*COMMAND, str(folder), "--url", "http://127.0.0.1:1")

    assert done.returncode == 1
    assert f"{folder}/{reason}" in done.stderr
    assert done.stderr.count("\n") == 1


def test_an_unreachable_index_is_reported_in_one_line(tmp_path: Path) -> None:
    folder = question_folder(tmp_path / "one")

    done = recollect(*COMMAND, str(folder), "--url", "http://127.0.0.1:1")

    assert done.returncode == 1
    assert "remove them" in done.stderr
    assert done.stderr.count("\n") == 1


def test_two_folders_with_the_same_name_are_refused(tmp_path: Path) -> None:
    first = question_folder(tmp_path / "one")
    (tmp_path / "more").mkdir()
    second = question_folder(tmp_path / "more" / "one")

    done = recollect(*COMMAND, str(first), str(second), "--url", "http://127.0.0.1:1")

    assert done.returncode == 1
    assert "two folders are called one" in done.stderr

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


def written(folder: Path, **question: object) -> Path:
    """A folder with one item and one question."""
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


def test_it_writes_a_calibration_to_a_file_and_what_it_is_worth(url: str, tmp_path: Path) -> None:
    before, figures, file = namespaces(url), tmp_path / "figures.json", tmp_path / "made-up.json"
    options = ("--output", str(file), "--reliability", str(figures))

    done = recollect(*COMMAND, str(SIMILAR), "--url", url, *options)

    assert (done.returncode, done.stdout) == (0, "")
    calibration = calibration_of(file.read_text())
    assert calibration.model == "made-up"
    assert calibration.hybrid is not None
    assert calibration.hybrid.level + calibration.hybrid.lead > 0
    (told,) = json.loads(figures.read_text())
    assert (told["name"], told["questions"], told["unanswerable"]) == ("similar", 150, 60)
    assert told["errors"]["hybrid"] < 0.05
    assert told["unseen"] is False
    assert "Expected calibration error" in done.stderr
    assert namespaces(url) == before


def test_it_tries_on_a_platform_of_its_own_what_the_laptop_has(tmp_path: Path) -> None:
    more = written(tmp_path / "one", text="How did we handle a refund?", relevant=[])

    figures = tmp_path / "figures.json"
    options = ("--embedder", "hashed", "--reliability", str(figures))

    done = recollect(*COMMAND, str(SIMILAR), str(more), *options)

    assert done.returncode == 0
    written_out = calibration_of(done.stdout)
    assert written_out.model == "made-up"
    assert written_out.words_weight > 0
    # Of the other one, which has no answer, nothing can be learned.
    told = json.loads(figures.read_text())
    assert [(each["name"], each["unseen"]) for each in told] == [("similar", False), ("one", True)]


def test_an_index_is_somewhere_or_made_here() -> None:
    done = recollect(*COMMAND, str(SIMILAR), "--embedder", "hashed", "--url", "http://127.0.0.1:1")

    assert done.returncode == 2
    assert "--url or --embedder" in done.stderr


def test_nothing_is_left_behind_where_it_fails(url: str, tmp_path: Path) -> None:
    before = namespaces(url)

    done = recollect(*COMMAND, str(written(tmp_path / "one")), "--url", url)

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
def test_what_is_no_judged_question_is_named(
    tmp_path: Path, question: dict[str, object], reason: str
) -> None:
    folder = written(tmp_path / "one", **question)

    done = recollect(*COMMAND, str(folder), "--url", "http://127.0.0.1:1")

    assert done.returncode == 1
    assert f"{folder}/{reason}" in done.stderr
    assert done.stderr.count("\n") == 1


def test_an_index_that_does_not_answer_is_said_in_one_line(tmp_path: Path) -> None:
    folder = written(tmp_path / "one")

    done = recollect(*COMMAND, str(folder), "--url", "http://127.0.0.1:1")

    assert done.returncode == 1
    assert "remove them" in done.stderr
    assert done.stderr.count("\n") == 1


def test_folders_of_one_name_cannot_be_told_apart(tmp_path: Path) -> None:
    first = written(tmp_path / "one")
    (tmp_path / "more").mkdir()
    second = written(tmp_path / "more" / "one")

    done = recollect(*COMMAND, str(first), str(second), "--url", "http://127.0.0.1:1")

    assert done.returncode == 1
    assert "two folders are called one" in done.stderr

"""Corpora with judgements are read as their authors wrote them."""

import json
from datetime import UTC, datetime
from pathlib import Path

from tests.bench.judged import Document, Question, read


def test_locomo_is_read_turn_by_turn_and_only_questions_with_evidence_are_asked(
    tmp_path: Path,
) -> None:
    sample = {
        "sample_id": "conv-1",
        "conversation": {
            "speaker_a": "Ann",
            "speaker_b": "Bo",
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                {"speaker": "Ann", "dia_id": "D1:1", "text": "I adopted a cat."},
                {"speaker": "Bo", "dia_id": "D1:2", "text": "Lovely!"},
            ],
        },
        "qa": [
            {"question": "What did Ann adopt?", "answer": "a cat", "evidence": ["D1:1; D1:2"]},
            {"question": "What did Bo adopt?", "evidence": []},
        ],
    }
    path = tmp_path / "locomo10.json"
    path.write_text(json.dumps([sample]))
    corpus = read(path)
    moment = datetime(2023, 5, 8, 13, 56, tzinfo=UTC)
    assert corpus.documents[0] == Document(
        scope="conv-1",
        id="D1:1",
        text="Ann: I adopted a cat.",
        created_at=moment,
        thread="session_1",
    )
    assert corpus.documents[1].created_at == moment.replace(second=1)
    (question,) = corpus.questions
    assert question.text == "What did Ann adopt?"
    assert question.relevant == {"D1:1", "D1:2"}
    assert question.now > corpus.documents[1].created_at


def test_a_folder_is_read_line_by_line(tmp_path: Path) -> None:
    item = {"scope": "s", "id": "1", "text": "text", "created_at": "2025-01-15T00:00:00+00:00"}
    asked = {"scope": "s", "text": "what", "relevant": ["1"], "now": "2025-01-16T00:00:00+00:00"}
    (tmp_path / "corpus.jsonl").write_text(json.dumps(item) + "\n")
    (tmp_path / "queries.jsonl").write_text(json.dumps(asked) + "\n")
    corpus = read(tmp_path)
    assert corpus.documents == [Document.model_validate(item)]
    assert corpus.questions == [Question.model_validate(asked)]
    assert corpus.questions[0].now == datetime(2025, 1, 16, tzinfo=UTC)

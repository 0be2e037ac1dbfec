"""What is never stored: secrets, personal data, log lines, and too much text."""

import json
from itertools import cycle

from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from recollect.detection.mask import masked
from recollect.enrichment.keeping import MAX_SNIPPET_CHARS, execution_record
from recollect.enrichment.memories import ToolMemoryRecord, session_key
from recollect.enrichment.models import NewExecution
from tests.detection.test_mask import MARKED, TEXTS
from tests.enrichment.kept import NOW, TOOL, executed, said, snippet_of, suffered
from tests.slicing.samples import JSON

# A ¦ keeps a made-up secret from looking like one in this file.
SECRET = "AKIA¦Q3EXK7LPZ2MWN5TR".replace("¦", "")
LOG = "2026-03-01T12:30:45.123456Z ERROR worker stopped"


def test_a_tag_with_a_secret_or_personal_data_is_left_out() -> None:
    for kept in (
        executed(tags=[SECRET, "fine", "jane@example.com"]),
        said(tags=[SECRET, "fine", "jane@example.com"]),
        suffered(tags=[SECRET, "fine", "jane@example.com"]),
    ):
        assert kept.tags[-1] == "fine"
        assert SECRET not in str(kept)
        assert "jane@" not in str(kept)


def test_a_session_name_with_a_secret_is_stored_only_by_its_key() -> None:
    cases: list[str] = ["jane@example.com", f"key {SECRET}"]
    for session in cases:
        for kept in (
            executed(sessionId=session),
            said(sessionId=session),
            suffered(sessionId=session),
        ):
            assert "session_id" not in kept.metadata
            assert kept.metadata["session_key"] == session_key(session)
            assert session not in str(kept)


def test_log_lines_are_not_stored() -> None:
    text = f"Pods crash.\n{LOG}"
    for kept in (executed(result={"log": LOG, "told": text}), said(text), suffered(text)):
        assert "worker stopped" not in str(kept)
        assert "Pods crash." in snippet_of(kept)


def test_a_result_that_cannot_be_shown_leaves_no_snippet() -> None:
    assert "snippet" not in executed(result=None).metadata
    assert "snippet" not in executed(result=LOG).metadata


def test_the_size_of_a_stored_record_is_bounded() -> None:
    big: JsonValue = {f"name{n}": "long words " * 1_000 for n in range(1_000)}
    for kept in (
        executed(arguments=big, result=big),
        executed(result="x" * 1_000_000),
        said("word " * 3_000),
        suffered(*["word " * 700] * 20),
    ):
        assert len(kept.text) <= 6_000
        assert len(snippet_of(kept)) <= MAX_SNIPPET_CHARS
        assert len(json.dumps(dict(kept.metadata))) < 40_000


def test_no_secret_or_personal_data_is_stored_of_any_kind_of_record() -> None:
    ways = cycle((_run_with, said, _suffered_with))
    for each, kept_of in zip(MARKED, ways, strict=False):
        kept = kept_of(each.text)
        for mark in each.expected:
            assert each.text[mark.start : mark.end] not in str(kept)


def _run_with(text: str) -> ToolMemoryRecord:
    return executed(arguments={"note": text, "namespace": text}, result=text)


def _suffered_with(text: str) -> ToolMemoryRecord:
    return suffered(text, rootCause=text, resolution=text)


@given(st.dictionaries(TEXTS, JSON | TEXTS, max_size=4), JSON | TEXTS, st.text(min_size=1))
def test_a_stored_execution_holds_nothing_detectable(
    arguments: dict[str, JsonValue], result: JsonValue, session: str
) -> None:
    new = NewExecution.model_construct(arguments=arguments, result=result, session_id=session)
    kept = execution_record(TOOL, new, NOW)

    for text in (kept.text, snippet_of(kept), *kept.tags):
        assert masked(text) == text
    assert execution_record(TOOL, new, NOW) == kept

"""The summary is found in a result of any form, and the answer is compared with it."""

import json

from pydantic import JsonValue

from recollect.validation.models import ToolCall
from tests.validation.examples import CASE_SUMMARY, call, checked

GAVE: dict[str, JsonValue] = {"case": {"state": "Open"}, "caseSummary": CASE_SUMMARY}
TEXT = json.dumps(GAVE)


def test_a_summary_is_found_however_its_result_is_wrapped() -> None:
    cases: list[JsonValue] = [
        GAVE,
        TEXT,
        json.dumps(TEXT),
        f"```json\n{TEXT}\n```",
        CASE_SUMMARY,
        {"result": GAVE},
        {"data": {"output": GAVE}},
        {"status": "success", "result": TEXT},
        {"content": [{"type": "text", "text": TEXT}]},
        {"content": [{"type": "text", "text": CASE_SUMMARY}], "isError": False},
        {"content": [{"type": "text", "text": "see"}], "structuredContent": GAVE},
        {"structuredContent": {"state": "Open"},
         "content": [{"type": "text", "text": CASE_SUMMARY}]},
        [{"type": "text", "text": TEXT}],
        {"case_summary": CASE_SUMMARY},
    ]  # fmt: skip
    for gave in cases:
        call = ToolCall(tool_name="getCase", result=gave)
        assert checked("John Smith has it.", call).valid, gave
        assert checked("Let me see.", call).tools_with_unused_summaries == ("getCase",), gave
        assert checked("Status: Closed, John Smith.", call).contradictions, gave


def test_a_tool_is_recognized_however_its_name_is_written() -> None:
    for name in ("get_case", "GETCASE", "get-case", "servicenow.getCase", "mcp__desk__get_case"):
        call = ToolCall(tool_name=name, result=GAVE)
        assert checked("Let me see.", call).tools_with_unused_summaries == (name,)


def test_an_unreadable_result_gives_a_warning_and_leaves_the_answer_valid() -> None:
    cases: list[JsonValue] = [
        7,
        True,
        '{"caseSummary": "Summary',
        {"content": [{"type": "image", "data": "aGk="}]},
        "[" * 5_000,
    ]
    for gave in cases:
        result = checked("John Smith, SCS0999999.", ToolCall(tool_name="getCase", result=gave))
        assert result.valid
        assert result.warnings == ("The result of getCase could not be read",)
        assert result.unsupported == ()


def test_an_empty_result_gives_a_warning_and_leaves_the_answer_valid() -> None:
    cases: list[JsonValue] = [None, {}, [], "", " ", "{}", {"result": None}]
    for gave in cases:
        result = checked("SCS0999999 is closed.", ToolCall(tool_name="getCase", result=gave))
        assert result.valid
        assert result.warnings == ("getCase returned nothing to hold the answer against",), gave


def test_no_results_at_all_give_a_warning_and_leave_the_answer_valid() -> None:
    for tools in ((), (call("find"),), (call("find"), call("look"))):
        result = checked("SCS0999999 is closed.", *tools)
        assert result.valid
        assert result.warnings == (
            "Nothing was checked: no tool returned anything to hold the answer against",
        )


def test_saying_that_nothing_was_found_answers_an_empty_search() -> None:
    empty = ToolCall(tool_name="list_service_cases", result={"cases": [], "total": 0})
    for response in ("No cases match.", "I found no cases.", "Keine Fälle gefunden."):
        assert checked(response, empty).valid, response
    assert checked("I found 3 cases.", empty).contradictions


def test_a_refusal_does_not_use_a_summary() -> None:
    cases: list[str] = [
        "As an AI, I am unable to open records.",
        "I am unable to open the record of the email server.",
        "Ich kann den Fall zum Email server leider nicht öffnen.",
        "No puedo abrir el caso.",
        "Je ne peux pas ouvrir ce dossier.",
        "Não consigo abrir o caso.",
        "Non posso aprire il caso.",
        "Ik kan de zaak niet openen.",
    ]
    for response in cases:
        assert not checked(response, ToolCall(tool_name="getCase", result=GAVE)).valid, response


def test_wrapped_lines_of_a_result_are_read_as_one_text() -> None:
    mail = (
        "Since Monday nobody in Ulm can settle card payments. The terminal was moved by Ada\n"
        "Keller to the host pay-gw-02 (which was set up in the night), which listens on port\n"
        "8443 and is owned by Netops. They are asked for its certificate until Wednesday, or\n"
        "else it is moved back."
    )
    right = (
        "*Summary*\nIt was moved by Ada Keller to the host pay-gw-02, which listens on port 8443."
    )
    assert checked(right, call("getCase", caseSummary=mail)).valid
    for told, otherwise in (("8443", "9443"), ("Ada Keller", "Bob Marsh")):
        wrong = right.replace(told, otherwise)
        assert len(checked(wrong, call("getCase", caseSummary=mail)).contradictions) == 1

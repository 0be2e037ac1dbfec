"""Stored executions, conversations and incidents: their content, namespace and id."""

import json

from pydantic import JsonValue

from recollect.enrichment.choosing import summary_of
from recollect.enrichment.keeping import MAX_SNIPPET_CHARS, keep
from recollect.enrichment.memories import session_key
from recollect.enrichment.queries import query_for
from recollect.language.texts import shortened
from tests.enrichment.fakes import FakeMemories, memory
from tests.enrichment.kept import NOW, TOOL, executed, said, snippet_of, suffered


def test_an_execution_is_stored_with_all_of_its_known_fields() -> None:
    record = executed(
        arguments={"namespace": "payments", "reason": "CrashLoopBackOff"},
        result={"healthy": False, "cause": "probe"},
    )

    assert record.namespace == "tools:openshift"
    first, *rest = record.text.splitlines()
    assert first == "payments crash loop"
    assert rest == [
        "namespace: payments",
        "reason: CrashLoopBackOff",
        "healthy: false",
        "cause: probe",
    ]
    assert record.metadata == {
        "kind": "tool_exec",
        "tool": TOOL,
        "session_key": session_key("s-1"),
        "session_id": "s-1",
        "tags": list(record.tags),
        "snippet": "cause: probe\nhealthy: false",
        "created_at": "2025-09-10T08:30:00.000Z",
        "created_at_ms": 1_757_493_000_000,
        "finding": "cause",
    }


def test_the_tags_of_an_execution_are_ordered_and_distinct() -> None:
    tags = executed(
        arguments={"namespace": "payments"},
        domain="billing",
        environment="prod",
        severity="high",
        tags=["mine", "mine", "resource:pod", "domain:other", "mem_ctx:used", "tool:other"],
        enrichment={"count": 2, "latencyMs": 130.5},
    ).tags

    assert tags == (
        f"tool:{TOOL}",
        "domain:billing",
        "environment:prod",
        "severity:high",
        "mem_ctx:used",
        "mem_ctx:count:2",
        "mem_ctx:latency:150",
        "kind:tool_exec",
        "resource:pod",
        "namespace:payments",
        "mine",
    )


def test_the_latency_is_rounded_to_50_ms() -> None:
    cases: list[tuple[float, int]] = [
        (0, 0),
        (24.9, 0),
        (25, 50),
        (74, 50),
        (75, 100),
        (125, 150),
        (400, 400),
    ]
    for latency, told in cases:
        tags = executed(enrichment={"count": 0, "latencyMs": latency}).tags

        assert [each for each in tags if each.startswith("mem_ctx:")] == [
            "mem_ctx:not_used",
            "mem_ctx:count:0",
            f"mem_ctx:latency:{told}",
        ]


def test_an_execution_without_enrichment_is_tagged_so() -> None:
    tags = executed().tags

    assert [each for each in tags if each.startswith("mem_ctx:")] == [
        "mem_ctx:not_used",
        "mem_ctx:count:0",
    ]


def test_the_conclusion_of_a_result_is_shown_before_its_lists() -> None:
    listed: JsonValue = [{"pod": f"api-{number}", "cause": "oom"} for number in range(50)]
    kept = executed(result={"unhealthy": listed, "root_cause": "No limit.", "Resolution": "1Gi."})
    shown = snippet_of(kept)
    assert shown.startswith("root_cause: No limit.\nResolution: 1Gi.\nunhealthy.pod: api-0")


def _pod(number: int) -> JsonValue:
    return {"name": f"api-{number}", "status": "Running", "ready": True}


_PODS: list[JsonValue] = [
    *map(_pod, range(60)),
    {"name": "api-60", "status": "CrashLoopBackOff"},
    *map(_pod, range(61, 90)),
    {"name": "web-30", "ready": False},
]


def test_failing_elements_of_a_long_list_are_shown_first_and_searched() -> None:
    kept = executed(result={"pods": _PODS})

    assert snippet_of(kept).splitlines()[:4] == [
        "pods.name: api-60",
        "pods.status: CrashLoopBackOff",
        "pods.name: web-30",
        "pods.ready: false",
    ]
    assert "web-30" in kept.text


def test_results_of_a_search_stay_in_the_order_of_their_scores() -> None:
    similar: list[JsonValue] = [
        {"case": "S-1", "score": 97, "excerpt": "Cancelled the session, the run went on."},
        {"case": "S-5", "score": 6, "excerpt": "The certificate failed: expired."},
    ]
    shown = snippet_of(executed(result={"similarCases": similar}))
    assert shown.startswith("similarCases.case: S-1")
    shown = snippet_of(executed(result={"similarCases": [*similar, *similar]}))
    assert shown.startswith("similarCases.case: S-5")


def test_short_lists_keep_their_order() -> None:
    steps: JsonValue = ["Opened the gate.", "The pump failed.", "Closed it."]
    rows: JsonValue = [["db-1", "ok"], ["db-77", "write failed"]]
    kept = executed(result={"steps": steps, "rows": rows})

    assert [each for each in snippet_of(kept).splitlines() if each.startswith("steps")] == [
        "steps: Opened the gate.",
        "steps: The pump failed.",
        "steps: Closed it.",
    ]
    assert "rows: db-77\nrows: write failed\nrows: db-1\nrows: ok" in snippet_of(kept)


def test_the_conclusion_of_a_wrapped_result_is_found() -> None:
    analysis: JsonValue = {"pods": _PODS, "rootCause": "The limit is too low."}
    wrapped: list[JsonValue] = [
        {"status": "ok", "took": 12, "data": analysis},
        json.dumps(analysis),
        {"content": [{"type": "text", "text": json.dumps(analysis)}], "isError": False},
    ]
    for result in wrapped:
        kept = executed(result=result)
        assert kept.metadata["finding"] == "cause"
        assert snippet_of(kept).splitlines()[0].endswith("rootCause: The limit is too low.")
    broken: list[JsonValue] = [
        '{"error": ',
        "[" * 100_000,
        "{curly} and more",
        '{"n": 1' + "0" * 9_000,
    ]
    for result in broken:
        assert executed(result=result).metadata.get("finding") != "cause"


def test_conclusions_of_several_listed_records_are_no_conclusion_of_the_run() -> None:
    found: list[JsonValue] = [{"number": f"{n}", "resolution": "Restarted."} for n in range(3)]

    assert executed(result={"cases": found}).metadata.get("finding") is None


def test_the_domain_is_that_of_the_request_or_else_of_the_tool() -> None:
    assert executed().namespace == "tools:openshift"
    assert executed("anything").namespace == "tools:general"
    own = executed(domain="billing")
    assert own.namespace == "tools:billing"
    assert "domain:billing" in own.tags
    assert not {"openshift", "domain:openshift"} & {*own.tags}


def test_words_that_all_executions_of_a_tool_share_are_not_searched() -> None:
    asked = query_for(TOOL, {"namespace": "gamma", "error": "ImagePullBackOff"}).text
    kept = executed(arguments={"namespace": "alpha"}, result={"healthy": True}).text
    assert not {*asked.split()} & {*kept.split()}


def test_an_empty_execution_is_stored_with_its_tags_as_text() -> None:
    kept = executed(arguments={}, result={})
    assert kept.text == " ".join(kept.tags)


def test_the_memory_context_of_an_execution_is_not_stored() -> None:
    arguments: dict[str, JsonValue] = {"namespace": "payments"}
    reminded = arguments | {"memoryContext": {"summary": "seen before", "items": []}}

    assert executed(arguments=reminded) == executed(arguments=arguments)


def test_there_are_at_most_48_tags_of_at_most_64_characters() -> None:
    arguments = {f"name{n}": f"value{n}" for n in range(100)}
    many = executed("t" * 100, arguments=arguments, tags=[f"tag{n}" for n in range(32)]).tags

    assert len(many) == len(set(many)) == 48
    assert max(map(len, many)) == 64
    assert many[0] == f"tool:{'t' * 59}"


def test_a_session_is_stored_by_its_name_and_key() -> None:
    cases: list[str] = ["it's", '"', "'\" OR", "a \n b", " "]
    for session in cases:
        metadata = said(sessionId=session).metadata

        assert metadata["session_id"] == session
        assert metadata["session_key"] == session_key(session)


def test_a_conversation_is_stored_for_its_session() -> None:
    kept = said("The pods\nof payments crash.", environment="prod", tags=["mine", "kind:other"])

    assert kept.namespace == "tools:general"
    assert kept.tags == ("kind:conversation", "domain:general", "environment:prod", "mine")
    assert kept.text == snippet_of(kept) == "The pods of payments crash."
    assert kept.metadata["kind"] == "conversation"
    assert "tool" not in kept.metadata


def test_an_incident_has_its_symptoms_cause_and_resolution() -> None:
    kept = suffered(
        "Pods crash.",
        "Checkout is slow.",
        rootCause="A memory limit was too low.",
        resolution="The limit was raised.",
        affectedResources=["pod/api-1", "pod/api-2"],
        domain="openshift",
        severity="high",
        tags=["mine"],
    )

    assert kept.namespace == "tools:openshift"
    assert kept.tags == ("kind:operational", "domain:openshift", "severity:high", "mine")
    assert snippet_of(kept).splitlines() == [
        "symptoms: Pods crash.; Checkout is slow.",
        "root cause: A memory limit was too low.",
        "resolution: The limit was raised.",
        "affected: pod/api-1; pod/api-2",
    ]
    assert kept.text.endswith(snippet_of(kept))
    of_all = {"kind", "tags", "snippet", "created_at", "created_at_ms"}
    assert set(kept.metadata) == {*of_all, "finding"}


def test_unknown_fields_of_an_incident_are_left_out() -> None:
    assert snippet_of(suffered()) == "symptoms: Pods crash."


def test_long_symptoms_leave_room_for_the_resolution() -> None:
    kept = suffered(
        *["It is slow. " * 300] * 20, rootCause="quota", resolution="raised " * 500,
        affectedResources=["deployment-api-" * 8] * 20,
    )  # fmt: skip
    lines = snippet_of(kept).splitlines()

    assert [each.partition(":")[0] for each in lines] == [
        "symptoms",
        "root cause",
        "resolution",
        "affected",
    ]
    assert all(150 < len(each) <= MAX_SNIPPET_CHARS / 4 for each in (lines[0], lines[2], lines[3]))


def test_a_shortened_incident_keeps_its_cause_and_resolution() -> None:
    kept = suffered(
        "Customers see an endless spinner after pressing pay; support got 140 calls since 02:10.",
        "Pods restart every few minutes with exit code 137, the readiness probe times out.",
        rootCause="The heap is 900 MB and the limit 768Mi.",
        resolution="Rolled back to 4.2.0, then raised the limit to 1280Mi.",
    )
    told = summary_of((0.9, memory("inc", text=snippet_of(kept), source="operational")))
    assert told is not None
    shown = shortened(told.snippet, 150)

    assert "the limit 768Mi." in shown
    assert "raised the limit to 1280Mi." in shown


def test_only_identical_records_have_the_same_id() -> None:
    kept = (
        executed(),
        executed(tool="other"),
        executed(result="Pods run."),
        executed(sessionId="s-2"),
        executed(domain="billing"),
        executed(arguments={"namespace": "payments"}),
        said(),
        said(sessionId="s-2"),
        said(domain="openshift"),
        suffered(),
        suffered("Pods run."),
        suffered(sessionId="s-1"),
    )
    ids = [each.id for each in kept]

    assert len(set(ids)) == len(ids)
    assert [each.partition("_")[0] for each in ids] == ["exec"] * 6 + ["conv"] * 3 + ["inc"] * 3
    later = executed(now=NOW.replace(year=2026), tags=["more"])
    assert later.id == ids[0]


async def test_the_answer_names_the_stored_record() -> None:
    memories = FakeMemories()
    for _ in range(2):
        execution, conversation, incident = [
            await keep(record, memories) for record in (executed(), said(), suffered())
        ]

    assert set(memories.kept["tools:openshift"]) == {execution.id}
    general = memories.kept["tools:general"]
    assert set(general) == {conversation.id, incident.id}
    assert general[incident.id].metadata["tags"] == list(incident.tags)

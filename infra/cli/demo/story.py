"""The chapters of the story: one case, from what is known of it to an answer that is checked."""

from typing import Final

from pydantic import JsonValue

from infra.cli.demo.answers import called, validated
from infra.cli.demo.run import DemoRun
from recollect.memories.model import Memory, StoredMemory
from recollect.memories.receipts import Cited
from recollect.memories.search_result import SearchResult
from recollect.preparing.request import Prepared

_APP: Final = "/apps/service-desk"
_RUN_ID: Final = "lubbock-1"
_SHOWN_LINES: Final = 12
_LINE_CHARACTERS: Final = 76

_CASE_REQUEST: Final[dict[str, JsonValue]] = {
    "case_numbers": ["SCS0001234"],
    "channel_id": "C123456",
    "thread_ts": "1700000000.123456",
    "text": "Packet loss at Altus Amarillo North",
}
_DECISION: Final[dict[str, JsonValue]] = {
    "situation": "Packet loss at a clinic while the primary circuit flaps; the SLA is breached.",
    "decision": "Pin the SD-WAN edge to the backup circuit first, then call the carrier.",
    "stage": "draft",
    "category": "network",
}
_QUERY: Final = "the circuit of the Lubbock clinic flaps, staff see packet loss"
_CORRECTION: Final = "Tell the site first: their phones drop for a minute while traffic moves."


def a_case_comes_in(demo: DemoRun) -> None:
    """Case SCS0001234 comes in, and one call returns what is known about it"""  # a chapter's title
    prepared = demo.read_complete(Prepared, "/prepare", _CASE_REQUEST)
    lines = prepared.prompt.splitlines()
    for line in lines[:_SHOWN_LINES]:
        demo.say(line if len(line) <= _LINE_CHARACTERS else f"{line[:_LINE_CHARACTERS]}…")
    demo.say(f"… and {len(lines) - _SHOWN_LINES} more lines, with sources")
    demo.check(
        "the text names the breached SLA, the change under way, the customer and a solved case",
        holds=all(
            each in prepared.prompt
            for each in ("SLA breached", "CHG004321", "Altus Community Healthcare", "SCS0001010")
        ),
    )


def the_decision_is_kept(demo: DemoRun) -> None:
    """The agent decides, and its decision is stored"""  # a chapter's title
    kept = demo.read(StoredMemory, "POST", f"{_APP}/memories", _DECISION, status=201)
    demo.kept["story"] = kept
    demo.say(f"{kept.situation} → {kept.decision}")
    demo.check(
        "nobody has judged it yet, so its confidence is at most 0.5",
        holds=kept.metadata.confidence <= 0.5,  # noqa: PLR2004  # the confidence of what is new
    )


def another_agent_finds_it(demo: DemoRun) -> None:
    """Another agent with a similar case finds the decision"""  # a chapter's title
    asked: JsonValue = {"query": _QUERY, "limit": 3, "run_id": _RUN_ID}
    found = demo.read_complete(SearchResult, f"{_APP}/memories/search", asked).results
    demo.say(f"“{_QUERY}”")
    for result in found:
        demo.say(
            f"{result.score:.2f} = relevance {result.raw_score:.2f} · confidence "
            f"{result.confidence:.2f}: {result.memory.decision}"
        )
    demo.check(
        "the stored decision is found, with the parts of its score",
        holds=[each.memory.id for each in found] == [demo.kept["story"].id],
    )


def it_learns_how_it_ended(demo: DemoRun) -> None:
    """The agent cites it, the run ends well, and a person corrects it"""  # a chapter's title
    memory = demo.kept["story"]
    cited: JsonValue = {"run_id": _RUN_ID, "memory_ids": [memory.id]}
    demo.read(Cited, "POST", f"{_APP}/citations", cited)
    demo.call("PUT", f"{_APP}/citations/{_RUN_ID}/outcome", {"outcome": "success"})
    path = f"{_APP}/memories/{memory.id}"
    judged = demo.read(Memory, "GET", path)
    corrected = demo.read(Memory, "PUT", f"{path}/correction", {"correction": _CORRECTION})
    before, after = judged.metadata.confidence, corrected.metadata.confidence
    demo.say(f"confidence {memory.metadata.confidence:.2f} → {before:.2f} → {after:.2f}")
    demo.say(f"the correction: {corrected.metadata.correction}")
    demo.check(
        "the success raised its confidence, and the correction lowered it",
        holds=memory.metadata.confidence < before > after,
    )


def an_answer_is_checked(demo: DemoRun) -> None:
    """An answer is checked fact by fact before it is sent"""  # a chapter's title
    case = called(demo)
    right = case.case_summary
    wrong = right.replace("Status: Open", "Status: Closed")
    good, bad = validated(demo, case, right), validated(demo, case, wrong)
    for each in bad.contradictions:
        demo.say(each)
    demo.check("an answer that repeats the tool's summary is valid", holds=good.valid)
    demo.check(
        "with one word changed, it is not valid",
        holds=not bad.valid and bool(bad.contradictions),
    )


STORY: Final = (
    a_case_comes_in,
    the_decision_is_kept,
    another_agent_finds_it,
    it_learns_how_it_ended,
    an_answer_is_checked,
)

"""Chapters in which an agent asks for context: evidence, ranked, cut to its rights, explained."""

from typing import Final

from pydantic import JsonValue

from infra.cli.demo.run import DemoRun
from infra.cli.inspecting.context import graph_table, ledger_table
from infra.cli.sample_data import sample_body
from recollect.context.result import ContextResult, Explainability
from recollect.knowledge.requests import StoredEvidence

_NEW_EVIDENCE: Final[list[JsonValue]] = [
    {
        "id": "log-9003",
        "content": "Zebra printer 9003: connected with password=Ostrich9!marble, then offline.",
    },
    {
        "id": "case-9004",
        "content": {
            "summary": "Zebra printer 9004 prints shipping labels twice.",
            "reporter": "ines.falk@example.com",
        },
    },
]


def bring_evidence_in(demo: DemoRun) -> None:
    """Evidence is stored, and the secrets in it are detected"""  # a chapter's title
    stored = demo.read(StoredEvidence, "POST", "/evidence", {"items": _NEW_EVIDENCE})
    found = _ask(demo, "zebra printer", type="keyword")
    stages = {each.id: each for each in found.payload.explainability.ledger}
    demo.show(ledger_table(found.payload.explainability.ledger))
    demo.check(
        f"of {' and '.join(stored.ids)}, the one with a password is shown to nobody",
        holds=stages["log-9003"].explanation == "holds credentials"
        and [each.id for each in found.payload.results] == ["case-9004"],
    )
    demo.check(
        "the other one is shown without the e-mail address that it holds",
        holds=stages["case-9004"].redacted
        and found.payload.results[0].content
        == {
            "summary": "Zebra printer 9004 prints shipping labels twice.",
            "reporter": "[REDACTED:email]",
        },
    )


def ask_for_context(demo: DemoRun) -> None:
    """A specialist asks about failed tests"""  # a chapter's title
    asked = sample_body("request_context/request_context.json")
    explained = _context(demo, asked).payload.explainability
    demo.say(explained.tldr.summary)
    demo.say(f"[{', '.join(explained.tldr.citations)}]")
    for each in explained.affordances:
        demo.say(f"{each.confidence:.2f} {each.type}: {each.description}")
    kept = _stages(explained, "kept")
    demo.check(
        f"{len(kept)} pieces of evidence are kept, and the summary cites only these",
        holds=bool(explained.tldr.summary) and kept.issuperset(explained.tldr.citations),
    )
    demo.check(
        "the evidence leads to hints: fix the selectors, and run the tests again",
        holds={"suggest_fix", "retry_with_healing"}
        <= {each.type for each in explained.affordances},
    )


def ask_with_fewer_rights(demo: DemoRun) -> None:
    """A public specialist asks the same, and sees less"""  # a chapter's title
    full = _failures(demo, "restricted", groups=["*"]).payload.explainability
    less = _failures(demo, "public", groups=[]).payload.explainability
    demo.show(ledger_table([each for each in less.ledger if each.stage == "policy"]))
    withheld = _stages(less, "policy") - _stages(full, "policy")
    demo.check(
        "items that are too sensitive or another group's are withheld, with the reason",
        holds=withheld == {"test-login-008", "test-login-009"},
    )
    demo.check(
        "the summary neither cites nor mentions them",
        holds=withheld.isdisjoint(less.tldr.citations)
        and not any(each in less.tldr.summary for each in ("login-spec-008", "login-spec-009")),
    )


def walk_along_causes(demo: DemoRun) -> None:
    """A case is traced back to what caused it"""  # a chapter's title
    found = _ask(demo, type="graph_traversal", graph_params={"start_node": "CS0007004"})
    graph = found.payload.explainability.causal_graph
    if graph is not None:
        demo.show(graph_table(graph))
    causes = {(edge.source, edge.target) for edge in graph.edges} if graph else set()
    demo.check(
        "a change caused an incident, this an outage, and this led to the case",
        holds=causes
        >= {
            ("CHG0007001", "INC0007002"),
            ("INC0007002", "INC0007003"),
            ("INC0007003", "CS0007004"),
        },
    )


def ask_without_opa(demo: DemoRun) -> None:
    """Open Policy Agent is down, and the local rules decide"""  # a chapter's title
    with_opa = _failures(demo, "public", groups=[]).payload.explainability
    demo.break_store("opa")
    # Another specialist, because OPA's answers about the first one are cached for a minute.
    without = _failures(demo, "public", groups=[], name="night_healer").payload.explainability
    demo.mend_stores()
    for warning in without.warnings:
        demo.say(warning)
    demo.check(
        "the same items are withheld, and a warning says who decided",
        holds=_stages(without, "policy") == _stages(with_opa, "policy")
        and any("the local rules decided" in each for each in without.warnings),
    )


def _failures(
    demo: DemoRun,
    level: str,
    *,
    groups: list[JsonValue] | None,
    name: str = "playwright_healer",
) -> ContextResult:
    query: dict[str, JsonValue] = {
        "type": "hybrid",
        "text": "login test failures with selector issues",
        "filters": {"test_type": "e2e", "status": "failed"},
    }
    return _context(demo, _request(query, id=name, securityLevel=level, authorizedGroups=groups))


def _ask(demo: DemoRun, text: str | None = None, **query: JsonValue) -> ContextResult:
    return _context(demo, _request({"text": text, **query}, id="demo"))


def _request(query: JsonValue, **sender: JsonValue) -> JsonValue:
    return {
        "meta": {"type": "ContextRequest", "from": {"type": "specialist", **sender}},
        "payload": {"query": query, "limit": 10},
    }


def _context(demo: DemoRun, request: JsonValue) -> ContextResult:
    return demo.read_complete(ContextResult, "/context", request)


def _stages(explained: Explainability, stage: str) -> set[str]:
    return {each.id for each in explained.ledger if each.stage == stage}

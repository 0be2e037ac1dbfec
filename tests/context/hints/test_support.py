from datetime import timedelta

from pydantic import JsonValue

from recollect.context.evidence import Evidence
from tests.context.examples import NOW, evidence, found


def test_critical_keywords_suggest_escalating_to_a_human() -> None:
    cases: list[str] = [
        "Production is down",
        "prod database went down",
        "a full outage of the shop",
        "possible data loss after the migration",
        "no doubt a security breach",
        "P1 incident",
        "raised as SEV-1",
        "CRITICAL: disk full",
        "Severity: critical",
        "a critical error in checkout",
        "The outage is not resolved.",
        "All users are affected",
        "payments-api is down",
        "checkout.service is down",
        "The connection to the database is down.",
        "Both VPN gateways are down.",
        "Security incident: a laptop was stolen",
    ]
    for text in cases:
        escalation = found(evidence("a", text))["escalate_to_human"]
        assert (escalation.confidence, escalation.parameters["evidence"]) == (0.95, ["a"])


def test_a_text_that_only_sounds_critical_suggests_no_escalation() -> None:
    cases: list[str] = [
        "critical thinking on the critical path",
        "high-level critical thinking",
        "This is not a critical issue.",
        "There was no data loss.",
        "A backup prevents data loss.",
        "The outage has been resolved.",
        "planned outage on Sunday",
        "in case of an outage call us",
        "levels P1, P2 and P3",
        "p1 = Point(0, 0)",
        "the field 'p1' of cdh-6.1.p0.875250",
        "blackoutages in the text",
        "The student was feeling down.",
        "The cluster is down to two nodes.",
        "orders-api is down for planned maintenance.",
        "The error rate of orders-api is down.",
        "The cost of our network is down.",
        "Traffic on the website is down.",
        "Requests to orders-api are down.",
        "orders-api is down 30 % this week.",
        "orders-api is down-scaled to two replicas.",
        "The portal is down during the maintenance window.",
        "The sites are down the road.",
        "Security incident response plan",
        "The security incident process is described in the wiki.",
        "Security incidents are reported by mail.",
    ]
    for text in cases:
        assert found(evidence("a", text)) == {}


def test_critical_priorities_and_tags_suggest_escalating_too() -> None:
    items = [
        evidence("a", "x", {"priority": "1 - Critical"}),
        evidence("b", "x", {"tags": ["Data Loss"]}),
    ]
    assert found(*items)["escalate_to_human"].parameters == {
        "keywords": ["1_critical", "data_loss"],
        "evidence": ["a", "b"],
    }


def test_a_critical_query_suggests_escalating_by_itself() -> None:
    escalation = found(evidence("a", "x"), query="Production is DOWN, what now?")
    assert escalation["escalate_to_human"].parameters == {
        "keywords": ["production is down"],
        "evidence": [],
    }


def test_closed_or_irrelevant_evidence_suggests_no_escalation() -> None:
    cases: list[Evidence] = [
        evidence("a", "outage", {"status": "resolved"}),
        evidence("a", "outage", {"resolved_at": "2025-01-01"}),
        evidence("a", {"text": "outage", "state": "Closed"}),
        evidence("a", "outage", relevance=0.1),
    ]
    for item in cases:
        assert "escalate_to_human" not in found(item)


def test_repeated_corrections_suggest_applying_them() -> None:
    cases: list[tuple[int, float]] = [(2, 0.7), (3, 0.75), (6, 0.9), (9, 0.9)]
    for count, confidence in cases:
        ways: list[dict[str, JsonValue]] = [
            {"correction": "Offer a call first."},
            {"outcome": "corrected"},
            {"tags": ["corrected"]},
        ]
        items = [evidence(f"c-{number}", "x", ways[number % 3]) for number in range(count)]
        past = found(*items)["apply_past_correction"]
        assert past.confidence == confidence
        assert past.parameters == {
            "corrections": count,
            "evidence": [f"c-{number}" for number in range(count)],
        }


def test_one_correction_or_irrelevant_ones_do_not_count_as_repeated() -> None:
    one = evidence("a", "x", {"outcome": "corrected"})
    far = evidence("b", "x", {"outcome": "corrected"}, relevance=0.1)
    empty = evidence("c", "x", {"correction": " "})
    assert found(one, far, empty) == {}


def test_an_sla_at_risk_or_breached_suggests_prioritising_it() -> None:
    cases: list[tuple[dict[str, JsonValue], float, str | None]] = [
        ({"sla_due": "2025-01-15T14:00:00Z"}, 0.8, "2025-01-15T14:00:00.000Z"),
        ({"slaDueAt": "2025-01-15T17:30:00+02:00"}, 0.8, "2025-01-15T15:30:00.000Z"),
        ({"due_at": "2025-01-15T12:00:00"}, 0.9, "2025-01-15T12:00:00.000Z"),
        ({"due_at": "2025-01-14"}, 0.9, "2025-01-15T00:00:00.000Z"),
        ({"sla_breached": True}, 0.9, None),
        ({"tags": ["sla-breached"]}, 0.9, None),
        ({"tags": ["sla-at-risk"]}, 0.8, None),
    ]
    for metadata, confidence, due in cases:
        sla = found(evidence("a", "x", metadata))["prioritise_sla"]
        assert sla.confidence == confidence
        assert sla.parameters == {"dueAt": due, "breached": confidence == 0.9, "evidence": ["a"]}


def test_slas_at_risk_or_breached_are_recognized_in_texts() -> None:
    cases: list[tuple[str, bool]] = [
        ("SLA breached", True),
        ("The SLA has been missed.", True),
        ("They breached our SLA.", True),
        ("SLA breach", True),
        ("The ticket is about to breach SLA.", False),
        ("The SLA will be breached at noon.", False),
        ("SLA at risk", False),
    ]
    for text, breached in cases:
        sla = found(evidence("a", text))["prioritise_sla"]
        assert sla.parameters["breached"] is breached


def test_a_distant_or_finished_sla_suggests_nothing() -> None:
    cases: list[Evidence] = [
        evidence("a", "x", {"due_at": "2025-01-15T16:00:01Z"}),
        evidence("a", "x", {"due_at": "2025-01-08T11:59:59Z"}),
        evidence("a", "x", {"due_at": "2025-01-15"}),
        evidence("a", "x", {"due_at": "2025-01-15T14:00:00Z", "status": "closed"}),
        evidence("a", "x", {"due_at": "soon"}),
        evidence("a", "x", {"due_at": 1736942400}),
        evidence("a", "no SLA breach"),
        evidence("a", "The SLA is 4 hours."),
    ]
    for item in cases:
        assert "prioritise_sla" not in found(item)


def test_the_earliest_due_time_is_named() -> None:
    items = [
        evidence(f"s-{hours}", "x", {"due_at": (NOW + timedelta(hours=hours)).isoformat()})
        for hours in (3, 1, 2)
    ]
    assert found(*items)["prioritise_sla"].parameters["dueAt"] == "2025-01-15T13:00:00.000Z"

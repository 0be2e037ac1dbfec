"""Sections and packs for tests of their size."""

from pydantic import JsonValue

from recollect.discovery.schema import DiscoveryPack
from tests.discovery.samples import pack

Json = dict[str, JsonValue]


def slack(*texts: str) -> Json:
    """Messages of a user."""
    messages: list[JsonValue] = [{"role": "user", "text": text} for text in texts]
    return {"totalMessages": len(messages), "messages": messages}


def similar(*scores: int, excerpt: str = "flapping") -> Json:
    """Cases with these scores."""
    cases: list[JsonValue] = [
        {"caseNumber": f"A{score}", "score": score, "excerpt": excerpt} for score in scores
    ]
    return {"total": len(cases), "cases": cases}


def exemplars(*scores: float, summary: str = "VPN") -> Json:
    """Exemplars with these similarities."""
    listed: list[JsonValue] = [
        {
            "caseNumber": f"E{score}",
            "interactionType": "triage",
            "summary": summary,
            "qualityScore": 0.9,
            "similarityScore": score,
            "actionTaken": summary,
            "outcome": "success",
        }
        for score in scores
    ]
    return {"total": len(listed), "exemplars": listed}


def cmdb(*related: int, name: str = "FW") -> Json:
    """Items, each with so many related ones."""
    items: list[JsonValue] = [
        {
            "name": f"{name}{place}",
            "matchReason": "Name: FW",
            "relatedItems": [{"name": f"{name}-{n}", "matchReason": name} for n in range(count)]
            or None,
        }
        for place, count in enumerate(related)
    ]
    return {"total": len(items), "items": items}


def alert(severity: str, message: str) -> Json:
    """An alert."""
    return {"type": "vip", "severity": severity, "message": message, "detectedAt": "now"}


def full(**more: object) -> DiscoveryPack:
    """A pack with every section, `more` in place of some."""
    return pack(
        **{
            "businessContext": {"entityName": "Altus"},
            "caseContext": {
                "caseNumber": "SCS0001234",
                "channelId": "C1",
                "threadTs": "1.5",
                "detectedAt": "now",
                "lastUpdated": "now",
                "messageCount": 1,
            },
            "slackRecent": slack("one", "two"),
            "similarCases": similar(80, 40),
            "cmdbHits": cmdb(2, 1),
            "policyAlerts": [alert("critical", "late"), alert("info", "night")],
            "muscleMemoryExemplars": exemplars(0.9, 0.5),
            **more,
        }
    )

"""Hints for support and operations: the seed's escalation, and further rules of our own."""

from datetime import MAXYEAR, datetime, timedelta
from itertools import islice

from pydantic import JsonValue

from recollect.context.hints.liveness import (
    OPEN,
    asks_of_background,
    is_background,
    is_conditional,
    is_live,
    is_of_late,
)
from recollect.context.hints.signs import Sign, sign
from recollect.context.hints.situation import EvidenceReading, Hint, Situation, ids
from recollect.core.timestamps import iso, parse_moment

MIN_CORRECTED = 2
SLA_AHEAD = timedelta(hours=4)
# An SLA that was due longer ago is history, whatever its state says.
SLA_BEHIND = timedelta(days=7)
_MAX_KEYWORDS = 10
_DAY_ONLY = len("2025-01-31")

_CRITICAL = sign(
    "outage|data|breach|security|ransom|compromised|down|p0|p1|sev|critical|all users"
    "|all customers",
    r"outages?",
    r"data (?:loss|breach(?:es)?|leak(?:s|age)?|corruption)",
    r"(?:lost|losing) (?:customer |production |all )?data",
    r"security (?:breach(?:es)?|incidents?)(?! (?:are|handling|management|notifications?|plans?"
    r"|polic(?:y|ies)|procedures?|process(?:es)?|reports?|response|teams?|templates?|trainings?)\b)",
    r"ransomware",
    r"compromised (?:accounts?|credentials?|servers?|hosts?|systems?|keys?)",
    r"(?:production|prod)(?: (?:system|environment|database|db|server|cluster|site))?"
    r"(?: (?:is|are|was|went|has gone))?(?: \w+)? down",
    # Also at the end of a name such as payments-api, but not in "the error rate of payments-api" or
    # "requests to payments-api are down".
    r"(?<![-.])(?<!\b(?:of|on) )(?<!\b(?:of|on) (?:the|our) )(?:[\w.-]+[.-])?"
    r"(?:system|(?:web)?site|service|platform|database|api|gateway|portal|cluster|backend|network)"
    r"(?: is| has gone|s are|s have gone|s? went)"
    r"(?: (?:completely|entirely|totally|fully|currently))? down"
    r"(?!-| (?:(?:to|by|from|the|(?:for|during) (?:\w+ ){0,2}maintenance)\b|\d+ ?(?:%|percent)))",
    r"all (?:users|customers) (?:are |were )?(?:affected|down|locked out|offline)",
    # A level of priority, but not in a list of levels, nor a variable or a part of a version.
    r"(?<![-.&/?'\"`])p[01](?! ?(?:[-=(,/'\"`\u2013]|\.\d|(?:or|and|to|through) p?\d))",
    r"sev(?:erity)?[ -]?[01]",
    r"critical (?:\w+ )?(?:incidents?|outages?|failures?|vulnerabilit(?:y|ies)|alerts?|issues?"
    r"|bugs?|defects?|errors?|severity|priority)",
    r"(?:severity|priority|status|level)(?: is| ?[:=]) ?critical",
    r"critical(?=:|\])",
)
_CRITICAL_TAGS = frozenset(
    """
    critical p0 p1 sev0 sev1 sev_0 sev_1 outage data_loss data_breach data_leak security_breach
    security_incident ransomware production_down
    """.split()
)
_CRITICAL_LEVELS = _CRITICAL_TAGS | {"1_critical", "severity1", "severity_1", "blocker", "s1"}

_NO_DECISIONS = frozenset({"alert", "metric", "log", "test", "test_result", "config"})

_BREACHED = sign(
    "sla",
    r"slas?(?: \w+){0,3} (?:breach(?:ed|es)?|missed|violat(?:ed|ions?)|overdue|expired)",
    r"(?:breach(?:ed|es| of)|missed|violat(?:ed|es|ions? of))(?: \w+)? slas?",
)
_THREATENED = sign(
    "breach|sla",
    r"about to breach",
    r"(?:will|going to|could|may|might) (?:soon )?breach(?: \w+)? slas?",
    r"slas?(?: \w+)? (?:is |are )?(?:at risk|in danger|due|expires|running out)",
    r"slas? (?:will|could|may|might|is about to|is going to|about to) (?:be )?"
    r"(?:breach(?:ed)?|missed)",
)
_LATE_TAGS = frozenset({"sla_breach", "sla_breached", "sla_missed"})
_DUE = (
    "sla_due", "sla_due_at", "sla_due_date", "sla_deadline", "sla_breach_at", "sla_expires_at",
    "due_at", "due_date", "due",
)  # fmt: skip


def escalate_to_human(situation: Situation) -> Hint | None:
    """Critical keywords in the query, or in close evidence of something live: 0.95."""
    live = [each for each in situation.close if is_live(each, situation.now)]
    found = {each.id: _keywords(each) for each in live}
    named = [each for each, keywords in found.items() if keywords]
    asked = _query_keywords(situation) if situation.close else []
    keywords = dict.fromkeys(asked + [word for each in named for word in found[each]])
    if not keywords:
        return None
    listed: list[JsonValue] = list(islice(keywords, _MAX_KEYWORDS))
    return Hint(
        "escalate_to_human",
        "Critical keywords found: a person should decide.",
        0.95,
        tuple(named),
        {"keywords": listed},
    )


def request_more_context(situation: Situation) -> Hint | None:
    """No evidence that is close to the query, or none at all: 0.6."""
    if situation.close:
        return None
    best = situation.best
    if best is None:
        what = "There is no evidence"
    elif situation.text and best < situation.floor:
        what = "All evidence is only weakly relevant"
    else:  # relevant evidence was superseded, had an injection or no room, or missed min_relevance
        what = "No evidence could be given that is relevant and holds"
    return Hint(
        "request_more_context",
        f"{what}: ask for more details before acting.",
        0.6,
        ids(situation.readings),
        {"bestRelevance": round(best or 0.0, 4)},
    )


def apply_past_correction(situation: Situation) -> Hint | None:
    """At least two close decisions that were corrected: 0.6 + 0.05 for each, at most 0.9."""
    corrected = [each for each in situation.close if _is_corrected(each)]
    if len(corrected) < MIN_CORRECTED:
        return None
    return Hint(
        "apply_past_correction",
        f"{len(corrected)} similar cases were corrected: decide as they were corrected.",
        round(min(0.9, 0.6 + 0.05 * len(corrected)), 2),
        ids(corrected),
        {"corrections": len(corrected)},
    )


def prioritise_sla(situation: Situation) -> Hint | None:
    """An open SLA of close evidence: 0.9 if it was missed, 0.8 if it soon will be.

    Soon means within four hours, or that the text says so; it was missed at most a week ago.
    """
    open_slas = [each for each in situation.close if _may_have_sla(each, situation.now)]
    read = [(each, _due(each)) for each in open_slas]
    late = [each for each, due in read if _is_late(each, due, situation.now)]
    soon = [each for each, due in read if _is_soon(each, due, situation.now)]
    at_risk = [each for each, _ in read if each in late or each in soon]
    if not at_risk:
        return None
    near = [due for each, due in read if due and _within(due, situation.now)]
    return Hint(
        "prioritise_sla",
        "An SLA is breached: act on it first." if late else "An SLA is at risk: act on it first.",
        0.9 if late else 0.8,
        ids(at_risk),
        {"dueAt": iso(min(near)) if near else None, "breached": bool(late)},
    )


def _query_keywords(situation: Situation) -> list[str]:
    if asks_of_background(situation.text):
        return []
    return _critical(situation.text)


def _critical(text: str) -> list[str]:
    found = _CRITICAL.matches(text)
    return [
        " ".join(each.group().split()) for each in found if not is_conditional(text, each.start())
    ]


def _keywords(item: EvidenceReading) -> list[str]:
    levels = set(item.words("priority", "severity")) & _CRITICAL_LEVELS
    marked = sorted(levels | (item.tags & _CRITICAL_TAGS))
    return marked + _critical(item.text)


def _is_corrected(item: EvidenceReading) -> bool:
    if is_background(item) or not _NO_DECISIONS.isdisjoint(item.words("kind", "type", "category")):
        return False
    correction = item.fields.get("correction")
    if isinstance(correction, str) and correction.strip():
        return True
    return "corrected" in item.tags or item.word("outcome") == "corrected"


def _may_have_sla(item: EvidenceReading, now: datetime) -> bool:
    return not item.is_closed and not is_background(item) and is_of_late(item, now, OPEN)


def _due(item: EvidenceReading) -> datetime | None:
    """When an item is due; a date without a time is due at the end of the day."""
    for value in map(item.fields.get, _DUE):
        due = parse_moment(value)
        if due is not None:
            day_only = isinstance(value, str) and len(value) == _DAY_ONLY
            return due + timedelta(days=1) if day_only and due.year < MAXYEAR else due
    return None


def _within(due: datetime, now: datetime) -> bool:
    return -SLA_BEHIND <= due - now <= SLA_AHEAD


def _is_late(item: EvidenceReading, due: datetime | None, now: datetime) -> bool:
    if any(item.fields.get(name) is True for name in ("sla_breached", "breached")):
        return True
    if due:
        return _within(due, now) and due <= now
    if not _LATE_TAGS.isdisjoint(item.tags):
        return True
    return _says(_BREACHED, item.text) and not _THREATENED.shows(item.text)


def _is_soon(item: EvidenceReading, due: datetime | None, now: datetime) -> bool:
    if due:
        return _within(due, now) and due > now
    return "sla_at_risk" in item.tags or _says(_THREATENED, item.text)


def _says(what: Sign, text: str) -> bool:
    """Whether a text states a sign as a fact, not as a condition."""
    return any(not is_conditional(text, each.start()) for each in what.matches(text))

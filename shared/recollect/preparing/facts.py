"""What a pack, evidence and memories say, as dated facts of one line each, most important first.

The module is long because each kind of source has facts of its own form.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import islice
from typing import Final, Literal

from pydantic import JsonValue

from recollect.context.excerpts import excerpt
from recollect.core.grouping import grouped
from recollect.core.timestamps import iso, parse_moment_after
from recollect.discovery.caching import CaseInBrief
from recollect.discovery.schema import ChangeWindow, DiscoveryPack, PolicyAlert, listed
from recollect.language.abridging import abridged
from recollect.language.texts import collapsed
from recollect.memories.model import Memory
from recollect.memories.readable_correction import CORRECTION_LEFT_OUT, readable_correction
from recollect.memories.search_result import SearchResult
from recollect.relevance.odds import doubt_notes
from recollect.retrieval.items import (
    author_of,
    is_of_thread,
    is_vouched_for,
    marked_as_injection,
)
from recollect.retrieval.ranked import Ranked
from recollect.retrieval.readable_text import readable_text
from recollect.slicing.sliced import SlicedItem
from recollect.slicing.slicer import JudgedCandidate
from recollect.slicing.unconfirmed import NEW_ACCOUNT, names_unconfirmed_account

FactHeading = Literal[
    "The case",
    "Latest notes",
    "Alerts",
    "Customer",
    "What was said",
    "Evidence",
    "What was decided in similar situations",
    "What was tried in similar situations and failed",
    "Similar cases",
    "Configuration items",
    "What worked before",
]
FAILED: Final[FactHeading] = "What was tried in similar situations and failed"
"""The heading of facts that are warnings."""
Kind = Literal["case", "item", "exemplar", "evidence", "memory"]
_OVER: Final = "no longer valid"
_DAY_CHARS: Final = 10
MAX_FACT_CHARS: Final = 600
"""The most characters of a fact in a prompt."""

# So many of these are for the situation of a decision in a fact that is too long, and for a
# correction.
_MAX_SITUATION_CHARS: Final = 180
_MAX_CHANGES: Final = 3
_MAX_CORRECTION_CHARS: Final = 220
# Measured: docs/learning-measured.md.
_MIN_CREDIT: Final = 0.05


@dataclass(frozen=True, slots=True)
class KnownFact:
    """One known fact: its heading, its text, the day since when it is known, and its source.

    `notes` say what of it is doubtful. The text comes from others, and may contain anything.
    `superseded_by`, `contested_by` and `newer` are ids of other facts of its kind; the last are
    newer, on the same subject. A fact that `echoes` the caller repeats what the caller said. The
    `speaker` of what was said is our own word, in front of the text. The `author` is the "I" of a
    mail or a message.
    `has_injection` is about the whole source, of which the text may be a part. If the source
    `is_vouched_for`, somebody read it whole and lifted its mark.
    """

    heading: FactHeading
    text: str
    day: str = ""
    notes: Sequence[str] = ()
    superseded_by: Sequence[str] = ()
    contested_by: Sequence[str] = ()
    kind: Kind | None = None
    id: str = ""
    title: str | None = None
    url: str | None = None
    echoes: bool = False
    has_injection: bool = False
    is_vouched_for: bool = False
    newer: Sequence[str] = ()
    speaker: str = ""
    author: str = ""


@dataclass(frozen=True, slots=True)
class PromptEvidence:
    """An item for a prompt; `notes` say why it may not be about the question, or not be true.

    `is_over` if it is no longer valid. `newer` are the ids of items on the same subject that
    directly precede it because they are newer.
    """

    item: SlicedItem
    notes: tuple[str, ...] = ()
    is_over: bool = False
    newer: tuple[str, ...] = ()


def facts_of_pack(
    pack: DiscoveryPack,
    cases: Sequence[CaseInBrief] = (),
    customer_notes: str = "",
    *,
    echoes: bool = False,
) -> Iterator[KnownFact]:
    """The facts of a pack about these cases; with `echoes` its messages came from the caller."""
    yield from _facts_of_cases(cases)
    yield from _facts_of_alerts(pack.policy_alerts or ())
    yield from _facts_of_notes(cases)
    customer = pack.business_context
    if customer is not None:
        called = ", ".join(customer.aliases or ())
        details = (
            f"also called {called}" if called else "",
            customer.industry,
            customer.technology_portfolio,
            customer.service_details,
        )
        yield KnownFact("Customer", "; ".join(filter(None, (customer.entity_name, *details))))
        if customer_notes:
            yield KnownFact("Customer", abridged(customer_notes, MAX_FACT_CHARS), title="Notes")
    for message in pack.slack_recent.messages if pack.slack_recent else ():
        yield KnownFact("What was said", message.text, speaker=message.role, echoes=echoes)
    for item in pack.cmdb_hits.items if pack.cmdb_hits else ():
        near = ", ".join(each.name for each in item.related_items or ())
        addresses = (each for each in item.ip_addresses or () if each not in item.match_reason)
        mention = item.match_reason.partition(": ")[2]
        why = "" if mention.casefold() == item.name.casefold() else item.match_reason
        known = (
            *(item.name, item.class_name, *addresses, item.environment),
            *(item.owner_group, why, f"related to {near}" if near else ""),
        )
        text = ", ".join(filter(None, known))
        yield KnownFact("Configuration items", text, kind="item", id=item.name)
    for case in pack.similar_cases.cases if pack.similar_cases else ():
        text = f"{case.case_number} ({case.score} % alike): {case.excerpt}"
        yield KnownFact("Similar cases", text, kind="case", id=case.case_number, url=case.url)
    kept = pack.muscle_memory_exemplars
    for each in kept.exemplars if kept else ():
        text = f"{each.summary} → {each.action_taken} ({each.outcome})"
        yield KnownFact("What worked before", text, kind="exemplar", id=each.case_number)


def _facts_of_alerts(alerts: Iterable[PolicyAlert]) -> Iterator[KnownFact]:
    """The alerts, each with the numbers of its cases, unless it says them itself."""
    numbers_of = grouped(
        ((each.severity, _alert_text(each)), str((each.details or {}).get("caseNumber", "")))
        for each in alerts
    )
    for (severity, message), numbers in numbers_of.items():
        about = ", ".join(each for each in numbers if each and each not in message.split())
        text = f"{about}: {message}" if about else message
        yield KnownFact("Alerts", f"{severity.upper()}: {text}")


def _alert_text(alert: PolicyAlert) -> str:
    """The message of an alert, with what the first changes that it tells of are about.

    Their states tell a change that has begun from one that nobody has reported as begun.
    """
    changes = islice(listed(ChangeWindow, alert, "changes"), _MAX_CHANGES)
    subjects = "; ".join(
        f"{each.short_description or each.number} ({each.state})" for each in changes
    )
    return ": ".join(filter(None, (alert.message, subjects)))


def relevant_evidence(judged: Iterable[JudgedCandidate], floor: float) -> Iterator[PromptEvidence]:
    """The evidence for a prompt: relevance at least `floor` (0…1), or needed anyway.

    A list of results has weaker items behind those that answer, for which a prompt has no room.
    Items that the question names are needed, and items to which solved cases give enough credit.
    """
    judged = list(judged)
    newer = grouped((each.ranked.newer_than, each.id) for each in judged if each.ranked.newer_than)
    for each in judged:
        ranked, relevance = each.ranked, each.ranked.signals.relevance
        is_needed = ranked.is_named or _has_credit(ranked)
        if each.sent is not None and (is_needed or relevance >= floor):
            doubts = () if is_needed else doubt_notes(relevance)
            unconfirmed = (NEW_ACCOUNT,) if names_unconfirmed_account(each.sent) else ()
            yield PromptEvidence(
                each.sent,
                (*doubts, *unconfirmed),
                ranked.relations.is_over,
                tuple(newer.get(each.id, ())),
            )


def _has_credit(ranked: Ranked) -> bool:
    return ranked.experience is not None and ranked.experience.value >= _MIN_CREDIT


def facts_of_evidence(
    evidence: Iterable[PromptEvidence], question: str, now: datetime
) -> Iterator[KnownFact]:
    """The facts of evidence, in its order; of a long item, an excerpt about the question."""
    for each in evidence:
        item = each.item
        yield KnownFact(
            "Evidence",
            excerpt(question, item.content, MAX_FACT_CHARS, is_message=is_of_thread(item.metadata)),
            day=_day(item.metadata.get("created_at")),
            notes=(*each.notes, *((_OVER,) if each.is_over else _when(item.metadata, now))),
            superseded_by=_ids(item.superseded_by),
            contested_by=item.conflicts_with or (),
            newer=each.newer,
            kind="evidence",
            id=item.id,
            title=item.title,
            author=author_of(item.metadata),
            url=item.url,
            has_injection=marked_as_injection(item.metadata),
            is_vouched_for=is_vouched_for(item.metadata),
        )


def _facts_of_cases(cases: Sequence[CaseInBrief]) -> Iterator[KnownFact]:
    """The subject and status of each case, which a pack does not contain."""
    for case in cases:
        group = f"with {case.assignment_group}, assigned to nobody" if case.assignment_group else ""
        assignee = f"assigned to {case.assigned_to}" if case.assigned_to else group
        changed = minute_of(case.updated_at) if case.updated_at else ""
        stands = (
            case.state,
            f"priority {case.priority}" if case.priority else "",
            assignee,
            f"last changed {changed}" if changed else "",
        )
        status = ", ".join(each for each in stands if each)
        text = f"{case.number}{f' ({status})' if status else ''}: {_about(case)}"
        yield KnownFact("The case", text, kind="case", id=case.number, url=case.url or None)


def _facts_of_notes(cases: Sequence[CaseInBrief]) -> Iterator[KnownFact]:
    """The latest notes of each case, newest first, which a pack does not contain."""
    for case in cases:
        if case.latest_notes is None:
            yield KnownFact("Latest notes", "could not be looked up", title=case.number)
        for note in case.latest_notes or ():
            author = f"{note.by} (work note)" if note.is_internal else note.by
            yield KnownFact(
                "Latest notes", note.text, minute_of(note.at), title=f"{case.number}, {author}"
            )


def _about(case: CaseInBrief) -> str:
    """The subject of a case: its short description alone may be no more than "FW: Issue"."""
    short, whole = case.short_description.strip(), case.description
    whole_words, short_words = (collapsed(each).casefold().rstrip(".! ") for each in (whole, short))
    if whole_words in short_words:
        return short
    if whole_words.startswith(short_words):
        return whole
    return f"{short}{'' if short[-1] in '.!?…' else '.'} {whole}"


def facts_of_memories(found: SearchResult, now: datetime) -> Iterator[KnownFact]:
    """What was decided before, and what was tried and failed, each in its order."""
    for each in found.results:
        notes = each.belief_in_words()
        if each.no_longer_valid:
            notes.append(_OVER)
        notes += _when(each.memory.metadata.model_dump(include={"valid_from", "valid_until"}), now)
        fact = _of_memory("What was decided in similar situations", each.memory, notes)
        yield replace(
            fact,
            superseded_by=_ids(each.superseded_by),
            contested_by=each.conflicts_with or (),
        )
    for failed in found.warnings:
        why = readable_correction(failed.reason, MAX_FACT_CHARS)
        notes = [f"failed: {why}" if why else "failed", *failed.belief_in_words()]
        if why is None:
            notes.append(CORRECTION_LEFT_OUT)
        yield _of_memory(FAILED, failed.memory, notes, already_noted=failed.reason)


def _of_memory(
    heading: FactHeading, memory: Memory, notes: Sequence[str], already_noted: str | None = None
) -> KnownFact:
    metadata = memory.metadata
    untold = "" if metadata.correction == already_noted else metadata.correction
    correction = readable_correction(untold, _MAX_CORRECTION_CHARS)
    return KnownFact(
        heading,
        _decided(readable_text(memory.situation), readable_text(memory.decision), correction or ""),
        day=_day(metadata.confirmed_at or metadata.made_at),
        notes=[*notes, CORRECTION_LEFT_OUT] if correction is None else notes,
        kind="memory",
        id=memory.id,
    )


def _decided(situation: str, decision: str, correction: str) -> str:
    """A decision with its situation and correction; the first two are abridged to their two ends.

    The decision gets the room that the others leave, and the situation what a short decision
    leaves.
    """
    corrected = f" (corrected: {correction})" if correction else ""
    room = MAX_FACT_CHARS - len(f" → {corrected}")
    about = abridged(situation, max(_MAX_SITUATION_CHARS, room - len(collapsed(decision))))
    return f"{about} → {abridged(decision, room - len(about))}{corrected}"


def _when(metadata: Mapping[str, JsonValue], now: datetime) -> tuple[str, ...]:
    """From when and until when something holds, if that is in the future."""
    moments = {
        way: parse_moment_after(now, metadata.get(f"valid_{way}")) for way in ("from", "until")
    }
    return tuple(f"holds {way} {_day(iso(time))}" for way, time in moments.items() if time)


def _ids(one: str | None) -> Sequence[str]:
    return (one,) if one else ()


def minute_of(moment: datetime) -> str:
    """A moment to the minute, as a prompt tells times."""
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def _day(at: JsonValue) -> str:
    return at[:_DAY_CHARS] if isinstance(at, str) else ""

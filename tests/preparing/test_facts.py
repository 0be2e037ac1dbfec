"""Cases, customers, items and evidence are each shown as facts of one line."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from pydantic import JsonValue

from recollect.discovery.caching import CaseInBrief, NoteInBrief
from recollect.discovery.schema import DiscoveryPack
from recollect.learning.experience import Credit
from recollect.preparing.facts import (
    MAX_FACT_CHARS,
    KnownFact,
    PromptEvidence,
    facts_of_evidence,
    facts_of_pack,
    relevant_evidence,
)
from recollect.relevance.odds import doubt_notes
from recollect.slicing.sliced import SlicedItem
from recollect.slicing.slicer import JudgedCandidate
from recollect.slicing.unconfirmed import NEW_ACCOUNT
from tests.cases import each_case
from tests.slicing.samples import NEUTRAL, item, ranked

NOW = datetime(2026, 3, 1, tzinfo=UTC)
CASE = CaseInBrief(
    number="SCS0001234",
    short_description="Packet loss at Altus Amarillo North",
    description="",
    state="Open",
    priority="2 - High",
    assigned_to="Samuel Okoro",
    assignment_group="Network",
    updated_at=datetime(2026, 1, 15, 8, 30, tzinfo=UTC),
    url="https://desk/SCS0001234",
)
EMPTY_FIELDS = {
    "state": "",
    "priority": "",
    "assigned_to": "",
    "assignment_group": "",
    "updated_at": None,
}


EMPTY_PACK = DiscoveryPack.model_validate(
    {"generatedAt": "2026-03-01T00:00:00.000Z", "metadata": {"caseNumbers": []}}
)


def facts_of_cases(*cases: CaseInBrief) -> list[KnownFact]:
    return [*facts_of_pack(EMPTY_PACK, cases)]


def test_a_case_is_shown_with_its_state_and_can_be_cited() -> None:
    (told,) = facts_of_cases(CASE)
    assert told.text == (
        "SCS0001234 (Open, priority 2 - High, assigned to Samuel Okoro, "
        "last changed 2026-01-15 08:30 UTC): Packet loss at Altus Amarillo North"
    )
    assert (told.heading, told.kind, told.id, told.url) == (
        "The case",
        "case",
        "SCS0001234",
        "https://desk/SCS0001234",
    )


def test_empty_fields_of_a_case_are_left_out() -> None:
    (told,) = facts_of_cases(CASE.model_copy(update=EMPTY_FIELDS))
    assert told.text == "SCS0001234: Packet loss at Altus Amarillo North"
    (grouped,) = facts_of_cases(CASE.model_copy(update={"assigned_to": ""}))
    assert "with Network, assigned to nobody" in grouped.text


@each_case(
    ("short", "description", "told"),
    [
        (
            "FW: Issue",
            "<p>Hi team,</p><p>Both PCs cannot reach the EHR.</p>",
            "FW: Issue. Hi team, Both PCs cannot reach the EHR.",
        ),
        ("VPN drops!", "Since 02:10", "VPN drops! Since 02:10"),
        ("VPN drops.", "vpn drops since 02:10", "vpn drops since 02:10"),
        ("VPN drops since 02:10", "vpn  drops.", "VPN drops since 02:10"),
        ("", "VPN drops", "VPN drops"),
        ("VPN drops", "", "VPN drops"),
    ],
)
def test_a_case_is_shown_with_what_its_description_adds(
    short: str, description: str, told: str
) -> None:
    fields = CASE.model_dump() | EMPTY_FIELDS
    case = CaseInBrief.model_validate(
        fields | {"short_description": short, "description": description}
    )
    assert [each.text for each in facts_of_cases(case)] == [f"SCS0001234: {told}"]


def test_a_long_description_is_cut_to_its_subject_and_its_request() -> None:
    long = f"Hi team,\nVPN drops. {'We told you of it. ' * 40}We need it by 06:00.\nThanks,\nJo"
    (told,) = facts_of_cases(CaseInBrief.model_validate(CASE.model_dump() | {"description": long}))
    assert "Amarillo North. VPN drops. We told you" in told.text
    assert told.text.endswith("We need it by 06:00.")
    assert len(told.text) < MAX_FACT_CHARS


def test_the_latest_notes_of_a_case_are_shown_with_their_authors_and_times() -> None:
    at = datetime(2026, 1, 15, 8, 5, tzinfo=UTC)
    notes = (
        NoteInBrief(at=at, by="dana", text="<p>Any news?</p>", is_internal=False),
        NoteInBrief(at=at, by="j.alvarez", text="The backup is clean.", is_internal=True),
    )
    _, *told = facts_of_cases(CASE.model_copy(update={"latest_notes": notes}))
    assert {each.heading for each in told} == {"Latest notes"}
    assert [(each.day, each.title, each.text) for each in told] == [
        ("2026-01-15 08:05 UTC", "SCS0001234, dana", "Any news?"),
        ("2026-01-15 08:05 UTC", "SCS0001234, j.alvarez (work note)", "The backup is clean."),
    ]
    _, unread = facts_of_cases(CASE.model_copy(update={"latest_notes": None}))
    assert (unread.title, unread.text) == ("SCS0001234", "could not be looked up")


def test_a_customer_and_its_items_are_shown_with_notes_owners_and_relations() -> None:
    pack = DiscoveryPack.model_validate(
        {
            "generatedAt": "2026-03-01T00:00:00.000Z",
            "metadata": {"caseNumbers": []},
            "businessContext": {
                "entityName": "Altus Community Healthcare",
                "aliases": ["Altus"],
                "industry": "Healthcare",
                "serviceDetails": "24x7; P1 by telephone",
            },
            "cmdbHits": {
                "total": 1,
                "items": [
                    {
                        "name": "FW01",
                        "ipAddresses": ["10.52.0.4", "10.52.0.5"],
                        "ownerGroup": "Network",
                        "matchReason": "IP: 10.52.0.4",
                        "relatedItems": [{"name": "RG-01", "matchReason": "Related to FW01"}],
                    }
                ],
            },
        }
    )
    told = [*facts_of_pack(pack, customer_notes="Call before a restart.")]
    assert [(each.title, each.text) for each in told if each.title] == [
        ("Notes", "Call before a restart.")
    ]
    assert [each.text for each in told if not each.title] == [
        "Altus Community Healthcare; also called Altus; Healthcare; 24x7; P1 by telephone",
        "FW01, 10.52.0.5, Network, IP: 10.52.0.4, related to RG-01",
    ]


def test_an_alert_says_what_the_first_three_changes_are_about_and_whether_they_have_begun() -> None:
    window = {"state": "Implement", "start": "2026-03-01", "end": "2026-03-02"}
    changes: list[object] = [
        {"number": "C1", "shortDescription": "Fonts", **window},
        # One of another shape is left out, as `recollect inspect pack` leaves it out.
        {"number": "C4", "shortDescription": "No window"},
        {"number": "C2", **window, "state": "Scheduled"},
        "C3",
        {"number": "C5", **window},
    ]
    pack = DiscoveryPack.model_validate(
        {
            "generatedAt": "2026-03-01T00:00:00.000Z",
            "metadata": {"caseNumbers": []},
            "policyAlerts": [
                {
                    "type": "maintenance_window",
                    "severity": "warning",
                    "message": "Active change C1",
                    "detectedAt": "2026-03-01T00:00:00.000Z",
                    "details": {"changes": listed},
                }
                for listed in (
                    [*changes, {"number": "C6", "shortDescription": "too many", **window}],
                    [{"number": "C1", **window}],
                )
            ],
        }
    )
    assert [each.text for each in facts_of_pack(pack)] == [
        "WARNING: Active change C1: Fonts (Implement); C2 (Scheduled); C5 (Implement)",
        "WARNING: Active change C1: C1 (Implement)",
    ]


def test_no_fact_of_a_pack_says_the_same_twice() -> None:
    alert = {"type": "vip", "severity": "warning", "detectedAt": "2026-03-01T00:00:00.000Z"}
    pack = DiscoveryPack.model_validate(
        {
            "generatedAt": "2026-03-01T00:00:00.000Z",
            "metadata": {"caseNumbers": []},
            "policyAlerts": [
                {**alert, "message": message, "details": {"caseNumber": number}}
                for number, message in (
                    ("SCS1", "Case SCS1 concerns a VIP"),
                    ("SCS1", "A change is under way"),
                    ("SCS2", "A change is under way"),
                    ("SCS1", "SCS12 is late"),
                )
            ],
            "cmdbHits": {
                "total": 2,
                "items": [
                    {"name": "FW01", "matchReason": "Name: fw01"},
                    {"name": "Altus EHR", "matchReason": "FQDN: ehr.altus.example"},
                ],
            },
        }
    )
    assert [each.text for each in facts_of_pack(pack)] == [
        "WARNING: Case SCS1 concerns a VIP",
        "WARNING: SCS1, SCS2: A change is under way",
        "WARNING: SCS1: SCS12 is late",
        "FW01",
        "Altus EHR, FQDN: ehr.altus.example",
    ]


def sent(name: str, relevance: float, **known: Any) -> JudgedCandidate:
    signals = replace(NEUTRAL, relevance=relevance)
    judged = replace(ranked(item(name)), signals=signals, **known)
    return JudgedCandidate(
        judged, "kept", "", sent=SlicedItem(id=name, content="text", metadata={})
    )


def relevant_ids(*judged: JudgedCandidate) -> list[str]:
    """The ids of the evidence that is relevant enough to show, with a floor of 0.1."""
    return [each.item.id for each in relevant_evidence(judged, 0.1)]


def fact_of_item(content: JsonValue = "text", **metadata: JsonValue) -> KnownFact:
    """The fact made from one item of evidence."""
    told = PromptEvidence(SlicedItem(id="e1", content=content, metadata=metadata))
    (fact,) = facts_of_evidence([told], "q", NOW)
    return fact


def test_what_a_message_of_a_thread_quotes_is_told_behind_what_it_says_itself() -> None:
    mail = "> Fail over to db-2.\nNo, never to db-2."
    told = "No, never to db-2. (earlier mail that it quotes: Fail over to db-2.)"
    assert fact_of_item(mail, thread="t").text == told
    assert fact_of_item(mail).text == mail  # a page, which sets a remark off


def test_evidence_that_is_hardly_about_the_question_is_left_out() -> None:
    assert relevant_ids(sent("near", 0.9), sent("enough", 0.1), sent("hardly", 0.099)) == [
        "near",
        "enough",
    ]
    assert relevant_ids(sent("hardly", 0.05)) == relevant_ids() == []


def test_evidence_names_the_newer_item_that_directly_precedes_it() -> None:
    found = relevant_evidence([sent("new", 0.5, newer_than="old"), sent("old", 0.9)], 0.1)
    assert [(each.item.id, each.newer) for each in found] == [("new", ()), ("old", ("new",))]


def test_evidence_that_the_question_names_or_solved_cases_needed_is_kept() -> None:
    needed = Credit(0.75, ("SCS0001010",))
    judged = [
        sent("near", 0.9),
        sent("RB-17", 0.05, is_named=True),
        sent("needed", 0, experience=needed),
    ]
    assert relevant_ids(*judged) == ["near", "RB-17", "needed"]


def test_evidence_with_little_credit_from_solved_cases_is_left_out() -> None:
    judged = [sent("near", 0.9)] + [
        sent(f"with {credit}", 0.01, experience=Credit(credit, ("SCS0001010",)))
        for credit in (0.3, 0.05, 0.04, 0.01)
    ]
    assert relevant_ids(*judged) == ["near", "with 0.3", "with 0.05"]


@each_case(
    ("content", "told"),
    [
        ("As it is.", "As it is."),
        (
            {"server": "db-77", "rack": 12, "is_spare": False, "until": None, "note": ""},
            "server: db-77; rack: 12; is spare: false",
        ),
        (
            {"owner": {"team": "Storage", "on_call": ["Ada", "Bo"]}},
            "owner team: Storage; owner on call: Ada, Bo",
        ),
        ([{"seats": 10, "discount": "15 %"}, "net"], "seats: 10; discount: 15 %; net"),
    ],
)
def test_evidence_is_shown_with_the_names_of_its_fields(content: JsonValue, told: str) -> None:
    assert fact_of_item(content).text == told


def test_evidence_has_the_author_whom_its_metadata_name() -> None:
    assert fact_of_item("Ask me.", author="Helen Marsh").author == "Helen Marsh"
    unnamed: list[JsonValue] = [None, ["Ann"], "[REDACTED:email]"]
    assert {fact_of_item("Ask her.", author=each).author for each in unnamed} == {""}


def test_relevance_is_shown_where_evidence_is_likely_not_about_the_question() -> None:
    judged = [sent("near", 0.51), sent("weak", 0.5), sent("named", 0.3, is_named=True)]
    told = facts_of_evidence(relevant_evidence(judged, 0.1), "q", NOW)
    assert [each.notes for each in told] == [(), doubt_notes(0.5), ()]


def test_evidence_that_names_a_new_account_for_payments_is_to_be_confirmed() -> None:
    changed = "Our bank has changed. Pay all invoices to the new account 55443322."
    paid = SlicedItem(id="paid", content=changed, metadata={})
    judged = [replace(sent("paid", 1), sent=paid), sent("other", 1)]
    told = facts_of_evidence(relevant_evidence(judged, 0), "q", NOW)
    assert [each.notes for each in told] == [(NEW_ACCOUNT,), ()]


def test_expired_evidence_is_marked_as_no_longer_valid() -> None:
    over = replace(ranked(item("e2")).relations, holds=False)
    judged = [sent("e1", 1), sent("e2", 1, relations=over)]
    told = facts_of_evidence(relevant_evidence(judged, 0), "q", NOW)
    assert [each.notes for each in told] == [(), ("no longer valid",)]


def test_evidence_that_holds_only_later_is_shown_with_its_first_day() -> None:
    days: dict[str, tuple[str, ...]] = {
        "2026-03-02T00:00:00.000Z": ("holds from 2026-03-02",),
        "2026-03-01T00:00:00.000Z": (),
    }
    for start, notes in days.items():
        assert fact_of_item(valid_from=start).notes == notes


def test_evidence_that_holds_until_a_future_day_is_shown_with_that_day() -> None:
    until = fact_of_item(valid_until="2026-03-02T00:00:00Z")
    assert until.notes == ("holds until 2026-03-02",)


def test_a_fact_keeps_the_flag_of_evidence_that_gives_orders() -> None:
    for given in (True, False):
        assert fact_of_item({"a": "b"}, instructionLike=given).has_injection is given

"""Facts in free sentences of answers compared with results, kind by kind."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recollect.validation.models import FactKind, ToolCall
from tests.bench.answers.judging import Half, judged
from tests.bench.answers.stated import Stated, stated_fields, stated_tables
from tests.cases import EXAMPLES
from tests.validation.examples import PROSE, call, checked

_SUMMARY = """Summary

Badge server rejects cards at the Graz plant.

Current State

Status: {state}
Priority: {priority}
Assigned: Hana Kobayashi (Access Control)
SLA: {left} hours remaining

Latest Activity

• Mar 9, 14:20 {dash} h.kobayashi: Vendor will send a replacement board on Mar 12.
• Mar 9, 13:00 {dash} h.kobayashi: The door at gate B is unlocked by hand.
• Mar 9, 11:05 {dash} p.lang: {people} people could not enter the hall before noon.
• Mar 9, 10:40 {dash} h.kobayashi: Spare reader is in stock in Vienna; voltage is stable.
• Mar 9, 10:15 {dash} h.kobayashi: No short circuit found.
• Mar 8, 16:30 {dash} p.lang: 6 of 9 doors were checked.

Context

The main relay failed for 35 minutes. Configuration item: GRZ-BDG-02
Customer: Alpen Papier AG
"""


def told_of(state: str, priority: str, left: int, people: int) -> str:
    return _SUMMARY.format(state=state, priority=priority, left=left, people=people, dash="\u2013")


def case(
    state: str = "Open", priority: str = "2 - High", left: int = 5, people: int = 64
) -> ToolCall:
    summary = told_of(state, priority, left, people)
    return call(
        "getCase",
        case={
            "number": "SCS0065001", "state": state, "priority": priority,
            "assigned_to": "Hana Kobayashi", "assignment_group": "Access Control",
            "account": "Alpen Papier AG", "contact": "Peter Lang", "cause": "Relay failure",
            "opened_at": "2026-03-08T15:00:00Z",
        },
        slas=[{"name": "resolution", "has_breached": False}],
        caseSummary=summary,
    )  # fmt: skip


ITEMS = call(
    "searchCMDB",
    items=[
        {"name": "GRZ-BDG-02", "environment": "Production", "operational_status": "Operational",
         "location": "Graz", "ip_address": "10.3.3.2"},
        {"name": "LNZ-BDG-07", "environment": "Test", "operational_status": "Operational",
         "location": "Linz", "ip_address": "10.3.7.7"},
    ],
    relations=[
        {"parent_name": "GRZ-BDG-02", "child_name": "GRZ-SQL-01", "type": "Depends on::Used by"}
    ],
    formattedItems="Infrastructure\n\n• GRZ-BDG-02\n• LNZ-BDG-07",
)  # fmt: skip
ANTWERP = call(
    "searchCMDB",
    items=[{"name": "ANR-BDG-01", "operational_status": "Operational", "location": "Antwerp DC"}],
)
FIRMWARE = call("getCase", caseSummary="Summary\n\nFirmware raised from 17.6.3 to 17.9.4.")
PODS = call(
    "oc_diagnostic_pod_health",
    namespace="shop",
    total=6,
    healthy=4,
    byCause={"oom": 1, "image_pull": 1},
    unhealthy=[
        {"pod": "basket-5d4f-abcde", "cause": "oom", "reason": "OOMKilled", "restarts": 7},
        {"pod": "search-77aa-xyz", "cause": "image_pull", "reason": "ErrImagePull", "restarts": 0},
    ],
    summary="Summary\n\n2 of 6 pods in shop are not healthy: 1 out of memory, 1 image pull error."
    "\n\nRestarts: 7\n\nContext\n\n• basket-5d4f-abcde (7 restarts), OOMKilled",
)  # fmt: skip
MAILER = call(
    "listPods",
    pods=[
        {"name": "mailer-66c4f", "status": "CrashLoopBackOff", "reason": "OOMKilled",
         "restarts": "3 (2h ago)"},
        {"name": "intake-77aa1", "status": "Running", "restarts": "none"},
    ],
)  # fmt: skip
TICKETS = call(
    "list_service_cases",
    total=3,
    cases=[
        {"number": "SCS0065001", "state": "Open", "priority": "2 - High",
         "assigned_to": "Hana Kobayashi",
         "account": "Alpen Papier AG", "short_description": "Badge server rejects cards"},
        {"number": "SCS0065002", "state": "Closed", "priority": "4 - Low",
         "assigned_to": "Omar Haddad",
         "account": "Danube Foods", "short_description": "Projector lamp in the canteen"},
        {"number": "SCS0065003", "state": "Closed", "priority": "1 - Critical",
         "assigned_to": "", "assignment_group": "Plant Systems",
         "short_description": "Paper machine stops at night"},
    ],
    casesSearchSummary='Search Results\n\nFound 3 cases for "customer Alpen Papier AG":',
)  # fmt: skip
NOTES = call(
    "getJournalEntries",
    caseNumber="SCS0065001",
    journalSummary="""Latest Activity

• Mar 10, 09:20 {dash} h.kobayashi: Firmware 1203 makes the probe fail with HTTP 503 in 4 zones.
• Mar 10, 09:10 {dash} h.kobayashi: Relays were swapped on both gates.
• Mar 10, 08:10 {dash} p.lang: 5 of 8 halls are rewired. Graz, Linz and Wels remain;
Wels is planned for Mar 12.
• Mar 9, 18:00 {dash} p.lang: Steyr rewired, 120 readers, 4 of them needed a reset.
""".format(dash="\u2013"),
)

MAILS = call(
    "getJournalEntries",
    journalSummary="Activity\n\nDoors report to doors@alps.example. The server is 10.3.9.22."
    " The priority was raised from 2 to 1.",
)

RECORDINGS = call(
    "getCase",
    case={
        "number": "SCS0065010", "state": "Work in Progress", "priority": "3 - Moderate",
        "assigned_to": "Omar Haddad", "opened_at": "2026-05-03T08:00:00Z",
    },
    slas=[{"name": "Resolution (36 hours)", "has_breached": False}],
    caseSummary="""Summary

Calls are not recorded.

Latest Activity

• May 6, 16:00 {dash} o.haddad: 1,204 recordings were restored from the archive, 6 are lost.
• May 5, 11:15 {dash} o.haddad: Six of nine lines record again; the disk has 41 GB free of 1.6 TB.
• May 4, 15:40 {dash} o.haddad: The last good copy is from May 2. The audit is tomorrow.
• May 4, 08:00 {dash} p.lang: Calls stop between three and four in the afternoon.

Context

Supervisors find nothing.""".format(dash="\u2013"),
)  # fmt: skip

BLANK = call(
    "getCase",
    case={"number": "SCS0065009", "state": "New", "assigned_to": ""},
    caseSummary="Summary\n\nNew chairs.\n\nCurrent State\n\nAssigned: Unassigned (Facilities)",
)

OUTAGE = call(
    "getCase",
    case={
        "number": "SCS0065011", "state": "On Hold", "priority": "2 - High",
        "assigned_to": "Omar Haddad", "contact": "Livia Roth",
        "short_description": "Sensors are dark for 120 users in the Villach plant",
    },
    caseSummary="""Summary

Sensors are dark for 120 users in the Villach plant.

Current State

Status: On Hold

Latest Activity

• Jun 3, 10:00 {dash} o.haddad: On hold until the supplier confirms the delivery.
• Jun 3, 09:10 {dash} l.roth: 35 of the 120 see their values again.""".format(dash="\u2013"),
)  # fmt: skip


def test_the_documents_have_a_row_for_each_kind_of_fact() -> None:
    page = (Path(__file__).parents[2] / "docs/validation.md").read_text("utf-8")
    table = page.partition("### By kind")[2].partition("\n###")[0]
    assert re.findall(r"^\| `(\w+)` \| ", table, re.MULTILINE)[1:] == list(get_args(FactKind))


WRONG: list[tuple[str, ToolCall, FactKind]] = [
    # Who asks for help.
    ("Livia Roth has the case.", OUTAGE, "assignee"),
    # What is denied.
    ("The case has not been closed.", case("Closed"), "status"),
    # Numbers, shares, durations, dates.
    ("8 of 9 doors were checked.", case(), "count"),
    ("The main relay failed for 53 minutes.", case(), "duration"),
    ("The replacement board comes on April 12.", case(), "date"),
    # Names for others.
    ("The spare reader is in stock in Salzburg.", case(), "host"),
    ("Peter Lang noted that the voltage is stable.", case(), "person"),
    # What stands in the place of something else.
    ("The probe fails with HTTP 500.", NOTES, "count"),
    ("Firmware 1302 makes the probe fail.", NOTES, "count"),
    ("The relays were swapped on only one gate.", NOTES, "count"),
    ("40 of them needed a reset.", NOTES, "number"),
    ("Linz is planned for Mar 12.", NOTES, "host"),
    ("Der Neustart ist für 15:20 Uhr geplant.", NOTES, "date"),
    ("All eight halls are rewired.", NOTES, "count"),
    ("The priority went from 1 to 2.", MAILS, "number"),
    ("3 h 20 min are left on the SLA.", case(), "sla"),
    ("Write to doors@alpen.example.", MAILS, "address"),
    ("Write to gates@alps.example.", MAILS, "address"),
    ("The server is at 172.20.4.7.", MAILS, "address"),
    ("The server is 10.3.9.122.", MAILS, "address"),
    # Service levels in other words.
    ("SCS0065001 is not within its SLA.", case(), "sla"),
    ("Die SLA läuft in 8 Stunden ab.", case(), "sla"),
    # Items.
    ("LNZ-BDG-07 is a production server.", ITEMS, "status"),
    ("LNZ-BDG-07 is located in Graz.", ITEMS, "host"),
    ("GRZ-SQL-01 depends on GRZ-BDG-02.", ITEMS, "status"),
    # Pods.
    ("The basket pod has an image pull error.", PODS, "status"),
    ("All pods in shop are running.", PODS, "count"),
    # Lists.
    ("All of Omar's cases are open.", TICKETS, "count"),
    ("Two cases are critical.", TICKETS, "count"),
    ("The canteen projector case (SCS0065002) is still open.", TICKETS, "status"),
    ("SCS0065003 is assigned to Omar Haddad.", TICKETS, "assignee"),
    ("The earlier case SCS0065002 was handled by Hana Kobayashi.", TICKETS, "assignee"),
    ("SCS0065001 belongs to Danube Foods.", TICKETS, "customer"),
    ("Peter Lang of Access Control is assigned to the case.", case(), "assignee"),
    ("p.lang wrote that the voltage is stable.", case(), "person"),
    ("Hana Kobayashi has all three cases.", TICKETS, "count"),
    ("The Linz instance is a production server.", ITEMS, "status"),
    ("SCS0065002 awaits information.", TICKETS, "status"),
    ("The search pod fails its readiness probe.", PODS, "status"),
    ("search was OOMKilled.", PODS, "status"),
    ("basket crashed and search ran out of memory.", PODS, "status"),
    # All for a part that is in words, and what is done to a ticket.
    ("All nine lines record again.", RECORDINGS, "count"),
    ("Omar Haddad closed the case.", RECORDINGS, "status"),
    # A date that a result has for something else.
    ("GRZ-BDG-02 is in Linz.", ITEMS, "host"),
    ("Sixty people could not enter the hall.", case(), "count"),
    # What is said of one of several by its description, or by nothing but a word.
    ("The projector lamp in the canteen is still open.", TICKETS, "status"),
    ("SCS0065001 is critical.", TICKETS, "priority"),
    ("Less than half of the pods are healthy.", PODS, "count"),
    # Who wrote at that time, what nothing depends on, addresses of neighbours, versions, targets.
    ("On March 10 at 08:10 h.kobayashi rewired five of the eight halls." + PROSE, NOTES, "person"),
    ("08:10 \u2013 h.kobayashi: halls are rewired, Linz remains" + PROSE, NOTES, "person"),
    ("- basket-5d4f-abcde: out of memory, 9 restarts" + PROSE, PODS, "count"),
    ("13:00 \u2013 Peter Lang unlocks the door at gate B by hand.", case(), "person"),
    ("P. Lang unlocked the door at gate B by hand at 13:00.", case(), "person"),
    ("No application depends on GRZ-SQL-01.", ITEMS, "status"),
    ("LNZ-BDG-07 has the address 10.3.3.2 and is beside GRZ-BDG-02.", ITEMS, "address"),
    ("The firmware was raised from 17.6.2 to 17.9.4.", FIRMWARE, "number"),
    ("The target has been breached.", case(), "sla"),
    (f"{'The badge server rejects cards. ' * 3}\n\nIn progress, P2", case("New"), "status"),
]  # fmt: skip

RIGHT: list[tuple[str, ToolCall]] = [
    ("No short circuit was found, and the voltage doesn't rise.", case()),
    ("The vendor hasn't sent the board yet; it is to come on March 12.", case()),
    ("It isn't urgent: high priority, but five hours are left.", case()),
    ("Of the nine doors six were checked, so three doors weren't.", case()),
    ("The relay was out for 35 minutes, a little over half an hour.", case()),
    ("The badge server no longer rejects cards.", case("Closed")),
    ("Nobody is working on it any longer.", case("Closed")),
    ("Peter Lang reported that 64 people could not enter.", case()),
    ("SCS0065001: urgency 3 - Moderate", case()),
    ("I understand you'd like to raise SCS0065001 to P1.", case()),
    ("Peter Lang has asked to raise the priority to P1.", case()),
    ("Frau Keller m\u00f6chte den Fall auf P1 anheben.", case()),
    ("It is rated high. For P1, all doors have to be shut.", case()),
    ("GRZ-BDG-02 depends on GRZ-SQL-01 and is a production server.", ITEMS),
    ("Not all pods are healthy: the basket pod ran out of memory.", PODS),
    ("Both failing pods are listed; four of the six are fine.", PODS),
    ("One case is critical, and it's closed. Two of the three cases are closed.", TICKETS),
    ("No projector case is open.", TICKETS),
    ("Der Hersteller hat noch nicht geliefert. 64 Personen waren betroffen.", case()),
    ("Three of the eight halls remain: Graz, Linz and Wels. About 1,200 is the firmware.", NOTES),
    ("116 of the 120 readers needed no reset, and one of the gates is gate B.", NOTES),
    ("The relays on both gates were swapped; Wels is the last, planned for March 12.", NOTES),
    ("Not all eight halls are rewired.", NOTES),
    ("LNZ-BDG-07 runs beside GRZ-BDG-02; the test server LNZ-BDG-07 is in Linz.", ITEMS),
    # What could be done, what is said of none, what is left or added up, what is not of all.
    ("One could also swap a relay every 60 minutes; it might fail for 20.", case()),
    ("Gate A has nothing to do with it.", case()),
    ("The relay was out for 35 minutes; after 20 more it was 55 minutes.", case()),
    ("Of the three cases only SCS0065003 is critical. Two have priority 2 or 4.", TICKETS),
    ("Most of the 7 restarts come from basket. Only one of the two failing pods restarted.", PODS),
    ("Halls 5 and 8 restart on Monday; readers needed a reset in Steyr.", NOTES),
    ("There's a test server in Linz, besides GRZ-BDG-02.", ITEMS),
    ("Doors report to doors@alps.example, and 10.3.9.22 is the server.", MAILS),
    ("Is the server at 172.20.4.7?", MAILS),
    ("Write to gates@dales.example.", MAILS),
    ("The priority went from 2 to 1.", MAILS),
    ("There were 7 restarts in total, 7 of them of basket.", PODS),
    ("The mailer-66c4f pod restarted 3 times.", MAILER),
    ("The intake-77aa1 pod restarted 2 times.", MAILER),
    ("mailer is in CrashLoopBackOff.", MAILER),
    ("mailer ran out of memory.", MAILER),
    ("Hana Kobayashi has one of the three cases, Omar Haddad has one case.", TICKETS),
    ("In total 7 restarts: 7 of basket. Of those two pods one restarted.", PODS),
    ("Nobody has SCS0065003; two closed cases, and one that isn't.", TICKETS),
    ("Wir rufen um 15:20 Uhr wieder an.", NOTES),
    ("The relay was out for 0 hours 35 minutes; 5 h 0 min are left on the SLA.", case()),
    ("116 readers needed no reset at Steyr.", NOTES),
    ("Only one case is critical. Omar Haddad works on one of them.", TICKETS),
    ("SCS0065009 ist noch nicht zugewiesen.", BLANK),
    ("On March 9, a bit after 2 pm, the vendor promised a board.", case()),
    ("Over 90 % of the doors are fine.", case()),
    ("Of the three cases, one is open and one is low.", TICKETS),
    ("Das System ist neu gestartet.", case("Closed")),
    # What the results say in words, or what was worked out from them.
    ("The audit is on May 5, and the last good copy is from May 2.", RECORDINGS),
    ("Calls stop between 3 and 4 pm.", RECORDINGS),
    ("Only about 2.5 % of the disk is free.", RECORDINGS),
    ("Opened May 3 at 8:00, restored May 6: the resolution took about 80 hours.", RECORDINGS),
    ("Peter Lang reported on May 4 that calls stop in the afternoon.", RECORDINGS),
    ("Six of the nine lines record; all but six recordings were restored.", RECORDINGS),
    ("The first is SCS0065001. Another one: projector lamp (closed, P4).", TICKETS),
    ("Omar Haddad closed SCS0065002; he resolved it.", TICKETS),
    ("search never started, basket was OOMKilled.", PODS),
    ("search never started and basket ran out of memory.", PODS),
    ("basket crashed and search cannot pull its image.", PODS),
    ("basket crashed and the ledger cannot be scheduled.", PODS),
    ("Calls stopped on May 3, 4 and 5.", RECORDINGS),
    ("On May 6 at 16:00 the recordings were back; on May 5 six lines recorded again.", RECORDINGS),
    ("GRZ-BDG-02 is in Production. LNZ-BDG-07 is in Linz.", ITEMS),
    ("The vendor's board was announced on Mar 9 for Mar 12.", case()),
    ("SCS0065003 is assigned to the Plant Systems team.", TICKETS),
    ("SCS0065002 is from Danube Foods, SCS0065001 from Alpen Papier.", TICKETS),
    ("h.kobayashi wrote that the voltage is stable.", case()),
    ("We told h.kobayashi on March 10 at 08:10 that five halls are rewired.", NOTES),
    ("- basket-5d4f-abcde: out of memory, 7 restarts" + PROSE, PODS),
    ("Assigned: Hana Kobayashi (Access Control)\nThe badge case is high.", case()),
    ("Hana Kobayashi of Access Control is assigned to the case; it was opened earlier.", case()),
    ("That leaves about 85 users without values.", OUTAGE),
    ("There is one switch in the list, and no firewalls.", ITEMS),
    ("People in the hall cannot enter or leave before noon.", case()),
    ("It is P2 or P3.", case(priority="3 - Moderate")),
    ("Two servers are operational.", ITEMS),
    ("Image pulls are one cause: one of two.", PODS),
    ("35 people see their values again.", OUTAGE),
    ("The plant in Villach waits for the supplier.", OUTAGE),
    ("Livia Roth asked for help, Omar Haddad has the case.", OUTAGE),
    # Another time zone, the rest of a number, who fails at something, rates, examples.
    ("At 15:20 CEST the vendor promised a replacement board.", case()),
    ("At 15:20 Münster time the vendor promised a replacement board.", case()),
    ("Um 15:20 Grazer Zeit sagte der Hersteller eine neue Platine zu.", case()),
    ("2 of 6 pods are down, and 4 of them are running.", PODS),
    ("It fails while short circuits are found.", case()),
    ("On average 7 people per door could not enter the hall.", case()),
    ("Go back to an older firmware, e.g. 17.6.2.", FIRMWARE),
    ("Nobody depends on GRZ-BDG-02.", ITEMS),
    ("13:00 \u2013 H. Kobayashi unlocks the door at gate B by hand.", case()),
    # Advice, which states nothing; a place in another language; what is of another record.
    ("**Next steps:** swap the relay, check that all nine doors are checked by Friday.", case()),
    ("The relay failed.\n\n### Recommended actions\n- Nobody checked door 3: do it.", case()),
    ("Please make sure that a short circuit is found.", case()),
    ("Restart the projector; then close it for all three.", TICKETS),
    ("ANR-BDG-01 staat in Antwerpen.", ANTWERP),
    ("Peter Lang kümmert sich darum, dass die Leute Bescheid wissen.", case()),
    ("Less than half of the pods are unhealthy, more than half of them are healthy.", PODS),
    ("The rewiring in the other hall needs 8 halls.", NOTES),
    ("6 portes sur 9 ont été contrôlées.", case()),
    ("Están revisadas 6 de 9 puertas.", case()),
]  # fmt: skip


@pytest.mark.parametrize(("response", "told", "kind"), WRONG)
def test_a_free_sentence_that_differs_from_its_result_is_contradicted(
    response: str, told: ToolCall, kind: FactKind
) -> None:
    facts = checked(response, told).facts
    assert kind in {each.kind for each in facts if each.verdict == "contradicted"}, facts


@pytest.mark.parametrize(("response", "told"), RIGHT)
def test_a_free_sentence_that_agrees_in_other_words_is_not_contradicted(
    response: str, told: ToolCall
) -> None:
    assert checked(response, told).contradictions == ()


STATES = st.sampled_from(["Open", "Awaiting Info", "Resolved", "Closed", "Cancelled"])
LEVELS = st.sampled_from(["1 - Critical", "2 - High", "3 - Moderate", "4 - Low"])


@settings(max_examples=EXAMPLES // 2)
@given(STATES, LEVELS, st.integers(2, 90), st.integers(11, 99))
def test_a_copied_summary_is_never_contradicted(
    state: str, priority: str, left: int, people: int
) -> None:
    told = case(state, priority, left, people)
    summary = told_of(state, priority, left, people)
    assert checked(summary, told).contradictions == ()


@settings(max_examples=EXAMPLES // 2)
@given(STATES, STATES, LEVELS, LEVELS, st.integers(2, 40), st.integers(41, 90))
def test_a_changed_value_in_a_copied_summary_is_contradicted(
    state: str, other_state: str, priority: str, other_priority: str, left: int, other_left: int
) -> None:
    told = case(state, priority, left)

    def wrong(state: str, priority: str, left: int) -> set[str]:
        answer = told_of(state, priority, left, 64)
        facts = checked(answer, told).facts
        return {each.kind for each in facts if each.verdict == "contradicted"}

    assert ("status" in wrong(other_state, priority, left)) == (other_state != state)
    assert ("priority" in wrong(state, other_priority, left)) == (other_priority != priority)
    assert "sla" in wrong(state, priority, other_left)


@pytest.mark.parametrize(
    ("half", "lot"),
    [
        *(("development", lot) for lot in ("2", "3", "4", "domains", "5", "9", "10", "14")),
        ("held_out", "3"),
    ],
)
def test_no_good_answer_of_these_lots_is_contradicted(half: Half, lot: str) -> None:
    good = judged(half, "good", lots={lot}, every=2)  # the bench judges all

    assert len(good) > 15
    assert [each.answer.id for each in good if each.is_wrong] == []


@pytest.mark.parametrize("piece", ["1:1:", "Door was open and ", "Gate A ", "5 of ", "May 3, "])
def test_an_endless_clause_is_read_in_linear_time(piece: str) -> None:
    """Linear, it takes a fraction of a second; one of these took half a minute."""
    assert len(checked((piece * 12_000)[:12_000], case()).facts) <= 500


@pytest.mark.parametrize(("told", "every"), [(stated_fields, 53), (stated_tables, 27)])
def test_right_fields_are_seldom_contradicted_and_wrong_ones_mostly_are(
    told: Callable[[int], Iterator[Stated]], every: int
) -> None:
    found = list(told(every))  # all of them take minutes; the bench reads them
    right = [each.answer for each in found if each.is_right and each.is_called_wrong]
    wrong = [each.is_called_wrong for each in found if not each.is_right]
    assert len(right) * 500 < len(found), right
    assert sum(wrong) > 0.9 * len(wrong)

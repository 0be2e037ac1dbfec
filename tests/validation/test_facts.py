"""Facts of answers compared with tool results, sentence by sentence in seven languages."""

from recollect.validation.models import FactKind, ToolCall, Verdict
from tests.validation.examples import CASE, about_case, call, checked

PODS = call(
    "oc_diagnostic_pod_health",
    namespace="payments",
    total=8,
    healthy=5,
    byCause={"oom": 2, "crash_loop": 1},
    unhealthy=[{"pod": "ledger-7c9f-q8m7d", "cause": "oom", "reason": "OOMKilled", "restarts": 9}],
    summary="Summary\n\n3 of 8 pods in payments are not healthy: 2 out of memory, 1 crash loop.",
)
LIST = call(
    "list_service_cases",
    total=3,
    cases=[
        {"number": "SCS0000001", "state": "Open", "priority": "2 - High", "assigned_to": "Ann Lee"},
        {"number": "SCS0000002", "state": "Closed", "priority": "4 - Low", "assigned_to": "Bo Li"},
        {"number": "SCS0000003", "state": "Open", "priority": "4 - Low", "assigned_to": "Bo Li"},
    ],
    casesSearchSummary='Search Results\n\nFound 3 cases for "vpn":',
)
OWNED = call(
    "getCase",
    case={
        "number": "SCS0000009", "state": "Open", "priority": "2 - High", "assigned_to": "Ann Lee",
        "account": "Marrow Hill Hospitals", "contact": "Anselm Roth",
        "opened_at": "2027-03-15T16:20:00Z",
    },
    caseSummary="Latest Activity\n\n\u2022 Mar 16, 09:34 \u2013 anselm.roth: When will it work?",
)  # fmt: skip
ACTIVE = call(
    "list_service_cases",
    total=4,
    cases=[
        {"number": "SCS0000004", "state": "Open", "account": "Vasari"},
        {"number": "SCS0000005", "state": "New", "account": "Vasari"},
        {"number": "SCS0000006", "state": "Awaiting Info", "account": "Vasari"},
        {"number": "SCS0000007", "state": "Open", "account": "Vasari"},
    ],
)
INCIDENT = call(
    "get_incident",
    incident={
        "number": "INC0000009", "state": "In Progress", "priority": "2 - High",
        "assigned_to": "Maria Lopez", "assignment_group": "Network Engineering",
        "account": "Contoso Corp", "opened_at": "2025-10-28T14:00:00Z",
    },
    incidentSummary="Summary\n\nThe tunnel flaps every 10 minutes, preemption is turned off.",
)  # fmt: skip


def verdicts(response: str, *calls: ToolCall) -> list[tuple[FactKind, Verdict]]:
    return [(fact.kind, fact.verdict) for fact in checked(response, *calls).facts]


def test_a_statement_that_differs_from_a_result_is_contradicted() -> None:
    cases: list[tuple[str, ToolCall, FactKind]] = [
        ("The case is closed.", CASE, "status"),
        ("It has been resolved.", CASE, "status"),
        ("I am happy to tell you that the case has been resolved.", CASE, "status"),
        ("Hello Ann, we can confirm that the case has been closed.", CASE, "status"),
        ("Nous avons le plaisir de vous informer que le dossier est résolu.", CASE, "status"),
        ("Me complace informarle de que el caso está cerrado.", CASE, "status"),
        ("Vasari has three active cases right now.", ACTIVE, "count"),
        ("Le client a deux dossiers actifs.", ACTIVE, "count"),
        ("There are two active cases.", ACTIVE, "count"),
        ("La recherche a donné deux cas.", LIST, "count"),
        ("SCS0000009 (Tamarack Mutual Insurance) is open.", OWNED, "customer"),
        ("O caso SCS0000009, da Harrow & Finch Distribution, está aberto.", OWNED, "customer"),
        ("The customer's contact, Ebba Nyström, asked for news.", OWNED, "person"),
        ("O contato do cliente, Ann Lee, pediu notícias.", OWNED, "person"),
        ("Ebba Nyström, the contact at Marrow Hill, asked for news.", OWNED, "person"),
        ("The case is no longer open.", CASE, "status"),
        ("Priority: 4 - Low", CASE, "priority"),
        ("It is a P3.", CASE, "priority"),
        ("The case is assigned to Peter Jones.", CASE, "assignee"),
        ("The case is not assigned to John Smith.", CASE, "assignee"),
        ("Nobody is assigned yet.", CASE, "assignee"),
        ("Customer: Fabrikam", CASE, "customer"),
        ("4 hours are left on the SLA.", CASE, "sla"),
        ("The SLA is breached.", CASE, "sla"),
        ("About 28 people are affected.", CASE, "count"),
        ("• Oct 28, 11:30 - jsmith: Escalated to Microsoft Support", CASE, "date"),
        ("Der Fall ist geschlossen.", CASE, "status"),
        ("Die Priorität ist niedrig.", CASE, "priority"),
        ("El caso está cerrado.", CASE, "status"),
        ("El caso está asignado a Pedro Gómez.", CASE, "assignee"),
        ("Le dossier est fermé.", CASE, "status"),
        ("Il reste 4 heures de SLA.", CASE, "sla"),
        ("O caso está fechado.", CASE, "status"),
        ("28 usuários foram afetados.", CASE, "count"),
        ("Il caso è chiuso.", CASE, "status"),
        ("De zaak is gesloten.", CASE, "status"),
        ("De zaak is toegewezen aan Jan de Vries.", CASE, "assignee"),
        ("All 8 pods are healthy.", PODS, "count"),
        ("Alle Pods sind gesund.", PODS, "count"),
        ("2 of 8 pods are unhealthy.", PODS, "count"),
        ("All cases are open.", LIST, "count"),
        ("None of the cases is closed.", LIST, "count"),
        ("I found 5 cases.", LIST, "count"),
        ("SCS0000002 is open.", LIST, "status"),
        ("SCS0000001 is assigned to Bo Li.", LIST, "assignee"),
        ("It is assigned to Maria Lopez (Database Operations).", INCIDENT, "group"),
        ("It was opened on October 27, 2025.", INCIDENT, "date"),
        ("The tunnel flaps every 30 minutes.", INCIDENT, "duration"),
    ]
    for response, gave, kind in cases:
        assert (kind, "contradicted") in verdicts(response, gave), response
        assert not checked(response, gave).valid


def test_a_value_of_a_result_is_supported_however_it_is_spelt() -> None:
    cases: list[tuple[str, ToolCall, FactKind]] = [
        ("The case is still open.", CASE, "status"),
        ("It is not resolved yet.", CASE, "status"),
        ("P1", CASE, "priority"),
        ("Priority: 2 (High)", CASE, "priority"),
        ("Assigned to: Smith, John", CASE, "assignee"),
        ("It is assigned to J. Smith.", CASE, "assignee"),
        ("Two hours are left on the SLA.", CASE, "sla"),
        ("120 minutes remain on the SLA.", CASE, "sla"),
        ("About 52 people are affected.", CASE, "count"),
        ("Der Fall ist offen.", CASE, "status"),
        ("El caso sigue abierto.", CASE, "status"),
        ("Le dossier n'est pas résolu.", CASE, "status"),
        ("Prioridade alta.", CASE, "priority"),
        ("Il caso è assegnato a John Smith.", CASE, "assignee"),
        ("De zaak is nog open.", CASE, "status"),
        ("3 of 8 pods are unhealthy.", PODS, "count"),
        ("Not all pods are healthy.", PODS, "count"),
        ("Two of the three cases are open.", LIST, "count"),
        ("Opened Oct 28, 14:00.", INCIDENT, "date"),
    ]
    for response, gave, kind in cases:
        assert (kind, "supported") in verdicts(response, gave), response
        assert not checked(response, gave).contradictions


def test_a_name_with_a_title_or_an_initial_is_read_whole() -> None:
    names = ("J. Smith", "Mr. Smith", "Ms. Smith", "Prof. Dr. John Smith", "Sra. Smith")
    forms = (
        "Assigned to: {}",
        "• Assignee: {} (IT Support)\n• Status: Open",
        "It is assigned to {}. It is open.",
    )
    for answer in (form.format(name) for form in forms for name in names):
        found = about_case(answer, assigned_to="John Smith")
        assert found.contradictions == (), answer
        assert ("assignee", "supported") in {(each.kind, each.verdict) for each in found.facts}

    for answer in ("Contact: Dr. Bo Chen", "The contact is Dr. Bo Chen. It is open."):
        (said,) = about_case(answer, contact="Ann Lee").contradictions
        assert 'person "Dr. Bo Chen"' in said


def test_a_title_without_its_name_is_nobody() -> None:
    for answer in ("Assigned to: Hr. Smith", "Owner: Fr. Smith", "Zugewiesen an: Hr. John Smith"):
        assert about_case(answer, assigned_to="John Smith").contradictions == (), answer


def test_the_team_of_a_ticket_may_stand_behind_the_label_of_its_assignee() -> None:
    record = {"assigned_to": "John Smith", "assignment_group": "IT Support"}
    for answer in ("Assigned to: IT Support", "Assigned to: IT Support (John Smith)"):
        assert about_case(answer, **record).contradictions == (), answer
    for answer in ("Assigned to: Network Operations", "Assigned to: Mary Jones"):
        assert about_case(answer, **record).contradictions, answer


def test_questions_conditions_and_quotations_are_no_facts() -> None:
    cases: list[str] = [
        "Is the case closed?",
        "If it is resolved, John Smith will tell you.",
        "Once it is closed, John Smith will call.",
        "John Smith may close the case today; it should be resolved soon.",
        'You wrote "the case is closed" to John Smith.',
        "You said that the case is closed, and John Smith will look.",
        "It was previously closed. John Smith has it.",
        "The port is closed on the firewall of John Smith.",
        "It was open until John Smith took over.",
    ]
    for response in cases:
        assert not checked(response, CASE).contradictions, response


def test_a_value_of_no_result_is_unsupported_but_valid_unless_the_check_is_strict() -> None:
    result = checked("John Smith has it, like SCS0999999; see https://x.example.com/a.", CASE)

    assert result.valid
    assert [fact.kind for fact in result.facts if fact.verdict == "unsupported"] == [
        "number",
        "url",
    ]
    assert len(result.unsupported) == 2


def test_a_fact_has_its_position_its_path_and_the_expected_value() -> None:
    (fact,) = checked("🙂 Closed: INC0000009 is closed.", INCIDENT).facts[-1:]

    assert (fact.text, fact.start, fact.end) == ("closed", 24, 30)
    assert (fact.expected, fact.tool) == ("In Progress", "get_incident")
    assert fact.path == "incident.state"


def test_a_level_that_its_label_and_its_code_give_is_one_fact() -> None:
    for response in ("The priority is P2.", "Priority P2", "It is a P2 priority."):
        assert verdicts(response, OWNED) == [("priority", "supported")], response


def test_a_contradicted_value_is_not_reported_as_unsupported_too() -> None:
    result = checked("The case is assigned to Jane Doe.", CASE)
    assert [(fact.text, fact.verdict) for fact in result.facts] == [("Jane Doe", "contradicted")]


def test_a_wrong_day_is_held_against_the_day_that_an_entry_mentions_not_that_of_the_entry() -> None:
    journal = call(
        "getJournalEntries",
        journalSummary="Latest Activity\n\n\u2022 Nov 30, 14:01 \u2013 t.adeyemi: Project code was "
        "renamed from 7714 to 7714-A on 26 November, the report filters by exact code.",
    )
    told = checked("The project code was renamed to 7714-A on 24 November.", journal)
    (fact,) = (each for each in told.facts if each.verdict == "contradicted")
    assert (fact.text.rstrip("."), fact.expected) == ("24 November", "26 November")


def test_a_time_with_another_time_zone_is_not_wrong_and_one_of_utc_is_compared() -> None:
    for shifted in (
        "2025-10-28T16:00:00+02:00", "2025-10-28 16:00 +0200", "2025-10-28T09:00:00.000-05:00",
        "2025-10-29T01:00:00+11:00", "October 28, 2025 at 15:00 CET", "15:00 CET",
    ):  # fmt: skip
        told = checked(f"INC0000009 was opened at {shifted}.", INCIDENT)
        assert told.contradictions == told.unsupported == (), shifted
    old = call("get_incident", incident={"number": "INC7", "opened_at": "2025-12-31T23:30:00Z"})
    assert not checked("INC7 was opened at 2026-01-01T01:30:00+02:00.", old).contradictions
    utc = "INC0000009 was opened at 2025-10-{}T14:00:00+00:00."
    assert verdicts(utc.format(28), INCIDENT)[1:] == [("date", "supported")]
    assert verdicts(utc.format(29), INCIDENT)[1:] == [("date", "contradicted")]
    booking = call(
        "get_booking", booking={"code": "QX7", "departs_at": "2026-07-11T01:40:00+02:00"}
    )
    for right in ("2026-07-10T23:40:00Z", "10 July 2026, 23:40 UTC"):
        assert not checked(f"Booking QX7 departs at {right}.", booking).contradictions, right
    assert checked("Booking QX7 departs on 11 July 2026 at 23:40.", booking).contradictions


def test_a_time_zone_does_not_shift_a_time_by_days() -> None:
    for wrong in ("2025-11-03T16:00:00+02:00", "3 November 2025 at 16:00 CET"):
        assert checked(f"INC0000009 was opened at {wrong}.", INCIDENT).contradictions, wrong

"""`recollect inspect pack`: what is known about a case, for the person who takes it over."""

import json
import re

import pytest

from infra.cli.inspecting.pack import pack_report
from recollect.discovery.schema import (
    DiscoveryPack,
    Exemplar,
    Exemplars,
    PackMetadata,
    PolicyAlert,
    SlackMessage,
    SlackRecent,
)
from tests.infra.cli.commands import on_terminal, recollect
from tests.infra.cli.faults import broken
from tests.waiting import wait_until

CASE = ("--case", "SCS0001234", "--channel", "C123456", "--thread", "1700000000.123456")
NOW = "2026-01-15T09:30:00.000Z"
MISS, HIT = "cache miss", "cache hit"


def inspected(url: str, *arguments: str, **environment: str) -> str:
    done = recollect(
        *("inspect", "pack", *arguments, "--url", url), environment={"COLUMNS": "80", **environment}
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def shown(pack: DiscoveryPack) -> str:
    return on_terminal(pack_report(pack, "miss", 1_000))


def pack_of(alerts: tuple[PolicyAlert, ...] | None = None) -> DiscoveryPack:
    return DiscoveryPack(
        generated_at=NOW, metadata=PackMetadata(case_numbers=()), policy_alerts=alerts
    )


def test_a_pack_shows_its_alerts_first_and_then_its_sections_in_order(url: str) -> None:
    report = inspected(url, *CASE)

    assert report.startswith("CRITICAL  SCS0001234: SLA breached: Priority 2 resolution (8 hours)")
    titles = ("Customer", "Thread", "Recent messages", "Similar cases", "Configuration items")
    places = [report.index(f"\n{title}\n") for title in titles]
    assert places == sorted(places)
    for part in (
        "WARNING   SCS0001234: Active change CHG004321 running through ",
        "          CHG004321 (Implement), ",
        "  Altus Community Healthcare  CLIENT, Healthcare",
        "  2023-11-14 22:33  Seeing packet loss at Altus Amarillo North.",
        " %  SCS0001010 ",
        "  ALTUS-AMARILLO-FW01  cmdb_ci_cloud_host, 10.52.0.4, production",
        "  IP: 10.52.0.4",
        "  ├── ALTUS-SCUS-VNET-HUB  cmdb_ci_network",
    ):
        assert part in report


def test_a_pack_shows_whether_it_was_cached_and_its_size(url: str) -> None:
    asked = ("--case", "SCS0001234", "--company", "Altus Community Healthcare")
    first = inspected(url, *asked)
    # Keeping a pack is waited for a moment only, and on a busy machine it is not kept at once.
    wait_until(lambda: HIT in inspected(url, *asked))
    anew = inspected(url, *asked, "--refresh")

    assert (MISS in first, MISS in anew) == (True, True)
    assert re.search(r"\d,\d{3} of 24,576 bytes", " ".join(first.split()))


def test_missing_sections_are_reported_on_stderr(url: str) -> None:
    with broken(url, "servicenow"):
        done = recollect("inspect", "pack", *CASE, "--refresh", "--url", url)

    assert done.returncode == 0
    why = "what they need failed or was late."
    lost, poorer = done.stderr.splitlines()
    assert lost == f"Without cmdbHits, policyAlerts: {why}"
    assert poorer.startswith("Perhaps not all of businessContext, caseContext, similarCases: ")
    assert done.stdout.startswith("Alerts: not known\n")
    assert "Similar cases" in done.stdout


def test_an_unknown_case_is_named(url: str) -> None:
    done = recollect("inspect", "pack", "--case", "SCS9999999", "--url", url)
    assert (done.returncode, done.stderr) == (0, "No such case: SCS9999999.\n")


def test_the_json_of_a_pack_is_the_answer_of_the_api(url: str) -> None:
    answer = json.loads(inspected(url, "--case", "scs0001234", "--json"))

    assert answer["schemaVersion"] == "1.1.0"
    assert answer["metadata"]["caseNumbers"] == ["SCS0001234"]


def test_an_unknown_customer_is_reported(url: str) -> None:
    done = recollect("inspect", "pack", "--company", "Nowhere Ltd", "--url", url)
    assert (done.returncode, done.stderr) == (0, "The directory has no such customer.\n")


@pytest.mark.parametrize(
    ("option", "value", "place"),
    [("--case", "SCS 12", "caseNumbers.0"), ("--channel", "#altus", "channelId")],
)
def test_an_invalid_option_is_reported_before_the_api_is_called(
    option: str, value: str, place: str
) -> None:
    done = recollect("inspect", "pack", option, value, "--url", "http://127.0.0.1:1")

    assert done.returncode == 2
    assert f"{place}: must be a" in done.stderr


def test_an_alert_has_the_colour_of_its_severity(url: str) -> None:
    report = inspected(url, *CASE, "--refresh", FORCE_COLOR="1", TERM="xterm")

    assert "\x1b[1;31mCRITICAL\x1b[0m" in report
    assert "\x1b[33mWARNING" in report


def test_no_alerts_and_unknown_alerts_are_shown_differently() -> None:
    assert shown(pack_of(())).startswith("No alerts\n")
    assert shown(pack_of()).startswith("Alerts: not known\n")


def test_alerts_of_several_cases_name_their_cases() -> None:
    first, second = (
        PolicyAlert(
            type="vip", severity="warning", message="A VIP", details={"caseNumber": number},
            detected_at=NOW,
        )
        for number in ("SCS1", "SCS2")
    )  # fmt: skip

    assert "WARNING  A VIP" in shown(pack_of((first, first)))
    assert "WARNING  SCS2: A VIP" in shown(pack_of((first, second)))


def test_unexpected_details_of_an_alert_are_ignored() -> None:
    alerts = tuple(
        PolicyAlert(
            type="maintenance_window",
            severity="warning",
            message="A change is under way",
            details=details,
            detected_at=NOW,
        )
        for details in (None, {"changes": "CHG1"}, {"changes": [1, {"number": "CHG1"}]}, {"x": 1})
    )

    assert shown(pack_of(alerts)).count("\n") == len(alerts) + 2


def test_a_message_can_neither_colour_the_terminal_nor_reverse_its_text() -> None:
    message = SlackMessage(role="user", text="a\x1b[31mb\u202ec [red]d[/]", timestamp="yesterday")
    pack = pack_of().model_copy(
        update={"slack_recent": SlackRecent(total_messages=1, messages=(message,))}
    )

    assert "yesterday  a[31mbc [red]d[/]" in shown(pack)


def test_an_exemplar_is_shown_with_what_was_done() -> None:
    exemplar = Exemplar(
        case_number="SCS0009876",
        interaction_type="triage",
        summary="VPN does not connect.",
        quality_score=0.9,
        similarity_score=0.87,
        action_taken="Escalated to network team",
        outcome="success",
    )
    found = Exemplars(total=1, exemplars=(exemplar,))
    report = shown(pack_of(()).model_copy(update={"muscle_memory_exemplars": found}))

    for part in ("87 %  SCS0009876 triage  success, quality 0.90", "→ Escalated to network team"):
        assert part in report

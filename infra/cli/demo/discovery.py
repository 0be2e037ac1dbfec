"""An agent picks a case up: one call gives it the whole picture, and it hands on what it learnt."""

from typing import Final

import httpx
from pydantic import JsonValue

from infra.cli.demo.teller import Teller
from infra.cli.pack_inspection import alerts_table, cases_table, items_tree
from infra.cli.sample_data import sample_body
from recollect.discovery.exemplar_request import CaptureResult
from recollect.discovery.schema import MAX_PACK_BYTES, DiscoveryPack

_SECTIONS: Final = tuple(
    field.alias or name
    for name, field in DiscoveryPack.model_fields.items()
    if not field.is_required() and name != "schema_version"
)


def pick_a_case_up(teller: Teller) -> None:
    """A case number and a Slack thread become a pack"""  # a chapter's title
    response = _ask(teller)
    pack = DiscoveryPack.model_validate_json(response.content)
    alerts, similar, items = pack.policy_alerts or (), pack.similar_cases, pack.cmdb_hits
    teller.show(alerts_table(alerts))
    if items is not None:
        teller.show(items_tree(items))
    if similar is not None:
        teller.show(cases_table(similar.model_copy(update={"cases": similar.cases[:1]})))
    teller.check(
        "most urgent first: the SLA is breached, and a change is under way",
        holds=[each.type for each in alerts][:2] == ["sla_breach", "maintenance_window"],
    )
    teller.check(
        "the firewall of which the thread speaks, what hangs on it, and what solved it last time",
        holds=bool(items and items.items[0].name == "ALTUS-AMARILLO-FW01")
        and bool(items and items.items[0].related_items)
        and bool(similar and similar.cases[0].case_number == "SCS0001010"),
    )
    size = len(response.content)
    teller.check(f"in {size:,} bytes of {MAX_PACK_BYTES:,}", holds=size <= MAX_PACK_BYTES)


def ask_again(teller: Teller) -> None:
    """The next agent asks the same, and nothing is asked twice"""  # a chapter's title
    response = _ask(teller)
    teller.say(f"X-Cache: {response.headers.get('X-Cache')}")
    teller.check("the pack was kept", holds=response.headers.get("X-Cache") == "hit")


def do_without_servicenow(teller: Teller) -> None:
    """ServiceNow goes away, and the pack comes without it"""  # a chapter's title
    teller.break_store("servicenow")
    response = _ask(teller, refresh=True)
    teller.mend_stores()
    pack = DiscoveryPack.model_validate_json(response.content)
    missing = response.headers.get("X-Degraded", "").split()
    teller.say(f"X-Degraded: {' '.join(missing)}")
    teller.say(f"here are: {', '.join(_known(pack))}")
    teller.check(
        "it says what is missing, and has the rest",
        holds=missing == ["cmdbHits", "policyAlerts"]
        and {"businessContext", "slackRecent", "similarCases"} <= {*_known(pack)}
        and not {*missing} & {*_known(pack)},
    )


def learn_from_what_went_well(teller: Teller) -> None:
    """What went well is kept as an example, what did not is not"""  # a chapter's title
    went_well = sample_body("ingest_knowledge/capture_exemplar.json")
    kept = _captured(teller, went_well)
    again = _captured(teller, went_well)
    disliked: dict[str, JsonValue] = {"humanFeedback": "negative", "outcomeSuccess": True}
    poor = _captured(teller, {**went_well, "caseNumber": "SCS0009877", "qualitySignals": disliked})
    teller.check("a supervisor approved of the first", holds=kept.captured)
    teller.check("and it is kept once", holds=not again.captured)
    teller.check("nobody should learn from the other", holds=not poor.captured)


def _ask(teller: Teller, *, refresh: bool = False) -> httpx.Response:
    asked = sample_body("build_discovery_pack/build_discovery_pack.json")
    return teller.call("POST", "/packs/discovery", {**asked, "refresh": refresh})


def _captured(teller: Teller, interaction: JsonValue) -> CaptureResult:
    answer = teller.call("POST", "/exemplars", interaction)
    result = CaptureResult.model_validate_json(answer.content)
    teller.say(result.reason)
    return result


def _known(pack: DiscoveryPack) -> list[str]:
    """The sections that a pack has."""
    held = pack.model_dump()
    return [name for name in _SECTIONS if name in held]

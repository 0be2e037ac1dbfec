"""Chapters in which an agent takes over a case by one call, and passes on what it learned."""

from typing import Final

import httpx
from pydantic import JsonValue

from infra.cli.demo.run import DemoRun
from infra.cli.inspecting.pack import alerts_table, cases_table, items_tree
from infra.cli.sample_data import sample_body
from recollect.discovery.exemplar_request import CaptureResult
from recollect.discovery.schema import MAX_PACK_BYTES, DiscoveryPack

_MAX_ATTEMPTS: Final = 3
_SECTIONS: Final = tuple(
    field.alias or name
    for name, field in DiscoveryPack.model_fields.items()
    if not field.is_required() and name != "schema_version"
)


def pick_a_case_up(demo: DemoRun) -> None:
    """A case number and a Slack thread lead to a discovery pack"""  # a chapter's title
    response = _ask(demo)
    pack = DiscoveryPack.model_validate_json(response.content)
    alerts, similar, items = pack.policy_alerts or (), pack.similar_cases, pack.cmdb_hits
    demo.show(alerts_table(alerts))
    if items is not None:
        demo.show(items_tree(items))
    if similar is not None:
        demo.show(cases_table(similar.model_copy(update={"cases": similar.cases[:1]})))
    demo.check(
        "the most urgent alerts come first: a breached SLA, and a change under way",
        holds=[each.type for each in alerts][:2] == ["sla_breach", "maintenance_window"],
    )
    demo.check(
        "the pack has the firewall from the thread, related items and a similar solved case",
        holds=bool(items and items.items[0].name == "ALTUS-AMARILLO-FW01")
        and bool(items and items.items[0].related_items)
        and bool(similar and similar.cases[0].case_number == "SCS0001010"),
    )
    size = len(response.content)
    demo.check(
        f"the pack has {size:,} bytes, at most {MAX_PACK_BYTES:,}", holds=size <= MAX_PACK_BYTES
    )


def ask_again(demo: DemoRun) -> None:
    """The next agent asks the same, and gets the cached pack"""  # a chapter's title
    # A pack is cached only if no time is lost by it, which a busy laptop may not manage at first.
    for _ in range(_MAX_ATTEMPTS):
        kept = _ask(demo).headers.get("X-Cache")
        demo.say(f"X-Cache: {kept}")
        if kept == "hit":
            break
    demo.check("the pack comes from the cache", holds=kept == "hit")


def do_without_servicenow(demo: DemoRun) -> None:
    """ServiceNow is down, and the pack comes without its data"""  # a chapter's title
    demo.break_store("servicenow")
    response = _ask(demo, refresh=True)
    demo.mend_stores()
    pack = DiscoveryPack.model_validate_json(response.content)
    missing = response.headers.get("X-Degraded", "").split()
    demo.say(f"X-Degraded: {' '.join(missing)}")
    demo.say(f"sections: {', '.join(_section_names(pack))}")
    demo.check(
        "the answer names the missing sections, and has the others",
        holds={"cmdbHits", "policyAlerts"} <= {*missing} - {*_section_names(pack)}
        and {"businessContext", "slackRecent", "similarCases"} <= {*_section_names(pack)},
    )


def learn_from_what_went_well(demo: DemoRun) -> None:
    """A good interaction is kept as an exemplar, a poor one is not"""  # a chapter's title
    went_well = sample_body("ingest_knowledge/capture_exemplar.json")
    kept = _captured(demo, went_well)
    again = _captured(demo, went_well)
    disliked: dict[str, JsonValue] = {"humanFeedback": "negative", "outcomeSuccess": True}
    poor = _captured(demo, {**went_well, "caseNumber": "SCS0009877", "qualitySignals": disliked})
    demo.check("an interaction that a supervisor approved is kept", holds=kept.captured)
    demo.check("the same interaction is not kept again", holds=not again.captured)
    demo.check("an interaction with negative feedback is not kept", holds=not poor.captured)


def _ask(demo: DemoRun, *, refresh: bool = False) -> httpx.Response:
    asked = sample_body("build_discovery_pack/build_discovery_pack.json")
    return demo.ask("/packs/discovery", {**asked, "refresh": refresh})


def _captured(demo: DemoRun, interaction: JsonValue) -> CaptureResult:
    result = demo.read(CaptureResult, "POST", "/exemplars", interaction)
    demo.say(result.reason)
    return result


def _section_names(pack: DiscoveryPack) -> list[str]:
    """The names of the sections that a pack has."""
    held = pack.model_dump()
    return [name for name in _SECTIONS if name in held]

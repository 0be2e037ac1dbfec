"""All alarms of a stage: when they ring, and what the person they wake should do first."""

from collections.abc import Iterator
from typing import Final

from infra.aws.watching.event_alarms import of_events
from infra.aws.watching.function_alarms import of_functions
from infra.aws.watching.metrics import (
    FIVE_MINUTES,
    MINUTE,
    QUARTER,
    SIX_HOURS,
    awaited,
    cold_share,
    cost,
    error_share,
    unserved_share,
)
from infra.aws.watching.watched import SEE, AlarmDefinition, Watched
from recollect.core.grouping import batched

# The limit for the metric math of an alarm, which includes the numbers of requests.
_MAX_METRICS: Final = 10
# One alarm per kind of failure, because Metrics Insights has no OR. The values are the alarm's
# name, what happened, and what to do.
_STORE_FAULTS: Final = {
    "StoreTimeout": (
        "store-timeouts",
        "was late",
        "See the status of the service; storeMs in the logs says how long it takes.",
    ),
    "StoreUnavailable": (
        "store-outages",
        "was not reached or could not serve",
        "See the status of the service, and what of its plan is used up.",
    ),
    "StoreRefused": (
        "store-refusals",
        "answered what cannot be used",
        "Check that the tokens in the secret are those of these stores, and still valid.",
    ),
}


def alarms(watched: Watched) -> Iterator[AlarmDefinition]:
    """All alarms of a stage."""
    yield from _of_the_api(watched)
    yield from _of_the_probe(watched)
    yield from _of_stores(watched)
    yield from _of_answers(watched)
    yield from _of_cold_starts(watched)
    yield from of_functions(watched)
    yield from of_events(watched)


def _of_the_api(watched: Watched) -> Iterator[AlarmDefinition]:
    log = f"/aws/apigateway/{watched.config.names.base}"
    yield AlarmDefinition(
        "api-errors",
        "1 % or more of requests, and at least 5, were answered with 5xx in five minutes. Look "
        f'which routes in the log {log} (status, functionError), then for "failure" in the log of '
        "their function: kind and place say what broke. If stores ring too, begin there. If it "
        "began with a deployment, deploy what was there before. See docs/operations.md, Errors.",
        error_share(watched.doors.apis, least=5),
        threshold=1,
        periods=3,
        datapoints=2,
    )
    yield AlarmDefinition(
        "api-errors-rare",
        "5 % or more of requests, and at least 3, were answered with 5xx in six hours, in which so "
        f"few came that no shorter time rings. Look which routes in the log {log} (status, "
        'functionError), then for "failure" in the log of their function: kind and place say what '
        "broke. Who tries now, with recollect doctor, sees whether it still does.",
        error_share(watched.doors.apis, least=3, period=SIX_HOURS),
        threshold=5,
    )
    yield AlarmDefinition(
        "refused-callers",
        "50 or more requests in five minutes were refused for their token (401), for an API key "
        f"that counts no more (403) or for coming too often (429). Look in the log {log} (status, "
        "refused, route): 401 of many is an issuer or a key that changed, or somebody who tries; "
        "429 is one caller in a loop, or a rate of the stage or a CALLER_RATE that is too low for "
        "what is real.",
        watched.doors.refused,
        threshold=50,
        periods=3,
        datapoints=2,
    )
    yield AlarmDefinition(
        "release-errors",
        "1 % or more of requests, and at least 5, were answered with 5xx in one minute: a release "
        "that is under way goes back. It tells nobody, since a store that hiccups does the same. "
        f'Look in the log {log} which routes they were, and for "failure" in the log of their '
        "function, before you deploy that release again.",
        error_share(watched.doors.apis, least=5, period=MINUTE),
        threshold=1,
        stops=tuple(watched.functions.values()),
        rings=False,
    )
    for api, name in zip(watched.doors.apis, ("api-latency", "machines-latency"), strict=False):
        yield AlarmDefinition(
            name,
            "One request in twenty took over 2 seconds for a quarter of an hour: callers wait for "
            "stores or other services. Look on the dashboard which function is slow; compare "
            "storeMs with totalMs in its log: if they are close, see the status of Upstash or of "
            f"what it asks; if not, look for cold starts and throttles. {SEE}.",
            api.stage.metric_latency(period=FIVE_MINUTES, statistic="p95"),
            threshold=2000,
            periods=3,
            datapoints=3,
        )
    yield AlarmDefinition(
        "cost",
        f"Lambda and API Gateway cost an estimated {watched.config.daily_cost:g} US dollars or "
        "more in a day, at list prices. Look at requests by route in the access log: if one caller "
        "floods, lower the rate of the stage or revoke its token; if it is real use, raise "
        "daily_cost. Not in it: Upstash, logs, metrics, traces, events, queues, secrets and what "
        "cold starts take.",
        cost(watched.doors.apis, watched.functions),
        threshold=watched.config.daily_cost,
    )


def _of_the_probe(watched: Watched) -> Iterator[AlarmDefinition]:
    if watched.probe is None:
        return
    names = watched.config.names
    yield AlarmDefinition(
        "synthetic-check",
        "For a quarter of an hour no synthetic check went well: to store a memory through the API, "
        "find it and delete it again. Whoever comes now meets the same. Look in the log "
        f"/aws/lambda/{names.function('probe')}: failed names the step and the status. 401 and 403 "
        "are its key (recollect keys list); 5xx rings elsewhere, too; not found is an index that "
        f"lags. Where no line comes, look at its schedule. {SEE}.",
        watched.probe.succeeded,
        threshold=1,
        periods=3,
        datapoints=3,
        when_silent=True,
    )


def _of_stores(watched: Watched) -> Iterator[AlarmDefinition]:
    dashboard = f"the dashboard {watched.config.names.base}"
    for kind, (name, happened, advice) in _STORE_FAULTS.items():
        yield AlarmDefinition(
            name,
            "5 or more requests or events failed in five minutes since Upstash Vector, Redis or "
            f"another service {happened}. Look on {dashboard} which function met it. {advice} "
            f"Events come again by themselves. {SEE}.",
            watched.own.total("Failures", ("kind", "reason"), name, f"\"kind\" = '{kind}'"),
            threshold=5,
            periods=3,
            datapoints=2,
        )
    yield AlarmDefinition(
        "read-only-token",
        "A store refused to write, since its token may only read: the secret of a function that "
        f"writes holds the read-only token. Look on {dashboard} which function met it, and put the "
        "full token into its secret, which is then read anew by itself. See docs/deploying.md.",
        watched.own.total(
            "Failures", ("kind", "reason"), "read-only token", "\"reason\" = 'readonly'"
        ),
        threshold=1,
    )
    yield AlarmDefinition(
        "configuration",
        "A function answers 503 since a secret or setting is missing or wrong. Look for "
        f'"ConfigurationError" in the logs /aws/lambda/{watched.config.names.base}-*: the first '
        '"failure" line of each instance names it in the field "setting". Correct the secret, '
        "which is read again within seconds; a setting needs a deployment. See "
        "docs/operations.md, Settings.",
        watched.own.total(
            "Failures", ("kind", "reason"), "configuration", "\"kind\" = 'ConfigurationError'"
        ),
        threshold=1,
    )
    yield AlarmDefinition(
        "degraded",
        "For a quarter of an hour, 20 or more answers in five minutes left a part out since "
        f"something that they ask is down or slow. Callers still get answers. Look on {dashboard} "
        "which part, then whose it is in docs/operations.md, What to watch; see the status of that "
        "service. If it lasts, switch the part off, which makes answers faster.",
        watched.own.total("Degraded", ("part",), "degraded answers"),
        threshold=20,
        periods=3,
        datapoints=3,
    )


def _of_answers(watched: Watched) -> Iterator[AlarmDefinition]:
    yield AlarmDefinition(
        "validation-alerts",
        "5 or more answers in a quarter of an hour lacked much of what their tools told: a model "
        "makes things up or leaves them out. It can wait for the morning. Look at what changed in "
        "the prompt or the model, then at the summaries: MissingElements, UnusedSummaries and "
        f"Contradictions on the dashboard say which. {SEE}.",
        watched.own.of("ValidationAlerts", "validate_response", period=QUARTER),
        threshold=5,
    )
    yield AlarmDefinition(
        "enrichment",
        "For a quarter of an hour, 5 % or more of tool calls ran without memories since the index "
        "was late (EnrichmentTimeouts) or failed (EnrichmentErrors, by reason). Tools still "
        "answer. See the status of Upstash Vector first. If it lasts, deploy with "
        f"ENABLE_ORCH_CONTEXT=false, which spares them the wait. {SEE}.",
        unserved_share(watched.own, least=20),
        threshold=5,
        periods=3,
        datapoints=3,
    )


def _of_cold_starts(watched: Watched) -> Iterator[AlarmDefinition]:
    # Functions without stores have almost nothing to load at a start.
    names = [
        each.definition.name
        for each in awaited(watched.functions)
        if each.definition.stores != "none"
    ]
    apis = watched.doors.apis
    for number, group in enumerate(batched(names, _MAX_METRICS - len(apis)), start=1):
        yield AlarmDefinition(
            "cold-starts" if number == 1 else f"cold-starts-{number}",
            "10 % or more of an hour's requests, of which there were 200 or more, met a cold start "
            "and waited for it. It can wait for the morning. Look first for crashes, since each "
            "makes a new instance (errors by function on the dashboard); then for many short "
            "peaks. If it stays, give the function provisioned concurrency or more memory.",
            cold_share(watched.own, apis, group, least=200),
            threshold=10,
        )

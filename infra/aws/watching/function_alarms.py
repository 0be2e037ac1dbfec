"""The alarms of each function: for errors, for throttles, and for slow answers."""

from collections.abc import Iterator

from infra.aws.function import RecollectFunction
from infra.aws.watching.metrics import FIVE_MINUTES, QUARTER, awaited
from infra.aws.watching.watched import SEE, AlarmDefinition, Watched


def of_functions(watched: Watched) -> Iterator[AlarmDefinition]:
    """The alarms of all functions of a stage."""
    for function in watched.functions.values():
        yield from _of_function(function, watched)
    for function in awaited(watched.functions):
        yield _slow(function)


def _of_function(function: RecollectFunction, watched: Watched) -> Iterator[AlarmDefinition]:
    name, names = function.definition.name, watched.config.names
    advice = (
        f" Events come again; those that failed three times wait in {names.failed(name)}: when "
        f"the cause is mended, run {watched.redrive}."
    )
    on_events = advice if function.failures else ""
    yield AlarmDefinition(
        f"{name}-errors",
        f"{name} crashed, ran out of time or memory, or could not apply an event, 5 or more times "
        f"in a quarter of an hour. Look in the log /aws/lambda/{names.function(name)} for "
        '"failure", "timeout", "Runtime.ExitError" and "ImportModuleError". If it rings during a '
        f"release, that goes back by itself; after one, deploy what was there before.{on_events}",
        function.resource.metric_errors(period=QUARTER),
        threshold=5,
        stops=(function,),
    )
    yield AlarmDefinition(
        f"{name}-throttles",
        f"Lambda turned invocations of {name} away: callers get 503, events come later. Look at "
        f"concurrent executions on the dashboard {names.base}. If the function is at its own "
        "limit, raise reserved_concurrency; if all are at the account's, ask AWS to raise the "
        "quota of concurrent executions. If one caller floods, lower the rate of the stage.",
        function.resource.metric_throttles(period=FIVE_MINUTES),
        threshold=1,
        periods=3,
        datapoints=2,
    )


def _slow(function: RecollectFunction) -> AlarmDefinition:
    name, timeout = function.definition.name, function.definition.timeout
    return AlarmDefinition(
        f"{name}-latency",
        f"One request in twenty kept {name} for a third or more of its {timeout} seconds, for a "
        "quarter of an hour: if it grows, Lambda cuts requests off. Compare storeMs with totalMs "
        "in its log: if they are close, see the status of the stores and services that it asks; "
        f"if not, look for large requests and raise its memory. {SEE}.",
        function.resource.metric_duration(period=FIVE_MINUTES, statistic="p95"),
        # Far above a cold start, so that the few requests of a night do not ring it.
        threshold=round(timeout * 1000 / 3),
        periods=3,
        datapoints=3,
    )

"""Logs and metrics: JSON lines on stderr, with counts and timings, and never any content.

CloudWatch reads metrics from log lines (embedded metric format). Both go to stderr. Recollect never
writes to stdout, which a tool's protocol may use.
"""

import json
import logging
import sys
from collections.abc import Mapping, Sequence
from functools import cache, cached_property

from aws_lambda_powertools import Logger
from aws_lambda_powertools.metrics import MetricUnit
from aws_lambda_powertools.metrics.provider.cloudwatch_emf.cloudwatch import (
    AmazonCloudWatchEMFProvider,
)

from recollect.core.errors import ConfigurationError
from recollect.core.measures import LogNote, Measure
from recollect.core.stopwatch import Stopwatch
from recollect.serving.problems import Problem
from recollect.serving.process import Process
from recollect.serving.tracing import PART, TraceCollector


class Telemetry:
    """Writes the logs and metrics of one function."""

    def __init__(self, function: str, process: Process) -> None:
        self.function = function
        self._process = process
        self._cold = True

    @cached_property
    def logger(self) -> Logger:
        """The function's logger, with the level of LOG_LEVEL."""
        level = self._level()  # passed to Powertools, too, which would else read LOG_LEVEL itself
        logger = Logger(service=self.function, level=level, stream=sys.stderr, utc=True)
        # Powertools prefers Lambda's own log level, which must stay low enough for metrics.
        logging.getLogger(self.function).setLevel(level)
        return logger

    def _level(self) -> str:
        """The level in the environment, or INFO if that is wrong, so that the mistake is logged."""
        try:
            return self._process.log_level()
        except ConfigurationError:
            return "INFO"

    def traces(self) -> TraceCollector | None:
        """The collector of traces, or None. A mistake in its settings is counted."""
        try:
            return self._process.traces()
        except ConfigurationError:
            self.degraded(PART)
            return None

    def request(self, fields: Mapping[str, str | int | float], stopwatch: Stopwatch) -> None:
        """Log and count one request or event that was served, with the time that it waited."""
        self.noted(self._process.take_notes())
        total, store = stopwatch.elapsed * 1000, stopwatch.waited * 1000
        waited = {"totalMs": round(total, 2), "storeMs": round(store, 2)}
        logged = {**fields, **waited, "storeCalls": stopwatch.calls}
        if stopwatch.failures:
            failed = (f"{system}: {how}" for system, how in sorted(stopwatch.failures.items()))
            logged["storeFailures"] = ", ".join(failed)
        self.logger.info("request", extra=logged)
        metrics = [("Requests", MetricUnit.Count, 1.0)]
        metrics.append(("Duration", MetricUnit.Milliseconds, total))
        if self._cold:
            metrics.append(("ColdStarts", MetricUnit.Count, 1.0))
            self._cold = False
        self._emit(metrics, {})

    def degraded(self, part: str) -> None:
        """Count an answer that lacks this part."""
        self._emit([("Degraded", MetricUnit.Count, 1)], {"part": part})

    def measured(self, measures: Sequence[Measure]) -> None:
        """Write measures; those with the same dimension become one line."""
        for dimension in dict.fromkeys(measure.dimension for measure in measures):
            metrics = [
                (measure.name, MetricUnit(measure.unit), measure.value)
                for measure in measures
                if measure.dimension == dimension
            ]
            self._emit(metrics, dict([dimension]) if dimension else {})

    def noted(self, notes: Sequence[LogNote]) -> None:
        """Log the notes of the core."""
        for note in notes:
            log = self.logger.warning if note.level == "warning" else self.logger.info
            log(note.message, extra=dict(note.fields))

    def failed(self, error: Exception, problem: Problem) -> None:
        """Log and count a failure: its type and place, but not its text, which may hold content.

        The text of a ConfigurationError names variables and secrets, but no values. It is logged
        once, since it stays the same until somebody corrects the setting.
        """
        dimensions = {"kind": problem.kind, "reason": problem.reason}
        fields = {**dimensions, "requestId": problem.request_id, "place": _place(error)}
        fields["error"] = type(error).__name__
        if isinstance(error, ConfigurationError) and str(error) not in _logged_settings():
            _logged_settings().add(str(error))
            fields["setting"] = str(error)
        self.logger.error("failure", extra=fields)
        self._emit([("Failures", MetricUnit.Count, 1)], dimensions)

    def _emit(
        self, metrics: Sequence[tuple[str, MetricUnit, float]], dimensions: Mapping[str, str]
    ) -> None:
        provider = AmazonCloudWatchEMFProvider(
            namespace=self._process.metrics_namespace(),
            metric_set={},
            dimension_set={},
            metadata_set={},
        )
        provider.service = self.function
        for name, value in dimensions.items():
            provider.add_dimension(name, value)
        for name, unit, number in metrics:
            provider.add_metric(name, unit, number)
        line = json.dumps(provider.serialize_metric_set(), separators=(",", ":"))
        sys.stderr.write(line + "\n")


@cache
def _logged_settings() -> set[str]:
    """The texts of configuration errors that this process has logged; one for each mistake."""
    return set()


def _place(error: Exception) -> str:
    """The innermost place of the error's traceback, as module and line."""
    trace = error.__traceback__
    if trace is None:
        return "unknown"
    while trace.tb_next is not None:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_globals.get('__name__', '?')}:{trace.tb_lineno}"

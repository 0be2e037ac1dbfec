"""The configuration of a stage in `--context` and cdk.json, checked before it is described.

The module is long because everything that can differ between stages is a field of one model.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, Literal, get_args

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
    field_validator,
    model_validator,
)

from infra.aws.names import Names, Stage
from infra.aws.schedules import is_schedule, minutes_between
from infra.aws.shapes import (
    ADDRESS,
    CERTIFICATE,
    DOMAIN,
    HTTPS,
    ORIGIN,
    SHAPES,
    TOPIC,
    VERSION,
    WORD,
)
from infra.routes import FUNCTIONS, Integration, Schedule
from infra.settings_check import known_variables, mistakes
from recollect.core.shapes import shape_in_words
from recollect.settings.process import LOG_LEVELS

LogDays = Literal[1, 3, 7, 14, 30, 90, 180, 365]

_STAGES: Final = "stages"
_FUNCTION_NAMES: Final = frozenset(each.name for each in FUNCTIONS)
_WITH_PASSWORD: Final = re.compile(r"\w+://[^/]*@")
_RESERVED_NAME: Final = re.compile(r"(AWS|POWERTOOLS|UPSTASH)_.*")
_PLACEHOLDERS: Final = {
    "UPSTASH_VECTOR_REST_URL": "https://vector.example",
    "UPSTASH_VECTOR_REST_TOKEN": "a-secret-holds-it",
    "UPSTASH_REDIS_REST_URL": "https://redis.example",
    "UPSTASH_REDIS_REST_TOKEN": "a-secret-holds-it",
}
_NO_ISSUER: Final = (
    "the API would be open to everybody: give issuer=https://... and audience=..., "
    "cognito=true, or open=true for a dev stage"
)
_NO_ALARM_RECEIVER: Final = (
    "nobody would hear an alarm: give alarm_email=..., alarm_webhook=https://... "
    "or alarm_topic=arn:..."
)


class ContextError(Exception):
    """An invalid value in the context; the message is one line for the person who gave it."""


def _words(given: object) -> object:
    return (
        tuple(filter(None, map(str.strip, given.split(",")))) if isinstance(given, str) else given
    )


def _object(given: object) -> object:
    try:
        return json.loads(given) if isinstance(given, str) else given
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


HttpsUrl = Annotated[str, StringConstraints(pattern=HTTPS, max_length=512)]
Origin = Annotated[str, StringConstraints(pattern=ORIGIN)]
Word = Annotated[str, StringConstraints(pattern=WORD)]


class StageConfig(BaseModel):
    """Everything that can differ between stages. A list may be one text with commas."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    stage: Stage = "dev"
    issuer: HttpsUrl | None = None
    audience: Annotated[tuple[Word, ...], BeforeValidator(_words)] = ()
    cognito: bool = False
    """Whether the stage has a user pool of its own, which issues the tokens it accepts."""
    open: bool = False
    environment: Annotated[Mapping[str, str], BeforeValidator(_object)] = Field(
        default_factory=dict
    )
    """Settings of the functions; secrets are not allowed here."""
    integrations: Annotated[tuple[Integration, ...], BeforeValidator(_words)] = ()
    """The integrations of the stage. Each has a secret, which the functions using it may read."""
    secrets_as_of: Annotated[str, StringConstraints(pattern=VERSION)] = ""
    """Any word; a new one makes every function read its secrets again."""
    reserved_concurrency: Annotated[
        Mapping[str, Annotated[int, Field(ge=0, le=100_000)]], BeforeValidator(_object)
    ] = Field(default_factory=dict)
    rate: Annotated[int, Field(ge=1, le=100_000)] = 50
    """The requests per second that the API accepts on each route."""
    burst: Annotated[int, Field(ge=1, le=50_000)] = 100
    api_keys: bool = False
    """Whether machines may use API keys, at an API of their own."""
    key_cache_seconds: Annotated[int, Field(ge=0, le=3600)] = 10
    """How long API Gateway caches the check of an API key, so that a revoked one still works."""
    domain: Annotated[str, StringConstraints(pattern=DOMAIN)] | None = None
    """The API's domain name for callers, instead of API Gateway's."""
    machines_domain: Annotated[str, StringConstraints(pattern=DOMAIN)] | None = None
    """The domain name of the API for machines."""
    certificate: Annotated[str, StringConstraints(pattern=CERTIFICATE)] | None = None
    """The ARN of a certificate for these domain names in AWS Certificate Manager, same region."""
    cors_origins: Annotated[tuple[Origin, ...], BeforeValidator(_words)] = ()
    """Web origins that may call the API from a browser; by default none."""
    log_days: LogDays = 30
    archive_days: Annotated[int, Field(ge=1, le=3650)] = 30
    prune_schedule: Annotated[str, StringConstraints(max_length=256)] | None = None
    """When to prune memories: `rate(1 hour)` or `cron(0 3 * * ? *)`; without it never."""
    backup_days: Annotated[int, Field(ge=1, le=3650)] | None = None
    """How long a bucket keeps the backup of each day; without it, no backups are made."""
    alarm_email: Annotated[str, StringConstraints(pattern=ADDRESS)] | None = None
    alarm_webhook: HttpsUrl | None = None
    """An https URL to which SNS posts alarms; its server must confirm the subscription itself."""
    alarm_topic: Annotated[str, StringConstraints(pattern=TOPIC)] | None = None
    """The ARN of a topic of the operator's own that gets alarms, too."""
    snap_start: bool | None = None
    """Whether functions start from a snapshot (SnapStart); by default in production only."""
    probe: bool = False
    """Whether a synthetic check stores, finds and deletes a memory every five minutes."""
    daily_cost: Annotated[float, Field(gt=0, allow_inf_nan=False)] = 10.0
    """US dollars a day for Lambda and API Gateway above which an alarm rings."""

    @field_validator("log_days", mode="before")
    @classmethod
    def _number(cls, given: object) -> object:
        return int(given) if isinstance(given, str) and given.isdecimal() else given

    @field_validator("prune_schedule")
    @classmethod
    def _expression(cls, given: str | None) -> str | None:
        if given and not is_schedule(given):
            raise ValueError("must be as rate(1 hour), rate(2 days) or cron(0 3 * * ? *)")
        return given or None

    @field_validator("reserved_concurrency")
    @classmethod
    def _known(cls, given: Mapping[str, int]) -> Mapping[str, int]:
        if unknown := sorted(set(given) - _FUNCTION_NAMES):
            raise ValueError(f"there is no function {unknown[0]}")
        return given

    @field_validator("environment")
    @classmethod
    def _sensible(cls, given: Mapping[str, str]) -> Mapping[str, str]:
        known = known_variables()
        for name in sorted(given):
            given_by = known[name].given_by if name in known else None
            if given_by == "stack" or _RESERVED_NAME.fullmatch(name):
                raise ValueError(f"{name} is decided by the stack or held by a secret")
            if given_by == "secret" or _WITH_PASSWORD.match(given[name]):
                raise ValueError(f"{name} belongs in a secret")
        if given.get("LOG_LEVEL", "INFO") not in LOG_LEVELS:
            raise ValueError(f"LOG_LEVEL is none of {', '.join(LOG_LEVELS)}")
        if wrong := mistakes({**_PLACEHOLDERS, **given}):
            raise ValueError(wrong[0])
        if unknown := sorted(set(given) - set(known)):
            raise ValueError(f"no function knows {unknown[0]}")
        return given

    @model_validator(mode="after")
    def _guarded(self) -> "StageConfig":
        if self.open and self.stage != "dev":
            raise ValueError("open: only a dev stage may be open to everybody")
        if self.open and (self.issuer or self.audience or self.cognito):
            raise ValueError(
                "open: an open API looks at no tokens, so it has no issuer or audience"
            )
        if self.cognito and (self.issuer or self.audience):
            raise ValueError("cognito: the user pool is the issuer, so give no other")
        if not (self.open or self.cognito or (self.issuer and self.audience)):
            raise ValueError(_NO_ISSUER)
        return self

    @model_validator(mode="after")
    def _keys(self) -> "StageConfig":
        if self.open and self.api_keys:
            raise ValueError("api_keys: an open API lets everybody in without a key")
        if self.probe and not (self.open or self.api_keys):
            raise ValueError("probe: the synthetic check needs an API key, so give api_keys=true")
        return self

    @model_validator(mode="after")
    def _named(self) -> "StageConfig":
        if bool(self.domain or self.machines_domain) != bool(self.certificate):
            raise ValueError("domain: a name needs a certificate, and a certificate a name")
        if self.machines_domain and not self.api_keys:
            raise ValueError("machines_domain: no machines come, so give api_keys=true")
        return self

    @model_validator(mode="after")
    def _rings(self) -> "StageConfig":
        if self.stage == "prod" and not (
            self.alarm_email or self.alarm_webhook or self.alarm_topic
        ):
            raise ValueError(_NO_ALARM_RECEIVER)
        return self

    @property
    def snaps(self) -> bool:
        """Whether functions start from a snapshot."""
        return self.stage == "prod" if self.snap_start is None else self.snap_start

    def when(self, schedule: Schedule) -> str | None:
        """The expression for when a schedule's event is put on the bus; None for never.

        A day's backup is continued every hour, if the stage keeps backups.
        """
        if schedule.task == "backup":
            return "rate(1 hour)" if self.backup_days is not None else None
        return self.prune_schedule

    def minutes_between(self, schedule: Schedule) -> int | None:
        """The minutes between two events of a schedule; None unless its expression is a rate."""
        return minutes_between(self.when(schedule) or "")

    @property
    def names(self) -> Names:
        """The names of the stage's resources."""
        return Names(self.stage)


def read_config(context: Mapping[str, Any]) -> StageConfig:
    """Read the context of the CDK. Raises ContextError, whose message is one line.

    The values under `stages` for the stage in cdk.json apply unless `--context` has others.
    """
    # The CDK's own keys contain a colon or a slash.
    given = {key: value for key, value in context.items() if not set(key) & set(":/")}
    stages = given.pop(_STAGES, {})
    stage = given.get("stage", "dev")
    if stage not in get_args(Stage):
        raise ContextError(f"stage: {', '.join(get_args(Stage))} are known, {stage!r} is not")
    stage_values = stages.get(stage, {}) if isinstance(stages, Mapping) else None
    if not isinstance(stage_values, Mapping):
        raise ContextError(f"{_STAGES}: must be an object with an object for each stage")
    try:
        return StageConfig.model_validate({**stage_values, **given, "stage": stage})
    except ValidationError as error:
        raise ContextError(_line(error)) from error
    except UnicodeEncodeError as error:
        raise ContextError("half a surrogate pair is not text") from error


def _line(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    pattern = first.get("ctx", {}).get("pattern")
    wrong = (
        shape_in_words(pattern, SHAPES) if pattern else first["msg"].removeprefix("Value error, ")
    )
    message = f"{_place(first['loc'])}{wrong}"
    return " ".join(message.split())  # names in it come from the user and may have line breaks


def _place(location: Sequence[int | str]) -> str:
    return ".".join(map(str, location)) + ": " if location else ""

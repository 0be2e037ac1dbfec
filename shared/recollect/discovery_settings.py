"""The environment of discovery packs: limits, the cache, ServiceNow and Slack."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from recollect.settings import Reader

_MINUTE_MS = 60_000


@dataclass(frozen=True, slots=True)
class ServiceNowSettings:
    """Where ServiceNow is, and who we are there: a user, or an OAuth client."""

    url: str
    username: str | None
    password: str | None = field(repr=False)
    client_id: str | None
    client_secret: str | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class SlackSettings:
    """Where Slack's Web API is, and the bot's token."""

    url: str
    token: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class DiscoverySettings:
    """Everything that the environment decides about discovery packs; times in seconds."""

    message_limit: int
    similar_cases: int
    cache_ttl_ms: int
    deadline: float
    exemplars_enabled: bool
    exemplars: int
    min_quality: float
    servicenow: ServiceNowSettings | None
    slack: SlackSettings | None

    @property
    def fingerprint(self) -> str:
        """What of this decides about a pack: other settings, other packs."""
        sources = (self.servicenow and self.servicenow.url, self.slack and self.slack.url)
        limits = (self.message_limit, self.similar_cases, self.exemplars, self.min_quality)
        text = repr((limits, self.exemplars_enabled, sources))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def read_discovery_settings(environment: Mapping[str, str]) -> DiscoverySettings:
    """Read the settings; ConfigurationError names a variable that is missing or makes no sense."""
    read = Reader(environment)
    return DiscoverySettings(
        message_limit=read.whole("DISCOVERY_SLACK_MESSAGE_LIMIT", 5, least=0, most=50),
        similar_cases=read.whole("DISCOVERY_SIMILAR_CASES_TOP_K", 3, least=0, most=50),
        cache_ttl_ms=int(
            read.number("DISCOVERY_CONTEXT_CACHE_TTL_MINUTES", 15, least=0, most=1440) * _MINUTE_MS
        ),
        deadline=read.number("DISCOVERY_DEADLINE_MS", 1100, least=1, most=20_000) / 1000,
        exemplars_enabled=read.flag("MUSCLE_MEMORY_RETRIEVAL_ENABLED", default=False),
        exemplars=read.whole("MUSCLE_MEMORY_TOP_K", 3, least=0, most=10),
        min_quality=read.number("MUSCLE_MEMORY_MIN_QUALITY", 0.7),
        servicenow=_servicenow(read),
        slack=_slack(read),
    )


def _servicenow(read: Reader) -> ServiceNowSettings | None:
    url = read.optional_url("SERVICENOW_URL")
    if url is None:
        return None
    client_id = read.optional_token("SERVICENOW_CLIENT_ID")
    by_user = client_id is None
    return ServiceNowSettings(
        url=url,
        username=read.password("SERVICENOW_USERNAME") if by_user else None,
        password=read.password("SERVICENOW_PASSWORD") if by_user else None,
        client_id=client_id,
        client_secret=None if by_user else read.password("SERVICENOW_CLIENT_SECRET"),
    )


def _slack(read: Reader) -> SlackSettings | None:
    token = read.optional_token("SLACK_BOT_TOKEN")
    if token is None:
        return None
    return SlackSettings(read.optional_url("SLACK_API_URL") or "https://slack.com/api", token)

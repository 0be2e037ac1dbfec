"""The environment of discovery packs: limits, the cache, ServiceNow and Slack."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from recollect.settings.servicenow import ServiceNowSettings, read_servicenow
from recollect.settings.stores import Reader

_MINUTE_MS = 60_000


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
        servicenow=read_servicenow(read),
        slack=_slack(read),
    )


def _slack(read: Reader) -> SlackSettings | None:
    token = read.optional_token("SLACK_BOT_TOKEN")
    if token is None:
        return None
    return SlackSettings(read.optional_url("SLACK_API_URL") or "https://slack.com/api", token)

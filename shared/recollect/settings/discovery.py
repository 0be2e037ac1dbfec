"""The settings of discovery packs: limits, the cache, ServiceNow and Slack."""

import hashlib
from dataclasses import dataclass, field
from typing import Annotated

from recollect.settings.declared import (
    Flag,
    Group,
    Milliseconds,
    Number,
    Settings,
    Token,
    Url,
    Whole,
)
from recollect.settings.servicenow import OptionalServiceNow

_MINUTE_MS = 60_000


@dataclass(frozen=True, slots=True, kw_only=True)
class SlackSettings(Settings):
    """The URL of Slack's Web API, and the bot's token."""

    url: Annotated[str, Url("SLACK_API_URL", given_by="secret")] = "https://slack.com/api"
    token: Annotated[str, Token("SLACK_BOT_TOKEN", given_by="secret")] = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscoverySettings(Settings):
    """All settings of discovery packs; `deadline` is in seconds."""

    message_limit: Annotated[int, Whole("DISCOVERY_SLACK_MESSAGE_LIMIT", 0, 50)] = 5
    similar_cases: Annotated[int, Whole("DISCOVERY_SIMILAR_CASES_TOP_K", 0, 50)] = 3
    cache_ttl_minutes: Annotated[float, Number("DISCOVERY_CONTEXT_CACHE_TTL_MINUTES", 0, 1440)] = 15
    deadline: Annotated[float, Milliseconds("DISCOVERY_DEADLINE_MS", 1, 20_000)] = 1.1
    exemplars_enabled: Annotated[bool, Flag("MUSCLE_MEMORY_RETRIEVAL_ENABLED")] = False
    exemplars: Annotated[int, Whole("MUSCLE_MEMORY_TOP_K", 0, 10)] = 3
    min_quality: Annotated[float, Number("MUSCLE_MEMORY_MIN_QUALITY")] = 0.7
    servicenow: OptionalServiceNow = None
    slack: Annotated[SlackSettings | None, Group(SlackSettings, when="SLACK_BOT_TOKEN")] = None

    @property
    def cache_ttl_ms(self) -> int:
        """How long packs are cached, in milliseconds."""
        return int(self.cache_ttl_minutes * _MINUTE_MS)

    @property
    def fingerprint(self) -> str:
        """A digest of the settings that decide what is in a pack.

        With other settings, packs that were cached before are not used.
        """
        sources = (self.servicenow and self.servicenow.url, self.slack and self.slack.url)
        limits = (self.message_limit, self.similar_cases, self.exemplars, self.min_quality)
        text = repr((limits, self.exemplars_enabled, sources))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

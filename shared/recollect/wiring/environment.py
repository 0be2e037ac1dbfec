"""The environment of this process: its variables, and those that secrets hold.

On AWS the variable SECRETS names the secrets; without it nothing is fetched: docs/operations.md.
"""

import asyncio
import math
import os
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final, Protocol, TypeVar

from recollect.adapters.aws.secrets_manager import SecretsManager
from recollect.core.errors import ConfigurationError, RecollectError
from recollect.core.measures import LogNote
from recollect.settings.declared import Settings
from recollect.settings.process import (
    AccessSettings,
    LogSettings,
    MetricsSettings,
    SecretsSettings,
    ThrottleSettings,
)
from recollect.settings.similar_names import similar_names

RETRY_SECONDS: Final = 5.0
"""How long secrets that could not be read, or did not do, are left alone."""

# No variable is named so.
_RENEWED: Final = "renewed "

_S = TypeVar("_S", bound=Settings)


class Secrets(Protocol):
    """Where secrets are."""

    async def read(self, names: Sequence[str]) -> Mapping[str, str]:
        """What these hold together, by the names of variables. Raises RecollectError."""


class Environment:
    """Variables, and above them those that the secrets of these names hold.

    `clock` counts seconds.
    """

    def __init__(
        self,
        variables: Mapping[str, str],
        names: Sequence[str],
        secrets: Secrets,
        clock: Callable[[], float],
    ) -> None:
        self._variables = variables
        self._names = names
        self._secrets = secrets
        self._clock = clock
        self._held: Mapping[str, str] = {}
        self._failure: RecollectError | None = None
        self._due = -math.inf if names else math.inf
        self._renewable = -math.inf if names else math.inf
        self._fetching = asyncio.Lock()

    async def load(self) -> None:
        """Have the secrets: fetch them at first, and again some time after they did not do.

        Raises what their reading raised, also to who comes within RETRY_SECONDS of it.
        """
        async with self._fetching:
            if self._clock() >= self._due:
                await self._fetch()
        if self._failure is not None:
            # Without its traceback, which would grow with every caller.
            raise self._failure.with_traceback(None)

    async def renew(self) -> bool:
        """Read the secrets anew, since a store refused what they held; whether they were read.

        They are not where there are none, nor within RETRY_SECONDS of the last time. Raises what
        their reading raised; then what was held stays.
        """
        async with self._fetching:
            if self._clock() < self._renewable:
                return False
            self._renewable = self._clock() + RETRY_SECONDS
            self._held = await self._secrets.read(self._names)
            return True

    async def _fetch(self) -> None:
        try:
            self._held = await self._secrets.read(self._names)
        except RecollectError as error:
            self._failure, self._due = error, self._clock() + RETRY_SECONDS
        else:
            self._failure, self._due = None, math.inf

    def settings_from(self, kind: type[_S]) -> _S:
        """Settings of this kind. Raises ConfigurationError, which names the secrets if any."""
        variables = {**self._variables, **self._held}
        _note_unread(kind, variables)
        try:
            return kind.read(variables)
        except ConfigurationError as error:
            if not self._names:
                raise
            self._due = min(self._due, self._clock() + RETRY_SECONDS)
            raise ConfigurationError(f"{error} (secrets: {', '.join(self._names)})") from error


async def load_secrets() -> None:
    """Have the secrets of this process; costs nothing where there are none, or once it has them.

    Raises ConfigurationError or StoreError.
    """
    await _environment().load()


async def renew_secrets() -> None:
    """Read the secrets of this process anew, since a store refused what they held.

    Raises ConfigurationError or StoreError.
    """
    if await _environment().renew():
        times = len([name for name in _notes() if name.startswith(_RENEWED)]) + 1
        fields = {"times": times}
        _notes()[f"{_RENEWED}{times}"] = LogNote("secrets were read anew", "warning", fields)


def settings_from(kind: type[_S]) -> _S:
    """Settings of this kind, from the environment of this process. Raises ConfigurationError."""
    return _environment().settings_from(kind)


def take_notes() -> list[LogNote]:
    """What there is to log about the environment of this process, each of it once."""
    taken = [note for note in _notes().values() if note is not None]
    _notes().update(dict.fromkeys(_notes()))
    return taken


@cache
def log_level() -> str:
    """The least severe level that is logged. Raises ConfigurationError."""
    return _own(LogSettings).level


@cache
def metrics_namespace() -> str:
    """Where metrics go."""
    return _own(MetricsSettings).namespace


@cache
def api_is_open() -> bool:
    """Whether this process takes requests without a token. Raises ConfigurationError.

    Its own variables alone decide, never a secret: who may write secrets opens nothing.
    """
    return _own(AccessSettings).open_api


@cache
def token_issuer() -> str:
    """Who issues the tokens of this API, "" where that is not said."""
    return _own(AccessSettings).token_issuer


@cache
def throttle_settings() -> ThrottleSettings:
    """How fast one caller may come. Raises ConfigurationError."""
    return _own(ThrottleSettings)


@cache
def _environment() -> Environment:
    settings = _own(SecretsSettings)
    secrets = SecretsManager(settings.timeout, os.environ)
    return Environment(os.environ, settings.names, secrets, time.monotonic)


def _own(kind: type[_S]) -> _S:
    """Settings that the variables of this process alone decide, never a secret."""
    _note_unread(kind, os.environ)
    return kind.read(os.environ)


def _note_unread(kind: type[Settings], variables: Mapping[str, str]) -> None:
    """Note variables that are named nearly like a setting of this kind, or stand behind one."""
    known = [variable.name for variable, _ in kind.variables()]
    for name, setting in similar_names(variables, known).items():
        fields = {"variable": name, "similar": setting}
        _notes().setdefault(name, LogNote("unknown setting", "warning", fields))
    for name, other in kind.overruled(variables):
        fields = {"variable": name, "instead": other}
        _notes().setdefault(name, LogNote("setting without effect", "warning", fields))


@cache
def _notes() -> dict[str, LogNote | None]:
    """What was noted of each variable; None once it is taken."""
    return {}

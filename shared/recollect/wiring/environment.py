"""The environment of this process: its own variables, and those in its secrets.

On AWS the variable SECRETS names the secrets; without it, none are read: docs/operations.md.
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
from recollect.settings.process import SecretsSettings
from recollect.settings.similar_names import similar_names

RETRY_SECONDS: Final = 5.0
"""How many seconds after a failed or useless read the secrets are not read again."""

# Begins the keys of notes about secrets that were read anew; no variable begins with it.
_RENEWED: Final = "renewed "

_S = TypeVar("_S", bound=Settings)


class Secrets(Protocol):
    """A store of secrets."""

    async def read(self, names: Sequence[str]) -> Mapping[str, str]:
        """The variables of all these secrets together. Raises RecollectError."""


class Environment:
    """Variables, and the variables in the secrets with these `names`, which override them.

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
        self._secret_variables: Mapping[str, str] = {}
        self._failure: RecollectError | None = None
        self._due_at = -math.inf if names else math.inf
        self._renewable_at = -math.inf if names else math.inf
        self._fetching = asyncio.Lock()

    async def load(self) -> None:
        """Read the secrets the first time, and again RETRY_SECONDS after a failure or wrong values.

        Raises the error of reading them; within RETRY_SECONDS after it, raises the same error
        again.
        """
        async with self._fetching:
            if self._clock() >= self._due_at:
                await self._fetch()
        if self._failure is not None:
            # Without its traceback, which would grow each time it is raised.
            raise self._failure.with_traceback(None)

    async def renew(self) -> bool:
        """Read the secrets anew, since a store refused their values. Returns whether it did read.

        They are not read if there are none, or within RETRY_SECONDS after the last time. Raises the
        error of reading them, and then keeps the present values.
        """
        async with self._fetching:
            if self._clock() < self._renewable_at:
                return False
            self._renewable_at = self._clock() + RETRY_SECONDS
            self._secret_variables = await self._secrets.read(self._names)
            return True

    async def _fetch(self) -> None:
        try:
            self._secret_variables = await self._secrets.read(self._names)
        except RecollectError as error:
            self._failure, self._due_at = error, self._clock() + RETRY_SECONDS
        else:
            self._failure, self._due_at = None, math.inf

    def settings_from(self, kind: type[_S]) -> _S:
        """Settings of this kind. Raises ConfigurationError, which also names the secrets."""
        variables = {**self._variables, **self._secret_variables}
        _note_unread(kind, variables)
        try:
            return kind.read(variables)
        except ConfigurationError as error:
            if not self._names:
                raise
            self._due_at = min(self._due_at, self._clock() + RETRY_SECONDS)
            raise ConfigurationError(f"{error} (secrets: {', '.join(self._names)})") from error


async def load_secrets() -> None:
    """Read the secrets of this process, unless it has none or has read them already.

    Raises ConfigurationError or StoreError.
    """
    await _environment().load()


async def renew_secrets() -> None:
    """Read the secrets of this process anew, since a store refused their values.

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
    """The notes to log about the environment of this process; each note is given once."""
    taken = [note for note in _notes().values() if note is not None]
    _notes().update(dict.fromkeys(_notes()))
    return taken


def own_settings(kind: type[_S]) -> _S:
    """Settings of this kind, from this process's own variables alone. Raises ConfigurationError.

    They are never from a secret, so that nobody can open the API by writing secrets. They are read
    each time, and all names of variables compared: whoever needs them for a request caches them.
    """
    _note_unread(kind, os.environ)
    return kind.read(os.environ)


@cache
def _environment() -> Environment:
    settings = own_settings(SecretsSettings)
    secrets = SecretsManager(settings.timeout, os.environ)
    return Environment(os.environ, settings.names, secrets, time.monotonic)


def _note_unread(kind: type[Settings], variables: Mapping[str, str]) -> None:
    """Note variables that are set without effect.

    These have a name that is similar to a setting's of this kind, or are overruled by another one.
    """
    known = [variable.name for variable, _ in kind.variables()]
    for name, setting in similar_names(variables, known).items():
        fields = {"variable": name, "similar": setting}
        _notes().setdefault(name, LogNote("unknown setting", "warning", fields))
    for name, other in kind.overruled(variables):
        fields = {"variable": name, "instead": other}
        _notes().setdefault(name, LogNote("setting without effect", "warning", fields))


@cache
def _notes() -> dict[str, LogNote | None]:
    """The note about each variable, by its name; None once the note was given out."""
    return {}

"""Declares settings as fields of frozen dataclasses, each annotated with its variable.

    @dataclass(frozen=True, slots=True, kw_only=True)
    class ToolsSettings(Settings):
        deadline: Annotated[float, Milliseconds("TOOLS_DEADLINE_MS", 100, 25_000)] = 5.0

The annotation names the environment variable and says which values it may have. The default is used
if the variable is missing or blank; a field without a default is required. Conditions on several
variables are checked in `__post_init__`, which raises ConfigurationError.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING
from typing import Any, Final, Literal, Self, TypeVar, get_type_hints
from urllib.parse import urlsplit

from typing_extensions import override

from recollect.core.errors import ConfigurationError

GivenBy = Literal["stage", "secret", "stack"]
"""Where a variable of the functions on AWS comes from: whoever deploys a stage sets it openly, a
secret holds it, or the stack decides it."""

_HOST: Final = re.compile(r"[A-Za-z0-9._:-]{1,253}")
_FLAGS: Final = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}

_S = TypeVar("_S", bound="Settings")


# The kinds of variables are plain classes, since each dataclass adds half a millisecond to a cold
# start.
class Variable:
    """An environment variable. Errors name it, but never show its value, which may be secret."""

    def __init__(self, name: str, *, given_by: GivenBy = "stage") -> None:
        self.name = name
        self.given_by = given_by

    def read(self, environment: Mapping[str, str], default: object) -> object:
        """The value of the variable, or the default. Raises ConfigurationError."""
        text = environment.get(self.name)
        if text is None or self.is_blank(text):
            if default is MISSING:
                raise ConfigurationError(f"{self.name} is not set")
            return default
        try:
            return self.parse(text)
        except ValueError as error:
            # Without the cause, which may show the value.
            raise ConfigurationError(f"{self.name} {error}") from None

    def is_blank(self, text: str) -> bool:
        """Whether a text counts as no value."""
        return not text.strip()

    def parse(self, text: str) -> object:
        """The value that a text stands for. Raises ValueError, which says what is wrong."""
        raise NotImplementedError


class Number(Variable):
    """A number from `at_least` to `at_most`."""

    def __init__(self, name: str, at_least: float = 0, at_most: float = 1) -> None:
        super().__init__(name)
        self.at_least = at_least
        self.at_most = at_most

    @override
    def parse(self, text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            raise ValueError("is not a number") from None
        if not self.at_least <= value <= self.at_most:  # NaN is not between them either
            raise ValueError(f"is not between {self.at_least} and {self.at_most}")
        return value


class Whole(Number):
    """A whole number from `at_least` to `at_most`."""

    @override
    def parse(self, text: str) -> int:
        value = Number.parse(self, text)
        if value != int(value):
            raise ValueError("is not a whole number")
        return int(value)


class Milliseconds(Number):
    """A duration in milliseconds; the field holds seconds."""

    @override
    def parse(self, text: str) -> float:
        return Number.parse(self, text) / 1000


class Flag(Variable):
    """True or false: `true`, `1`, `yes`, `false`, `0` or `no`."""

    @override
    def parse(self, text: str) -> bool:
        word = text.strip().lower()
        if word not in _FLAGS:
            raise ValueError("is neither true nor false")
        return _FLAGS[word]


class Choice(Variable):
    """One of a few words."""

    def __init__(
        self,
        name: str,
        words: tuple[str, ...],
        *,
        ignore_case: bool = False,
        given_by: GivenBy = "stage",
    ) -> None:
        super().__init__(name, given_by=given_by)
        self.words = words
        self.ignore_case = ignore_case

    @override
    def parse(self, text: str) -> str:
        word = text.strip().upper() if self.ignore_case else text.strip()
        if word not in self.words:
            raise ValueError(f"is not {', '.join(self.words[:-1])} or {self.words[-1]}")
        return word


class Token(Variable):
    """One word of printable ASCII characters."""

    @override
    def parse(self, text: str) -> str:
        value = text.strip()
        if not re.fullmatch(r"[\x21-\x7e]+", value):
            raise ValueError("does not hold one word of ASCII")
        return value


class Url(Token):
    """An http or https URL, without a slash at its end."""

    @override
    def parse(self, text: str) -> str:
        value = Token.parse(self, text)
        if not _is_url(value):
            raise ValueError("is not an http or https URL")
        return value.rstrip("/")


class Text(Variable):
    """Any text that is not empty, such as a password that people choose."""

    @override
    def is_blank(self, text: str) -> bool:
        return not text

    @override
    def parse(self, text: str) -> str:
        return text


class Parsed(Variable):
    """A value that `parser` makes from a text. A blank text is parsed, too: it may mean a value."""

    def __init__(
        self, name: str, parser: Callable[[str], object], *, given_by: GivenBy = "stage"
    ) -> None:
        super().__init__(name, given_by=given_by)
        self.parser = parser

    @override
    def is_blank(self, text: str) -> bool:
        return False

    @override
    def parse(self, text: str) -> object:
        return self.parser(text)


class Group:
    """Settings inside settings. With `when`, they are read only if that variable is set."""

    def __init__(self, kind: "type[Settings]", when: str | None = None) -> None:
        self.kind = kind
        self.when = when

    def is_in(self, environment: Mapping[str, str]) -> bool:
        """Whether the group is read in this environment."""
        return self.when is None or bool(environment.get(self.when, "").strip())


class Settings:
    """The settings of one capability; a subclass is a frozen dataclass with keywords only."""

    __slots__ = ()

    @classmethod
    def read(cls, environment: Mapping[str, str]) -> Self:
        """Read the settings. Raises ConfigurationError, which names a missing or wrong variable."""
        mistakes: list[str] = []
        settings = _read(cls, environment, mistakes)
        if settings is None:
            raise ConfigurationError(mistakes[0])
        return settings

    @classmethod
    def mistakes(cls, environment: Mapping[str, str]) -> list[str]:
        """The errors that keep the settings from being read: a line for each variable."""
        found: list[str] = []
        _read(cls, environment, found)
        return found

    @classmethod
    def idle(cls, environment: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        """Variables that are set without effect, each with the missing one that would switch it on.

        A variable that is set to a blank is not missing: somebody has switched its group off.
        """
        for declared in _declarations(cls).values():
            if not isinstance(declared, Group):
                continue
            if declared.when is None or declared.is_in(environment):
                yield from declared.kind.idle(environment)
            elif declared.when not in environment:
                names = (variable.name for variable, _ in declared.kind.variables())
                yield from ((name, declared.when) for name in names if environment.get(name))

    @classmethod
    def overruled(cls, environment: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        """Variables that are set without effect, each with the variable that is read instead."""
        for declared in _declarations(cls).values():
            if isinstance(declared, Group) and declared.is_in(environment):
                yield from declared.kind.overruled(environment)

    @classmethod
    def variables(cls) -> Iterator[tuple[Variable, object]]:
        """Each variable with the default of its field, which is MISSING if it is required."""
        for name, declared in _declarations(cls).items():
            if isinstance(declared, Group):
                yield from declared.kind.variables()
            else:
                yield declared, _default(cls, name)


def _read(kind: type[_S], environment: Mapping[str, str], mistakes: list[str]) -> _S | None:
    """The settings, or None; then the errors are added to `mistakes`."""
    earlier = len(mistakes)
    values: dict[str, object] = {}
    for name, declared in _declarations(kind).items():
        try:
            if isinstance(declared, Variable):
                values[name] = declared.read(environment, _default(kind, name))
            elif declared.is_in(environment):
                values[name] = _read(declared.kind, environment, mistakes)
        except ConfigurationError as error:
            mistakes.append(str(error))
    if len(mistakes) > earlier:
        return None
    make: Callable[..., _S] = kind
    try:
        return make(**values)
    except ConfigurationError as error:
        mistakes.append(str(error))
        return None


def require(**variables: object) -> None:
    """Raise ConfigurationError for the first variable that was read as None."""
    for name, value in variables.items():
        if value is None:
            raise ConfigurationError(f"{name} is not set")


def _declarations(kind: type[Settings]) -> Mapping[str, Variable | Group]:
    """The annotations of the fields of a class of settings, by field."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: hint.__metadata__[0] for name, hint in hints.items()}


def _default(kind: type[Any], name: str) -> object:
    default: object = kind.__dataclass_fields__[name].default
    return default


def _is_url(value: str) -> bool:
    try:
        parts = urlsplit(value)
        port = parts.port  # parsed only now; raises ValueError if it is not a port
    except ValueError:
        return False
    is_web = parts.scheme in {"http", "https"} and port != 0
    return is_web and _HOST.fullmatch(parts.hostname or "") is not None

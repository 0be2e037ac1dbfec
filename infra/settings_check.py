"""Settings that make no sense, found before a function starts with them."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from typing_extensions import override

from recollect.settings.context import read_context_settings
from recollect.settings.discovery import read_discovery_settings
from recollect.settings.enrichment import read_enrichment_settings
from recollect.settings.stores import read_settings
from recollect.settings.tools import read_tools_settings
from recollect.settings.validation import read_validation_settings

_READERS: Final[tuple[Callable[[Mapping[str, str]], object], ...]] = (
    read_settings,
    read_context_settings,
    read_discovery_settings,
    read_tools_settings,
    read_validation_settings,
    read_enrichment_settings,
)


def check_settings(environment: Mapping[str, str]) -> None:
    """Read an environment as the functions do; ConfigurationError names what makes no sense."""
    for read in _READERS:
        read(environment)


def unknown_settings(environment: Mapping[str, str]) -> frozenset[str]:
    """The variables that no function ever looks at."""
    noting = _Noting(environment)
    check_settings(noting)
    return frozenset(environment) - noting.asked


class _Noting(dict[str, str]):
    """An environment that keeps the names that were asked for."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        super().__init__(environment)
        self.asked: set[str] = set()

    @override
    def __contains__(self, name: object) -> bool:
        self.asked.add(str(name))
        return super().__contains__(name)

    @override
    def __getitem__(self, name: str) -> str:
        self.asked.add(name)
        return super().__getitem__(name)

    @override
    def get(self, name: str, default: Any = None) -> Any:  # the overloads of dict need Any
        self.asked.add(name)
        return super().get(name, default)

"""Finds variables with a name similar to a setting's: most likely, the setting is misspelled."""

from collections.abc import Iterable, Mapping
from typing import Final

from recollect.core.spelling_similarity import similarity_ratio

# The least similarity: that of ten letters of which one is left out or doubled, or two are swapped.
_MIN_SIMILARITY: Final = 0.9
_MAX_LENGTH_DIFFERENCE: Final = 2
_MIN_FAMILY_WORDS: Final = 2


def similar_names(given: Iterable[str], known: Iterable[str]) -> Mapping[str, str]:
    """The names in `given` that are similar to a known name, each with that known name.

    Variables of other programs, such as PATH or KUBERNETES_PORT, are not similar to any.
    """
    settings = sorted({name for name in known if "_" in name})
    unknown = sorted({*given} - {*settings})
    near = ((name, _nearest(name, settings)) for name in unknown if "_" in name)
    return {name: setting for name, setting in near if setting is not None}


def _nearest(name: str, settings: Iterable[str]) -> str | None:
    """The setting with a similar spelling, or else one that differs only in its last word."""
    family = None
    for setting in settings:
        if _is_spelled_alike(name, setting):
            return setting
        if family is None and _family(setting) == _family(name) is not None:
            family = setting
    return family


def _is_spelled_alike(name: str, setting: str) -> bool:
    # A quick check that excludes nearly all names, so that it does not delay a cold start.
    if name[0] != setting[0] or abs(len(name) - len(setting)) > _MAX_LENGTH_DIFFERENCE:
        return False
    return similarity_ratio(name, setting) >= _MIN_SIMILARITY


def _family(name: str) -> str | None:
    """All words of a name but the last, which often is a unit; None if fewer than two are left."""
    words, _, _ = name.rpartition("_")
    return words if words.count("_") + 1 >= _MIN_FAMILY_WORDS else None

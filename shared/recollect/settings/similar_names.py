"""Variables that are no settings but are named nearly like one: most likely spelled wrongly."""

from collections.abc import Iterable, Mapping
from typing import Final

from recollect.core.spelling import similarity_ratio

# One letter of ten left out, doubled, or two of them swapped.
_ALIKE: Final = 0.9
_LETTERS: Final = 2
_WORDS_OF_A_FAMILY: Final = 2


def similar_names(given: Iterable[str], known: Iterable[str]) -> Mapping[str, str]:
    """The unknown names that are near to a known one, each with the known one.

    What other programs read, such as PATH or KUBERNETES_PORT, is near to none.
    """
    settings = sorted({name for name in known if "_" in name})
    unknown = sorted({*given} - {*settings})
    near = ((name, _nearest(name, settings)) for name in unknown if "_" in name)
    return {name: setting for name, setting in near if setting is not None}


def _nearest(name: str, settings: Iterable[str]) -> str | None:
    """The setting that is spelled alike, or else one that differs in its last word only."""
    family = None
    for setting in settings:
        if _is_spelled_alike(name, setting):
            return setting
        if family is None and _family(setting) == _family(name) is not None:
            family = setting
    return family


def _is_spelled_alike(name: str, setting: str) -> bool:
    # Nearly all names end here, so that a function starts no later.
    if name[0] != setting[0] or abs(len(name) - len(setting)) > _LETTERS:
        return False
    return similarity_ratio(name, setting) >= _ALIKE


def _family(name: str) -> str | None:
    """All words but the last, which often is a unit; a single word makes no family."""
    words, _, _ = name.rpartition("_")
    return words if words.count("_") + 1 >= _WORDS_OF_A_FAMILY else None

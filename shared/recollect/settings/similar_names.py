"""Variables that are no settings but are named nearly like one: most likely spelled wrongly."""

from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from typing import Final

# One letter of ten left out, doubled, or two of them swapped.
_ALIKE: Final = 0.9
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
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(name)  # of which it remembers what it needs to know
    family = None
    for setting in settings:
        matcher.set_seq1(setting)
        if matcher.real_quick_ratio() >= _ALIKE <= matcher.quick_ratio() and (
            matcher.ratio() >= _ALIKE
        ):
            return setting
        if family is None and _family(setting) == _family(name) is not None:
            family = setting
    return family


def _family(name: str) -> str | None:
    """All words but the last, which often is a unit; a single word makes no family."""
    words, _, _ = name.rpartition("_")
    return words if words.count("_") + 1 >= _WORDS_OF_A_FAMILY else None

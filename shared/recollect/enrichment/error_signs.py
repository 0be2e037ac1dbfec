"""Hints of errors in the arguments of a tool: a small lexicon of the errors of clusters.

`CrashLoopBackOff`, `crash-loop back-off` and `crash_loop` mean the same, so phrases are looked for
in two readings of a text: with hyphens, underscores, colons and such as spaces, and with hyphens
and underscores left out, where a phrase is one word.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

_LEXICON: Final = {
    "scheduling": (
        "failed scheduling",
        "failed to schedule",
        "unschedulable",
        "insufficient cpu",
        "insufficient memory",
        "insufficient ephemeral storage",
    ),
    "crash_loop": ("crash loop", "back off restarting", "backoff restarting"),
    "image_pull": (
        "image pull back off",
        "image pull backoff",
        "image pull err",
        "image pull fail",
        "err image pull",
        "failed to pull image",
    ),
    "oom": (
        "oom kill",
        "out of memory",
        "exit code 137",
        "exitcode 137",
        "exit status 137",
        "exited with code 137",
    ),
    "probe": ("liveness probe", "readiness probe", "startup probe", "probe failed"),
    "timeout": ("timeout", "timed out", "deadline exceeded"),
}
_BORDER: Final = " | "
_SIGNS: Final = "-_:=\"'()[]{},;"


def hints_in(texts: Iterable[tuple[str, str]]) -> Iterator[str]:
    """`hint:…` for each error that is found in names and values, or that a value is the name of."""
    parts = (part for name, value in texts for part in (f"{name} {value}", value))
    lowered = f"{_BORDER}{_BORDER.join(parts)}{_BORDER}".lower()
    spaced = " ".join(_each_replaced(lowered, _SIGNS, " ").split())
    joined = _each_replaced(lowered, "-_", "")
    for hint, phrases, words in _phrases():
        whole = f"{_BORDER}{hint.replace('_', ' ')}{_BORDER}".strip()
        if any(phrase in spaced for phrase in (whole, *phrases)) or any(w in joined for w in words):
            yield f"hint:{hint}"


def _each_replaced(text: str, signs: str, by: str) -> str:
    # Of texts that are not ASCII ten times faster than str.translate.
    for sign in signs:
        text = text.replace(sign, by)
    return text


@cache
def _phrases() -> tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]:
    """Each hint with its phrases, and with those as one word."""
    return tuple(
        (hint, phrases, tuple(phrase.replace(" ", "") for phrase in phrases))
        for hint, phrases in _LEXICON.items()
    )

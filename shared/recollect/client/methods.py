"""Methods made of the functions that build their requests: the same name, text and arguments.

Also what the decorators make of an agent: what it is called with.
"""

import inspect
from collections.abc import Callable, Iterable
from types import GenericAlias
from typing import Final, ParamSpec, TypeVar, get_args, get_origin

from recollect.client.requests import Listing

_POSITIONAL: Final = {
    inspect.Parameter.POSITIONAL_ONLY,
    inspect.Parameter.POSITIONAL_OR_KEYWORD,
}
_P = ParamSpec("_P")
_R = TypeVar("_R")


def as_method(
    method: Callable[_P, _R], build: Callable[..., object], *, given: int = 0
) -> Callable[_P, _R]:
    """The method, looking like the function that it is made of.

    It answers what that reads, and of a list all that is in it. `given` counts the first
    arguments that the method's object knows itself.
    """
    signature = inspect.signature(build)
    own = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    rest = list(signature.parameters.values())[given:]
    method.__name__, method.__doc__ = build.__name__, build.__doc__
    *_, answer = get_args(signature.return_annotation)
    lists = get_origin(signature.return_annotation) is Listing
    returned = GenericAlias(Iterable, answer) if lists else answer
    return looking_like(method, inspect.Signature([own, *rest], return_annotation=returned))


def without_run(agent: Callable[..., object]) -> inspect.Signature:
    """How what decides is called once it is decorated: its second argument, the run, is given."""
    signature = inspect.signature(agent)
    left = list(signature.parameters.values())
    if len(left) > 1 and left[1].kind in _POSITIONAL:
        del left[1]
    return signature.replace(parameters=left)


def looking_like(function: Callable[..., _R], signature: inspect.Signature) -> Callable[..., _R]:
    """The function, with the signature that others read (PEP 362)."""
    function.__signature__ = signature  # type: ignore[attr-defined]
    return function

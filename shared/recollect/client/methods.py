"""Methods made of the functions that build their requests: the same name, text and arguments."""

import inspect
from collections.abc import Callable, Iterable
from types import GenericAlias
from typing import ParamSpec, TypeVar, get_args, get_origin

from recollect.client.requests import Listing

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
    told = GenericAlias(Iterable, answer) if lists else answer
    method.__signature__ = inspect.Signature(  # type: ignore[attr-defined]  # PEP 362
        [own, *rest], return_annotation=told
    )
    return method

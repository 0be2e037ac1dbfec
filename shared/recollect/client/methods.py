"""Methods made of the functions that build their requests: the same name, text and arguments."""

import inspect
from collections.abc import Callable
from typing import ParamSpec, TypeVar

_P = ParamSpec("_P")
_R = TypeVar("_R")


def as_method(
    method: Callable[_P, _R], build: Callable[..., object], *, given: int = 0
) -> Callable[_P, _R]:
    """The method, looking like the function that it is made of.

    `given` counts the first arguments that the method's object knows itself.
    """
    signature = inspect.signature(build)
    own = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    rest = list(signature.parameters.values())[given:]
    method.__name__, method.__doc__ = build.__name__, build.__doc__
    method.__signature__ = inspect.Signature(  # type: ignore[attr-defined]  # PEP 362
        [own, *rest], return_annotation=inspect.Signature.empty
    )
    return method

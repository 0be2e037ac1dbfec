"""Signatures: methods that look like the functions that build their requests.

Such a method has the function's name, docstring and arguments. `without_run` is for the decorators
of agents: how a decorated agent is called.
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
    """Give a method the name, docstring and signature of the function that builds its request.

    The method returns the model that the request reads, or iterates over the items of a list.
    `given` is how many leading arguments of `build` the method's object supplies itself.
    """
    signature = inspect.signature(build)
    own = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    rest = list(signature.parameters.values())[given:]
    method.__name__, method.__doc__ = build.__name__, build.__doc__
    *_, answer = get_args(signature.return_annotation)
    is_listing = get_origin(signature.return_annotation) is Listing
    returned = GenericAlias(Iterable, answer) if is_listing else answer
    return looking_like(method, inspect.Signature([own, *rest], return_annotation=returned))


def without_run(agent: Callable[..., object]) -> inspect.Signature:
    """How a decorated agent is called: without its second argument, the run."""
    signature = inspect.signature(agent)
    parameters = list(signature.parameters.values())
    if len(parameters) > 1 and parameters[1].kind in _POSITIONAL:
        del parameters[1]
    return signature.replace(parameters=parameters)


def looking_like(function: Callable[..., _R], signature: inspect.Signature) -> Callable[..., _R]:
    """Set the signature that `inspect`, `help` and editors show for a function (PEP 362)."""
    function.__signature__ = signature  # type: ignore[attr-defined]
    return function

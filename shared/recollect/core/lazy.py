"""Properties that are computed on first access and cached in the instance.

They work like `functools.cached_property` of Python 3.12. That of 3.11 takes a lock on each first
access, which costs more than most values that are computed here. If two threads access a property
at the same time, both compute it.
"""

from collections.abc import Callable
from typing import Generic, Self, TypeVar, overload

_T = TypeVar("_T")
_V = TypeVar("_V")


class lazy(Generic[_T, _V]):  # noqa: N801 - it is used as `property` is
    """A property that is computed on first access and then cached in the instance's `__dict__`."""

    def __init__(self, compute: Callable[[_T], _V]) -> None:
        self._compute = compute
        self._name = compute.__name__
        self.__doc__ = compute.__doc__

    @overload
    def __get__(self, instance: None, owner: type[_T]) -> Self: ...
    @overload
    def __get__(self, instance: _T, owner: type[_T]) -> _V: ...
    def __get__(self, instance: _T | None, owner: type[_T]) -> Self | _V:
        if instance is None:
            return self
        value = instance.__dict__[self._name] = self._compute(instance)
        return value

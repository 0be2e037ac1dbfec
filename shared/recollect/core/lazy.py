"""Properties that are computed on first access and cached in the instance.

Like `functools.cached_property` of Python 3.12: that of 3.11 takes a lock on each first access,
which costs more than most of what is computed here. Two threads at once both compute it.
"""

from collections.abc import Callable
from typing import Generic, Self, TypeVar, overload

_T = TypeVar("_T")
_V = TypeVar("_V")


class lazy(Generic[_T, _V]):  # noqa: N801 - it is used as `property` is
    """A property that is computed on first access and then cached in the instance's `__dict__`."""

    def __init__(self, work_out: Callable[[_T], _V]) -> None:
        self._work_out = work_out
        self._name = work_out.__name__
        self.__doc__ = work_out.__doc__

    @overload
    def __get__(self, instance: None, owner: type[_T]) -> Self: ...
    @overload
    def __get__(self, instance: _T, owner: type[_T]) -> _V: ...
    def __get__(self, instance: _T | None, owner: type[_T]) -> Self | _V:
        if instance is None:
            return self
        value = instance.__dict__[self._name] = self._work_out(instance)
        return value

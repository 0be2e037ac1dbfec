"""Properties that are worked out when they are first asked for.

As `functools.cached_property` from Python 3.12 on: that of 3.11 takes a lock each first time, which
costs more than most of what is worked out here. Two threads that ask at once both work it out.
"""

from collections.abc import Callable
from typing import Generic, Self, TypeVar, overload

_T = TypeVar("_T")
_V = TypeVar("_V")


class lazy(Generic[_T, _V]):  # noqa: N801 - it is used as `property` is
    """A property that is worked out once and then stands in the object's own `__dict__`."""

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

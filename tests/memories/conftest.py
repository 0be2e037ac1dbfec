"""The core, on fakes."""

from tests.memories.properties import unhurried

unhurried()

"""Steps that are written as a path are read back as the same steps."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.core.json_paths import element, member, parse_path

NAMES = st.text(st.characters(), max_size=8) | st.sampled_from(
    ["a", "it's", 'say "x"', "\\", "\ud83d"]
)


@given(st.lists(NAMES | st.integers(0, 10**9), max_size=8))
def test_a_written_path_is_read_back_as_the_same_steps(steps: list[str | int]) -> None:
    path = "$"
    for step in steps:
        path = member(path, step) if isinstance(step, str) else element(path, step)
    assert parse_path(path) == tuple(steps)


def test_wildcards_and_negative_indexes_are_read() -> None:
    assert parse_path("$") == ()
    assert parse_path("$.content.*[*][-1]") == ("content", None, None, -1)
    assert parse_path("""$["it's"]['it\\'s'].größe""") == ("it's", "it's", "größe")


def test_a_path_has_at_most_128_steps_and_1000_characters() -> None:
    assert len(parse_path("$" + "[0]" * 128)) == 128
    for path in ("$" + "[0]" * 129, "$." + "x" * 999):
        with pytest.raises(ValueError, match="too"):
            parse_path(path)

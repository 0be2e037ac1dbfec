"""What is written as a path is read as the same steps."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.core.json_paths import element, member, parse_path

NAMES = st.text(st.characters(), max_size=8) | st.sampled_from(
    ["a", "it's", 'say "x"', "\\", "\ud83d"]
)


@given(st.lists(NAMES | st.integers(0, 10**9), max_size=8))
def test_what_is_written_is_read(steps: list[str | int]) -> None:
    path = "$"
    for step in steps:
        path = member(path, step) if isinstance(step, str) else element(path, step)
    assert parse_path(path) == tuple(steps)


def test_wildcards_and_places_from_the_end_are_read() -> None:
    assert parse_path("$") == ()
    assert parse_path("$.content.*[*][-1]") == ("content", None, None, -1)
    assert parse_path("""$["it's"]['it\\'s'].größe""") == ("it's", "it's", "größe")


def test_a_path_has_at_most_128_steps_and_1000_characters() -> None:
    assert len(parse_path("$" + "[0]" * 128)) == 128
    for path in ("$" + "[0]" * 129, "$." + "x" * 999):
        with pytest.raises(ValueError, match="too"):
            parse_path(path)

"""Requests in which any JSON value takes the place of a valid part."""

import json
from typing import Any

import httpx
from hypothesis import strategies as st

from tests.functions.calling import Json

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=40),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4)
    ),
    max_leaves=12,
)


def places(value: Any, way: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The paths of all values in a body."""
    if not isinstance(value, dict | list):
        return []
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    return [place for key, child in inner for place in ((*way, key), *places(child, (*way, key)))]


@st.composite
def nearly(draw: st.DrawFn, body: Json) -> Json:
    """A body with any JSON at one of its places, or with an unknown field."""
    copy: Json = json.loads(json.dumps(body))
    *way, last = draw(st.sampled_from(places(body)))
    place: Any = copy
    for step in way:
        place = place[step]
    if isinstance(place, dict) and draw(st.booleans()):
        last = draw(st.text(max_size=8))
    place[last] = draw(ANYTHING)
    return copy


async def assert_taken_or_refused(
    api: httpx.AsyncClient, path: str, body: Json, method: str = "POST"
) -> None:
    """Assert that the API accepts or refuses a body without an error of its own."""
    content = json.dumps(body).encode()
    answer = await api.request(method, path, content=content)
    assert answer.status_code in {200, 400, 422}, f"{path}: {content!r}: {answer.text}"

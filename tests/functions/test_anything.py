"""Whatever is sent: never an error of ours, and what is stored comes back."""

import json

import httpx
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.functions.calling import App

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=40),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4)
    ),
    max_leaves=12,
)
FIELDS = st.sampled_from(
    ["situation", "decision", "stage", "outcome", "tags", "trust", "category", "query", "limit",
     "threshold", "run_id", "memory_ids", "vote", "voter_id", "correction", "min_confidence",
     "max_downvotes", "cursor", "dry_run", "explain"]
)  # fmt: skip
PATHS = ("memories", "memories/search", "citations", "memories/mem_x/votes", "memories/prune")


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(body=st.dictionaries(FIELDS | st.text(max_size=8), ANYTHING, max_size=8) | ANYTHING)
async def test_whatever_is_sent_is_never_an_error_of_ours(
    api: httpx.AsyncClient, body: object
) -> None:
    content = json.dumps(body).encode()
    for path in PATHS:
        answer = await api.post(f"/apps/hostile/{path}", content=content)
        assert answer.status_code < 500, f"{path}: {content!r}"


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    situation=st.text(min_size=1, max_size=60),
    decision=st.text(min_size=1, max_size=60),
    tags=st.lists(st.text(min_size=1, max_size=10), max_size=3),
)
async def test_whatever_text_is_stored_comes_back(
    api: httpx.AsyncClient,
    situation: str,
    decision: str,
    tags: list[str],
) -> None:
    app = App(api, "round-trip")
    answer = await app.store(
        f"x{situation}x", decision=f"y{decision}y", tags=[f"t{t}t" for t in tags]
    )
    if "\0" in situation + decision + "".join(tags):
        assert answer.status_code == 422
        return
    memory = answer.json()
    assert answer.status_code in {200, 201}
    if answer.status_code == 201:
        kept = await app.get(memory["id"])
        assert (kept["situation"], kept["decision"]) == (f"x{situation}x", f"y{decision}y")
        assert kept["metadata"]["tags"] == [f"t{t}t" for t in tags]

"""Arguments and texts of any kind that callers may send."""

from hypothesis import strategies as st

from tests.detection.hostile import HOSTILE

# Nothing is found in these, but something is where they are cut.
HARMLESS_IN_WHOLE = (
    "The caller named it 078-05-1120-" + "x" * 60,
    "It was charged on 4111 1111 1111 1111-" + "x" * 60,
    "It was sent to jane.doe@example.com" + "_x" * 40,
    "The account is DE89370400440532013000" + "x" * 50,
)
_TELLING = st.sampled_from(
    (
        "CrashLoopBackOff",
        "password: hunter22xyz",
        "jane.doe@example.com",
        "2026-01-05T10:00:00Z ERROR boom",
        "+49 170 1234567",
        "\ud83d",
        '"quoted\\"\n',
        "👩‍👩‍👧‍👦🇩🇪" * 10,
        *(each[:300] for each in HOSTILE),
    )
)
# Any code points, halves of surrogate pairs among them.
TEXTS = st.text(st.characters(), max_size=60) | _TELLING
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)
ARGUMENTS = st.dictionaries(
    st.sampled_from(("namespace", "domain", "symptom", "token", "exitCode")) | TEXTS,
    _VALUES,
    max_size=6,
)

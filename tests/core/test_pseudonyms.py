"""A pseudonym is always the same for a subject, and reveals nothing without the secret."""

from hypothesis import given
from hypothesis import strategies as st

from recollect.core.pseudonyms import pseudonym


@given(st.text(min_size=1), st.text(), st.text())
def test_a_pseudonym_depends_on_the_subject_and_on_the_secret(
    secret: str, ada: str, bob: str
) -> None:
    told = pseudonym(secret, ada)
    assert told == pseudonym(secret, ada)
    assert len(told) == 16
    assert set(told) <= set("0123456789abcdef")
    assert (told == pseudonym(secret, bob)) == (ada == bob)
    assert told != pseudonym(f"another {secret}", ada)

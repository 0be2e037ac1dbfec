"""A pseudonym is always the same for somebody, and says nothing to who does not have the secret."""

from hypothesis import given
from hypothesis import strategies as st

from recollect.core.pseudonyms import pseudonym


@given(st.text(min_size=1), st.text(), st.text())
def test_it_is_of_one_subject_and_of_one_secret(secret: str, ada: str, bob: str) -> None:
    told = pseudonym(secret, ada)
    assert told == pseudonym(secret, ada)
    assert len(told) == 16
    assert set(told) <= set("0123456789abcdef")
    assert (told == pseudonym(secret, bob)) == (ada == bob)
    assert told != pseudonym(f"another {secret}", ada)

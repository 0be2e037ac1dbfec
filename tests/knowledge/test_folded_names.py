"""Names are compared without differences that people do not write consistently."""

from hypothesis import given
from hypothesis import strategies as st

from recollect.knowledge.folded_names import folded_name


def test_spellings_of_one_name_fold_to_the_same_name() -> None:
    cases: list[str] = [
        "Straße & Söhne",
        "STRASSE & SÖHNE",
        "  straße  &\tsöhne ",
        "Straße & So\u0308hne",
        "\uff33traße & Söhne",
    ]
    for written in cases:
        assert folded_name(written) == "strasse & söhne"


def test_different_names_fold_to_different_names() -> None:
    assert (
        len({folded_name(name) for name in ("Altus", "Altus Health", "Altus-Health", "Ältus")}) == 4
    )


@given(st.text() | st.text(st.characters(categories=["Cs", "Zs", "Lu"])))
def test_folding_a_folded_name_changes_nothing(name: str) -> None:
    once = folded_name(name)

    assert folded_name(once) == once
    assert once == once.strip()
    assert "\n" not in once
    assert once.encode().decode() == once

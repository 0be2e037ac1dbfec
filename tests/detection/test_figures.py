"""The level that was measured on somebody else's corpus is kept."""

from tests.detection.figures import figures, unseen

TEXTS, HARMLESS = unseen("unseen_texts"), unseen("unseen_negatives")
MEASURED = figures(TEXTS, HARMLESS)


def test_no_more_texts_are_missed_than_were() -> None:
    assert len(MEASURED.missed) <= 12, "\n".join(MEASURED.told())
    assert MEASURED.recall >= 0.91


def test_no_more_harmless_texts_are_masked_than_were() -> None:
    assert len(MEASURED.alarms) <= 1, "\n".join(MEASURED.told())
    assert MEASURED.precision >= 0.99


def test_the_corpus_is_whole() -> None:
    assert (len(TEXTS), len(HARMLESS)) == (120, 120)
    assert all(secret in each.text for each in TEXTS for secret in each.secrets)

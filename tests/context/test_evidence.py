from recollect.context.evidence import is_readable


def test_a_text_of_only_redactions_or_punctuation_is_not_readable() -> None:
    assert not is_readable("[REDACTED].")
    assert not is_readable("[REDACTED], [REDACTED]!")
    assert not is_readable("…")
    assert is_readable("[REDACTED] called.")
    assert is_readable("系统")

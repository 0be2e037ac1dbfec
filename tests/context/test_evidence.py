from recollect.context.evidence import is_readable


def test_only_what_says_something_is_readable() -> None:
    assert not is_readable("[REDACTED].")
    assert not is_readable("[REDACTED], [REDACTED]!")
    assert not is_readable("…")
    assert is_readable("[REDACTED] called.")
    assert is_readable("系统")

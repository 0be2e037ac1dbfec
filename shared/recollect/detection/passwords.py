"""Passwords, passphrases and codes in text, recognized by the words before them."""

import re

from recollect.detection.plausible import is_plausible_password, is_strong_password
from recollect.detection.prose_passwords import NAMED_HEAD, NAMED_HINTS, PROSE_RULES
from recollect.detection.recovery import RECOVERY_RULES
from recollect.detection.rules import Rule, Rules, hints_of

ASSIGNS = r"""(?:\\?["'`\]*]){0,3}\s{0,3}(?:=>|:=|={1,2}|[:\uff1a]|>)\s{0,3}(?:\*\*\s?)?"""
QUOTED = r"""\\?(?P<quote>["'`])"""
VALUE = rf"""(?:{QUOTED})?(?P<value>(?(quote)(?:(?!(?P=quote))[^\n\\])+|[^\s"'`<>;\\]+))"""
SAYS = (
    r"(?i:\s(?:is|was|ist|war|lautet|est|es|è|é|jest|(?:(?:re)?set |changed )?to)"
    r"(?: now| jetzt)?:?\s)"
)


_MIN_CHARS = 8


def without_tail(value: str) -> str:
    """The value without the sentence's punctuation, and without further parameters of a URL."""
    return re.split(r"&\w{1,40}=", value, maxsplit=1)[0].rstrip(".,:)]}")


def is_password(match: re.Match[str]) -> bool:
    """Whether the value behind a word for passwords and a sign such as `=` can be a password."""
    before = match.string[match.start() : match.start("value")].rstrip()
    assigned = match["quote"] is not None or before.endswith("=")
    return is_plausible_password(without_tail(match["value"]), assigned=assigned)


def is_prose_password(match: re.Match[str]) -> bool:
    """Whether the value can be a password, if no sign assigns it."""
    return is_plausible_password(without_tail(match["value"]), assigned=False)


def _has_both_cases(match: re.Match[str]) -> bool:
    value = match["value"]
    return len(value) >= _MIN_CHARS and value != value.lower() and value != value.upper()


def _are_strong(match: re.Match[str]) -> bool:
    return all(
        is_strong_password(each) and re.search(r"[!$%^&*?@#+=~]", each) is not None
        for each in re.split(r"\s", match["value"])[::2]
    )


PASSWORD_RULES = (
    *PROSE_RULES,
    Rule("password", NAMED_HINTS, f"\\d?{ASSIGNS}{VALUE}", is_password, head=NAMED_HEAD),
    Rule(
        "password",
        hints_of("from von de da van", None),
        r"(?i:(?<![^\W_])(?:from|von|de|da|van))[ \t]"
        r"(?P<value>[^\s\"'`<>;,]{7,64}[ \t](?i:to|auf|zu|à|a|para|in|naar)[ \t]"
        r"[^\s\"'`<>;,]{7,64}(?<![.)]))",
        _are_strong,
    ),
    Rule(
        "password",
        hints_of("passphrase,pass phrase,passwort", ","),
        r"(?i:pass ?phrase)[^\n:\"'`]{0,40}[:\s]\s?[\"'`](?P<value>[^\W\d_]{2,}(?:[ -]"
        r"[^\W\d_]{2,}){2,9})[\"'`]",
    ),
    *RECOVERY_RULES,
)

ODD_WORDS = Rules(
    # A word of both cases with a digit and a sign inside is not prose, whatever the words before.
    Rule(
        "password",
        hints_of("! $ ^ * %", None),
        r"(?P<value>[A-Za-z](?<![^\s\"'`(,:=].)[A-Za-z]{1,23}(?:[!$^*]\d{2,}[A-Za-z0-9]{0,12}"
        r"|\d{1,6}(?:[!$^*]|%(?![0-9a-fA-F]{2}))[A-Za-z]{2,24}\d{0,6}))(?=[\s\"'`.,;)]|$)",
        _has_both_cases,
        loose=True,
    ),
    where=r"[!$^*%](?<=[A-Za-z0-9].)(?=[A-Za-z0-9])",
)

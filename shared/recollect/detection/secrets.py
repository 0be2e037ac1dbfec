"""Credentials in text: keys and tokens by their form, other secrets by the words before them."""

import re
from collections.abc import Iterator
from itertools import zip_longest

from recollect.detection.codes import CODES
from recollect.detection.command_lines import COMMANDS, SCRIPT_RULES
from recollect.detection.encoded import encoded_in
from recollect.detection.password_columns import password_columns_in
from recollect.detection.passwords import (
    ASSIGNS,
    ODD_WORDS,
    PASSWORD_RULES,
    SAYS,
    VALUE,
    without_tail,
)
from recollect.detection.plausible import is_plausible_token, is_stand_in, is_varied
from recollect.detection.readings import read
from recollect.detection.rules import Finding, Rule, Rules, hints_of
from recollect.detection.vendor_tokens import vendor_tokens_in
from recollect.detection.wrapped import wrapped_in

_KEY_MARK = r"-----(BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
_KEY_LINES = r"(?:(?:\s|\\[rn]){0,8}[A-Za-z0-9+/=]{16,})+"
_MIN_KEY_CHARS, _MIN_URL_PASSWORD_CHARS = 40, 3

# "key" is a word for a credential only behind a word that says for what: "api key".
_TOKENS = r"(?:secret|token|credential|key)"
_TOKEN_HINTS = hints_of("secret token credential key")
_KEY_OF = re.compile(
    r"(?:api|app|access|secret|private|preshared|account|signing|encryption|auth|master|service"
    r"|licen[cs]e|integration|storage|admin|ingest|webhook|user|session|cookie|subscription)[ _-]?$"
)
# Names of tokens that are no credentials: they page through a list, or identify a request.
_NO_CREDENTIAL = re.compile(
    r"(?:next|page|continuation|cursor|sync|idempotency|request|csrf)[ _-]?$"
)


def _is_token(match: re.Match[str]) -> bool:
    before = match.string[max(0, match.start() - 16) : match.start()].lower()
    name = match.group().lower()
    if _NO_CREDENTIAL.search(before) or (name.startswith("key") and not _KEY_OF.search(before)):
        return False
    named = not name.startswith("token")
    return is_plausible_token(without_tail(match["value"]), uuid=named)


def _is_header(match: re.Match[str]) -> bool:
    return is_varied(match["value"]) and not match["value"].isalpha()


def _is_url_password(match: re.Match[str]) -> bool:
    value = match["value"]
    return (
        len(value) >= _MIN_URL_PASSWORD_CHARS
        and not is_stand_in(value)
        and re.match(r"[<\[{%]|\$[\w({]", value) is None
    )


_RULES = Rules(
    Rule(
        "url_password",
        ("://",),
        r"""://(?P<user>[^\s/?#'"<>`:]{0,128}):(?P<value>[^\s/?#'"<>`]{1,256}(?:['"][^\s/?#'"<>`@:,]{1,64})?)@(?=[\w\[.-])""",
        _is_url_password,
    ),
    Rule(
        "authorization",
        ("authorization", "bearer", "ssws"),
        r"(?i:authorization[\"']?\s?[:=]\s?[\"']?(?:bearer|basic|token|apikey|ssws|genie-?key|bot"
        r"|key)\s+|bearer\s+|ssws\s+)"
        r"(?P<value>[A-Za-z0-9._~+/=-]{12,})",
        _is_header,
    ),
    Rule(
        "session",
        hints_of("sess connect.sid"),
        r"(?i:sess(?:ion)?(?:[-_.]?id)?|connect\.sid)\s?=\s?(?P<value>[\w.%~:+/-]{16,})",
        lambda match: is_plausible_token(match["value"], uuid=False),
    ),
    Rule("token", _TOKEN_HINTS, f"(?i:{_TOKENS}){ASSIGNS}{VALUE}", _is_token),
    Rule("token", ("--",), rf"--(?:[a-z]{{1,20}}-)?(?:token|key|secret)\s{VALUE}", _is_token),
    Rule("token", _TOKEN_HINTS, rf"(?i:{_TOKENS}){SAYS}{VALUE}", _is_token),
    Rule(
        "token",
        hints_of("secret token"),
        rf"(?i:secret|token)(?:[ \t][^\s.;:=]{{1,20}}){{1,6}}?{SAYS}(?P<value>[A-Za-z0-"
        "9+/_=.-]{16,})",
        _is_token,
    ),
    Rule("token", _TOKEN_HINTS, rf"(?i:{_TOKENS})\s(?P<value>[A-Za-z0-9+/_=.-]{{16,}})", _is_token),
    Rule(
        "twilio",
        hints_of("account_sid accountsid auth_token authtoken"),
        r"(?i:account_?sid|auth_?token)[^\n]{0,40}?[\"'](?P<value>[0-9a-f]{32})[\"']",
        _is_header,
    ),
    *PASSWORD_RULES,
    *SCRIPT_RULES,
)


def secrets_in(text: str) -> tuple[Finding, ...]:
    """The credentials in `text`, in its order, without overlaps."""
    return read(text, _secrets)


def _secrets(text: str) -> Iterator[Finding]:
    yield from _plain_secrets(text)
    yield from wrapped_in(text, vendor_tokens_in)
    yield from encoded_in(text, lambda decoded: any(True for _ in _plain_secrets(decoded)))


def _plain_secrets(text: str) -> Iterator[Finding]:
    yield from _private_keys(text)
    yield from vendor_tokens_in(text)
    for rules in (_RULES, CODES, ODD_WORDS, COMMANDS):
        yield from rules.found_in(text)
    yield from password_columns_in(text)


def _private_keys(text: str) -> Iterator[Finding]:
    if "-----" not in text:
        return
    marks = list(re.finditer(_KEY_MARK, text))
    for mark, following in zip_longest(marks, marks[1:]):
        if mark[1] == "BEGIN":
            end = _key_end(text, mark, following)
            if end - mark.end() >= _MIN_KEY_CHARS:
                yield Finding("private_key", mark.start(), end)


def _key_end(text: str, begin: re.Match[str], following: re.Match[str] | None) -> int:
    """The end of a private key: behind its END line, or behind the last line of a truncated key."""
    limit = following.start() if following else len(text)
    body = re.compile(_KEY_LINES).search(text, begin.end(), limit)
    if body is None or len(body.group()) < _MIN_KEY_CHARS:
        return begin.end()
    return following.end() if following and following[1] == "END" else body.end()

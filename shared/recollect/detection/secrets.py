"""Credentials in text: keys and tokens by their shape, other secrets by what stands before them."""

import re
from collections.abc import Iterator
from itertools import zip_longest

from recollect.detection.plausible import (
    is_plausible_password,
    is_plausible_token,
    is_stand_in,
    is_varied,
)
from recollect.detection.rules import Finding, Rule, found_by, without_overlaps, words
from recollect.detection.vendor_tokens import VENDOR_TOKENS

_KEY_MARK = r"-----(BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
_KEY_LINES = r"(?:(?:\s|\\[rn]){0,8}[A-Za-z0-9+/=]{16,})+"
_SHORTEST_KEY, _SHORTEST_URL_PASSWORD = 40, 3

_PASSWORDS = (
    r"(?:passw(?:or)?d|passphrase|passcode|pwd|(?<=_)pass|(?<![^\W_])pw|passwor[td]|kennwort|"
    r"mot de passe|contraseña|contrasena|senha|wachtwoord|lösenord|hasło|пароль|"
    r"パスワード|密码|密碼|비밀번호)"
)
_PASSWORD_HINTS = (
    "mot de passe",
    *words("passw passphrase passcode pwd pass pw kennwort contrase senha wachtwoord lösenord"),
    *words("hasło пароль パスワード 密码 密碼 비밀번호"),
)
_TOKENS = (
    r"(?:(?:api|access|secret|private|account|signing|encryption|auth|master)[ _-]?key|"
    r"secret|token|credential)"
)
_TOKEN_HINTS = words(
    "api access secret private account signing encryption auth master token credential"
)
_ASSIGNS = r"""(?:\\?["'`\]*]){0,3}\s{0,3}(?:=>|:=|={1,2}|[:\uff1a]|>)\s{0,3}(?:\*\*\s?)?"""
_QUOTED = r"""\\?(?P<quote>["'`])"""
_VALUE = rf"""(?:{_QUOTED})?(?P<value>(?(quote)(?:(?!(?P=quote))[^\n\\])+|[^\s"'`<>;\\]+))"""
_SAYS = (
    r"(?i:\s(?:is|was|ist|war|lautet|est|es|è|é|jest|(?:(?:re)?set |changed )?to)"
    r"(?: now| jetzt)?:?\s)"
)
# Tokens by name that open nothing: they say where a list goes on, or that a request is the same.
_NO_CREDENTIAL = re.compile(
    r"(?:next|page|continuation|cursor|sync|idempotency|request|csrf)[ _-]?$"
)


def _is_password(match: re.Match[str]) -> bool:
    before = match.string[match.start() : match.start("value")].rstrip()
    assigned = match["quote"] is not None or before.endswith("=")
    return is_plausible_password(_without_tail(match["value"]), assigned=assigned)


def _is_told_password(match: re.Match[str]) -> bool:
    return is_plausible_password(_without_tail(match["value"]), assigned=False)


def _is_token(match: re.Match[str]) -> bool:
    if _NO_CREDENTIAL.search(match.string[max(0, match.start() - 16) : match.start()].lower()):
        return False
    named = not match.group().lower().startswith("token")
    return is_plausible_token(_without_tail(match["value"]), uuid=named)


def _is_header(match: re.Match[str]) -> bool:
    return is_varied(match["value"]) and not match["value"].isalpha()


def _is_url_password(match: re.Match[str]) -> bool:
    value = match["value"]
    return (
        len(value) >= _SHORTEST_URL_PASSWORD
        and not is_stand_in(value)
        and re.match(r"[<\[{%]|\$[\w({]", value) is None
    )


def _without_tail(value: str) -> str:
    """Less the punctuation of the sentence, and the parameters after it in a URL."""
    return re.split(r"&\w{1,40}=", value, maxsplit=1)[0].rstrip(".,:)]}")


_RULES = (
    Rule(
        "url_password",
        ("://",),
        r"""://(?P<user>[^\s/?#'"<>`:]{0,128}):(?P<value>[^\s/?#'"<>`]{1,256})@(?=[\w\[.-])""",
        _is_url_password,
    ),
    Rule(
        "authorization",
        ("authorization", "bearer"),
        r"(?i:authorization[\"']?\s?[:=]\s?[\"']?(?:bearer|basic|token|apikey)\s+|bearer\s+)"
        r"(?P<value>[A-Za-z0-9._~+/=-]{12,})",
        _is_header,
    ),
    Rule("password", _PASSWORD_HINTS, f"(?i:{_PASSWORDS})\\d?{_ASSIGNS}{_VALUE}", _is_password),
    Rule("password", _PASSWORD_HINTS, f"(?i:{_PASSWORDS}){_SAYS}{_VALUE}", _is_told_password),
    Rule(
        "password",
        _PASSWORD_HINTS,
        rf"(?i:{_PASSWORDS})\s{_QUOTED}(?P<value>[^\s\"'`]+)(?P=quote)",
        _is_told_password,
    ),
    Rule("password", ("--pass",), rf"--pass(?:word|wd|phrase)?\s{_VALUE}", _is_told_password),
    Rule("password", ("identified",), rf"(?i:identified\s+by)\s+{_VALUE}", _is_password),
    Rule(
        "password",
        ("-u",),
        r"(?<!\S)-u\s?[\"']?[\w.@-]{1,64}:(?P<value>[^\s\"'<>]+)",
        _is_told_password,
    ),
    Rule("token", _TOKEN_HINTS, f"(?i:{_TOKENS}){_ASSIGNS}{_VALUE}", _is_token),
    Rule("token", ("--",), rf"--(?:[a-z]{{1,20}}-)?(?:token|key|secret)\s{_VALUE}", _is_token),
    Rule("token", _TOKEN_HINTS, rf"(?i:{_TOKENS}){_SAYS}{_VALUE}", _is_token),
    Rule("token", _TOKEN_HINTS, rf"(?i:{_TOKENS})\s(?P<value>[A-Za-z0-9+/_=.-]{{16,}})", _is_token),
)


def secrets_in(text: str) -> tuple[Finding, ...]:
    """The credentials in `text`, in its order and without overlaps."""
    return without_overlaps(
        (*_private_keys(text), *found_by(VENDOR_TOKENS, text), *found_by(_RULES, text))
    )


def _private_keys(text: str) -> Iterator[Finding]:
    if "-----" not in text:
        return
    marks = list(re.finditer(_KEY_MARK, text))
    for mark, following in zip_longest(marks, marks[1:]):
        if mark[1] == "BEGIN":
            end = _key_end(text, mark, following)
            if end - mark.end() >= _SHORTEST_KEY:
                yield Finding("private_key", mark.start(), end)


def _key_end(text: str, begin: re.Match[str], following: re.Match[str] | None) -> int:
    """Where the key that begins there ends: at its mark, or after the last line of a torn one."""
    limit = following.start() if following else len(text)
    body = re.compile(_KEY_LINES).search(text, begin.end(), limit)
    if body is None or len(body.group()) < _SHORTEST_KEY:
        return begin.end()
    return following.end() if following and following[1] == "END" else body.end()

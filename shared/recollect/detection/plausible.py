"""Distinguishing a secret from a placeholder, a reference, a name, or a word of prose."""

import re
from collections.abc import Callable

_MASKED = re.compile(r"\*{3}|•{2}|x{4}|X{4}|\.{3}|…|#{4}|_{4}|REDACTED|[Rr]edacted|MASKED|FILTERED")
_REFERENCE = re.compile(
    r"[<\[{(%]"  # <password>, [hidden], {{ password }}, %PASSWORD%
    r"|[$@!][\w({]"  # $DB_PASSWORD, ${password}, @password, !vault
    r"|(?:[a-z]+:)?//|https?:|[./~]|[A-Za-z]:\\|arn:|vault:|env:|ref:|file:|ssm:|op:"  # where it is
    r"|[A-Za-z_][\w.]*[(\[]"  # getpass(), os.environ["PASSWORD"]
    r"|[A-Za-z_]+(?:\.[A-Za-z_]+)+$"  # process.env.PASSWORD
    r"|[\w./-]+\.(?:pem|key|txt|json|ya?ml|env|crt|cer|pfx|p12|md|py|js|conf|ini)$"
)
_DATE = re.compile(r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?:T.*)?$")
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$")
# Words joined by punctuation, perhaps numbered: db-creds-v2, base64-encoded, prod/payments/api.
_NAME = re.compile(
    r"(?:[a-z]+\d{0,2}(?:[-_./:][a-z]*\d{0,2})+|[A-Z]+\d{0,2}(?:[-_./:][A-Z]*\d{0,2})+)$"
)
_TITLE = re.compile(r"[A-Za-z]+(?:[-_./:][A-Za-z]*)+$")
# Numbered things: a server, a version, a release, an error of Windows; and names of letters and a
# number.
_NUMBERED = re.compile(
    r"(?i:server|srv|host|node|vm|pc|laptop|client|switch|router|rack|line|version|release|level"
    r"|room|"
    r"office|windows|ubuntu|ticket|case|v|phase|step|site|floor|zone|user|account|konto)[-_#. ]?"
    r"[\d.]+$"
    r"|0x(?:80[0-9A-Fa-f]|C00)[0-9A-Fa-f]{5}$|[A-Za-z]+\d+[A-Za-z]?$|[A-Za-z]+\d+(?:\.\d+)+$|\d+[A-Za-z]{1,3}$|[A-Z]{2,}[-_]?\d+[A-Z]?$|\d+(?:[.,:/-]\d+)+\w{0,3}$"
)
_KEEPER = re.compile(r"(?:1password|keepass|lastpass|bitwarden|passbolt)", re.IGNORECASE)
_INNER = re.compile(r"[A-Za-z]\d+[A-Za-z]{2}")
_ALGORITHM = re.compile(
    r"(?:sha|md|aes|hs|rs|es|base|utf|oauth|argon|bcrypt|pbkdf|scrypt|ntlmv?|tlsv?|ipv|http"
    r"|totp|fido)"
    r"[-_]?\d{1,3}(?:[-/_.,]?\w{0,4})$",
    re.IGNORECASE,
)
_STAND_IN = re.compile(
    r"your|changeme|change[-_]me|change[-_]?it|placeholder|example|dummy|replace|insert|todo|"
    r"(?:my|the|some|a|new|old|db)[-_ ]?(?:password|passwd|secret|token|api[-_]?key|key)",
    re.IGNORECASE,
)
_WORDS = frozenset(
    (
        "n/a na nil none null true false yes no unknown undefined unset empty missing required "
        "optional "
        "string text str int integer number boolean bool object value any type password passwd "
        "passwort "
        "passphrase secret token credential credentials hidden removed deleted masked encrypted "
        "hashed expired invalid incorrect wrong valid correct changed reset "
        "forgotten rejected revoked rotated "
        "disabled enabled default bearer basic digest header cookie session private public "
        "internal username email e-mail login user admin please same above below attached see"
    ).split()
)
_NO_PASSWORD = re.compile(r"[/\\=(){}<>|]|@[\w-]+\.[a-z]|^#|^\W*$|\d{4}-\d\d-\d\d|::")
_SIGNS = frozenset("!@#$%^&*+=?~")
# A CSS selector, a channel or an anchor: `#login-button`, `#ops-desk`.
_SELECTOR = re.compile(r"[#.][A-Za-z]+(?:[-_.][A-Za-z]+)*")
_MIN_TOKEN_CHARS, _MIN_PASSWORD_CHARS, _LONG_TOKEN_CHARS, _MIN_DISTINCT_CHARS = 12, 6, 24, 4
_MIN_STRONG_KINDS = 3


def is_left_out(value: str) -> bool:
    """Whether this says that a value is missing or masked, or only names its type."""
    bare = value.strip().strip("\"'`.,;:()-_").casefold()
    return not bare or bare in _WORDS or _MASKED.search(value) is not None


def is_stand_in(value: str) -> bool:
    """Whether this stands in for a secret: a missing or masked value, or a placeholder."""
    return len(set(value)) <= 1 or is_left_out(value) or _STAND_IN.search(value[:200]) is not None


def is_plausible_password(value: str, *, assigned: bool) -> bool:
    """Whether somebody could have chosen this as a password.

    A word of only letters counts only if the text leaves no doubt that it is `assigned`.
    """
    if len(value) < _MIN_PASSWORD_CHARS or _is_something_else(value) or _ALGORITHM.match(value):
        return False
    if not assigned and _SELECTOR.fullmatch(value):
        return False
    letters, digits = _has(str.isalpha, value), _has(str.isdigit, value)
    if not letters:
        return digits and not _DATE.match(value)
    return digits or assigned or not _SIGNS.isdisjoint(value[:-1])


def is_plausible_token(value: str, *, uuid: bool = True) -> bool:
    """Whether a machine could have generated this key or token; a UUID counts only if `uuid`."""
    if len(value) < _MIN_TOKEN_CHARS or _is_something_else(value) or _DATE.match(value):
        return False
    if _UUID.match(value):
        return uuid
    mixed = value != value.lower() and value != value.upper() and len(value) >= _LONG_TOKEN_CHARS
    return _has(str.isalpha, value) and (_has(str.isdigit, value) or mixed) and is_varied(value)


def is_strong_password(value: str) -> bool:
    """Whether this can hardly be a word or a name, so that prose need not say that it "is" one."""
    if not is_plausible_password(value, assigned=False):
        return False
    if _NUMBERED.match(value) or _KEEPER.match(value):
        return False
    kinds = (str.islower, str.isupper, str.isdigit, lambda each: not each.isalnum())
    several = sum(_has(kind, value) for kind in kinds) >= _MIN_STRONG_KINDS
    return _has(str.isdigit, value) and (several or _INNER.search(value) is not None)


def is_marked(value: str) -> bool:
    """Whether anybody would see a password in this: a strong one, not a path, call or address."""
    return is_strong_password(value) and _NO_PASSWORD.search(value) is None


def is_random(value: str) -> bool:
    """Whether a machine generated this: it has letters of both cases, digits and no placeholder."""
    kinds = (str.islower, str.isupper, str.isdigit)
    return all(_has(kind, value) for kind in kinds) and is_varied(value)


def is_varied(value: str) -> bool:
    """Whether a token of a known form is real, not a drawing of the form such as `ghp_xxxx`."""
    return len(set(value)) >= _MIN_DISTINCT_CHARS and not is_stand_in(value)


def _is_something_else(value: str) -> bool:
    head = value[:200]
    return (
        any(character.isspace() for character in value)
        or is_stand_in(value)
        or _REFERENCE.match(head) is not None
        or _NAME.match(head) is not None
        or _TITLE.match(head) is not None
    )


def _has(kind: Callable[[str], bool], value: str) -> bool:
    return any(map(kind, value))

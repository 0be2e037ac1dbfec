"""The mentions in a conversation: addresses, host names and names of configuration items.

Anything that may be a name counts as one. That is harmless: the configuration database is asked for
it as written, and only an item of exactly that name is found. Every pattern consumes what it
matches, and every piece is read once, so that a message with 10,000 addresses takes linear time.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final

from recollect.discovery.phrases import phrases
from recollect.discovery.spellings import spelled_out
from recollect.language.unspaced import UNSPACED
from recollect.relevance.identifiers import identifiers
from recollect.servicedesk.items import Mentions

MAX_MENTIONS_PER_KIND: Final = 50
"""How many mentions of each kind are kept, the first ones."""

# Slack writes links as <https://a.example.com|a.example.com>.
_TOKEN = re.compile(rf"[^\s<>|,;\"'`(){{}}«»“”‘’\\\u3000-\u303f{UNSPACED}]+")
_MARKS = ".!?*_~#-…"
_EDGES = _MARKS + ":"
_URL_HOST = re.compile(r"(?:[^/?#@]*@)?(\[[^\]/?#]*\]|[^/?#:]*)")
_LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_HOST = re.compile(rf"(?:{_LABEL}\.)+[a-z][a-z0-9-]{{0,61}}[a-z0-9]", re.IGNORECASE)
_MAX_HOST_CHARS, _MAX_NAME_CHARS, _MAX_ADDRESS_CHARS = 253, 100, 45
# ALTUSDC01, fw1, srv1001a; with five digits or more it is the number of a case or an article.
_UNHYPHENATED = re.compile(r"[a-z]{2,15}[0-9]{1,4}[a-z]?", re.IGNORECASE)
# altus-ama-core1: three parts, and letters before a number.
_LABELLED = re.compile(r"[a-z][a-z0-9]*-(?:[a-z0-9]+-)+[a-z]+[0-9]+")
_NOT_AN_ITEM = re.compile(r"(?:cve|rfc|iso|utf|sha|aes|kb|covid)-", re.IGNORECASE)
# Shaped like a name, but the name of a standard or a product: SHA256, utf8, win11, ipv4, http2.
_NOTATION = re.compile(
    r"(?:aes|amd|arm|base|float|u?int|sha|utf|win|ipv|http|tls|md|mp|usb|rs|oauth|covid)\d{1,4}",
    re.IGNORECASE,
)
_FILE_EXTENSIONS = frozenset(
    """
    bak bat bmp cer cfg class cmd conf crt css csv dat dll doc docx eml exe gif gz html ini iso jar
    java jpeg jpg js json key lnk log md msg msi pdf pem pfx png ppt pptx ps1 pst py rar rtf sql
    svg tar tgz tmp ts txt vhd vhdx vmdk vsdx war xls xlsx xml yaml yml zip
    """.split()
)
_VERSION_WORDS = frozenset(
    "version versions ver vers v release releases build firmware revision rev".split()
)
# Words that may stand between "version" and its number, and between the numbers of a range.
_WORDS_BEFORE_VERSION = frozenset({"is", "was", "number", "no", "nr", "from", "von", ""})
_RANGE_WORDS = frozenset({"to", "auf", ""})
_NETMASK_PREFIX = "255."


@dataclass(slots=True)
class _Found:
    """The mentions of each kind, in order of first mention.

    Keys are the form in which two mentions are compared, values what was written.
    """

    addresses: dict[str, str] = field(default_factory=dict)
    fqdns: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    @property
    def is_full(self) -> bool:
        return min(len(self.addresses), len(self.fqdns), len(self.names)) >= MAX_MENTIONS_PER_KIND


def mentions_in(texts: Iterable[str]) -> Mentions:
    """The mentions in `texts`, in the order of first mention, each once, at most 50 of a kind.

    Addresses are written as `ipaddress` writes them, host names in lower case, names as in the
    text. Loopback, multicast and unspecified addresses and netmasks are left out: they belong to no
    item. Of a URL only the host counts, of an e-mail address nothing, and four numbers after
    "version" are a version.
    """
    found = _Found()
    read: list[str] = []
    for text in texts:
        read.append(spelled_out(text))
        _collect(read[-1], found)
        if found.is_full:
            break
    kinds = (tuple(found.addresses), tuple(found.fqdns), tuple(found.names.values()))
    return Mentions(*kinds, phrases=tuple(phrases(read, MAX_MENTIONS_PER_KIND)))


def canonical_address(text: str) -> str:
    """The form in which addresses are compared, or "" if `text` is not an address.

    `2001:0DB8:0:0::1` becomes `2001:db8::1`.
    """
    address = _address(text)
    return "" if address is None else str(address)


def _collect(text: str, found: _Found) -> None:
    expects_version = was_version = False
    for piece, is_host in _pieces(text):
        if expects_version and _address(piece) is not None:
            expects_version, was_version = False, True
            continue
        word = piece.casefold()
        goes_on = (expects_version and word in _WORDS_BEFORE_VERSION) or (
            was_version and word in _RANGE_WORDS
        )
        expects_version, was_version = word in _VERSION_WORDS or goes_on, False
        _add_mention(piece, is_host, found)


def _pieces(text: str) -> Iterator[tuple[str, bool]]:
    """The pieces of a text that may be mentions, and whether each is known to be a host."""
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token.isalnum():  # a shortcut for most words, which have no parts
            yield token, False
            continue
        _, has_scheme, rest = token.partition("://")
        if has_scheme:
            host = _URL_HOST.match(rest)
            yield (host.group(1).strip("[]" + _MARKS) if host else ""), True
        elif "@" in token:
            # root@10.52.0.4 and root@fw01 name items; the domain of an e-mail address does not.
            after = token.rpartition("@")[2].strip(_EDGES)
            is_named = _address(after) is not None or _is_name(after.partition(".")[0])
            yield (after if is_named else "@"), False
        else:
            yield from ((piece, False) for piece in _parts(token))


def _parts(token: str) -> Iterator[str]:
    """The parts of tokens such as `a=b`, `10.0.0.0/24`, `[::1]` and `host:port`.

    An address with colons stays whole.
    """
    for part in re.split(r"[/=\[\]]", token):
        bare = part.strip(_EDGES)
        if "::" in part and _address(bare) is None:
            bare = part.strip(_MARKS)  # the last colons of `2001:db8::` belong to the address
        if ":" not in bare or _address(bare) is not None:
            yield bare
        else:
            yield from (each.strip(_EDGES) for each in bare.split(":"))


def _add_mention(piece: str, is_host: bool, found: _Found) -> None:
    if len(piece) > _MAX_HOST_CHARS or not piece or piece.isalpha():
        return
    address = _address(piece)
    if address is not None:
        if _may_belong_to_item(address):
            _add(found.addresses, str(address), piece)
    elif _is_fqdn(piece, is_host):
        _add(found.fqdns, piece.lower(), piece)
        # The same host may be known under another domain, or by its first label.
        if _is_name(host := piece.partition(".")[0]):
            _add(found.names, host.casefold(), host)
    elif _is_name(piece):
        for name in _spellings(piece):
            _add(found.names, name.casefold(), name)


def _add(kind: dict[str, str], key: str, written: str) -> None:
    if len(kind) < MAX_MENTIONS_PER_KIND:
        kind.setdefault(key, written)


def _address(text: str) -> IPv4Address | IPv6Address | None:
    bare = text.partition("%")[0]
    # Most words are not addresses: this check costs less than an exception.
    is_v6 = bare.count(":") > 1 and any(map(str.isdigit, bare))
    if len(bare) > _MAX_ADDRESS_CHARS or not (is_v6 or bare.count(".") == 3):  # noqa: PLR2004 - four octets
        return None
    try:
        return ip_address(bare)
    except ValueError:
        return None


def _may_belong_to_item(address: IPv4Address | IPv6Address) -> bool:
    return not (
        address.is_unspecified
        or address.is_loopback
        or address.is_multicast
        or str(address).startswith(_NETMASK_PREFIX)
    )


def _is_fqdn(piece: str, is_host: bool) -> bool:
    """Whether a piece is a full host name.

    If it is not known to be a host, it needs a domain of two labels, or a first label that looks
    like an item's name, and must not end like the name of a file.
    """
    if "." not in piece or not _HOST.fullmatch(piece):
        return False
    if is_host:
        return True
    host, _, domain = piece.partition(".")
    return piece.rpartition(".")[2].lower() not in _FILE_EXTENSIONS and (
        "." in domain or _is_name(host)
    )


def _is_name(piece: str) -> bool:
    if len(piece) > _MAX_NAME_CHARS or _NOT_AN_ITEM.match(piece):
        return False
    if "-" in piece or "_" in piece:
        hyphenated = piece.lower().replace("_", "-")
        is_known = hyphenated in identifiers(hyphenated)
        return "." not in piece and (is_known or _LABELLED.fullmatch(hyphenated) is not None)
    return _UNHYPHENATED.fullmatch(piece) is not None and not _NOTATION.fullmatch(piece)


def _spellings(name: str) -> Iterator[str]:
    """A name as written, and with hyphens for underscores, or underscores for several hyphens."""
    yield name
    if "_" in name:
        yield name.replace("_", "-")
    elif name.count("-") > 1:
        yield name.replace("-", "_")

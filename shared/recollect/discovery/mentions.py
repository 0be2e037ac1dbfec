"""What a conversation names: addresses, host names and names of configuration items.

What may be a name is asked for as it is written, and only an item of exactly that name is found: so
more is taken for a name than is one. Every pattern consumes what it matches and every piece is
looked at once, so that a message with 10,000 addresses takes linear time.
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

MOST: Final = 50
"""How many of each kind are kept: the first ones."""

# Slack writes links as <https://a.example.com|a.example.com>.
_TOKEN = re.compile(rf"[^\s<>|,;\"'`(){{}}«»“”‘’\\\u3000-\u303f{UNSPACED}]+")
_MARKS = ".!?*_~#-…"
_EDGES = _MARKS + ":"
_URL_HOST = re.compile(r"(?:[^/?#@]*@)?(\[[^\]/?#]*\]|[^/?#:]*)")
_LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_HOST = re.compile(rf"(?:{_LABEL}\.)+[a-z][a-z0-9-]{{0,61}}[a-z0-9]", re.IGNORECASE)
_LONGEST_HOST, _LONGEST_NAME, _LONGEST_ADDRESS = 253, 100, 45
# ALTUSDC01, fw1, srv1001a; with five digits or more it is the number of a case or an article.
_UNHYPHENATED = re.compile(r"[a-z]{2,15}[0-9]{1,4}[a-z]?", re.IGNORECASE)
# altus-ama-core1: three parts, and letters before a number.
_LABELLED = re.compile(r"[a-z][a-z0-9]*-(?:[a-z0-9]+-)+[a-z]+[0-9]+")
_NO_ITEM = re.compile(r"(?:cve|rfc|iso|utf|sha|aes|kb|covid)-", re.IGNORECASE)
# Said of thousands of things: SHA256, utf8, win11, ipv4, http2.
_NOTATION = re.compile(
    r"(?:aes|amd|arm|base|float|u?int|sha|utf|win|ipv|http|tls|md|mp|usb|rs|oauth|covid)\d{1,4}",
    re.IGNORECASE,
)
_FILES = frozenset(
    """
    bak bat bmp cer cfg class cmd conf crt css csv dat dll doc docx eml exe gif gz html ini iso jar
    java jpeg jpg js json key lnk log md msg msi pdf pem pfx png ppt pptx ps1 pst py rar rtf sql
    svg tar tgz tmp ts txt vhd vhdx vmdk vsdx war xls xlsx xml yaml yml zip
    """.split()
)
_VERSION_WORDS = frozenset(
    "version versions ver vers v release releases build firmware revision rev".split()
)
# Between the word and the number, and between two numbers.
_LINKS = frozenset({"is", "was", "number", "no", "nr", "from", "von", ""})
_RANGES = frozenset({"to", "auf", ""})
_NETMASK = "255."


@dataclass(slots=True)
class _Found:
    """Each kind by the key that makes two mentions one, in order of first mention."""

    addresses: dict[str, str] = field(default_factory=dict)
    fqdns: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    @property
    def is_full(self) -> bool:
        return min(len(self.addresses), len(self.fqdns), len(self.names)) >= MOST


def mentions_in(texts: Iterable[str]) -> Mentions:
    """What `texts` name, in the order of first mention, none of it twice, at most 50 of a kind.

    Addresses are written as `ipaddress` does, host names in lower case, names as they stand.
    Loopback, multicast and unspecified addresses and netmasks belong to no item. Of a URL the host
    counts, of an e-mail address nothing does, and four numbers after "version" are a version.
    """
    found = _Found()
    read: list[str] = []
    for text in texts:
        read.append(spelled_out(text))
        _look(read[-1], found)
        if found.is_full:
            break
    kinds = (tuple(found.addresses), tuple(found.fqdns), tuple(found.names.values()))
    return Mentions(*kinds, phrases=tuple(phrases(read, MOST)))


def canonical_address(text: str) -> str:
    """An address as it is compared, `2001:db8::1` of `2001:0DB8:0:0::1`; "" for what is none."""
    address = _address(text)
    return "" if address is None else str(address)


def _look(text: str, found: _Found) -> None:
    is_due = was_version = False
    for piece, is_host in _pieces(text):
        if is_due and _address(piece) is not None:
            is_due, was_version = False, True
            continue
        word = piece.casefold()
        goes_on = (is_due and word in _LINKS) or (was_version and word in _RANGES)
        is_due, was_version = word in _VERSION_WORDS or goes_on, False
        _note(piece, is_host, found)


def _pieces(text: str) -> Iterator[tuple[str, bool]]:
    """What may be named, and whether it is known to be a host."""
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token.isalnum():  # most words; they have no parts
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
    """`a=b`, `10.0.0.0/24` and `[::1]` in parts; host:port too, but not an address with colons."""
    for part in re.split(r"[/=\[\]]", token):
        bare = part.strip(_EDGES)
        if "::" in part and _address(bare) is None:
            bare = part.strip(_MARKS)  # the colons of 2001:db8:: are its own
        if ":" not in bare or _address(bare) is not None:
            yield bare
        else:
            yield from (each.strip(_EDGES) for each in bare.split(":"))


def _note(piece: str, is_host: bool, found: _Found) -> None:
    if len(piece) > _LONGEST_HOST or not piece or piece.isalpha():
        return
    address = _address(piece)
    if address is not None:
        if _is_an_items(address):
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
    if len(kind) < MOST:
        kind.setdefault(key, written)


def _address(text: str) -> IPv4Address | IPv6Address | None:
    bare = text.partition("%")[0]
    # Most words are no address: told by a look, which costs less than an exception.
    is_v6 = bare.count(":") > 1 and any(map(str.isdigit, bare))
    if len(bare) > _LONGEST_ADDRESS or not (is_v6 or bare.count(".") == 3):  # noqa: PLR2004 - four octets
        return None
    try:
        return ip_address(bare)
    except ValueError:
        return None


def _is_an_items(address: IPv4Address | IPv6Address) -> bool:
    return not (
        address.is_unspecified
        or address.is_loopback
        or address.is_multicast
        or str(address).startswith(_NETMASK)
    )


def _is_fqdn(piece: str, is_host: bool) -> bool:
    """A host by itself has a domain under a top level, or a name like an item's before it."""
    if "." not in piece or not _HOST.fullmatch(piece):
        return False
    if is_host:
        return True
    host, _, domain = piece.partition(".")
    return piece.rpartition(".")[2].lower() not in _FILES and ("." in domain or _is_name(host))


def _is_name(piece: str) -> bool:
    if len(piece) > _LONGEST_NAME or _NO_ITEM.match(piece):
        return False
    if "-" in piece or "_" in piece:
        hyphenated = piece.lower().replace("_", "-")
        is_known = hyphenated in identifiers(hyphenated)
        return "." not in piece and (is_known or _LABELLED.fullmatch(hyphenated) is not None)
    return _UNHYPHENATED.fullmatch(piece) is not None and not _NOTATION.fullmatch(piece)


def _spellings(name: str) -> Iterator[str]:
    """A name as it stands, and with the other mark between its parts where it has one of both."""
    yield name
    if "_" in name:
        yield name.replace("_", "-")
    elif name.count("-") > 1:
        yield name.replace("-", "_")

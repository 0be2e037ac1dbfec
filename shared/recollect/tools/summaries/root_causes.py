"""Kinds of root causes, and the words by which a text names them."""

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from recollect.language.terms import terms, words

# For languages without spaces words of two characters, since `terms` compares such pieces.
_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "authentication": "auth authenticate authentication credential kerberos lockout login logon"
        " mfa ntlm oauth passcode password saml sso token anmeldung kennwort passwort 認証",
        "certificate": "cert certificate ssl tls zertifikat 証明",
        "permissions": "acl denied entitlement forbidden permission privilege unauthorized"
        " berechtigung berechtigungen 権限",
        "licensing": "activation license licence licensed licensing subscription unlicensed lizenz",
        "DNS": "dns nameserver nslookup",
        "DHCP": "dhcp",
        "firewall": "firewall fortigate nat",
        "mail flow": "dkim dmarc mailflow mx ndr quarantine smtp spf undeliverable",
        "time sync": "chrony clock ntp skew",
        "malware": "malware phishing ransomware trojan virus",
        "backup": "backup restore rubrik veeam",
        "storage": "datastore disk iops lun nas raid san storage volume festplatte",
        "capacity": "capacity cpu exhausted exhaustion leak memory overload overloaded quota"
        " saturated saturation throttled throttling 容量",
        "carrier": "carrier circuit comcast fiber isp outage provider verizon",
        "network": "bgp gateway latency lan network packet port router routing subnet switch vlan"
        " vpn wan wifi netzwerk",
        "hardware": "battery hardware headset keyboard motherboard psu toner",
        "firmware": "bios driver firmware treiber",
        "update": "hotfix patch patched regression rollback update upgrade upgraded 更新",
        "configuration": "config configuration configured gpo misconfiguration misconfigured policy"
        " registry setting konfiguration 設定",
        "database": "database deadlock oracle postgres sql",
        "synchronization": "replication sync synchronization",
    }
)


@cache
def _kinds() -> Mapping[str, str]:
    return {
        term: kind
        for kind, given in _WORDS.items()
        for word in given.split()
        for term in terms(word)
    }


def root_causes(text: str) -> Iterator[str]:
    """The kinds of root causes that a text names, in the order of the text."""
    kinds = _kinds()
    found = (kinds.get(term) for word in words(text) for term in sorted(terms(word)))
    yield from dict.fromkeys(kind for kind in found if kind is not None)

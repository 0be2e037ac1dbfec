"""The patterns of context values, each with words for the person whose value does not match.

`recollect.core.shapes` has those of values in requests.
"""

from collections.abc import Mapping
from typing import Final

DOMAIN: Final = r"^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$"
CERTIFICATE: Final = r"^arn:aws[a-z-]*:acm:[a-z0-9-]+:[0-9]{12}:certificate/[a-z0-9-]{1,64}$"
TOPIC: Final = r"^arn:aws[a-z-]*:sns:[a-z0-9-]+:[0-9]{12}:[A-Za-z0-9_-]{1,256}$"
HTTPS: Final = r"^https://[^\s/]+(/\S*)?$"
ORIGIN: Final = r"^https://[^\s/*]+$|^http://localhost(:\d+)?$"
WORD: Final = r"^\S+$"
VERSION: Final = r"^[\w.:-]{0,64}$"
ADDRESS: Final = r"^[^@\s]+@[^@\s]+$"
SHAPES: Final[Mapping[str, str]] = {
    DOMAIN: "a host name such as api.example.com, in small letters and without https://",
    CERTIFICATE: "the ARN of a certificate, arn:aws:acm:REGION:ACCOUNT:certificate/ID",
    TOPIC: "the ARN of a topic, arn:aws:sns:REGION:ACCOUNT:NAME",
    HTTPS: "an https address without white space, such as https://desk.example/alarms",
    ORIGIN: "an origin such as https://desk.example, without a path or *, or http://localhost:3000",
    WORD: "a word without white space",
    VERSION: "at most 64 letters, digits and _ . : -",
    ADDRESS: "an address such as ops@example.com",
}

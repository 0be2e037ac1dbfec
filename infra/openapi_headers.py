"""The headers of answers in the description of the API."""

from infra.json_schemas import Json

_HEADERS = {
    "Server-Timing": "How long it took in milliseconds: in all, for the stores, for its parts.",
    "X-Request-Id": "What the request is called in the logs.",
    "X-Cache": "Whether the answer was kept from before: hit or miss.",
    "X-Degraded": "What had to be left out since something failed, separated by spaces.",
    "X-Unknown-Cases": "Numbers of which there is no case, separated by a comma and a space.",
    "Cache-Control": "For how many seconds it may be kept (`max-age`).",
    "ETag": "Changes with what is answered.",
    "X-Unknown-Customer": "true where the caller may know of no customer of the companyName.",
    "Allow": "The methods that there are.",
    "Retry-After": "The seconds after which a repeat makes sense.",
    "WWW-Authenticate": "That a token is wanted, and with which scope.",
}
_ALWAYS = ("Server-Timing", "X-Request-Id")


def described_headers() -> Json:
    """What each header means, for the components of the description."""
    return {
        name: {"description": meaning, "schema": {"type": "string"}}
        for name, meaning in _HEADERS.items()
    }


def headers_of(*further: str) -> Json:
    """References to the headers of an answer: those of all answers, and `further` ones."""
    return {name: {"$ref": f"#/components/headers/{name}"} for name in (*_ALWAYS, *further)}

"""HTML pages and the files that they load, with the headers that browsers need.

A page may load scripts, styles and pictures only from its own origin, and send requests only there.
It may show text that anybody wrote, so scripts and styles inside a page are not run, and text is
never turned into markup (Trusted Types).
"""

from typing import Final

from recollect.serving.idempotency import Answer

_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    )
)
_ALWAYS: Final = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}


def page(html: str) -> Answer:
    """A page. Browsers load it anew each time, since it names the files of its version."""
    headers = {**_ALWAYS, "Content-Security-Policy": _POLICY, "Cache-Control": "no-cache"}
    return Answer(status=200, body=html, content_type="text/html; charset=utf-8", headers=headers)


def kept_file(text: str, content_type: str) -> Answer:
    """A file whose path changes with its content, so that browsers may keep it for a year."""
    headers = {**_ALWAYS, "Cache-Control": "public, max-age=31536000, immutable"}
    return Answer(status=200, body=text, content_type=content_type, headers=headers)

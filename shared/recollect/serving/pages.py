"""HTML pages and the files that they load: how a browser is told to treat them.

A page loads nothing but scripts, styles and pictures of this very origin, and sends to no other.
What is said in it can be text of anybody, so neither a script nor a style within a page is run, and
no text is made markup (Trusted Types).
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
    """A page; browsers ask for it anew each time, since it names the files of its version."""
    headers = {**_ALWAYS, "Content-Security-Policy": _POLICY, "Cache-Control": "no-cache"}
    return Answer(status=200, body=html, content_type="text/html; charset=utf-8", headers=headers)


def kept_file(text: str, content_type: str) -> Answer:
    """A file whose path names its content, which browsers therefore keep for a year."""
    headers = {**_ALWAYS, "Cache-Control": "public, max-age=31536000, immutable"}
    return Answer(status=200, body=text, content_type=content_type, headers=headers)

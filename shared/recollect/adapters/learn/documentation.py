"""The port `Documentation` over the public search of Microsoft Learn."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pydantic import JsonValue

from recollect.adapters.http.json_text import list_at, well_formed
from recollect.adapters.http.transport import HttpService
from recollect.tools.documentation import Article

STORE: Final = "microsoft-learn"

# The host must stand without a user name, and nothing may end the URL early in a text with markup.
_WEB_URL: Final = re.compile(
    r"https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?([/?#][^\s\x00-\x1f\x7f<>\"|]*)?"
)
_MAX_TITLE_CHARS: Final = 500
_MAX_URL_CHARS: Final = 2_000
_MAX_DESCRIPTION_CHARS: Final = 4_000


@dataclass(frozen=True, slots=True)
class MicrosoftLearn:
    """The search of Microsoft Learn at `site`."""

    site: HttpService

    async def search(self, query: str, limit: int) -> Sequence[Article]:
        """At most `limit` pages in English, best first. Raises StoreError.

        Titles and descriptions may contain HTML; very long ones are cut. Results without a title or
        a web address are left out.
        """
        parameters = {"search": well_formed(query), "locale": "en-us", "$top": str(limit)}
        answer = await self.site.get_json("/api/search", parameters)
        found = [_article(each) for each in list_at(STORE, answer, "results")]
        return [each for each in found if each is not None][:limit]


def _article(result: JsonValue) -> Article | None:
    if not isinstance(result, dict):
        return None
    title, url = _text(result, "title"), _text(result, "url")
    if not title or len(url) > _MAX_URL_CHARS or not _WEB_URL.fullmatch(url):
        return None
    description = _text(result, "description") or _text(result, "summary")
    return Article(
        title=title[:_MAX_TITLE_CHARS], url=url, description=description[:_MAX_DESCRIPTION_CHARS]
    )


def _text(result: Mapping[str, JsonValue], name: str) -> str:
    held = result.get(name)
    return well_formed(held).strip() if isinstance(held, str) else ""

"""Look up the links in results by name, shape, path and site."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from recollect.core.grouping import grouped
from recollect.core.lazy import lazy
from recollect.validation.grammar.folding import stands_in
from recollect.validation.grammar.slips import ShapedNames, shape_of

_WORD: Final = re.compile(r"\w+")
_OWNER_LABELS: Final = 2
_MAX_ENDING_LENGTH: Final = 3
"""The most letters of a last label but one that does not name the owner: `co` of `bbc.co.uk`."""

_SCHEME: Final = re.compile(r"^https?://")


class Link(NamedTuple):
    """A link: its site, the steps of its path, and its place in the order of links."""

    url: str
    site: str
    steps: tuple[str, ...]
    place: int = 0

    @property
    def owner(self) -> str:
        """The site's owner: `example.com` for `www.example.com`, all of it for `www.bbc.co.uk`."""
        labels = self.site.split(".")
        is_named = len(labels) > _OWNER_LABELS and len(labels[-2]) > _MAX_ENDING_LENGTH
        return ".".join(labels[-2:]) if is_named else self.site

    @property
    def path(self) -> str:
        """The site and the steps as one text; the path of each page below it begins with it."""
        return "".join(f"{each}/" for each in (self.site, *self.steps))


class LinkIndex:
    """The links, all folded, each once, in order."""

    def __init__(self, urls: Iterable[str]) -> None:
        self._all = [link_of(url, place) for place, url in enumerate(dict.fromkeys(urls))]

    def naming(self, name: str) -> Sequence[Link]:
        """The links that contain a name as whole words."""
        words = _WORD.findall(name)
        having = self._by_word.get(words[-1], ()) if words else ()
        return [each for each in having if stands_in(name, each.url)]

    def nearest(self, url: str) -> str | None:
        """The link of the same shape that shares most digits with `url`, the first of several."""
        if (shaped := self._by_shape.get(shape_of(url))) is None:
            return None
        same = shaped.same(url)
        return shaped.names[same.index(max(same))]

    def has_above_or_below(self, link: Link) -> bool:
        """Whether the results have a link to the same page, one above it or one below it."""
        return link.path.startswith(self._paths) or f"\n{link.path}" in self._lines_of_paths

    def near(self, link: Link) -> Link | None:
        """The link that has most in common with another, the first of several; None without any.

        The same last step at a site of the same owner counts most, then the same path with a number
        at any site, then the same folder, then the same site.
        """
        return next((self._firsts[each] for each in _keys(link) if each in self._firsts), None)

    @lazy
    def _paths(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(each.path for each in self._all))

    @lazy
    def _lines_of_paths(self) -> str:
        return "".join(f"\n{each}" for each in self._paths)

    @lazy
    def _by_word(self) -> Mapping[str, Sequence[Link]]:
        return grouped(
            (word, link) for link in self._all for word in dict.fromkeys(_WORD.findall(link.url))
        )

    @lazy
    def _by_shape(self) -> Mapping[str, ShapedNames]:
        found = grouped((shape_of(link.url), link.url) for link in self._all)
        return {shape: ShapedNames(urls) for shape, urls in found.items()}

    @lazy
    def _firsts(self) -> Mapping[tuple[str, ...], Link]:
        found: dict[tuple[str, ...], Link] = {}
        for link in self._all:
            for key in _keys(link):
                found.setdefault(key, link)
        return found


def _keys(link: Link) -> Iterator[tuple[str, ...]]:
    """The features that two links may share, the strongest first; for bare sites, their owner."""
    *folder, page = link.steps or ("",)
    yield "page", link.owner, page
    if any(map(str.isdigit, page)):
        yield "path", *link.steps
    if page:
        yield "folder", link.site, *folder
        yield "site", link.site


def link_of(url: str, place: int = 0) -> Link:
    """Parse a link, leaving out its query and fragment."""
    page = without_scheme(url).partition("?")[0].partition("#")[0].rstrip("/")
    site, *steps = page.split("/")
    return Link(url, site, tuple(steps), place)


def without_scheme(url: str) -> str:
    """A link without its `https://`, which many writers leave out."""
    return _SCHEME.sub("", url)

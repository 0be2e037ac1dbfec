"""The links in the text of results, by what is looked for of them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from recollect.core.grouping import grouped
from recollect.core.lazy import lazy
from recollect.validation.grammar.folding import stands_in
from recollect.validation.grammar.slips import ShapedNames, shape_of

_WORD: Final = re.compile(r"\w+")
_BOTH: Final = 2
_LONGEST_ENDING: Final = 3
"""Letters of the last label but one that is no name of an owner: `co` of `bbc.co.uk`."""

_SCHEME: Final = re.compile(r"^https?://")


class Link(NamedTuple):
    """A link: its site, the steps of its path, and where it stands among others."""

    url: str
    site: str
    steps: tuple[str, ...]
    place: int = 0

    @property
    def owner(self) -> str:
        """Whose site it is: `example.com` of `www.example.com`, all of `www.bbc.co.uk`."""
        labels = self.site.split(".")
        is_named = len(labels) > _BOTH and len(labels[-2]) > _LONGEST_ENDING
        return ".".join(labels[-2:]) if is_named else self.site

    @property
    def path(self) -> str:
        """The site and the steps as one, which begins that of each page below it."""
        return "".join(f"{each}/" for each in (self.site, *self.steps))


class LinkIndex:
    """Links, all folded, each once and in their order."""

    def __init__(self, urls: Iterable[str]) -> None:
        self._all = [link_of(url, place) for place, url in enumerate(dict.fromkeys(urls))]

    def naming(self, name: str) -> Sequence[Link]:
        """The links in which a name stands by itself."""
        words = _WORD.findall(name)
        having = self._by_word.get(words[-1], ()) if words else ()
        return [each for each in having if stands_in(name, each.url)]

    def nearest(self, url: str) -> str | None:
        """The link of the same shape with most of the same figures, the first of several."""
        if (shaped := self._by_shape.get(shape_of(url))) is None:
            return None
        same = shaped.same(url)
        return shaped.names[same.index(max(same))]

    def has_above_or_below(self, link: Link) -> bool:
        """Whether one is the same page, the beginning of it or a page below it."""
        return link.path.startswith(self._paths) or f"\n{link.path}" in self._lines_of_paths

    def near(self, link: Link) -> Link | None:
        """The link that has most in common with one, the first of several; none without anything.

        The same last step at a site of its owner is most, then the same numbered path elsewhere,
        the same folder, the same site.
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
    """What two links may have in common, what tells most first: two sites alone, their owner."""
    *folder, page = link.steps or ("",)
    yield "page", link.owner, page
    if any(map(str.isdigit, page)):
        yield "path", *link.steps
    if page:
        yield "folder", link.site, *folder
        yield "site", link.site


def link_of(url: str, place: int = 0) -> Link:
    """A link by its parts, without what is asked or sought on its page."""
    page = without_scheme(url).partition("?")[0].partition("#")[0].rstrip("/")
    site, *steps = page.split("/")
    return Link(url, site, tuple(steps), place)


def without_scheme(url: str) -> str:
    """A link without its `https://`, as many write it."""
    return _SCHEME.sub("", url)

"""The links in the text of results, by what is looked for of them."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from recollect.core.lazy import lazy
from recollect.validation.grammar.folding import stands_in
from recollect.validation.grammar.slips import ShapedNames, shape_of

_WORD: Final = re.compile(r"\w+")
_BOTH: Final = 2
_SCHEME: Final = re.compile(r"^https?://")


class Link(NamedTuple):
    """A link: its site, the steps of its path, and where it stands among others."""

    url: str
    site: str
    steps: tuple[str, ...]
    place: int = 0

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

    def ending(self, link: Link) -> Sequence[Link]:
        """The links with the same last step; without any for one without."""
        return self._by_end.get(link.steps[-1:], ())

    def beside(self, link: Link) -> Sequence[Link]:
        """Of each folder at the same site, with as many steps, the first link to another page."""
        folders = self._folders.get((link.site, len(link.steps)), {})
        return [
            next(each for each in pages if each.steps[-1:] != link.steps[-1:])
            for pages in folders.values()
            if len(pages) > 1 or pages[0].steps[-1:] != link.steps[-1:]
        ]

    @lazy
    def _paths(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(each.path for each in self._all))

    @lazy
    def _lines_of_paths(self) -> str:
        return "".join(f"\n{each}" for each in self._paths)

    @lazy
    def _by_word(self) -> Mapping[str, Sequence[Link]]:
        found: dict[str, list[Link]] = defaultdict(list)
        for link in self._all:
            for word in dict.fromkeys(_WORD.findall(link.url)):
                found[word].append(link)
        return found

    @lazy
    def _by_shape(self) -> Mapping[str, ShapedNames]:
        found: dict[str, list[str]] = defaultdict(list)
        for link in self._all:
            found[shape_of(link.url)].append(link.url)
        return {shape: ShapedNames(urls) for shape, urls in found.items()}

    @lazy
    def _by_end(self) -> Mapping[tuple[str, ...], Sequence[Link]]:
        found: dict[tuple[str, ...], list[Link]] = defaultdict(list)
        for link in self._all:
            found[link.steps[-1:]].append(link)
        return found

    @lazy
    def _folders(self) -> Mapping[tuple[str, int], Mapping[tuple[str, ...], Sequence[Link]]]:
        """The first two pages of each folder, by the site and how many steps they have."""
        found: dict[tuple[str, int], dict[tuple[str, ...], list[Link]]] = defaultdict(dict)
        for link in self._all:
            pages = found[link.site, len(link.steps)].setdefault(link.steps[:-1], [])
            if len(pages) < _BOTH and link.steps[-1:] not in [each.steps[-1:] for each in pages]:
                pages.append(link)
        return found


def link_of(url: str, place: int = 0) -> Link:
    """A link by its parts, without what is asked or sought on its page."""
    page = without_scheme(url).partition("?")[0].partition("#")[0].rstrip("/")
    site, *steps = page.split("/")
    return Link(url, site, tuple(steps), place)


def without_scheme(url: str) -> str:
    """A link without its `https://`, as many write it."""
    return _SCHEME.sub("", url)

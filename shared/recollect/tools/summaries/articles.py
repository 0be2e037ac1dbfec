"""What pages of documentation say on a question, in a few short sentences."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

from recollect.detection.rules import words
from recollect.language.markup import MOST_READ
from recollect.language.terms import STOP_WORDS, content_terms, terms
from recollect.language.texts import ELLIPSIS, shortened
from recollect.tools.documentation import Article
from recollect.tools.summaries.phrases import DASH, brief, compared, sentences

LONGEST_POINT: Final = 80
LONGEST_EXCERPT: Final = 150
_MOST_POINTS, _FEWEST_POINTS = 3, 2
_MOST_TERMS = 24
# With fewer telling words, a sentence teaches nothing: "Learn more.", "See also".
_FEWEST_WORDS = 3
_CLAUSE = re.compile(rf"[,;:] | [{DASH}-] ")


_ON_PAGE = frozenset(
    words("compares covers describes discusses explains introduces learn lists outlines provides")
)
_OF_PAGE = ("this article ", "in this article", "this page ", "this topic ")
_WAITING = frozenset(
    words(
        "after although and as because before but during for from if in it once or since so that "
        "these they this those though unless until when where whether which while with without"
    )
)


class _Point(NamedTuple):
    text: str
    source: str
    hits: int
    is_part: bool


def key_points(articles: Sequence[Article], query: str) -> tuple[str, ...]:
    """Two or three takeaways of at most 80 characters, those with most of the query's terms first.

    Sentences that fit, and clauses of those that do not; where these are too few, sentences are
    shortened, and then titles fill up. Fewer than two where there is no more to say.
    """
    found = sorted(_points(articles, query), key=lambda point: (-point.hits, point.is_part))
    chosen = dict[str, str]()
    sources = set[str]()
    for point in found:
        if len(chosen) < _MOST_POINTS and point.source not in sources:
            chosen.setdefault(compared(point.text), point.text)
            sources.add(point.source)
    for text in _fillers(articles, sources):
        if len(chosen) < _FEWEST_POINTS:
            chosen.setdefault(compared(text), text)
    return tuple(chosen.values())


def excerpt(articles: Sequence[Article], query: str) -> str:
    """The beginning of the description that has most of the query's terms, in 150 characters."""
    asked = content_terms(query, _MOST_TERMS).keys()
    texts = [text for article in articles if (text := brief(article.description, MOST_READ))]
    best = max(texts, key=lambda text: len(asked & terms(text)), default="")
    return shortened(best, LONGEST_EXCERPT)


def _points(articles: Sequence[Article], query: str) -> Iterator[_Point]:
    asked = content_terms(query, _MOST_TERMS).keys()
    for article in articles:
        for sentence in sentences(article.description):
            whole = _bare(sentence)
            fits = len(whole) <= LONGEST_POINT
            text = whole if fits else _beginning(whole)
            if len(text) <= LONGEST_POINT and _teaches(text) and not _is_on_page(text):
                yield _Point(text, sentence, len(asked & terms(text)), not fits)


def _fillers(articles: Sequence[Article], used: set[str]) -> Iterator[str]:
    """What stands in for points; what a page does is told only where nothing is said."""
    points, on_pages = list[str](), list[str]()
    for article in articles:
        for sentence in sentences(article.description):
            if sentence in used or not _teaches(sentence):
                continue
            text = shortened(_bare(sentence), LONGEST_POINT)
            (on_pages if _is_on_page(sentence) else points).append(text)
    titles = filter(None, (brief(article.title, LONGEST_POINT) for article in articles))
    if points or used:
        return chain(points, titles)
    return chain(titles, on_pages)


def _beginning(sentence: str) -> str:
    """The first clause of a sentence, or "" where it does not stand by itself."""
    clause = _CLAUSE.split(sentence, maxsplit=1)[0]
    waits = clause[:1].islower() or _first_word(clause) in _WAITING
    return "" if waits or clause == sentence else clause


def _is_on_page(sentence: str) -> bool:
    """Whether it says what the page does, and not what is to be known."""
    return _first_word(sentence) in _ON_PAGE or sentence.casefold().startswith(_OF_PAGE)


def _first_word(text: str) -> str:
    return text.partition(" ")[0].casefold().rstrip(",:;")


def _bare(sentence: str) -> str:
    return sentence if sentence.endswith("..") else sentence.rstrip(".\u3002")


def _teaches(text: str) -> bool:
    if text.endswith(("?", "\uff1f", ELLIPSIS, "...")):
        return False
    return len(terms(text) - STOP_WORDS) >= _FEWEST_WORDS

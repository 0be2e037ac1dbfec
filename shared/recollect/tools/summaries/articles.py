"""Summaries of pages of documentation on a question, in a few short sentences."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

from recollect.language.markup import MAX_PARSED_CHARS
from recollect.language.terms import STOP_WORDS, content_terms, terms
from recollect.language.texts import ELLIPSIS, shortened
from recollect.tools.documentation import Article
from recollect.tools.summaries.phrases import DASH, brief, compared, sentences

MAX_POINT_CHARS: Final = 80
MAX_EXCERPT_CHARS: Final = 150
_MAX_POINTS, _MIN_POINTS = 3, 2
_MAX_TERMS = 24
# A sentence with fewer content words teaches nothing: "Learn more.", "See also".
_MIN_WORDS = 3
_CLAUSE = re.compile(rf"[,;:] | [{DASH}-] ")


_PAGE_VERBS = frozenset(
    "compares covers describes discusses explains introduces learn lists outlines provides".split()
)
_PAGE_BEGINNINGS = ("this article ", "in this article", "this page ", "this topic ")
_DEPENDENT_BEGINNINGS = frozenset(
    (
        "after although and as because before but during for from if in it once or since so that "
        "these they this those though unless until when where whether which while with without"
    ).split()
)


class _Point(NamedTuple):
    text: str
    source: str
    hits: int
    is_part: bool


def key_points(articles: Sequence[Article], query: str) -> tuple[str, ...]:
    """Two or three takeaways of at most 80 characters, those with most of the query's terms first.

    They are sentences that fit, and first clauses of those that do not. If these are too few,
    shortened sentences follow, and then titles. Fewer than two if the pages have no more.
    """
    found = sorted(_points(articles, query), key=lambda point: (-point.hits, point.is_part))
    chosen = dict[str, str]()
    sources = set[str]()
    for point in found:
        if len(chosen) < _MAX_POINTS and point.source not in sources:
            chosen.setdefault(compared(point.text), point.text)
            sources.add(point.source)
    for text in _fillers(articles, sources):
        if len(chosen) < _MIN_POINTS:
            chosen.setdefault(compared(text), text)
    return tuple(chosen.values())


def excerpt(articles: Sequence[Article], query: str) -> str:
    """The beginning of the description that has most of the query's terms, in 150 characters."""
    asked = content_terms(query, _MAX_TERMS).keys()
    texts = [text for article in articles if (text := brief(article.description, MAX_PARSED_CHARS))]
    best = max(texts, key=lambda text: len(asked & terms(text)), default="")
    return shortened(best, MAX_EXCERPT_CHARS)


def _points(articles: Sequence[Article], query: str) -> Iterator[_Point]:
    asked = content_terms(query, _MAX_TERMS).keys()
    for article in articles:
        for sentence in sentences(article.description):
            whole = _bare(sentence)
            fits = len(whole) <= MAX_POINT_CHARS
            text = whole if fits else _beginning(whole)
            if len(text) <= MAX_POINT_CHARS and _teaches(text) and not _is_about_page(text):
                yield _Point(text, sentence, len(asked & terms(text)), not fits)


def _fillers(articles: Sequence[Article], used: set[str]) -> Iterator[str]:
    """Further texts if points are too few: shortened sentences, then titles.

    Sentences about the page itself come last, and only if no page says anything else.
    """
    points, about_pages = list[str](), list[str]()
    for article in articles:
        for sentence in sentences(article.description):
            if sentence in used or not _teaches(sentence):
                continue
            text = shortened(_bare(sentence), MAX_POINT_CHARS)
            (about_pages if _is_about_page(sentence) else points).append(text)
    titles = filter(None, (brief(article.title, MAX_POINT_CHARS) for article in articles))
    if points or used:
        return chain(points, titles)
    return chain(titles, about_pages)


def _beginning(sentence: str) -> str:
    """The first clause of a sentence; "" if it cannot stand by itself."""
    clause = _CLAUSE.split(sentence, maxsplit=1)[0]
    is_dependent = clause[:1].islower() or _first_word(clause) in _DEPENDENT_BEGINNINGS
    return "" if is_dependent or clause == sentence else clause


def _is_about_page(sentence: str) -> bool:
    """Whether a sentence describes the page instead of its subject."""
    return _first_word(sentence) in _PAGE_VERBS or sentence.casefold().startswith(_PAGE_BEGINNINGS)


def _first_word(text: str) -> str:
    return text.partition(" ")[0].casefold().rstrip(",:;")


def _bare(sentence: str) -> str:
    return sentence if sentence.endswith("..") else sentence.rstrip(".\u3002")


def _teaches(text: str) -> bool:
    if text.endswith(("?", "\uff1f", ELLIPSIS, "...")):
        return False
    return len(terms(text) - STOP_WORDS) >= _MIN_WORDS

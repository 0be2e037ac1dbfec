"""What pages of documentation say on a question, in a few short sentences."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from recollect.language.terms import STOP_WORDS, telling_terms, terms
from recollect.language.texts import ELLIPSIS, shortened
from recollect.tools.documentation import Article
from recollect.tools.plain import MOST_READ
from recollect.tools.summaries.phrases import DASH, brief, compared, sentences

LONGEST_POINT: Final = 80
LONGEST_EXCERPT: Final = 150
_MOST_POINTS, _FEWEST_POINTS = 3, 2
_MOST_TERMS = 24
# With fewer telling words, a sentence teaches nothing: "Learn more.", "See also".
_FEWEST_WORDS = 3
_CLAUSE = re.compile(rf"[,;:] | [{DASH}-] ")


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
    asked = telling_terms(query, _MOST_TERMS).keys()
    texts = [text for article in articles if (text := brief(article.description, MOST_READ))]
    best = max(texts, key=lambda text: len(asked & terms(text)), default="")
    return shortened(best, LONGEST_EXCERPT)


def _points(articles: Sequence[Article], query: str) -> Iterator[_Point]:
    asked = telling_terms(query, _MOST_TERMS).keys()
    for article in articles:
        for sentence in sentences(article.description):
            whole = _bare(sentence)
            fits = len(whole) <= LONGEST_POINT
            for text in (whole,) if fits else _CLAUSE.split(whole):
                if len(text) <= LONGEST_POINT and _teaches(text):
                    yield _Point(text, sentence, len(asked & terms(text)), not fits)


def _fillers(articles: Sequence[Article], used: set[str]) -> Iterator[str]:
    for article in articles:
        for sentence in sentences(article.description):
            if sentence not in used and _teaches(sentence):
                yield shortened(_bare(sentence), LONGEST_POINT)
    yield from filter(None, (brief(article.title, LONGEST_POINT) for article in articles))


def _bare(sentence: str) -> str:
    return sentence if sentence.endswith("..") else sentence.rstrip(".\u3002")


def _teaches(text: str) -> bool:
    if text.endswith(("?", "\uff1f", ELLIPSIS, "...")):
        return False
    return len(terms(text) - STOP_WORDS) >= _FEWEST_WORDS

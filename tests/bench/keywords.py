"""Is what holds a word found by it? `python -m tests.bench.keywords [FOLDER] [--embedder minilm]`.

FOLDER has `items.jsonl` as `tests.bench.knowledge` reads it. Every seventh of the words of five
letters and more that one item alone has is asked for, by itself: whether that item is among the
first three results, and the first. What is superseded, or orders its reader about, is none. Then
words are asked for that no item has, which nothing answers.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import httpx
import typer

from infra.local.emulators.vector.embedders import EmbedderName
from infra.local.platform import PlatformOptions, running_platform
from tests.bench.knowledge import OURS, bring_in, lines_of, results_of

_WORD = re.compile(r"[^\W\d_]{5,}")
_EVERY = 7
_MOST = 60
_ABSENT = (
    "giraffe violin mortgage umbrella earthquake pancake tennis volcano sculpture orchestra dentist"
    " bicycle lottery perfume submarine wedding eclipse dinosaur cathedral algebra parliament"
    " saxophone vaccine tornado kangaroo museum ballet glacier inheritance pregnancy"
)


@dataclass(frozen=True, slots=True)
class Found:
    """How many words were asked for, and for how many their item was a result, or the first.

    `anything` counts the words of no item that something was found for, of so many `absent` ones.
    """

    words: int
    found: int
    first: int
    absent: int
    anything: int


def measure(folder: Path, embedder: EmbedderName) -> Found:
    """Ask a platform that knows nothing but a folder's items for single words."""
    items = lines_of(folder / "items.jsonl")
    texts = {each["id"]: f"{each.get('title', '')} {each['content']}".lower() for each in items}
    holders = holders_of(texts)
    absent = [word for word in _ABSENT.split() if not any(word in text for text in texts.values())]
    options = PlatformOptions(embedder=embedder, extra_environment={"LOG_LEVEL": "ERROR"})
    with (
        running_platform(options) as platform,
        httpx.Client(base_url=platform.url, timeout=60) as client,
    ):
        bring_in(client, items)
        answers = [(holder, results_of(client, word)) for word, holder in holders.items()]
        anything = sum(bool(results_of(client, word)) for word in absent)
    return Found(
        words=len(answers),
        found=sum(holder in results for holder, results in answers),
        first=sum(results[:1] == [holder] for holder, results in answers),
        absent=len(absent),
        anything=anything,
    )


def holders_of(texts: Mapping[str, str]) -> Mapping[str, str]:
    """Every seventh of the words that one text alone has, with the id of that; sixty at most."""
    words = {each: sorted(set(_WORD.findall(text))) for each, text in texts.items()}
    counts = Counter(word for found in words.values() for word in found)
    alone = [(word, each) for each, found in words.items() for word in found if counts[word] == 1]
    chosen: Sequence[tuple[str, str]] = alone[::_EVERY][:_MOST]
    return dict(chosen)


def main(
    folder: Annotated[Path, typer.Argument(help="With items.jsonl.")] = OURS,
    embedder: EmbedderName = "hashed",
) -> None:
    """Print for how many words their item was found."""
    told = measure(folder, embedder)
    typer.echo(f"{folder.name}, {embedder}: {told.found} of {told.words}, first {told.first};")
    typer.echo(f"something for {told.anything} of {told.absent} words that no item has")


if __name__ == "__main__":
    typer.run(main)

"""Whether an item that a query names is found among others: `python -m tests.bench.misspelt`.

Items whose titles mean nothing to any model are stored among those of the two knowledge bases. Each
is asked for by its title, spelled right and with one typo of each kind in its middle, in a short
question and in a longer one.
"""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Final

import typer

from infra.local.emulators.vector.embedder_names import EmbedderName
from tests.bench.knowledge import bring_in, fresh_platform, results_of

_DATA: Final = Path(__file__).parent / "data"
_TITLES: Final = (
    "Quillon Zephyros Barnacle Tessera Marlowe Hollyhock Ostrich Peregrine Lodestar Saffron "
    "Calliope Dunlin Bramble Corvid Lantern Nightjar Obsidian Pomelo Rookery Sundial Thistle Umbra "
    "Vellum Wisteria Yarrow Kestrel Juniper Harrier Gantry Fathom Ebony Drumlin Cinder Basalt "
    "Anchor Sparrow Tundra Oriole Merlin"
)
_TASKS: Final = (
    "routes payments between banks",
    "keeps the audit trail for seven years",
    "is owned by the platform team",
    "renders invoices at night",
    "is the on-call rota of the data team",
)
_QUESTIONS: Final = (
    "who looks after {} these days?",
    "is {} down? customers see timeouts since the deploy yesterday evening",
)


def spellings(title: str) -> Iterator[tuple[str, str]]:
    """A title in small letters, and with each kind of typo."""
    word = title.lower()
    at = len(word) // 2
    before, letter, after = word[:at], word[at], word[at + 1 :]
    other = "o" if letter == "e" else "e"
    yield "right", word
    yield "a letter missing", before + after
    yield "a letter too much", before + other + letter + after
    yield "a letter wrong", before + other + after
    yield "letters swapped", before + after[0] + letter + after[1:]


def main(embedder: EmbedderName = "hashed") -> None:
    """Print how often the named item was found, by the spelling of its name."""
    found, asked = Counter[str](), Counter[str]()
    titles = _TITLES.split()
    named = [
        {"id": f"n-{at}", "title": title, "content": f"This service {_TASKS[at % len(_TASKS)]}."}
        for at, title in enumerate(titles)
    ]
    files = (_DATA / name / "items.jsonl" for name in ("knowledge", "knowledge_unseen"))
    texts = [json.loads(line)["content"] for file in files for line in file.open()]
    items = [*named, *({"id": f"x-{at}", "content": text} for at, text in enumerate(texts))]
    with fresh_platform(embedder) as client:
        bring_in(client, items)
        for (at, title), question in product(enumerate(titles), _QUESTIONS):
            for kind, word in spellings(title):
                text = question.format(word)
                asked[kind] += 1
                found[kind] += f"n-{at}" in results_of(client, text, limit=10, match="named")
    typer.echo(f"among {len(items)} items, {embedder}:")
    for kind, times in asked.items():
        typer.echo(f"{kind}: {found[kind]} of {times}")


if __name__ == "__main__":
    typer.run(main)

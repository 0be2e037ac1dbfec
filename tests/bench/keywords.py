"""Is a word, or another form, found? `python -m tests.bench.keywords [FOLDER] [--embedder E]`.

FOLDER has `items.jsonl` and `questions.jsonl` as `tests.bench.knowledge` reads them. The texts
that are asked are made of them, so it is known which items contain them:

- every seventh of the words of five letters and more that only one item has: by itself, in a
  question, disguised by look-alikes, with a letter missing;
- words with a hyphen, codes, measures and large numbers, written differently;
- every fourth question that has an answer, as it is and as it stands in mails, forms and chats.

For each form it prints how often an item that contains the text, or all items that must be found,
are among the first three results, and how often the first. Items that are superseded or give orders
to their reader do not count. Then it asks for texts that no item contains, which must find nothing.
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.table import Table

from infra.local.emulators.vector.embedder_names import EmbedderName
from tests.bench.knowledge import OURS, Json, bring_in, fresh_platform, lines_of, results_of

_WORD = re.compile(r"[^\W\d_]{5,}")
_WORD_STEP = 7
_MAX_WORDS = 60
_QUESTION_STEP = 4
_HYPHENATED = re.compile(r"(?<![\w-])[a-z]{2,}-[a-z]{2,}(?![\w-])")
_CODE = re.compile(r"(?<![\w-])([a-z]{2,}(?:-[a-z]+)*)-(\d{2,6})(?![\w-])")
_MEASURE = re.compile(r"(?<![\w.,])(\d{1,4}) (min|h|days|hours|minutes|kg|km|mm|gb|mb|tb)(?!\w)")
_LARGE = re.compile(r"(?<![\w.,])\d{1,3},\d{3}(?![\w.,]\w)")
_ALIKE = str.maketrans("aeocp", "\u0430\u0435\u043e\u0441\u0440")
_ABSENT: Final = (
    "giraffe violin mortgage umbrella earthquake pancake tennis volcano sculpture orchestra dentist"
    " bicycle lottery perfume submarine wedding eclipse dinosaur cathedral algebra parliament"
    " saxophone vaccine tornado kangaroo museum ballet glacier inheritance pregnancy"
).split()
_ABSENT_CODES: Final = "INC-77777 CHG-88888 qqx-07 zz-fw-93 PRB-99991".split()
NOTHING: Final = "what no item has"


@dataclass(frozen=True, slots=True)
class Asked:
    """A text in some form, and the items of which one, or with `all_of` each, must be found."""

    form: str
    text: str
    holders: Collection[str]
    all_of: bool = False

    def is_found(self, results: Sequence[str]) -> bool:
        """Whether these results are right; without holders, there must be no results."""
        if not self.holders:
            return not results
        found = [each in results for each in self.holders]
        return all(found) if self.all_of else any(found)


def asked_of(items: Sequence[Json], questions: Sequence[Json]) -> Iterator[Asked]:
    """The texts to ask a knowledge base, in each form."""
    texts = {each["id"]: f"{each.get('title', '')} {each['content']}".lower() for each in items}
    for word, holder in holders_of(texts).items():
        for form, text in _forms_of_word(word):
            yield Asked(form, text, [holder])
    for match, holders in _held(_HYPHENATED, texts):
        yield Asked("joined, for a hyphen", match.group().replace("-", ""), holders)
    for match, holders in _held(_CODE, texts):
        letters, digits = match.groups()
        yield Asked("code without hyphens", f"{letters.replace('-', '')}{digits}", holders)
        yield Asked("code in two words", f"what about {letters.upper()} {digits}", holders)
    for match, holders in _held(_MEASURE, texts):
        words = " ".join(_WORD.findall(texts[holders[0]])[:3])
        yield Asked("measure without its space", f"{words} {''.join(match.groups())}", holders)
    for match, holders in _held(_LARGE, texts):
        yield Asked("number without its comma", match.group().replace(",", ""), holders)
    answered = [each for each in questions if each["answerable"]]
    for question in answered[::_QUESTION_STEP]:
        for form, text in _forms_of_question(question["text"]):
            yield Asked(form, text, question["must"], all_of=True)
    yield from _absent(texts)


def holders_of(texts: Mapping[str, str]) -> Mapping[str, str]:
    """Every seventh of the words that only one text has, with that text's id; sixty at most."""
    words = {each: sorted(set(_WORD.findall(text))) for each, text in texts.items()}
    counts = Counter(word for found in words.values() for word in found)
    alone = [(word, each) for each, found in words.items() for word in found if counts[word] == 1]
    return dict(alone[::_WORD_STEP][:_MAX_WORDS])


def _forms_of_word(word: str) -> Iterator[tuple[str, str]]:
    yield "word", word
    yield "word in a question", f"what do we know about {word}?"
    yield "word with look-alikes", word.translate(_ALIKE)
    yield "word that lacks a letter", f"{word[:2]}{word[3:]}"


def _forms_of_question(question: str) -> Iterator[tuple[str, str]]:
    yield "question", question
    yield (
        "… as a mail",
        (
            f"Subject: Fwd: question\n\nHi Marta,\n\nI hope you are well.\n\n{question}\n\n"
            "Many thanks in advance,\nJane Harrison\nClient Services, +44 20 7946 0011"
        ),
    )
    yield "… politely", f"Hello, could you please tell me {question} Thank you!"
    yield "… as JSON", json.dumps({"question": question, "channel": "mail", "priority": "P3"})
    yield "… as a form", f"Priority: 3\nReported by: Jane Doe\nDescription: {question}"
    yield "… in a chat", f"<@U024BE7LH> {question} :thinking_face:"


def _held(
    pattern: re.Pattern[str], texts: Mapping[str, str]
) -> Iterator[tuple[re.Match[str], Sequence[str]]]:
    """Each distinct match of a pattern with the ids of the texts that contain it, three at most."""
    matches = {found.group(): found for text in texts.values() for found in pattern.finditer(text)}
    for written, match in matches.items():
        whole = re.compile(rf"(?<![\w-]){re.escape(written)}(?![\w-])")
        holders = [each for each, text in texts.items() if whole.search(text)]
        if 0 < len(holders) <= 3:  # only three results are looked at
            yield match, holders


def _absent(texts: Mapping[str, str]) -> Iterator[Asked]:
    for word in _ABSENT:
        if not any(word in text for text in texts.values()):
            for form, text in _forms_of_word(word):
                yield Asked(f"{NOTHING}: {form}", text, [])
    for code in _ABSENT_CODES:
        for text in (code, code.replace("-", ""), f"what about {code.replace('-', ' ')}"):
            yield Asked(f"{NOTHING}: codes", text, [])


def measure(folder: Path, embedder: EmbedderName) -> Mapping[str, tuple[int, int, int]]:
    """For each form, how many texts were asked, how many were found, and how many came first.

    The platform contains only the items of the folder.
    """
    items, questions = (lines_of(folder / name) for name in ("items.jsonl", "questions.jsonl"))
    counts: defaultdict[str, list[tuple[bool, bool]]] = defaultdict(list)
    with fresh_platform(embedder) as client:
        bring_in(client, items)
        for each in asked_of(items, questions):
            results = results_of(client, each.text)
            is_found = each.is_found(results)
            counts[each.form].append((is_found, is_found and set(results[:1]) <= set(each.holders)))
    return {
        form: (len(told), sum(found for found, _ in told), sum(first for _, first in told))
        for form, told in counts.items()
    }


def main(
    folder: Annotated[Path, typer.Argument(help="With items.jsonl and questions.jsonl.")] = OURS,
    embedder: EmbedderName = "hashed",
) -> None:
    """Print how often the right item was found for the texts of each form."""
    table = Table("form", "asked", "as it should be", "first", title=f"{folder.name}, {embedder}")
    for form, (asked, found, first) in measure(folder, embedder).items():
        table.add_row(form, str(asked), str(found), "" if NOTHING in form else str(first))
    Console().print(table)


if __name__ == "__main__":
    typer.run(main)

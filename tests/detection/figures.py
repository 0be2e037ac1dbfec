"""How many secrets in people's texts are found: `python -m tests.detection.figures`.

A text is missed if one character of a secret in it stays readable; a harmless text is a false
alarm if anything in it is masked. There are two corpora. The rules were written with the seen one.
The author of the held-out one had read neither the rules nor the code: its even lines were read
once the rules had been measured, its odd lines have never been read by the authors of the rules.

Telephone numbers of desks and hotlines stay readable, those of people do not. The author of the
texts with such numbers had not read the rules either; since then they have been read.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from recollect.detection.mask import found_in, masked

_DATA = Path(__file__).parent / "data"


@dataclass(frozen=True, slots=True)
class Written:
    """A text of a kind, and the secrets in it; a harmless text has none."""

    line: int
    text: str
    kind: str
    secrets: tuple[str, ...]

    @property
    def hidden(self) -> tuple[str, ...]:
        """The parts of the text that would be masked."""
        return tuple(self.text[each.start : each.end] for each in found_in(self.text))

    @property
    def readable(self) -> tuple[str, ...]:
        """The secrets of which at least one character stays readable."""
        covered = {at for each in found_in(self.text) for at in range(each.start, each.end)}
        return tuple(
            secret
            for secret in self.secrets
            if not covered.issuperset(range(start := self.text.index(secret), start + len(secret)))
        )


@dataclass(frozen=True, slots=True)
class Figures:
    """How many texts were measured, which were missed, and which harmless ones were masked."""

    texts: int
    missed: tuple[Written, ...]
    secrets: int
    readable: int
    harmless: int
    alarms: tuple[Written, ...]

    @property
    def recall(self) -> float:
        """The share of secrets that are masked completely."""
        return 1 - self.readable / self.secrets

    @property
    def precision(self) -> float:
        """The share of texts with something masked in them that hold a secret."""
        right = self.texts - len(self.missed)
        return right / (right + len(self.alarms))

    def report(self) -> Iterator[str]:
        """The lines of a report."""
        yield f"texts missed: {len(self.missed)} of {self.texts}"
        masked = self.secrets - self.readable
        yield f"secrets masked: {masked} of {self.secrets} ({self.recall:.1%})"
        yield f"false alarms: {len(self.alarms)} of {self.harmless}"
        kinds = Counter(each.kind for each in self.missed)
        yield "missed by kind: " + ", ".join(f"{kind} {n}" for kind, n in sorted(kinds.items()))


def written(name: str) -> list[Written]:
    """The lines of a data file, in its order; a ¦ keeps an invented secret from looking real."""
    lines = (_DATA / f"{name}.jsonl").read_text("utf-8").replace("¦", "").splitlines()
    return [
        Written(number, each["text"], each.get("kind", "harmless"), tuple(each.get("secrets", ())))
        for number, each in enumerate(map(json.loads, lines), 1)
    ]


def figures(texts: Sequence[Written], harmless: Sequence[Written]) -> Figures:
    """Measure the rules as they are."""
    return Figures(
        texts=len(texts),
        missed=tuple(each for each in texts if each.readable),
        secrets=sum(len(each.secrets) for each in texts),
        readable=sum(len(each.readable) for each in texts),
        harmless=len(harmless),
        alarms=tuple(each for each in harmless if each.hidden),
    )


def halves(corpus: Sequence[Written]) -> tuple[list[Written], list[Written]]:
    """The even lines and the odd ones."""
    even = [each for each in corpus if each.line % 2 == 0]
    return even, [each for each in corpus if each.line % 2]


@dataclass(frozen=True, slots=True)
class PhoneFigures:
    """How many telephone numbers of desks and of people there are, and how many are readable."""

    desks: int
    readable_desks: int
    people: int
    readable_people: int


def phone_figures() -> PhoneFigures:
    """Measure the texts with telephone numbers."""
    lines = (_DATA / "phone_numbers.jsonl").read_text("utf-8").splitlines()
    texts = [json.loads(each) for each in lines]
    shown = [masked(each["text"]) for each in texts]
    (desks, readable_desks), (people, readable_people) = (
        (
            sum(len(each[whose]) for each in texts),
            sum(
                number in text
                for each, text in zip(texts, shown, strict=True)
                for number in each[whose]
            ),
        )
        for whose in ("desks", "people")
    )
    return PhoneFigures(desks, readable_desks, people, readable_people)


def main() -> None:
    """Print the figures of the seen corpus, and of the halves of the held-out one."""
    texts, harmless = halves(written("heldout_texts")), halves(written("heldout_negatives"))
    for name, measured in (
        ("seen", figures(written("seen_texts"), written("seen_negatives"))),
        ("held out, even lines (seen since)", figures(texts[0], harmless[0])),
        ("held out, odd lines (unseen)", figures(texts[1], harmless[1])),
    ):
        sys.stdout.write("\n  ".join((name, *measured.report())) + "\n")
    sys.stdout.write(f"telephone numbers: {phone_figures()}\n")


if __name__ == "__main__":
    main()

"""`python -m tests.bench.answers`: false alarms first, then what is caught, by half and lot."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Annotated, Final, get_args

import typer
from rich.console import Console
from rich.table import Table

from tests.bench.answers.altered import Altered, Verdict, altered_answers, altered_copies
from tests.bench.answers.forms import Formed, formed, led, spoken
from tests.bench.answers.judging import Half, Judged, judged
from tests.bench.answers.stated import Stated, stated_fields, stated_of_object_before, stated_tables

_ALL: Final = "all"


def main(
    half: Annotated[Half | None, typer.Option(help="One of the files; without, both.")] = None,
    lot: Annotated[list[str] | None, typer.Option(help="Only this lot; may be repeated.")] = None,
) -> None:
    """Judge the labelled answers, and print figures only."""
    console = Console()
    for each in [half] if half else get_args(Half):
        answers = judged(each, lots=lot or ())
        console.print(_table(f"{each}: by lot", answers, lambda one: one.answer.lot))
        console.print(_table(f"{each}: by group", answers, lambda one: one.answer.group))
        console.print(_table(f"{each}: by language", answers, lambda one: one.answer.language))
        console.print(_table(f"{each}: by kind", answers, _kind))
        altered = altered_answers(answers)
        console.print(_table_of_altered(f"{each}: right answers, one value altered", altered))
    if not (half or lot):
        console.print(
            _table_of_altered("summaries, copied with one thing altered", altered_copies())
        )
        console.print(_table_of_stated("a field of an object and its value", list(stated_fields())))
        console.print(
            _table_of_stated("the same, of the object before", list(stated_of_object_before()))
        )
        console.print(
            _table_of_stated("tables, with a cell of another line", list(stated_tables()))
        )
        console.print(_table_of_forms("fields, in every form", list(formed())))
        console.print(_table_of_forms("behind what leads them", list(led())))
        console.print(_table_of_forms("in other languages", list(spoken())))


def _kind(one: Judged) -> str:
    return one.answer.facts[0].kind if one.answer.facts else "-"


def _table(title: str, answers: Sequence[Judged], key: Callable[[Judged], str]) -> Table:
    table = Table(
        "", "good", "called wrong", "of them not valid", "with something unsupported",
        "contradictions", "caught", "unsupported", "found", "refusing or ignoring", "not valid",
        title=title,
    )  # fmt: skip
    for name in (*dict.fromkeys(map(key, answers)), _ALL):
        of = [each for each in answers if name in {_ALL, key(each)}]
        good = [each for each in of if each.answer.label == "good"]
        wrong = [each for each in of if each.answer.label == "contradiction"]
        invented = [each for each in of if each.answer.label == "unsupported"]
        useless = [each for each in of if each.answer.label in {"refusal", "ignores"}]
        table.add_row(
            name,
            str(len(good)),
            _share([each.is_wrong for each in good]),
            _share([not each.result.valid for each in good]),
            _share([bool(each.result.unsupported) for each in good]),
            str(len(wrong)),
            _share([each.is_caught for each in wrong]),
            str(len(invented)),
            _share([each.is_caught for each in invented]),
            str(len(useless)),
            _share([each.is_caught for each in useless]),
        )
    return table


def _table_of_altered(title: str, found: Sequence[Altered]) -> Table:
    table = Table("", "altered", *get_args(Verdict), title=title)
    whole = Altered(_ALL, sum((each.verdicts for each in found), Counter()))
    for kind, verdicts in (*sorted(found), whole):
        counts = (verdicts[each] for each in get_args(Verdict))
        table.add_row(kind, str(verdicts.total()), *map(str, counts))
    return table


def _table_of_stated(title: str, found: Sequence[Stated]) -> Table:
    table = Table("", "answers", "called wrong", title=title)
    for name, is_right in (("its own", True), ("another object's", False)):
        wrong = [each.is_called_wrong for each in found if each.is_right is is_right]
        table.add_row(name, str(len(wrong)), _share(wrong))
    return table


def _table_of_forms(title: str, found: Sequence[Formed]) -> Table:
    table = Table("", "right", "called wrong", "wrong", "caught", title=title)
    for what in (*dict.fromkeys(each.what for each in found), _ALL):
        of = [each for each in found if what in {_ALL, each.what}]
        right = [each.is_called_wrong for each in of if each.is_right]
        wrong = [each.is_called_wrong for each in of if not each.is_right]
        table.add_row(what, str(len(right)), _share(right), str(len(wrong)), _share(wrong))
    return table


def _share(found: Sequence[bool]) -> str:
    return f"{sum(found)} ({sum(found) / len(found):.0%})" if found else ""


if __name__ == "__main__":
    typer.run(main)

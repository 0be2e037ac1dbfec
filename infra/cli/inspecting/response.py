"""Render a validated answer for people: verdict, text, keywords of the summaries, facts."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

from infra.cli.console import plain_text
from recollect.validation.indexed_text import stems
from recollect.validation.models import Check, Fact, ValidationResult
from recollect.validation.sections import headers

_WORD: Final = re.compile(r"\w+(?:-\w+)*")
_INDENT: Final = (0, 0, 0, 2)
_SHOWN_CHARACTERS: Final = 4_000


def response_report(response: str, result: ValidationResult) -> RenderableType:
    """The verdict, the answer with words from the summaries in colour, the checks and the facts."""
    return Group(*_parts(response, result))


def _parts(response: str, result: ValidationResult) -> Iterator[RenderableType]:
    yield _verdict(result)
    for warning in result.warnings:
        yield plain_text(f"• {warning}", "red" if result.level == "warning" else "yellow")
    if result.recommended_elements:
        yield Text(f"• could have: {', '.join(result.recommended_elements)}", style="dim")
    yield Text()
    yield Padding(_highlighted(response, result.checks), _INDENT)
    if result.checks:
        yield Text()
        yield _checks_table(result.checks)
    if result.facts:
        yield Text()
        yield _facts_table(result.facts)


def _verdict(result: ValidationResult) -> Text:
    verdict = Text("valid", "bold green") if result.valid else Text("not valid", "bold red")
    verdict.append(
        f"  {result.response_type}, {result.response_length:,} characters", "not bold dim"
    )
    if result.alert:
        verdict.append("  alert", "bold red")
    return verdict


def _highlighted(response: str, checks: Iterable[Check]) -> Text:
    """The answer, with headers in bold and words that a summary contains in green."""
    found = frozenset(stem for check in checks for word in check.matched for stem in stems(word))
    text = Text()
    for line in response[:_SHOWN_CHARACTERS].splitlines():
        shown = plain_text(line, "bold" if headers(line).all else "")
        for word in _WORD.finditer(shown.plain):
            if found.intersection(stems(word.group().casefold())):
                shown.stylize("green", *word.span())
        text.append_text(shown).append("\n")
    if len(response) > _SHOWN_CHARACTERS:
        text.append(f"… and {len(response) - _SHOWN_CHARACTERS:,} characters more", "dim")
    text.rstrip()
    return text


_COLOURS: Final = {"supported": "green", "contradicted": "red", "unsupported": "yellow"}
_SHOWN_FACTS: Final = 50


def _facts_table(facts: Sequence[Fact]) -> Table:
    """Each fact in the colour of its verdict, with what the results say and where they say it."""
    table = Table(
        Column("Fact", overflow="fold"),
        Column("Kind"),
        Column("Verdict"),
        Column("Results", overflow="fold", ratio=1),
        title="Facts",
        title_justify="left",
    )
    for fact in facts[:_SHOWN_FACTS]:
        colour = _COLOURS[fact.verdict]
        source = plain_text(fact.expected or "")
        if fact.tool:
            place = plain_text(f"{fact.tool} {fact.path or ''}".rstrip(), "dim")
            source.append("\n").append_text(place)
        table.add_row(plain_text(fact.text, colour), fact.kind, Text(fact.verdict, colour), source)
    if len(facts) > _SHOWN_FACTS:
        table.add_row(Text(f"… and {len(facts) - _SHOWN_FACTS} more", "dim"))
    return table


def _checks_table(checks: Iterable[Check]) -> Table:
    """For each tool: which share of its summary the answer uses, the share needed, the keywords."""
    table = Table(
        Column("Tool", overflow="fold"),
        Column("Used", justify="right"),
        Column("Keywords", overflow="fold", ratio=1),
        title="Summaries",
        title_justify="left",
    )
    for check in checks:
        tool = plain_text(check.tool_name).append(f"\n{check.summary_field}", "dim")
        share = Text(f"{check.ratio:.0%}", "green" if check.used else "red")
        share.append(f"\nof {check.threshold:.0%}", "dim")
        keywords = (
            plain_text(each, "green" if each in check.matched else "dim") for each in check.keywords
        )
        table.add_row(tool, share, Text(", ").join(keywords))
    return table

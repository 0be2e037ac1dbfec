"""What commands print for people: reports on stdout, everything else on stderr.

An expected error is one line on stderr and exit status 1.
"""

import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress, TaskProgressColumn, TextColumn
from rich.style import Style
from rich.text import Text

from recollect.core.errors import RecollectError
from recollect.core.urls import without_credentials

_INTERRUPTED = 130  # 128 and the number of SIGINT, as shells have it
_BIDIRECTIONAL: Final = frozenset(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))

GO_ON: Final = "Run the same command again to go on from there."
"""What is said of a command that was broken off and keeps its place."""

stderr = Console(stderr=True, soft_wrap=True, highlight=False)


class CommandError(Exception):
    """A line for the user that says what is wrong and, where it helps, what to do."""


@contextmanager
def one_line_errors() -> Iterator[None]:
    """Turn what can be expected to go wrong into a line on stderr and an exit status."""
    try:
        yield
    except KeyboardInterrupt:
        raise typer.Exit(_INTERRUPTED) from None
    except BrokenPipeError:
        raise  # the reader of our output has left: typer ends us quietly
    except OSError as error:
        print_error(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        raise typer.Exit(1) from None
    except (CommandError, RecollectError) as error:
        print_error(str(error))
        raise typer.Exit(1) from None


@contextmanager
def resumable(go_on: str = GO_ON) -> Iterator[None]:
    """Say to who interrupts what keeps its place how to `go_on`."""
    try:
        yield
    except KeyboardInterrupt:
        stderr.print(f"Interrupted. {go_on}")
        raise


def print_error(line: str) -> None:
    """Print on stderr what is wrong, addresses without the credentials that they may bear."""
    stderr.print(f"[red]recollect:[/] {escape(without_credentials(line))}")


def progress() -> Progress:
    """How far something is, at a terminal; nothing elsewhere, and nothing once it is done."""
    return Progress(
        TextColumn("{task.description}: {task.completed:.0f}"),
        TaskProgressColumn(show_speed=True),
        console=stderr,
        transient=True,
        disable=not stderr.is_terminal,
    )


def plain(text: str) -> str:
    """Remove what would move the cursor, colour the terminal or reverse the text.

    What ends a line leaves a space: without it, words and numbers of two lines become one.
    """
    return "".join(map(_shown, text))


def _shown(character: str) -> str:
    if unicodedata.category(character) == "Cc":
        return " " if character.isspace() else ""
    return "" if character in _BIDIRECTIONAL else character


def plain_lines(text: str) -> str:
    """The same for a text of several lines."""
    return "\n".join(plain(line) for line in text.splitlines())


def plain_text(text: str, style: str | Style = "") -> Text:
    """Text from outside in a style of ours."""
    return Text(plain(text), style)

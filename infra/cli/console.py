"""Print for people: commands write reports to stdout and everything else to stderr.

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

_EXIT_INTERRUPTED = 130  # 128 + the number of SIGINT, as shells do it
_BIDIRECTIONAL: Final = frozenset(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))

GO_ON: Final = "Run the same command again to go on from there."
"""The advice for a command that was interrupted and can continue where it stopped."""

stderr = Console(stderr=True, soft_wrap=True, highlight=False)


class CommandError(Exception):
    """A line for the user that says what is wrong and, where it helps, what to do."""


@contextmanager
def one_line_errors() -> Iterator[None]:
    """Turn an expected error into one line on stderr and an exit status."""
    try:
        yield
    except KeyboardInterrupt:
        raise typer.Exit(_EXIT_INTERRUPTED) from None
    except BrokenPipeError:
        raise  # the reader of our output has gone: typer ends the process quietly
    except OSError as error:
        print_error(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        raise typer.Exit(1) from None
    except (CommandError, RecollectError) as error:
        print_error(str(error))
        raise typer.Exit(1) from None


@contextmanager
def resumable(go_on: str = GO_ON) -> Iterator[None]:
    """When the user interrupts the block, tell them how to continue it."""
    try:
        yield
    except KeyboardInterrupt:
        stderr.print(f"Interrupted. {go_on}")
        raise


def print_error(line: str) -> None:
    """Print an error to stderr, without the credentials that URLs in it may contain."""
    stderr.print(f"[red]recollect:[/] {escape(without_credentials(line))}")


def progress() -> Progress:
    """A progress bar on stderr that disappears at the end; shows nothing if it is no terminal."""
    return Progress(
        TextColumn("{task.description}: {task.completed:.0f}"),
        TaskProgressColumn(show_speed=True),
        console=stderr,
        transient=True,
        disable=not stderr.is_terminal,
    )


def plain(text: str) -> str:
    """Remove characters that would move the cursor, colour the terminal or reverse the text.

    A line break becomes a space, so that the words of two lines do not run together.
    """
    return "".join(map(_shown, text))


def _shown(character: str) -> str:
    if unicodedata.category(character) == "Cc":
        return " " if character.isspace() else ""
    return "" if character in _BIDIRECTIONAL else character


def plain_lines(text: str) -> str:
    """`plain` for each line of a text; line breaks stay."""
    return "\n".join(plain(line) for line in text.splitlines())


def plain_text(text: str, style: str | Style = "") -> Text:
    """Text from outside, made `plain`, in a style of ours."""
    return Text(plain(text), style)

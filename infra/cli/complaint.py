"""What a command says when it cannot go on: one line on stderr and exit status 1."""

from collections.abc import Iterator
from contextlib import contextmanager

import typer
from rich.console import Console
from rich.markup import escape

from recollect.core.errors import RecollectError

_INTERRUPTED = 130  # 128 and the number of SIGINT, as shells have it

stderr = Console(stderr=True, soft_wrap=True, highlight=False)
"""Where commands talk to people; stdout is for what was asked for."""


class Complaint(Exception):
    """A line for the user that says what is wrong and, where it helps, what to do."""


@contextmanager
def one_line_complaints() -> Iterator[None]:
    """Turn what can be expected to go wrong into a line on stderr and an exit status."""
    try:
        yield
    except KeyboardInterrupt:
        raise typer.Exit(_INTERRUPTED) from None
    except BrokenPipeError:
        raise  # the reader of our output has left: typer ends us quietly
    except OSError as error:
        complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        raise typer.Exit(1) from None
    except (Complaint, RecollectError) as error:
        complain(str(error))
        raise typer.Exit(1) from None


def complain(line: str) -> None:
    """Say on stderr what is wrong."""
    stderr.print(f"[red]recollect:[/] {escape(line)}")

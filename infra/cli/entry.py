"""The program `recollect`: the command line, where what it needs is installed."""

import sys

_NEEDED = {"typer", "rich"}


def main() -> None:
    """Run the command line; without the extra `local`, say how to get it, with exit status 1."""
    try:
        from infra.cli.app import app  # noqa: PLC0415  # the client is installed without it
    except ModuleNotFoundError as error:
        if error.name not in _NEEDED:
            raise
        sys.exit("recollect: the command line needs more: pip install 'recollect[local]'")
    app()

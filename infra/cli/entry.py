"""The entry point of the program `recollect`; it works without the extra `local`, too."""

import sys

_PACKAGES_OF_EXTRA = {"typer", "rich"}


def main() -> None:
    """Run the command line; without the extra `local`, say how to install it and exit with 1."""
    try:
        from infra.cli.app import app  # noqa: PLC0415  # typer and rich may be missing, see above
    except ModuleNotFoundError as error:
        if error.name not in _PACKAGES_OF_EXTRA:
            raise
        sys.exit("recollect: the command line needs more: pip install 'recollect[local]'")
    app()

"""`recollect erase`: a dry run, a question, the erasure page by page, and the receipt."""

import typer
from pydantic import ValidationError

from infra.cli.api_client import ask
from infra.cli.console import CommandError, stderr
from recollect.core.field_errors import field_errors
from recollect.erasure.subject import Counts, ErasureReceipt, ErasureRequest, Subject


def erase(
    url: str, token: str | None, identifiers: dict[str, str], *, dry_run: bool, yes: bool
) -> None:
    """Erase over the API whom `identifiers` name, after a dry run; print the receipt as JSON.

    Raises CommandError.
    """
    try:
        request = ErasureRequest(subject=Subject(**identifiers), dry_run=True)
    except ValidationError as error:
        raise CommandError(str(field_errors(error)[0])) from error
    expected = _erase_pages(url, token, request)
    stderr.print(f"{expected.proof.found} of {expected.proof.asked} records and keys hold them")
    _print_counts("would go", expected.removed)
    _print_counts("would be masked", expected.masked)
    _print_unreached(expected)
    if dry_run:
        typer.echo(expected.model_dump_json())
        return
    # Even if nothing is found: an interrupted erasure may leave records that a dry run only counts
    # together with records that are already gone.
    agreed = yes or not expected.proof.found
    if not agreed and not typer.confirm("Erase them? It cannot be undone.", err=True):
        raise CommandError("nothing was erased")
    receipt = _erase_pages(url, token, request.model_copy(update={"dry_run": False}))
    _print_counts("gone", receipt.removed)
    _print_counts("masked", receipt.masked)
    _print_unreached(receipt)
    typer.echo(receipt.model_dump_json())
    if left := receipt.proof.found:
        raise CommandError(f"{left} hold them still, written meanwhile: run it again")


def _erase_pages(url: str, token: str | None, request: ErasureRequest) -> ErasureReceipt:
    """Send the request page by page, and return the receipt of the last page."""
    while True:
        receipt = ask(url, token, "/erasures", request, ErasureReceipt).result
        if receipt.next_cursor is None:
            return receipt
        request = request.model_copy(update={"cursor": receipt.next_cursor})


def _print_unreached(receipt: ErasureReceipt) -> None:
    for place in receipt.proof.unreached:
        stderr.print(f"not looked at: {place}")


def _print_counts(what: str, counts: Counts) -> None:
    named = [f"{count} {kind.replace('_', ' ')}" for kind, count in counts if count]
    stderr.print(f"{what}: {', '.join(named) or 'nothing'}")

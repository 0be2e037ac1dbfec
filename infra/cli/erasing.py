"""`recollect erase`: a dry run, a question, the erasure page by page, and the receipt."""

import typer
from pydantic import ValidationError

from infra.cli.api_client import ask
from infra.cli.console import CommandError, stderr
from recollect.core.field_errors import field_errors
from recollect.erasure.subject import Counts, ErasureReceipt, ErasureRequest, Subject


def erase(url: str, token: str | None, told: dict[str, str], *, dry_run: bool, yes: bool) -> None:
    """Erase somebody over the API and print the receipt. Raises CommandError."""
    try:
        request = ErasureRequest(subject=Subject(**told), dry_run=True)
    except ValidationError as error:
        raise CommandError(str(field_errors(error)[0])) from error
    expected = _walked(url, token, request)
    stderr.print(f"{expected.proof.found} of {expected.proof.asked} records and keys hold them")
    _tell("would go", expected.removed)
    _tell("would be masked", expected.masked)
    _tell_unreached(expected)
    if dry_run:
        typer.echo(expected.model_dump_json())
        return
    # Of an erasure that broke off there may be left what a dry run counts with what it hung on.
    agreed = yes or not expected.proof.found
    if not agreed and not typer.confirm("Erase them? It cannot be undone.", err=True):
        raise CommandError("nothing was erased")
    receipt = _walked(url, token, request.model_copy(update={"dry_run": False}))
    _tell("gone", receipt.removed)
    _tell("masked", receipt.masked)
    _tell_unreached(receipt)
    typer.echo(receipt.model_dump_json())
    if left := receipt.proof.found:
        raise CommandError(f"{left} hold them still, written meanwhile: run it again")


def _walked(url: str, token: str | None, request: ErasureRequest) -> ErasureReceipt:
    """The answer to the last page."""
    while True:
        receipt = ask(url, token, "/erasures", request, ErasureReceipt).result
        if receipt.next_cursor is None:
            return receipt
        request = request.model_copy(update={"cursor": receipt.next_cursor})


def _tell_unreached(receipt: ErasureReceipt) -> None:
    for each in receipt.proof.unreached:
        stderr.print(f"not looked at: {each}")


def _tell(what: str, counts: Counts) -> None:
    named = [f"{count} {kind.replace('_', ' ')}" for kind, count in counts if count]
    stderr.print(f"{what}: {', '.join(named) or 'nothing'}")

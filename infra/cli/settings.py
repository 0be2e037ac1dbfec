"""Settings of the caller that make no sense, before `recollect serve` or `demo` listens."""

from infra.cli.complaint import Complaint, complain
from infra.local.environment import environment
from infra.local.platform import PlatformOptions
from infra.settings_check import mistakes, warnings


def check_settings(options: PlatformOptions) -> None:
    """Warn of variables that are nearly settings; Complaint says what is wrong with others.

    Otherwise only a function's log would say it, once the platform answers.
    """
    # Those with the stores differ in their names and tokens only.
    function = next(each for each in options.tables.functions if each.stores == "write")
    given = environment(function, "http://127.0.0.1", options)
    for warning in warnings(given):
        complain(f"warning: {warning}")
    if wrong := mistakes(given):
        for mistake in wrong[:-1]:
            complain(mistake)
        raise Complaint(wrong[-1])

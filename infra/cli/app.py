"""`recollect`: the platform on a laptop, and everything around it.

Every failure prints one line to stderr and exits with status 1 (2 where the command itself is
wrong). A command imports what it needs when it runs, so that `recollect --help` answers at once.
typer prints the docstrings of commands as their help.
"""

import sys
from collections.abc import Callable, Mapping
from typing import Final

import typer

from infra.cli import agent_commands, data_commands, platform_commands, setup_commands
from infra.cli.inspecting.commands import inspect
from infra.cli.key_commands import keys
from infra.cli.memory_commands import memories

# In the order in which the help lists them.
_COMMANDS: Final[Mapping[str, Callable[..., None]]] = {
    "demo": platform_commands.demo,
    "serve": platform_commands.serve,
    "prepare": agent_commands.prepare,
    "doctor": setup_commands.doctor,
    "uplift": agent_commands.uplift,
    "invoke": platform_commands.invoke,
    "enrich": agent_commands.enrich,
    "token": platform_commands.token,
    "import": data_commands.import_,
    "mcp": platform_commands.mcp,
    "export": data_commands.export,
    "activity": data_commands.activity,
    "backup": data_commands.backup,
    "restore": data_commands.restore,
    "relist": data_commands.relist,
    "erase": data_commands.erase,
    "calibrate": setup_commands.calibrate,
}

app = typer.Typer(
    help="Context for support and operations agents, and a memory that learns from outcomes.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for _name, _command in _COMMANDS.items():
    app.command(_name)(_command)
app.add_typer(inspect, name="inspect")
app.add_typer(memories, name="memories")
app.add_typer(keys, name="keys")


if __name__ == "__main__":
    sys.exit(app())

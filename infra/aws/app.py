"""`python -m infra.aws.app`: describe the stack of a stage, as `--context` and cdk.json say.

The CDK's command line runs this; it gives the context, and the folder for the description, in
environment variables.
"""

import json
import os
import sys
from pathlib import Path
from typing import Final

from infra.aws.config import ContextError, read_config

BUILD: Final = Path(__file__).parents[2] / "build"


def main() -> int:
    """Describe the stage. Returns the exit status: 1 after printing one line about a mistake."""
    try:
        config = read_config(json.loads(os.environ.get("CDK_CONTEXT_JSON", "{}")))
        _check_layers()
    except ContextError as error:
        sys.stderr.write(f"recollect: {error}\n")
        return 1
    # Imported only here: the CDK starts a node process, which a wrong context should not wait for.
    from infra.aws.stack import synthesize  # noqa: PLC0415  # see above

    # Node reads CDK_OUTDIR itself, but only once, and tests describe several stages in a process.
    synthesize(config, BUILD, os.environ.get("CDK_OUTDIR"))
    return 0


def _check_layers() -> None:
    for name in ("layer.zip", "layer-postgres.zip"):
        if not (BUILD / name).exists():
            raise ContextError(f"build/{name} is missing: make layer")


if __name__ == "__main__":
    sys.exit(main())

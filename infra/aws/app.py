"""`python -m infra.aws.app`: the stack of a stage, as `--context` and cdk.json want it.

The CDK's command line runs this; it says what the context is and where the description goes.
"""

import json
import os
import sys
from pathlib import Path
from typing import Final

from infra.aws.config import ContextError, read_config

BUILD: Final = Path(__file__).parents[2] / "build"


def main() -> int:
    """Describe the stage. Returns the exit status; 1 after a line about what makes no sense."""
    try:
        config = read_config(json.loads(os.environ.get("CDK_CONTEXT_JSON", "{}")))
        _check_layers()
    except ContextError as error:
        sys.stderr.write(f"recollect: {error}\n")
        return 1
    # The CDK starts a process of node, which a mistake in the context does not need.
    from infra.aws.stack import synthesize  # noqa: PLC0415  # see above

    # Node would read it, too, but once: a process may describe several stages, as tests do.
    synthesize(config, BUILD, os.environ.get("CDK_OUTDIR"))
    return 0


def _check_layers() -> None:
    for name in ("layer.zip", "layer-postgres.zip"):
        if not (BUILD / name).exists():
            raise ContextError(f"build/{name} is missing: make layer")


if __name__ == "__main__":
    sys.exit(main())

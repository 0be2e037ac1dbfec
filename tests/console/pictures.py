"""The pictures of docs/console.md: one of each page of the console, on the sample data.

`python -m tests.console.pictures` takes them anew.
"""

from pathlib import Path
from typing import Final

from infra.cli.sample_data import seed
from infra.cli.stores import platform_target
from infra.local.platform import PlatformOptions
from tests.console.driving import HERE, run
from tests.functions.platforms import own_platform

FOLDER: Final = Path(__file__).parents[2] / "docs" / "pictures"

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    with own_platform(PlatformOptions(workers=2)) as platform:
        seed(platform_target(platform.url))
        run(HERE / "pictures.mjs", FOLDER, inputs={"url": platform.url})

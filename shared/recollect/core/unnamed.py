"""The tenant, and the project, that is meant where a request says none."""

from typing import Final

UNNAMED: Final = "default"

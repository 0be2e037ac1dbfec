"""The tenant and the project that are meant if a request names none."""

from typing import Final

UNNAMED: Final = "default"

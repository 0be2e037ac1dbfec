"""Links in a folder that is imported: whoever made the folder does not choose what is read."""

from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

LEADS_OUT: Final = "is a link to outside of the folder, which is not read"


def leads_out(entry: Traversable, root: Traversable) -> bool:
    """Whether an entry of a folder, or of its folders, is a link to outside of it (`root`)."""
    if not (isinstance(entry, Path) and isinstance(root, Path) and entry.is_symlink()):
        return False
    return not entry.resolve().is_relative_to(root.resolve())

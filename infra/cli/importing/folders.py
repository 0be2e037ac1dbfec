"""The entries of a folder or a .zip that is imported: its maker does not choose what is read."""

from collections.abc import Sequence
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

LEADS_OUT: Final = "is a link to outside of the folder, which is not read"

_OF_MACS: Final = "__MACOSX"
"""A folder of a .zip in which macOS keeps files of its own."""


def entries(folder: Traversable) -> Sequence[Traversable]:
    """The entries of a folder by name, without hidden ones."""
    found = sorted(folder.iterdir(), key=lambda each: each.name)
    return [each for each in found if not each.name.startswith(".") and each.name != _OF_MACS]


def leads_out(entry: Traversable, root: Traversable) -> bool:
    """Whether an entry of a folder, or of its folders, is a link to outside of it (`root`)."""
    if not (isinstance(entry, Path) and isinstance(root, Path) and entry.is_symlink()):
        return False
    return not entry.resolve().is_relative_to(root.resolve())


def leads_back(entry: Traversable) -> bool:
    """Whether an entry is a link to a folder that contains it; following it would never end."""
    if not isinstance(entry, Path) or not entry.is_symlink():
        return False
    return entry.resolve() in {above.resolve() for above in entry.absolute().parents}

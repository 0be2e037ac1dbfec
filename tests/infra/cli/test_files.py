"""Files that appear whole or not at all."""

import stat
from pathlib import Path

import pytest

from infra.cli.files import whole_file


def test_writing_to_a_device_does_not_replace_it(tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere"
    nowhere.symlink_to("/dev/null")
    with whole_file(nowhere) as file:
        file.write(b"much")
    assert stat.S_ISCHR(nowhere.stat().st_mode)
    with pytest.raises(FileExistsError), whole_file(nowhere, new=True):
        pass

"""Which files a layer takes, and the archive that they are packed into."""

from pathlib import PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infra.aws.layer_contents import LayerError, archive, belongs, needed, require_small, sizes
from tests.cases import each_case


def test_a_layer_over_the_limit_names_its_biggest_packages() -> None:
    zipped = archive({"python/small/a.py": b"a", "python/big/b.py": bytes(range(256)) * 4})
    require_small("layer.zip", zipped, limit=len(zipped))
    with pytest.raises(LayerError, match=r"^layer\.zip has 0\.00 MB .* packages: big 0\.00, small"):
        require_small("layer.zip", zipped, limit=len(zipped) - 1)
    assert sizes(zipped).most_common(1)[0][0] == "big"


@given(st.dictionaries(st.from_regex(r"[a-z]{1,8}/[a-z]{1,8}", fullmatch=True), st.binary()))
def test_an_archive_is_the_same_whatever_the_order_of_its_files(files: dict[str, bytes]) -> None:
    zipped = archive(files)
    assert archive(dict(reversed(files.items()))) == zipped
    assert sum(sizes(zipped).values()) <= len(zipped)


@each_case(
    ("path", "kept"),
    [
        ("httpx/__init__.py", True),
        ("tzdata/zoneinfo/Europe/Berlin", True),
        ("selectolax/lexbor.cpython-313-aarch64-linux-gnu.so", True),
        ("selectolax/lexbor.pyx", False),
        ("certifi/tests/test_certify.py", False),
        ("bin/httpx", False),
        (".lock", False),
        ("httpx-0.28.1.dist-info/METADATA", True),
        ("httpx-0.28.1.dist-info/licenses/LICENSE.md", True),
        ("httpx-0.28.1.dist-info/RECORD", False),
        ("httpx-0.28.1.dist-info/INSTALLER", False),
        ("aws_lambda_powertools/metrics/metrics.py", True),
        ("aws_lambda_powertools/utilities/parser/__init__.py", False),
        ("pydantic/v1/main.py", False),
        ("pydantic/v10.py", True),
    ],
)
def test_a_layer_takes_only_files_that_are_needed_at_run_time(path: str, kept: bool) -> None:
    assert belongs(PurePosixPath(path)) is kept


def test_the_long_description_of_a_package_is_left_out() -> None:
    metadata = b"Metadata-Version: 2.4\nName: httpx\nVersion: 0.28.1\n\n# httpx\n\nA client.\n"
    fields = b"Metadata-Version: 2.4\nName: httpx\nVersion: 0.28.1\n"
    assert needed(PurePosixPath("httpx-0.28.1.dist-info/METADATA"), metadata) == fields
    assert needed(PurePosixPath("httpx/notes.txt"), metadata) == metadata


def test_json_is_kept_without_the_blanks_between_its_values() -> None:
    written = '{\n  "a b": ["é", 1.50]\n}\n'.encode()
    assert needed(PurePosixPath("recollect/openapi.json"), written) == '{"a b":["é",1.5]}'.encode()

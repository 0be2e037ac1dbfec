"""The stack of a stage: functions, the APIs and events that reach them, alarms and dashboard."""

from pathlib import Path
from typing import Final

from aws_cdk import App, CfnOutput, Stack, Tags, Validations
from aws_cdk.cx_api import CloudAssembly
from cdk_nag import AwsSolutionsChecks
from constructs import Construct

from infra.aws.backups import BackupBucket
from infra.aws.config import StageConfig
from infra.aws.doors import Doors
from infra.aws.event_bus import RecollectBus
from infra.aws.event_rules import EventRules
from infra.aws.function import RecollectFunction, Surroundings
from infra.aws.layers import Layers
from infra.aws.releases import Releases
from infra.aws.user_pool import Issuer, UserPool
from infra.aws.watching.watch import Watch
from infra.routes import BACKUP_WRITER, FUNCTIONS


class RecollectStack(Stack):
    """A whole stage. `build` is the folder with the layers' zip files."""

    def __init__(self, scope: Construct, config: StageConfig, build: Path) -> None:
        super().__init__(
            scope,
            config.names.base,
            stack_name=config.names.base,
            description=f"Recollect, {config.stage}: context and memory for support agents",
            termination_protection=config.stage == "prod",
        )
        Tags.of(self).add("service", "recollect")
        Tags.of(self).add("stage", config.stage)
        bus = RecollectBus(self, config)
        issuer = _issuer(self, config)
        around = Surroundings(
            config,
            Layers(self, build, config),
            bus.bus,
            Releases(self, config),
            issuer.url if issuer else "",
        )
        functions = {each.name: RecollectFunction(self, each, around) for each in FUNCTIONS}
        rules = EventRules(self, config, bus.bus, functions)
        doors = Doors(self, config, functions, issuer)
        Watch(self, config, functions, doors, rules)
        if config.backup_days is not None:
            BackupBucket(self, config.backup_days, functions[BACKUP_WRITER])
        CfnOutput(self, "ApiUrl", value=doors.api.url)
        if doors.machines is not None:
            CfnOutput(self, "MachinesUrl", value=doors.machines.url)
        CfnOutput(self, "EventBusName", value=bus.bus.event_bus_name)


def _issuer(stack: RecollectStack, config: StageConfig) -> Issuer | None:
    """The issuer whose tokens are accepted; None in an open stage."""
    if config.cognito:
        return UserPool(stack, config).issuer
    return Issuer(config.issuer, config.audience) if config.issuer else None


_CONTEXT: Final = {
    # Otherwise a new layer would not make a new version of its functions.
    "@aws-cdk/aws-lambda:recognizeLayerVersion": True,
    # Mistakes that CloudFormation would refuse are errors, not only warnings.
    "@aws-cdk/core:validateAgainstDefaultRules": True,
}


def checked_app(outdir: str | None) -> App:
    """An app whose description is checked by CloudFormation's own rules and those of cdk-nag."""
    app = App(outdir=outdir, context=_CONTEXT)
    Validations.of(app).add_plugins(AwsSolutionsChecks(app))
    return app


def synthesize(config: StageConfig, build: Path, outdir: str | None) -> CloudAssembly:
    """Describe a stage for CloudFormation.

    Without `outdir` it goes into a temporary folder. Raises RuntimeError if a check fails.
    """
    app = checked_app(outdir)
    RecollectStack(app, config, build)
    return app.synth()

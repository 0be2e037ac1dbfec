"""Stages as the app describes them for CloudFormation, and look-ups in their templates."""

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from infra.aws.config import StageConfig, read_config
from infra.routes import EventRule, Route
from tests.node import PATH

ROOT: Final = Path(__file__).parents[3]

PROD: Final[Mapping[str, object]] = {
    "stage": "prod",
    "issuer": "https://issuer.example/",
    "audience": "recollect,recollect-desk",
    "integrations": "servicenow,slack,kubernetes,postgres,qdrant,neo4j",
    "environment": '{"H4R_MIN_SCORE": "0.1"}',
    "secrets_as_of": "2026-01",
    "reserved_concurrency": '{"find_memories": 40, "describe_api": 0}',
    "rate": "200",
    "burst": "300",
    "cors_origins": "https://desk.example,http://localhost:3000",
    "log_days": "90",
    "archive_days": "60",
    "prune_schedule": "rate(2 hours)",
    "backup_days": "35",
    "alarm_email": "oncall@example.com",
    "alarm_webhook": "https://desk.example/alarms",
    "alarm_topic": "arn:aws:sns:eu-west-1:123456789012:pager",
}
"""A stage that sets every option but those for machines."""

MACHINES: Final[Mapping[str, object]] = {
    "stage": "prod",
    "cognito": "true",
    "api_keys": "true",
    "key_cache_seconds": "30",
    "probe": "true",
    "domain": "api.example.com",
    "machines_domain": "machines.example.com",
    "certificate": "arn:aws:acm:eu-west-1:123456789012:certificate/6f2b-11",
    "alarm_email": "oncall@example.com",
}
"""A stage with an API for machines, a user pool of its own and a synthetic check."""

DEV: Final[Mapping[str, object]] = {"open": "true"}
"""A stage that sets only that it may be open."""

# A template is JSON of any shape.
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Described:
    """A stage, and the folder with what the app wrote about it."""

    config: StageConfig
    folder: Path
    template: Json

    def file(self, kind: str) -> Path:
        """The template or one of the files beside it: `template`, `assets`, `metadata`."""
        return self.folder / f"{self.config.names.base}.{kind}.json"

    def of_type(self, kind: str) -> dict[str, Json]:
        """The properties of all resources of a type such as `SQS::Queue`, by logical id."""
        return {
            logical_id: resource.get("Properties", {})
            for logical_id, resource in self.template["Resources"].items()
            if resource["Type"] == f"AWS::{kind}"
        }

    def only(self, kind: str) -> tuple[str, Json]:
        """The one resource of a type."""
        (found,) = self.of_type(kind).items()
        return found

    def named(self, kind: str, key: str, name: str) -> tuple[str, Json]:
        """The one resource of a type whose property `key` has the value `name`."""
        (found,) = ((i, each) for i, each in self.of_type(kind).items() if each.get(key) == name)
        return found

    def function(self, name: str) -> tuple[str, Json]:
        """The Lambda function of a name in the table."""
        return self.named("Lambda::Function", "FunctionName", self.config.names.function(name))

    def alias(self, name: str) -> str:
        """The logical id of the alias that callers of a function call."""
        function_id, _ = self.function(name)
        (found,) = (
            logical_id
            for logical_id, alias in self.of_type("Lambda::Alias").items()
            if target(alias["FunctionName"]) == function_id
        )
        return found

    def behind(self, alias_id: str) -> str:
        """The logical id of the function that an alias belongs to."""
        return target(self.of_type("Lambda::Alias")[alias_id]["FunctionName"])

    def route(self, route: Route) -> Json:
        return self.named("ApiGatewayV2::Route", "RouteKey", f"{route.method} {route.path}")[1]

    def rule(self, rule: EventRule) -> tuple[str, Json]:
        pattern = {"source": [rule.source], "detail-type": [rule.detail_type]}
        rules = self.of_type("Events::Rule").items()
        (found,) = ((i, each) for i, each in rules if each["EventPattern"] == pattern)
        return found

    def code(self, function_id: str) -> Path:
        """The folder that a Lambda function's code is made of."""
        key = self.of_type("Lambda::Function")[function_id]["Code"]["S3Key"]
        files = json.loads(self.file("assets").read_text())["files"].values()
        (path,) = {
            str(file["source"]["path"])
            for file in files
            for destination in file["destinations"].values()
            if destination["objectKey"] == key
        }
        return self.folder / path

    def statements(self, role_id: str) -> list[Json]:
        """The policy statements of a role."""
        return [
            statement
            for policy in self.of_type("IAM::Policy").values()
            if {"Ref": role_id} in policy["Roles"]
            for statement in policy["PolicyDocument"]["Statement"]
        ]


def target(value: Json) -> str:
    """The logical id of the resource that a Ref or an Fn::GetAtt of its ARN leads to."""
    if "Ref" in value:
        return str(value["Ref"])
    logical_id, attribute = value["Fn::GetAtt"]
    assert attribute == "Arn"
    return str(logical_id)


def listed(value: object) -> list[Any]:
    """The value as a list: IAM writes a list of one as the item alone."""
    return value if isinstance(value, list) else [value]


def sources(folder: Path) -> dict[str, bytes]:
    """The content of all files of a function by their names."""
    paths = [each for each in folder.rglob("*") if each.is_file()]
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in paths
        if "__pycache__" not in path.parts
    }


def make_project(folder: Path) -> Path:
    """A folder in which the app finds the project, and layers with nothing in them."""
    (folder / "build").mkdir(parents=True)
    for name in ("infra", "functions"):
        (folder / name).symlink_to(ROOT / name)
    for name in ("layer.zip", "layer-postgres.zip"):
        with zipfile.ZipFile(folder / "build" / name, "w") as archive:
            archive.writestr(zipfile.ZipInfo("python/empty.txt"), name)
    return folder


def run_app(
    project: Path, context: Mapping[str, object], **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run the app as the CDK's command line does; what it writes is in `cdk.out`."""
    ours = {"CDK_CONTEXT_JSON": json.dumps(context), "CDK_OUTDIR": str(project / "cdk.out")}
    return _run(project, "-m", "infra.aws.app", **ours, **environment)


_DESCRIBE_ALL: Final = """
import json, os, sys
from infra.aws.app import main
for context, outdir in json.loads(sys.argv[1]):
    os.environ |= {"CDK_CONTEXT_JSON": json.dumps(context), "CDK_OUTDIR": outdir}
    if status := main():
        sys.exit(status)
from tests.infra.aws.refused import describe_refused
describe_refused()
"""


def describe(project: Path, stages: Mapping[str, Mapping[str, object]]) -> None:
    """Run the app once for each stage, which it writes into the folder of its name.

    One process runs all, since node takes longer to load the CDK than to describe a stage. It also
    describes what a check refuses (see `refused`).
    """
    orders = [(context, str(project / name)) for name, context in stages.items()]
    done = _run(make_project(project), "-c", _DESCRIBE_ALL, json.dumps(orders))
    assert done.returncode == 0, done.stderr


def read_described(folder: Path, context: Mapping[str, object]) -> Described:
    """Read what the app wrote about a stage."""
    config = read_config(context)
    template = json.loads((folder / f"{config.names.base}.template.json").read_text())
    return Described(config, folder, template)


def _run(project: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603  # our own program
        [sys.executable, *arguments],
        cwd=project,
        env={**os.environ, "PATH": PATH, **environment},
        capture_output=True,
        text=True,
        check=False,
    )

"""Who may do what in a stage."""

import re
from pathlib import Path
from typing import get_args

from infra.routes import BACKUP_WRITER, EVENTS, FUNCTIONS, SCHEDULES, Function, Integration
from tests.cases import each_case
from tests.infra.aws.stages import Described, Json, listed, target

DEPLOYING = Path(__file__).parents[3] / "docs/deploying.md"
EACH_FUNCTION = each_case("function", FUNCTIONS)
CONSUMERS = {each.function for each in EVENTS}
SECRETS_OF_STORES = {"none": (), "read": ("stores-read-only",), "write": ("stores",)}
XRAY = ["xray:PutTraceSegments", "xray:PutTelemetryRecords"]
LOGS = ["logs:CreateLogStream", "logs:PutLogEvents"]
SEND = ["sqs:SendMessage", "sqs:GetQueueAttributes", "sqs:GetQueueUrl"]


def statements_of(stage: Described, name: str) -> list[Json]:
    """The statements of a function's role."""
    return stage.statements(target(stage.function(name)[1]["Role"]))


def statements_about(statements: list[Json], action: str) -> list[Json]:
    return [each for each in statements if action in listed(each["Action"])]


def allowances(stage: Described) -> list[Json]:
    """All statements of the stage's policies, of roles and of resources, that allow something."""
    documents = [
        resource["Properties"]["PolicyDocument"]
        for resource in stage.template["Resources"].values()
        if "PolicyDocument" in resource.get("Properties", {})
    ]
    found = [statement for each in documents for statement in each["Statement"]]
    return [statement for statement in found if statement["Effect"] == "Allow"]


def test_every_role_is_assumed_by_one_service(stage: Described) -> None:
    services = []
    for role in stage.of_type("IAM::Role").values():
        (statement,) = role["AssumeRolePolicyDocument"]["Statement"]
        assert (statement["Effect"], statement["Action"]) == ("Allow", "sts:AssumeRole")
        assert set(statement["Principal"]) == {"Service"}
        services.append(statement["Principal"]["Service"])
    assert services.count("lambda.amazonaws.com") == len(FUNCTIONS)
    clocks = int(stage.config.prune_schedule is not None)
    assert services.count("scheduler.amazonaws.com") == clocks
    assert services.count("codedeploy.amazonaws.com") == 1
    assert len(services) == len(FUNCTIONS) + clocks + 1


def test_every_function_has_a_role_of_its_own(stage: Described) -> None:
    roles = {target(each["Role"]) for each in stage.of_type("Lambda::Function").values()}
    assert len(roles) == len(FUNCTIONS)


def test_roles_have_no_managed_or_inline_policies(stage: Described) -> None:
    for role in stage.of_type("IAM::Role").values():
        assert not {"ManagedPolicyArns", "Policies"} & set(role)
    assert stage.of_type("IAM::ManagedPolicy") == {}


def test_no_policy_allows_actions_by_a_wildcard(stage: Described) -> None:
    for statement in allowances(stage):
        assert "NotAction" not in statement
        for action in listed(statement["Action"]):
            assert "*" not in action
            assert "?" not in action


def test_only_tracing_and_reading_alarms_are_allowed_on_all_resources(stage: Described) -> None:
    everywhere = [each for each in allowances(stage) if "*" in listed(each.get("Resource", "*"))]
    actions = [each["Action"] for each in everywhere]
    assert actions.count(XRAY) == len(FUNCTIONS)
    assert [each for each in actions if each != XRAY] == ["cloudwatch:DescribeAlarms"]
    assert not any("NotResource" in each for each in allowances(stage))


def test_every_policy_names_the_service_that_it_allows_something(stage: Described) -> None:
    for statement in allowances(stage):
        principal = statement.get("Principal", {"Service": "the role itself"})
        assert set(principal) == {"Service"}
        assert principal["Service"] != "*"


@EACH_FUNCTION
def test_a_function_writes_to_its_own_log(function: Function, stage: Described) -> None:
    log = stage.function(function.name)[1]["LoggingConfig"]["LogGroup"]["Ref"]
    (writing,) = statements_about(statements_of(stage, function.name), "logs:PutLogEvents")
    assert writing["Action"] == LOGS
    assert writing["Resource"] == {"Fn::GetAtt": [log, "Arn"]}


@EACH_FUNCTION
def test_a_function_may_read_only_the_secrets_of_its_row(
    function: Function, stage: Described
) -> None:
    wanted = [each for each in function.integrations if each in stage.config.integrations]
    expected = [*SECRETS_OF_STORES[function.stores], *wanted]
    assert secrets_read_by(stage, function.name) == [
        f"recollect/{stage.config.stage}/{each}-??????" for each in expected
    ]


def test_the_documents_name_the_functions_that_read_a_secret() -> None:
    row = re.compile(r"^\| `(?:recollect/\{stage\}|…)/([a-z0-9-]+)` \|.*\|(.*)\|$", re.MULTILINE)
    rows = row.findall(DEPLOYING.read_text("utf-8"))
    told = {name: set(re.findall(r"`(\w+)`", readers)) for name, readers in rows}
    for name in get_args(Integration):
        assert told[name] == {each.name for each in FUNCTIONS if name in each.integrations}, name
    assert told["stores-read-only"] == {each.name for each in FUNCTIONS if each.stores == "read"}


def secrets_read_by(stage: Described, name: str) -> list[str]:
    """The names of the secrets that a function may read, with Secrets Manager's six characters."""
    statements = statements_about(statements_of(stage, name), "secretsmanager:GetSecretValue")
    assert all(each["Action"] == "secretsmanager:GetSecretValue" for each in statements)
    return [secret(each) for statement in statements for each in listed(statement["Resource"])]


def secret(arn: Json) -> str:
    separator, parts = arn["Fn::Join"]
    assert separator == ""
    written = "".join(part if isinstance(part, str) else f"<{part['Ref']}>" for part in parts)
    here = "arn:<AWS::Partition>:secretsmanager:<AWS::Region>:<AWS::AccountId>:secret:"
    assert written.startswith(here)
    return written.removeprefix(here)


def test_a_function_that_only_reads_cannot_get_the_tokens_that_write(stage: Described) -> None:
    readers = [each.name for each in FUNCTIONS if each.stores == "read"]
    assert "find_memories" in readers
    for name in readers:
        assert secrets_read_by(stage, name) == [
            f"recollect/{stage.config.stage}/stores-read-only-??????"
        ]
    assert secrets_read_by(stage, "describe_api") == []


def test_a_stage_may_not_read_the_secrets_of_another(prod: Described, dev: Described) -> None:
    for function in FUNCTIONS:
        assert all(
            each.startswith("recollect/prod/") for each in secrets_read_by(prod, function.name)
        )
        assert all(
            each.startswith("recollect/dev/") for each in secrets_read_by(dev, function.name)
        )


def test_only_functions_that_publish_may_put_events_on_the_bus(stage: Described) -> None:
    bus_id, _ = stage.only("Events::EventBus")
    may = {
        each.name: statements_about(statements_of(stage, each.name), "events:PutEvents")
        for each in FUNCTIONS
    }
    putting = {name: statements for name, statements in may.items() if statements}
    assert set(putting) == {"call_tool", "serve_mcp", "validate_response"}
    for (statement,) in putting.values():
        assert statement["Action"] == "events:PutEvents"
        assert statement["Resource"] == {"Fn::GetAtt": [bus_id, "Arn"]}


def test_the_scheduler_may_only_put_events_on_the_bus(prod: Described) -> None:
    bus_id, _ = prod.only("Events::EventBus")
    schedules = prod.of_type("Scheduler::Schedule").values()
    assert len(schedules) == len(SCHEDULES)
    for role in {target(each["Target"]["RoleArn"]) for each in schedules}:
        (statement,) = prod.statements(role)
        assert statement == {
            "Effect": "Allow",
            "Action": "events:PutEvents",
            "Resource": {"Fn::GetAtt": [bus_id, "Arn"]},
        }


@EACH_FUNCTION
def test_only_event_consumers_may_send_messages_and_only_to_their_own_queue(
    function: Function, stage: Described
) -> None:
    sending = statements_about(statements_of(stage, function.name), "sqs:SendMessage")
    if function.name not in CONSUMERS:
        assert sending == []
        return
    failed = stage.config.names.failed(function.name)
    queue_id, _ = stage.named("SQS::Queue", "QueueName", failed)
    (statement,) = sending
    assert statement["Action"] == SEND
    assert statement["Resource"] == {"Fn::GetAtt": [queue_id, "Arn"]}


@EACH_FUNCTION
def test_a_function_may_do_only_what_is_listed_here(function: Function, stage: Described) -> None:
    statements = statements_of(stage, function.name)
    allowed = {action for each in statements for action in listed(each["Action"])}
    expected = {*LOGS, *XRAY}
    if function.stores != "none":
        expected.add("secretsmanager:GetSecretValue")
    if function.publishes:
        expected.add("events:PutEvents")
    if function.name in CONSUMERS:
        expected.update(SEND)
    if function.name == BACKUP_WRITER and stage.config.backup_days is not None:
        expected |= {"s3:ListBucket", "s3:GetObject", "s3:PutObject"}
    assert allowed == expected
    assert all(each["Effect"] == "Allow" for each in statements)


def test_only_the_api_and_the_rules_of_the_stage_may_invoke_functions(stage: Described) -> None:
    api_id, _ = stage.only("ApiGatewayV2::Api")
    rules = {stage.rule(rule)[0]: rule.function for rule in EVENTS}
    permissions = stage.of_type("Lambda::Permission").values()
    for permission in permissions:
        assert permission["Action"] == "lambda:InvokeFunction"
        source = permission["SourceArn"]
        if permission["Principal"] == "events.amazonaws.com":
            assert target(permission["FunctionName"]) == stage.alias(rules.pop(target(source)))
        else:
            assert permission["Principal"] == "apigateway.amazonaws.com"
            *_, api, anything = source["Fn::Join"][1]
            assert (api, anything) == ({"Ref": api_id}, "/*/*/*")
    assert rules == {}

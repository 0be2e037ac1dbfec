"""The Lambda functions of a stage."""

import re

from infra.routes import BACKUP_WRITER, EVENTS, FUNCTIONS, Function
from tests.cases import each_case
from tests.infra.aws.stages import ROOT, Described, Json, sources, target

SECRETS_OF_STORES = {"none": (), "read": ("stores-read-only",), "write": ("stores",)}
CONSUMERS = sorted({each.function for each in EVENTS})
NAMES = [each.name for each in FUNCTIONS]
EACH_FUNCTION = each_case("function", FUNCTIONS)

# A key, a word of many letters and digits, or an address with somebody's name in it.
LIKE_A_SECRET = re.compile(r"(?i)secret_|bearer|begin |[a-z0-9+=]{32,}|//[^/@]+@")


def environment(stage: Described, function: str) -> Json:
    variables: Json = stage.function(function)[1]["Environment"]["Variables"]
    return variables


def test_the_stage_has_exactly_the_functions_of_the_table(stage: Described) -> None:
    names = {each["FunctionName"] for each in stage.of_type("Lambda::Function").values()}
    assert names == set(map(stage.config.names.function, NAMES))


@EACH_FUNCTION
def test_a_function_runs_the_code_of_its_folder_and_nothing_else(
    function: Function, stage: Described
) -> None:
    function_id, properties = stage.function(function.name)
    code = stage.code(function_id)
    assert sources(code) == sources(ROOT / "functions" / function.name)
    assert (code / "handler.py").is_file()
    assert not list(code.rglob("__pycache__"))
    assert properties["Handler"] == "handler.lambda_handler"


@EACH_FUNCTION
def test_a_function_has_the_memory_and_timeout_of_the_table(
    function: Function, stage: Described
) -> None:
    properties = stage.function(function.name)[1]
    assert properties["Architectures"] == ["arm64"]
    assert properties["Runtime"] == "python3.13"
    assert properties["MemorySize"] == function.memory
    assert properties["Timeout"] == function.timeout


@EACH_FUNCTION
def test_a_function_is_traced_and_writes_json_to_a_log_of_its_own(
    function: Function, stage: Described
) -> None:
    properties = stage.function(function.name)[1]
    name = f"/aws/lambda/{stage.config.names.function(function.name)}"
    log_id, log = stage.named("Logs::LogGroup", "LogGroupName", name)
    assert properties["TracingConfig"] == {"Mode": "Active"}
    assert properties["LoggingConfig"] == {
        "LogFormat": "JSON",
        "LogGroup": {"Ref": log_id},
        "ApplicationLogLevel": "INFO",
    }
    assert log["RetentionInDays"] == stage.config.log_days


def test_only_production_keeps_its_logs_when_the_stage_is_deleted(
    prod: Described, dev: Described
) -> None:
    # But not those of a creation that failed, which would be in the way of the next one.
    assert deletion_policies(prod) == {"RetainExceptOnCreate"}
    assert deletion_policies(dev) == {"Delete"}


def deletion_policies(stage: Described) -> set[str]:
    return {
        stage.template["Resources"][each]["DeletionPolicy"]
        for each in stage.of_type("Logs::LogGroup")
    }


def test_concurrency_is_reserved_only_for_the_functions_that_the_stage_names(
    prod: Described, dev: Described
) -> None:
    assert reserved(prod) == {"recollect-find_memories": 40, "recollect-describe_api": 0}
    assert reserved(dev) == {}


def reserved(stage: Described) -> dict[str, int]:
    return {
        each["FunctionName"]: each["ReservedConcurrentExecutions"]
        for each in stage.of_type("Lambda::Function").values()
        if "ReservedConcurrentExecutions" in each
    }


@EACH_FUNCTION
def test_the_environment_of_a_function_names_its_secrets(
    function: Function, prod: Described, dev: Described
) -> None:
    of_stores = SECRETS_OF_STORES[function.stores]
    everything = [f"recollect/prod/{each}" for each in (*of_stores, *function.integrations)]
    assert environment(prod, function.name).get("SECRETS", "") == ",".join(everything)
    # A stage without integrations has no secrets of any.
    only_stores = [f"recollect/dev/{each}" for each in of_stores]
    assert environment(dev, function.name).get("SECRETS", "") == ",".join(only_stores)


@EACH_FUNCTION
def test_the_environment_of_a_function_holds_the_stage_and_its_settings(
    function: Function, prod: Described
) -> None:
    variables = environment(prod, function.name)
    expected = {
        "STAGE": "prod",
        "TOKEN_ISSUER": "https://issuer.example/",
        "SECRETS_AS_OF": "2026-01",
        "POWERTOOLS_SERVICE_NAME": function.name,
        "POWERTOOLS_METRICS_NAMESPACE": "Recollect",
        "H4R_MIN_SCORE": "0.1",
    }
    assert variables.items() >= expected.items()
    others = {"SECRETS", "EVENT_BUS_NAME", "DEAD_LETTER_QUEUE_URL"}
    of_backups = {"BACKUP_BUCKET"} if function.name == BACKUP_WRITER else set()
    assert set(variables) <= set(expected) | others | of_backups


def test_only_an_open_stage_sets_open_api(prod: Described, dev: Described) -> None:
    assert {environment(dev, name).get("OPEN_API") for name in NAMES} == {"true"}
    assert not any("OPEN_API" in environment(prod, name) for name in NAMES)
    assert {environment(dev, name)["STAGE"] for name in NAMES} == {"dev"}


def test_only_functions_that_publish_know_the_bus(stage: Described) -> None:
    buses = {each: environment(stage, each).get("EVENT_BUS_NAME") for each in NAMES}
    publishing = {each.name for each in FUNCTIONS if each.publishes}
    assert publishing == {"call_tool", "serve_mcp", "validate_response"}
    assert {name for name, bus in buses.items() if bus} == publishing
    (bus,) = {buses[each] for each in publishing}
    assert bus == stage.only("Events::EventBus")[1]["Name"]


def test_no_environment_holds_anything_like_a_secret(stage: Described) -> None:
    for name in NAMES:
        for value in environment(stage, name).values():
            if isinstance(value, str):
                assert not LIKE_A_SECRET.search(value), name
            else:
                known = {*stage.of_type("SQS::Queue"), *stage.of_type("S3::Bucket")}
                assert target(value) in known


@each_case(
    "value",
    [
        "AXlkASQgNjM4NmY2YTUtYzI0OS00MjE4LTg1",
        "postgresql://reader:hunter2@db.example/support",
        "Bearer abc",
        "-----BEGIN PRIVATE KEY-----",
    ],
)
def test_the_pattern_for_secrets_recognises_secrets(value: str) -> None:
    assert LIKE_A_SECRET.search(value)


def test_only_functions_that_use_postgres_have_the_layer_with_its_driver(
    prod: Described, dev: Described
) -> None:
    described = {i: each["Description"] for i, each in prod.of_type("Lambda::LayerVersion").items()}
    of_function = {
        name: [described[each["Ref"]] for each in prod.function(name)[1]["Layers"]]
        for name in NAMES
    }
    shared, postgres = "recollect and what it needs", "the driver of Postgres"
    for name in ("request_context", "prepare_context", "call_tool", "serve_mcp"):
        assert sorted(of_function.pop(name)) == sorted([shared, postgres])
    assert set(map(tuple, of_function.values())) == {(shared,)}
    layer_id, layer = dev.only("Lambda::LayerVersion")
    assert layer["Description"] == shared
    assert all(dev.function(name)[1]["Layers"] == [{"Ref": layer_id}] for name in NAMES)


def test_the_layers_fit_the_runtime_and_architecture_of_the_functions(stage: Described) -> None:
    for layer in stage.of_type("Lambda::LayerVersion").values():
        assert layer["CompatibleRuntimes"] == ["python3.13"]
        assert layer["CompatibleArchitectures"] == ["arm64"]


@each_case("name", CONSUMERS)
def test_an_event_that_a_function_keeps_failing_on_goes_to_its_queue(
    name: str, stage: Described
) -> None:
    function_id, _ = stage.function(name)
    queue_id, queue = stage.named("SQS::Queue", "QueueName", stage.config.names.failed(name))
    configured = stage.of_type("Lambda::EventInvokeConfig").values()
    (invoked,) = [each for each in configured if target(each["FunctionName"]) == function_id]
    assert invoked["MaximumRetryAttempts"] == 2
    assert invoked["MaximumEventAgeInSeconds"] == 6 * 3600
    # The configuration is that of the alias, which events invoke.
    _, parts = invoked["Qualifier"]["Fn::Select"]
    assert parts["Fn::Split"][1] == {"Ref": stage.alias(name)}
    assert target(invoked["DestinationConfig"]["OnFailure"]["Destination"]) == queue_id
    # An event that it cannot even read, the function puts there itself.
    assert environment(stage, name)["DEAD_LETTER_QUEUE_URL"] == {"Ref": queue_id}
    assert queue["MessageRetentionPeriod"] == 14 * 24 * 3600
    assert queue["SqsManagedSseEnabled"] is True


def test_only_functions_that_consume_events_have_a_queue(stage: Described) -> None:
    assert len(stage.of_type("Lambda::EventInvokeConfig")) == len(CONSUMERS)
    with_queue = {each for each in NAMES if "DEAD_LETTER_QUEUE_URL" in environment(stage, each)}
    assert with_queue == set(CONSUMERS)


def test_resources_are_tagged_with_their_stage(stage: Described) -> None:
    tags = [{"Key": "service", "Value": "recollect"}, {"Key": "stage", "Value": stage.config.stage}]
    for kind in ("Lambda::Function", "SQS::Queue", "Logs::LogGroup", "IAM::Role"):
        assert all(each["Tags"] == tags for each in stage.of_type(kind).values())


def test_the_prod_stage_has_every_integration(prod: Described) -> None:
    asked = {each for function in FUNCTIONS for each in function.integrations}
    assert set(prod.config.integrations) == asked

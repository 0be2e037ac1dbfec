"""The bucket of backups, as the template describes it."""

from tests.infra.aws.stages import Described, target


def test_backups_are_encrypted_versioned_and_expire_when_the_stage_says(prod: Described) -> None:
    _, bucket = prod.only("S3::Bucket")
    (rule,) = bucket["LifecycleConfiguration"]["Rules"]

    assert set(bucket["PublicAccessBlockConfiguration"].values()) == {True}
    assert bucket["VersioningConfiguration"] == {"Status": "Enabled"}
    assert bucket["BucketEncryption"]
    assert rule["Status"] == "Enabled"
    assert rule["ExpirationInDays"] == 35
    assert rule["NoncurrentVersionExpiration"] == {"NoncurrentDays": 35}


def test_only_the_backup_function_may_access_the_bucket(prod: Described) -> None:
    bucket_id, _ = prod.only("S3::Bucket")
    _, function = prod.function("take_backup")
    statements = prod.statements(target(function["Role"]))
    pages = {"Fn::Join": ["", [{"Fn::GetAtt": [bucket_id, "Arn"]}, "/*.jsonl"]]}
    of_s3 = [each for each in statements if "s3:" in str(each["Action"])]

    assert of_s3 == [
        {
            "Action": "s3:ListBucket",
            "Effect": "Allow",
            "Resource": {"Fn::GetAtt": [bucket_id, "Arn"]},
        },
        {"Action": ["s3:GetObject", "s3:PutObject"], "Effect": "Allow", "Resource": pages},
    ]
    assert function["Environment"]["Variables"]["BACKUP_BUCKET"] == {"Ref": bucket_id}
    others = [
        policy
        for policy in prod.of_type("IAM::Policy").values()
        if "s3:" in str(policy) and {"Ref": target(function["Role"])} not in policy["Roles"]
    ]
    assert others == []


def test_the_bucket_remains_when_the_stage_is_deleted(prod: Described) -> None:
    name, _ = prod.only("S3::Bucket")
    bucket = prod.template["Resources"][name]

    assert (bucket["DeletionPolicy"], bucket["UpdateReplacePolicy"]) == ("Retain", "Retain")
    assert prod.template["Outputs"]["BackupBucketName"]["Value"] == {"Ref": name}


def test_the_bucket_refuses_requests_without_tls(prod: Described) -> None:
    _, policy = prod.only("S3::BucketPolicy")
    (statement,) = policy["PolicyDocument"]["Statement"]

    assert (statement["Effect"], statement["Action"]) == ("Deny", "s3:*")
    assert statement["Condition"] == {"Bool": {"aws:SecureTransport": "false"}}


def test_a_stage_without_backups_has_no_bucket(dev: Described) -> None:
    assert dev.of_type("S3::Bucket") == {}

"""The bucket that `take_backup` writes to; `recollect backup` can use it, too."""

from typing import cast

from aws_cdk import CfnOutput, Duration, RemovalPolicy, Stack
from aws_cdk import aws_s3 as s3
from constructs import Construct

from infra.aws.function import RecollectFunction
from infra.aws.reviewed import reviewed


class BackupBucket(Construct):
    """A bucket that only this account can read, over TLS, and that `writer` writes to.

    Backups are kept for `days`; overwritten or deleted ones are kept for as long again.
    """

    def __init__(self, scope: Construct, days: int, writer: RecollectFunction) -> None:
        super().__init__(scope, "Backups")
        kept = Duration.days(days)
        bucket = s3.Bucket(
            self,
            "Bucket",
            versioned=True,
            encryption=s3.BucketEncryption.S3_MANAGED,
            block_public_access=s3.BlockPublicAccess.BLOCK_ALL,
            object_ownership=s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
            enforce_ssl=True,
            # The backups stay when the stage is destroyed, so that it can be restored.
            removal_policy=RemovalPolicy.RETAIN,
            lifecycle_rules=[
                s3.LifecycleRule(
                    expiration=kept,
                    noncurrent_version_expiration=kept,
                    abort_incomplete_multipart_upload_after=Duration.days(1),
                )
            ],
        )
        reviewed(
            bucket,
            "AwsSolutions-S1",
            "Access logs need a bucket of their own; CloudTrail's data events record the same.",
        )
        writer.write_to(bucket)
        logical_id = Stack.of(self).get_logical_id(cast("s3.CfnBucket", bucket.node.default_child))
        reviewed(
            writer.role,
            f"AwsSolutions-IAM5[Resource::<{logical_id}.Arn>/*.jsonl]",
            "Each day has pages with other names; the bucket holds nothing but backup pages.",
        )
        CfnOutput(self, "Name", key="BackupBucketName", value=bucket.bucket_name)

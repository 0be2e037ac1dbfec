"""Accept findings of cdk-nag after a review."""

from aws_cdk import Acknowledgment, Validations
from constructs import IConstruct


def reviewed(construct: IConstruct, rule: str, reason: str) -> None:
    """Accept a finding of an AwsSolutions rule on a construct, for a reason."""
    Validations.of(construct).acknowledge(Acknowledgment(id=f"AwsSolutions::{rule}", reason=reason))

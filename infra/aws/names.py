"""The names of a stage's resources, by which people and programs find them."""

from dataclasses import dataclass
from typing import Final, Literal

Stage = Literal["dev", "staging", "prod"]
ALIAS: Final = "live"
"""The alias of a function that callers use: it leads to the released version."""


@dataclass(frozen=True, slots=True)
class Names:
    """The names of a stage. Several stages can share an account: only prod has the bare name."""

    stage: Stage

    @property
    def base(self) -> str:
        """The name of the stack and of its bus; every other name begins with it."""
        return "recollect" if self.stage == "prod" else f"recollect-{self.stage}"

    @property
    def metrics(self) -> str:
        """The CloudWatch namespace of the metrics that the functions write themselves."""
        return self.base.replace("recollect", "Recollect")

    def function(self, name: str) -> str:
        """The Lambda function with this name in the table."""
        return f"{self.base}-{name}"

    def undelivered(self, detail_type: str) -> str:
        """The queue of events that the bus could not deliver to their function."""
        return f"{self.base}-undelivered-{detail_type}"

    def failed(self, function: str) -> str:
        """The queue of events that a function refused, or failed on at every attempt."""
        return f"{self.base}-failed-{function}"

    def secret(self, holds: str) -> str:
        """The secret of the stores (`stores`, `stores-read-only`) or of an integration."""
        return f"recollect/{self.stage}/{holds}"

"""The names that people and programs know a stage's resources by."""

from dataclasses import dataclass
from typing import Final, Literal

Stage = Literal["dev", "staging", "prod"]
ALIAS: Final = "live"
"""What callers of a function call: the version that is released."""


@dataclass(frozen=True, slots=True)
class Names:
    """The names of a stage. Several stages can share an account: only prod has the bare name."""

    stage: Stage

    @property
    def base(self) -> str:
        """The name of the stack, its bus, and what every other name begins with."""
        return "recollect" if self.stage == "prod" else f"recollect-{self.stage}"

    @property
    def metrics(self) -> str:
        """The CloudWatch namespace of what the functions count themselves."""
        return self.base.replace("recollect", "Recollect")

    def function(self, name: str) -> str:
        """The Lambda function of a name in the table."""
        return f"{self.base}-{name}"

    def undelivered(self, detail_type: str) -> str:
        """The queue of events that the bus could not hand to their function."""
        return f"{self.base}-undelivered-{detail_type}"

    def failed(self, function: str) -> str:
        """The queue of events that a function refused, or failed on to the end."""
        return f"{self.base}-failed-{function}"

    def secret(self, holds: str) -> str:
        """The secret of the stores (`stores`, `stores-read-only`) or of an integration."""
        return f"recollect/{self.stage}/{holds}"

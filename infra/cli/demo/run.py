"""What the chapters of the demo share: make calls and show them, and check claims."""

import json
import time
from dataclasses import dataclass, field
from typing import Final, TypeVar

import httpx
from pydantic import BaseModel, JsonValue
from rich.console import Console, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.text import Text

from infra.cli.console import CommandError
from recollect.memories.model import Memory

APP: Final = "epic-web"
APP_PATH: Final = f"/apps/{APP}"
_DELIVERY_TIMEOUT_SECONDS = 20
_COMPLETION_TIMEOUT_SECONDS: Final = 60
_PAUSE_SECONDS: Final = 1
_INDENT = (0, 0, 0, 3)

_M = TypeVar("_M", bound=BaseModel)


@dataclass(slots=True)
class DemoRun:
    """A run of the demo on a console; in `kept`, chapters leave memories for later chapters."""

    console: Console
    client: httpx.Client
    kept: dict[str, Memory] = field(default_factory=dict)
    _number: int = 0
    _broken: bool = False

    def chapter(self, title: str) -> None:
        """Begin a chapter: print its number and title."""
        self._number += 1
        self.console.print(f"\n[bold]{self._number}. {escape(title)}[/]")

    def say(self, text: str) -> None:
        """Print a line."""
        self.console.print(Padding(Text(text), _INDENT, expand=False))

    def show(self, table: RenderableType) -> None:
        """Print a table or another renderable."""
        self.console.print(Padding(table, _INDENT, expand=False))

    def check(self, claim: str, *, holds: bool) -> None:
        """Print a claim with a tick. Raises CommandError if it does not hold."""
        if not holds:
            raise CommandError(f"this does not hold: {claim}")
        self.console.print(Padding(f"[green]✓[/] {escape(claim)}", _INDENT, expand=False))

    def call(self, method: str, path: str, body: JsonValue, *, status: int = 200) -> httpx.Response:
        """Call the API and show the call. Raises CommandError at any other status."""
        response = self.client.request(method, path, json=body)
        self.console.print(
            f"   [cyan]{method} {escape(path)}[/] → {response.status_code}", soft_wrap=True
        )
        return _checked(response, status)

    def read(
        self, model: type[_M], method: str, path: str, body: JsonValue = None, *, status: int = 200
    ) -> _M:
        """Call the API like `call`, and read the answer."""
        return model.model_validate_json(self.call(method, path, body, status=status).content)

    def ask(self, path: str, body: JsonValue) -> httpx.Response:
        """POST a request that changes nothing, and repeat it while parts of the answer are missing.

        Parts may be late because the laptop is busy. The first call is shown, and that it was
        repeated, but not how often. While a store is broken on purpose, it is not repeated.
        """
        response = self.call("POST", path, body)
        if self._broken or not _missing_parts(response):
            return response
        self.say(f"X-Degraded: {_missing_parts(response)}, so the request is repeated")
        deadline = time.monotonic() + _COMPLETION_TIMEOUT_SECONDS
        while _missing_parts(response) and time.monotonic() < deadline:
            time.sleep(_PAUSE_SECONDS)
            response = _checked(self.client.post(path, json=body), httpx.codes.OK)
        return response

    def read_complete(self, model: type[_M], path: str, body: JsonValue) -> _M:
        """Ask like `ask`, and read the answer."""
        return model.model_validate_json(self.ask(path, body).content)

    def break_store(self, target: str) -> None:
        """Make an emulator answer 503 until `mend_stores`."""
        self._broken = True
        fault = {"target": target, "mode": "status", "status": 503}
        self.client.post("/_emulators/faults", json=fault).raise_for_status()

    def mend_stores(self) -> None:
        """Make all emulators work again."""
        self._broken = False
        self.client.delete("/_emulators/faults").raise_for_status()

    def memory(self, memory_id: str) -> Memory:
        """The memory in its current state; the call is not shown."""
        response = self.client.get(f"{APP_PATH}/memories/{memory_id}").raise_for_status()
        return Memory.model_validate_json(response.content)

    def publish(
        self, detail_type: str, detail: dict[str, JsonValue], event_id: str, **entry_fields: str
    ) -> None:
        """Put an event on the bus, and wait until it is delivered or given up.

        Raises CommandError if that takes too long.
        """
        entry = {
            "Source": "recollect.feedback",
            "DetailType": detail_type,
            "Detail": json.dumps({"app_slug": APP, **detail}),
            "Id": event_id,
            **entry_fields,
        }
        self.client.post("/_events", json={"Entries": [entry]}).raise_for_status()
        self.console.print(f"   [cyan]event {detail_type}[/], id {event_id}")
        deadline = time.monotonic() + _DELIVERY_TIMEOUT_SECONDS
        while self.client.get("/_events/pending").json()["pending"]:
            if time.monotonic() > deadline:
                raise CommandError(f"the event {event_id} is still under way")
            time.sleep(0.02)


def _checked(response: httpx.Response, status: int) -> httpx.Response:
    """The response, if it has this status. Raises CommandError for any other."""
    if response.status_code == status:
        return response
    asked = f"{response.request.method} {response.request.url.path}"
    raise CommandError(f"{asked} answered {response.status_code}: {response.text}")


def _missing_parts(response: httpx.Response) -> str | None:
    """The names of the parts that a response lacks, or None."""
    missing: str | None = response.headers.get("X-Degraded")
    return missing

"""JSON-RPC errors behave like other exceptions."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from recollect.faces.json_rpc import INVALID_PARAMS, RpcError


@contextmanager
def passing_on() -> Iterator[None]:
    yield


def test_an_error_passes_through_a_context_manager_unchanged() -> None:
    with pytest.raises(RpcError, match="Unknown tool: x") as raised, passing_on():
        raise RpcError(INVALID_PARAMS, "Unknown tool: x", 400, {"uri": "x"})

    told = {"code": INVALID_PARAMS, "message": "Unknown tool: x", "data": {"uri": "x"}}
    assert json.loads(raised.value.reply(7)) == {"jsonrpc": "2.0", "id": 7, "error": told}
    assert raised.value.status == 400

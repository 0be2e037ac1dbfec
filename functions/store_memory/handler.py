"""POST /apps/{app_slug}/memories and /memories/batch: store decisions, each only once."""

from http import HTTPStatus

from recollect.actions.remember import remember, remember_batch
from recollect.memories.model import StoredMemory
from recollect.memories.receipts import StoredBatch
from recollect.memories.requests import MemoryBatch, NewMemory
from recollect.serving.http import Api
from recollect.serving.payload import MAX_BATCH_BYTES
from recollect.wiring.process import process

api = Api("store_memory", process)
api.route(
    "POST",
    "/apps/{app_slug}/memories",
    operation="store_memory",
    scope="memory:write",
    body=NewMemory,
    answer=StoredMemory,
    status=201,
    also=(200,),
)(remember)
api.route(
    "POST",
    "/apps/{app_slug}/memories/batch",
    operation="store_memories",
    scope="memory:write",
    body=MemoryBatch,
    answer=StoredBatch,
    also=(HTTPStatus.MULTI_STATUS,),
    most_bytes=MAX_BATCH_BYTES,
)(remember_batch)

lambda_handler = api.handle

"""POST /prepare: everything that an agent needs before it acts, in one text, under one deadline."""

from recollect.actions.prepare import prepare
from recollect.preparing.request import Prepared, PrepareRequest
from recollect.serving.http import Api
from recollect.wiring.process import process

api = Api("prepare_context", process)
api.route(
    "POST",
    "/prepare",
    operation="prepare_prompt",
    scope="context:read",
    body=PrepareRequest,
    answer=Prepared,
    headers=("X-Degraded",),
)(prepare)

lambda_handler = api.handle

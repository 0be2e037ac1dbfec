"""POST /erasures: remove a person from everything that is kept, or mask them in it."""

from recollect.actions.erase import erase_person
from recollect.erasure.subject import ErasureReceipt, ErasureRequest
from recollect.serving.http import Api
from recollect.wiring.process import process

api = Api("erase_person", process)
api.route("POST", "/erasures", scope="memory:admin", body=ErasureRequest, answer=ErasureReceipt)(
    erase_person
)

lambda_handler = api.handle

import pytest

from tests.knowledge.stores import Stores


@pytest.fixture
def stores() -> Stores:
    return Stores()

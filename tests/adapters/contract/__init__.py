"""One suite for all implementations of the ports: fakes, emulators and, with `-m live`, Upstash."""

import pytest

pytest.register_assert_rewrite("tests.adapters.contract.stores")
pytest.register_assert_rewrite("tests.adapters.contract.evidence")

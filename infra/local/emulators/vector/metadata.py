"""Rules for metadata: how a patch is merged in, and how large they may be."""

import json
from typing import Final

from pydantic import JsonValue

from infra.local.emulators.vector.errors import MalformedRequestError, TooLargeError
from infra.local.emulators.vector.records import Metadata

MAX_BYTES: Final = 48 * 1024


def merge_patch(target: JsonValue, patch: JsonValue) -> JsonValue:
    """Apply an RFC 7396 merge patch; neither argument is changed."""
    if not isinstance(patch, dict):
        return patch
    merged = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        else:
            merged[key] = merge_patch(merged.get(key), value)
    return merged


def merged(metadata: Metadata | None, patch: Metadata) -> Metadata:
    """Return metadata with a patch merged in."""
    result = merge_patch(dict(metadata or {}), dict(patch))
    return result if isinstance(result, dict) else {}


def check_metadata(name: str, metadata: Metadata | None) -> None:
    """Refuse metadata that are too large, or that JSON cannot hold."""
    if metadata is None:
        return
    try:
        encoded = json.dumps(metadata, ensure_ascii=False, allow_nan=False).encode()
    except ValueError as error:
        message = f"The metadata of {name} hold a number that JSON cannot."
        raise MalformedRequestError(message) from error
    if len(encoded) > MAX_BYTES:
        raise TooLargeError(f"The metadata of {name} are over {MAX_BYTES} bytes.")

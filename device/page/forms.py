"""What a browser sends: JSON or the fields of a form, never much of it."""

from __future__ import annotations

import json
from typing import Any, Final
from urllib.parse import parse_qsl

from starlette.requests import ClientDisconnect, Request

from device.page.table_acts import BadRequest

LONGEST_BODY: Final = 4096
MOST_FIELDS: Final = 32


async def body_of(request: Request) -> bytes:
    """All that was sent; BadRequest if that is too much, or broke off."""
    body = b""
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > LONGEST_BODY:
                raise BadRequest(f"The request is longer than {LONGEST_BODY} bytes.")
    except ClientDisconnect as error:  # nobody hears the answer any more, and the log need not, either
        raise BadRequest("The request broke off.") from error
    return body


async def json_of(request: Request) -> dict[str, Any]:
    """The JSON object that was sent; nothing at all is an empty one."""
    body = await body_of(request)
    try:
        values = json.loads(body or b"{}")
    except ValueError as error:
        raise BadRequest("The request is no JSON.") from error
    except RecursionError as error:
        raise BadRequest("The request is JSON within JSON within JSON, too deep to be meant.") from error
    if not isinstance(values, dict):
        raise BadRequest('The request must be a JSON object, like {"x": 1}.')
    return values


async def fields_of(request: Request) -> dict[str, tuple[str, ...]]:
    """The fields of a form, each with all its values in their order."""
    body = await body_of(request)
    fields: dict[str, tuple[str, ...]] = {}
    try:
        for name, value in parse_qsl(body.decode("ascii"), keep_blank_values=True, max_num_fields=MOST_FIELDS):
            fields[name] = (*fields.get(name, ()), value)
    except ValueError as error:
        raise BadRequest("The request is no form.") from error
    return fields


def one_of(fields: dict[str, tuple[str, ...]], name: str) -> str:
    """The only value of a field; BadRequest if there is none, or more than one."""
    values = fields.get(name, ())
    if len(values) != 1:
        raise BadRequest(f'The form must have one "{name}".')
    return values[0]

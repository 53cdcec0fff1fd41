"""Webhooks: proving that a call is the service's."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import Any, Literal, NotRequired, TypedDict

from .errors import WebhookNotGenuine

# How far the clocks may be apart, and how long a call that was overheard is of use.
_AGE_MAX = 300


class WebhookEvent(TypedDict):
    """What a webhook's call tells. `id` is the same at every delivery of an event."""

    type: Literal["job.completed", "job.failed", "webhook.test"]
    id: str
    createdAt: str
    job: NotRequired[dict[str, Any]]
    """As `Job`, without `recipients`; not there for a test."""


def verify_webhook(body: str | bytes, headers: Mapping[str, str], secret: str) -> WebhookEvent:
    """Reads a webhook's call, if the service has signed it within the last five minutes.

    `body` is as it came, before any JSON parser; `secret` is what `platen webhooks set` has printed. An event may
    arrive twice: remember the ids of a day. Raises `WebhookNotGenuine`.
    """
    lower = {name.lower(): value for name, value in headers.items()}
    event_id, timestamp = lower.get("webhook-id"), lower.get("webhook-timestamp")
    signatures = lower.get("webhook-signature")
    if not event_id or not timestamp or not signatures:
        raise WebhookNotGenuine("The webhook is not signed.")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > _AGE_MAX:
        raise WebhookNotGenuine("The webhook was not signed within the last 5 minutes.")
    content = body.encode() if isinstance(body, str) else body
    signed = f"{event_id}.{timestamp}.".encode() + content
    digest = hmac.new(_key_in(secret), signed, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    if not any(hmac.compare_digest(one.encode(), expected) for one in signatures.split(" ")):
        raise WebhookNotGenuine("The signature does not match the secret and the body.")
    event: WebhookEvent = json.loads(content)
    return event


def _key_in(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        key = b""
    if not key:
        raise ValueError("The secret is not a webhook secret. A webhook secret begins with whsec_.")
    return key

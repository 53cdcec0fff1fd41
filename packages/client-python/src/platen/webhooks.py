"""Verification of webhook signatures."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import Any, Literal, NotRequired, TypedDict

from .errors import WebhookSignatureError

# Largest age of a signature in seconds, against replayed requests, and largest difference of the clocks.
_AGE_MAX = 300


class WebhookEvent(TypedDict):
    """Event that a webhook receives. Repeated deliveries of an event have the same `id`."""

    type: Literal[
        "job.completed",
        "job.failed",
        "batch.completed",
        "batch.paused",
        "batch.failed",
        "credits.low",
        "webhook.test",
    ]
    id: str
    createdAt: str
    job: NotRequired[dict[str, Any]]
    """Job without `recipients`, in an event about a job."""
    batch: NotRequired[dict[str, Any]]
    """Batch at the time of an event about it."""
    credits: NotRequired[dict[str, int]]
    """Balance, in an event about low credits."""


def verify_webhook(body: str | bytes, headers: Mapping[str, str], secret: str) -> WebhookEvent:
    """Verifies the signature of a webhook and returns its event. The signature must be at most five minutes old.

    `body` is the raw body, before any JSON parser. `secret` is the secret of the webhook. An event
    may arrive twice: keep the ids of a day to detect that. Raises `WebhookSignatureError`.
    """
    lower = {name.lower(): value for name, value in headers.items()}
    event_id, timestamp = lower.get("webhook-id"), lower.get("webhook-timestamp")
    signatures = lower.get("webhook-signature")
    if not event_id or not timestamp or not signatures:
        raise WebhookSignatureError("The webhook is not signed.")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > _AGE_MAX:
        raise WebhookSignatureError("The webhook was not signed within the last 5 minutes.")
    content = body.encode() if isinstance(body, str) else body
    signed = f"{event_id}.{timestamp}.".encode() + content
    digest = hmac.new(_key_in(secret), signed, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    if not any(hmac.compare_digest(one.encode(), expected) for one in signatures.split(" ")):
        raise WebhookSignatureError("The signature does not match the secret and the body.")
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

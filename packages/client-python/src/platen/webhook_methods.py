"""Methods for webhooks and listeners."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal, TypedDict, cast
from urllib.parse import urlencode

from .calls import Connection, Limits, call
from .paths import path_segment, resource_path
from .schema import (
    ListenerEvent,
    ResentWebhookEvents,
    Webhook,
    WebhookDelivery,
    WebhookDeliveryDetail,
    WebhookDeliveryList,
    WebhookListener,
    WebhookWithSecret,
)

EventType = Literal[
    "job.completed", "job.failed", "batch.completed", "batch.paused", "batch.failed", "credits.low"
]
# Inside `Webhooks`, `list` is a method.
WebhookList = list[Webhook]
ListenerEventList = list[ListenerEvent]


class QueuedTestEvent(TypedDict):
    deliveryId: str
    """Id of the delivery of the test event."""


_WEBHOOKS = "/v1/webhooks"
_LISTENERS = "/v1/webhook-listeners"


class Webhooks:
    """Webhooks of the account, their deliveries, and listeners."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.listeners = Listeners(connection)

    def list(self, *, timeout: float | None = None, retries: int | None = None) -> WebhookList:
        """Lists the webhooks, the oldest first."""
        answer = call(self._connection, "GET", _WEBHOOKS, Limits(timeout, retries))
        return cast(WebhookList, answer.body["webhooks"])

    def get(self, webhook_id: str, *, timeout: float | None = None, retries: int | None = None) -> Webhook:
        """Returns a webhook."""
        answer = call(self._connection, "GET", _path_of(webhook_id), Limits(timeout, retries))
        return cast(Webhook, answer.body["webhook"])

    def create(
        self,
        *,
        url: str,
        events: Sequence[EventType],
        description: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> WebhookWithSecret:
        """Creates a webhook. Only this response and that of `rotate` have the secret.

        Raises `BadRequest` for a URL that the service may not call, and `RateLimited` if the account has 10 webhooks.
        """
        body: dict[str, Any] = {"url": url, "events": [*events]}
        if description is not None:
            body["description"] = description
        return cast(WebhookWithSecret, self._post(_WEBHOOKS, body, Limits(timeout, retries)))

    def update(
        self,
        webhook_id: str,
        *,
        url: str | None = None,
        events: Sequence[EventType] | None = None,
        description: str | None = None,
        is_enabled: bool | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Webhook:
        """Changes a webhook. Arguments that are None stay as they are.

        `if_match` is the `etag` of the webhook that you have read: raises `Changed` if it does not match.
        """
        fields = {
            "url": url,
            "events": None if events is None else [*events],
            "description": description,
            "isEnabled": is_enabled,
        }
        answer = call(
            self._connection,
            "PATCH",
            _path_of(webhook_id),
            Limits(timeout, retries),
            body={name: value for name, value in fields.items() if value is not None},
            if_version=None if if_match is None else if_match.strip('"'),
        )
        return cast(Webhook, answer.body["webhook"])

    def rotate(
        self,
        webhook_id: str,
        *,
        overlap_hours: int = 24,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> WebhookWithSecret:
        """Replaces the secret. Events are also signed with the old secret for `overlap_hours`."""
        path, body = f"{_path_of(webhook_id)}/rotate", {"overlapHours": overlap_hours}
        return cast(WebhookWithSecret, self._post(path, body, Limits(timeout, retries)))

    def remove(self, webhook_id: str, *, timeout: float | None = None, retries: int | None = None) -> None:
        """Deletes a webhook permanently."""
        call(self._connection, "DELETE", _path_of(webhook_id), Limits(timeout, retries))

    def test(self, webhook_id: str, *, timeout: float | None = None, retries: int | None = None) -> QueuedTestEvent:
        """Sends a test event. Raises `Conflict` if the webhook is disabled."""
        return cast(QueuedTestEvent, self._post(f"{_path_of(webhook_id)}/test", {}, Limits(timeout, retries)))

    def deliveries(
        self,
        webhook_id: str,
        *,
        status: Literal["pending", "delivered", "failed"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> WebhookDeliveryList:
        """Lists a page of deliveries, the newest first. Its `nextCursor` is the `cursor` of the next page."""
        filters = {"status": status, "limit": limit, "cursor": cursor}
        query = urlencode({name: value for name, value in filters.items() if value is not None})
        path = f"{_path_of(webhook_id)}/deliveries{'?' if query else ''}{query}"
        answer = call(self._connection, "GET", path, Limits(timeout, retries))
        return cast(WebhookDeliveryList, answer.body)

    def delivery(
        self, webhook_id: str, delivery_id: str, *, timeout: float | None = None, retries: int | None = None
    ) -> WebhookDeliveryDetail:
        """Returns a delivery with its attempts."""
        path = _delivery_path(webhook_id, delivery_id)
        answer = call(self._connection, "GET", path, Limits(timeout, retries))
        return cast(WebhookDeliveryDetail, answer.body["delivery"])

    def resend(
        self, webhook_id: str, delivery_id: str, *, timeout: float | None = None, retries: int | None = None
    ) -> WebhookDelivery:
        """Sends an event again, with the same id. Raises `Conflict` if it is pending or the webhook is disabled."""
        path = f"{_delivery_path(webhook_id, delivery_id)}/resend"
        return cast(WebhookDelivery, self._post(path, {}, Limits(timeout, retries)))

    def resend_failed(
        self,
        webhook_id: str,
        since: datetime | str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> ResentWebhookEvents:
        """Sends the failed events again that were created at a time or after it, at most 1,000, the oldest first.

        `since` needs a time zone. Raises `Conflict` if the webhook is disabled.
        """
        time = since if isinstance(since, str) else since.isoformat()
        path = f"{_path_of(webhook_id)}/resend-failed"
        return cast(ResentWebhookEvents, self._post(path, {"since": time}, Limits(timeout, retries)))

    def _post(self, path: str, body: dict[str, Any], limits: Limits) -> Any:
        # A repeated call would create a second webhook, replace a new secret, or send an event twice.
        return call(self._connection, "POST", path, limits, body=body, repeatable=False).body


class Listeners:
    """Listeners: temporary receivers of events for programs without a public address."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(
        self,
        *,
        events: Sequence[EventType] | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> WebhookListener:
        """Creates a listener. It is deleted 10 minutes after its last poll. Default: all events."""
        body = {} if events is None else {"events": [*events]}
        limits = Limits(timeout, retries)
        answer = call(self._connection, "POST", _LISTENERS, limits, body=body, repeatable=False)
        return cast(WebhookListener, answer.body)

    def poll(
        self,
        listener_id: str,
        acknowledged: Sequence[str] = (),
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> ListenerEventList:
        """Waits up to 20 seconds for events, and returns at most 20 of them.

        Events are returned again until a later poll acknowledges them. `acknowledged` has the ids of the events that
        you have processed, at most 100. Raises `NotFound` if the listener has expired.
        """
        path = f"{resource_path('webhook-listeners', 'listener_id', listener_id)}/poll"
        body = {"acknowledged": [*acknowledged]}
        answer = call(self._connection, "POST", path, Limits(timeout, retries), body=body)
        return cast(ListenerEventList, answer.body["events"])

    def remove(self, listener_id: str, *, timeout: float | None = None, retries: int | None = None) -> None:
        """Deletes a listener."""
        path = resource_path("webhook-listeners", "listener_id", listener_id)
        call(self._connection, "DELETE", path, Limits(timeout, retries))


def _path_of(webhook_id: str) -> str:
    return resource_path("webhooks", "webhook_id", webhook_id)


def _delivery_path(webhook_id: str, delivery_id: str) -> str:
    return f"{_path_of(webhook_id)}/deliveries/{path_segment('delivery_id', delivery_id)}"

"""Methods for the request log."""

from __future__ import annotations

from typing import Literal, cast

from .calls import Connection, Limits, call
from .paths import query_of, resource_path
from .schema import LoggedRequestDetail, RequestList


class Requests:
    """Request log: the calls of the account under `/v1`, also rejected ones."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        request_id: str | None = None,
        status: str | int | None = None,
        method: Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] | None = None,
        route: str | None = None,
        token_id: str | None = None,
        template_id: str | None = None,
        is_test: bool | None = None,
        from_: str | None = None,
        to: str | None = None,
        time_zone: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> RequestList:
        """Lists a page of calls, the newest first. Its `nextCursor` is the `cursor` of the next page.

        `status` is a status such as `404`, or a class such as `4xx`. `route` is the pattern of the path, such as
        `/v1/templates/{templateId}`. `from_` and `to` are days such as 2026-11-21, both inclusive, in `time_zone`.
        """
        filters = {
            "requestId": request_id,
            "status": status,
            "method": method,
            "route": route,
            "tokenId": token_id,
            "templateId": template_id,
            "isTest": None if is_test is None else str(is_test).lower(),
            "from": from_,
            "to": to,
            "timeZone": time_zone,
            "limit": limit,
            "cursor": cursor,
        }
        path = "/v1/requests" + query_of(filters)
        return cast(RequestList, call(self._connection, "GET", path, Limits(timeout, retries)).body)

    def get(
        self, request_id: str, *, timeout: float | None = None, retries: int | None = None
    ) -> LoggedRequestDetail:
        """Returns a call with its phases and error."""
        path = resource_path("requests", "request_id", request_id)
        body = call(self._connection, "GET", path, Limits(timeout, retries)).body
        return cast(LoggedRequestDetail, body["request"])

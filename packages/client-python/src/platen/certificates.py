"""Methods for certificates."""

from __future__ import annotations

import base64
from typing import cast

from .calls import Connection, Limits, call
from .paths import resource_path
from .schema import Certificate

# Inside `Certificates`, `list` is a method.
CertificateList = list[Certificate]


class Certificates:
    """Certificates with which PDFs are signed."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(self, *, timeout: float | None = None, retries: int | None = None) -> CertificateList:
        """Lists the certificates, without their private keys."""
        answer = call(self._connection, "GET", "/v1/certificates", Limits(timeout, retries))
        return cast(CertificateList, answer.body["certificates"])

    def add(
        self,
        name: str,
        content: bytes,
        password: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Certificate:
        """Adds a certificate, or replaces the one with the same name.

        `content` is a PKCS#12 file (.p12 or .pfx) with this password. Raises `BadRequest` for a file that cannot be
        used.
        """
        body = {"name": name, "content": base64.b64encode(content).decode(), "password": password}
        limits = Limits(timeout, retries)
        return cast(Certificate, call(self._connection, "POST", "/v1/certificates", limits, body=body).body)

    def remove(self, name: str, *, timeout: float | None = None, retries: int | None = None) -> None:
        """Deletes a certificate with its private key."""
        call(self._connection, "DELETE", resource_path("certificates", "name", name), Limits(timeout, retries))

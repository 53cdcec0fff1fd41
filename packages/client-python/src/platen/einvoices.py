"""Methods for electronic invoices."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any, Literal, cast

from .calls import Connection, Limits, call
from .schema import Einvoice, EinvoiceValidation, ExtractedEinvoice, Invoice

Format = Literal["facturx", "xrechnung-cii", "xrechnung-ubl", "peppol-bis-3"]
Profile = Literal["BASIC WL", "BASIC", "EN 16931", "EXTENDED", "XRECHNUNG"]


class Einvoices:
    """Electronic invoices of EN 16931: Factur-X, XRechnung and Peppol. The calls cost nothing."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(
        self,
        invoice: Invoice,
        *,
        format: Format,
        profile: Profile | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Einvoice:
        """Completes and checks an invoice of the JSON model, and writes it as XML.

        Raises `BadRequest` with the broken rules as `problems`. `profile` is for the format `facturx`.
        """
        body = _defined(invoice=invoice, format=format, profile=profile)
        return cast(Einvoice, self._post("", body, Limits(timeout, retries)))

    def validate(
        self,
        invoice: Invoice,
        *,
        format: Format,
        profile: Profile | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> EinvoiceValidation:
        """Checks an invoice of the JSON model."""
        body = _defined(invoice=invoice, format=format, profile=profile)
        return cast(EinvoiceValidation, self._post("/validate", body, Limits(timeout, retries)))

    def validate_document(
        self,
        content: str | bytes,
        *,
        format: Format | None = None,
        profile: Profile | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> EinvoiceValidation:
        """Checks a document: XML as text, or the bytes of XML or of a PDF.

        Default format: the one that the document names. Raises `BadRequest` for a document that is no e-invoice.
        """
        body = _defined(**_encoded(content), format=format, profile=profile)
        return cast(EinvoiceValidation, self._post("/validate", body, Limits(timeout, retries)))

    def extract(
        self, content: str | bytes, *, timeout: float | None = None, retries: int | None = None
    ) -> ExtractedEinvoice:
        """Reads the XML and the invoice of a document, without a check."""
        return cast(ExtractedEinvoice, self._post("/extract", _encoded(content), Limits(timeout, retries)))

    def _post(self, path: str, body: Mapping[str, Any], limits: Limits) -> Any:
        return call(self._connection, "POST", f"/v1/einvoices{path}", limits, body=body).body


def _encoded(content: str | bytes) -> dict[str, str]:
    if isinstance(content, str):
        return {"content": content, "contentEncoding": "utf-8"}
    return {"content": base64.b64encode(content).decode(), "contentEncoding": "base64"}


def _defined(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}

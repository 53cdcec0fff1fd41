"""Validates the signatures of PDFs with pyHanko. Arguments: a trusted certificate (DER), then the PDFs.

A PDF with a document security store (PAdES B-LT) must be valid with the certificates and proofs in it alone.
"""

import asyncio
import sys

from asn1crypto import x509
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import async_validate_pdf_signature
from pyhanko.sign.validation.dss import DocumentSecurityStore
from pyhanko_certvalidator import ValidationContext


async def validate(root: x509.Certificate, path: str) -> str:
    with open(path, "rb") as file:
        try:
            reader = PdfFileReader(file)
            (signature,) = reader.embedded_signatures
            is_long_term = "/DSS" in reader.root

            def context() -> ValidationContext:
                if not is_long_term:
                    return ValidationContext(trust_roots=[root])
                store = DocumentSecurityStore.read_dss(reader)
                return store.as_validation_context(
                    {"trust_roots": [root], "allow_fetching": False, "revocation_mode": "require"}
                )

            status = await async_validate_pdf_signature(signature, context(), context())
        except Exception as error:  # noqa: BLE001
            return f"invalid {type(error).__name__}: {error}"
    stamp = status.timestamp_validity
    is_stamped = stamp is not None and stamp.valid and stamp.trusted
    kind = "long-term" if is_stamped and is_long_term else "stamped" if is_stamped else "plain"
    return f"valid {kind} {status.coverage.name}" if status.bottom_line else f"invalid {status.summary()}"


async def main() -> None:
    with open(sys.argv[1], "rb") as file:
        root = x509.Certificate.load(file.read())
    for path in sys.argv[2:]:
        print(f"{path}\t{await validate(root, path)}")


asyncio.run(main())
